/* types.h - the words that the library and its callers share: status, error, progress, and the
 * plain structs that cross the border.
 *
 * Every function that can fail returns an sg_status and takes an sg_error * last.  The error
 * belongs to the caller and may be NULL.  It tells of the last call that took it and of no earlier one:
 * nobody need clear it.  What several topics share is here; everything else is in the header of its
 * topic.
 *
 * Example: a failure in words:
 *
 *     sg_error failure = {0};
 *     sg_dataset *none = NULL;
 *     if (sg_data_open(&none, "MUTA", NULL, &failure) == SG_ENOTFOUND)
 *         printf("%s\n", failure.text[0] != '\0' ? "not found, and why" : "not found");
 *
 * Complexity: constant time and memory.
 *
 * Threads: all functions may be called side by side; a watch belongs to the thread that opened it.
 */
#ifndef SHAREGNN_TYPES_H
#define SHAREGNN_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The version of this header, as text and as a number that grows with every version: 10,000 for each
 * major version, 100 for each minor one, 1 for each patch.  0.2.0 is 200. */
#define SG_VERSION        "0.2.0"
#define SG_VERSION_NUMBER 200

#define SG_API __attribute__((visibility("default")))

/* Handles: a data set (sg_data_open), its splits (sg_splits_open), a model (sg_model_build,
 * sg_model_open). */
typedef struct sg_dataset sg_dataset;
typedef struct sg_splits sg_splits;
typedef struct sg_model sg_model;

typedef enum sg_status {
    SG_OK = 0,
    SG_EINVAL,    /* an argument makes no sense                           */
    SG_ENOMEM,    /* out of memory                                        */
    SG_EIO,       /* the operating system or a server refused             */
    SG_EFORMAT,   /* the content of a file is malformed                   */
    SG_ENOTFOUND, /* no such data set or file                             */
    SG_EEXIST,    /* the output is already there                          */
    SG_ELIMIT,    /* a budget or bound would be exceeded                  */
    SG_ECANCELED  /* the observer asked to stop                           */
} sg_status;

/* A failure in words.  Every call that takes an error writes it: after a call that succeeds the status is
 * SG_OK, `where` is NULL and the text is empty.  It may have any content before. */
typedef struct sg_error {
    sg_status status;  /* what the call returned                                            */
    const char *where; /* "tu_reader.c:69", the check that failed; static text; NULL: none  */
    char text[600];    /* for humans; errors in text files start with "path:line:col: "     */
} sg_error;

/* How far a long computation is. */
typedef struct sg_progress {
    const char *stage; /* "reading", "downloading"; static text                   */
    const char *unit;  /* "bytes", "graphs"; static text                          */
    uint64_t done;     /* units                                                   */
    uint64_t total;    /* units; 0 where the end is unknown                              */
} sg_progress;

/* Receives progress.  Calls come from the thread that started the computation, as the work goes on and
 * at least every few tenths of a second, perhaps with the same progress again; returning false stops
 * the computation with SG_ECANCELED, within a second.  To stop it from another thread or from a signal
 * handler, let that one set a flag, and return false once it is set.  Outputs are then untouched and
 * files are not half-written.  A function that takes an observer borrows it until it returns; handles
 * that keep it say so. */
typedef struct sg_observer {
    bool (*progress)(void *context, const sg_progress *progress);
    void *context;
} sg_observer;

/* A watch: an observer of all long work of a thread, see sg_watch_open. */
typedef struct sg_watch sg_watch;

/* What a model is to learn: one of several classes, numbers, or yes and no for every target, as 1 and
 * 0.  Where nothing is said, sg_data_task (reading.h) tells; of data with classes and targets the
 * classes count. */
typedef enum sg_task { SG_CLASSIFICATION, SG_REGRESSION, SG_MULTILABEL, SG_N_TASKS } sg_task;

/* Instead of a number that is not negative, where 0 means the default: 0 itself, of double and of uint32_t.
 * No number that somebody might mean or mistake is like these: -1 is refused. */
#define SG_ZERO       (-1e-300)
#define SG_ZERO_COUNT UINT32_C(0x5a45524f)

/* Whether something is wanted. */
typedef enum sg_yes_no { SG_BY_DEFAULT, SG_YES, SG_NO, SG_N_YES_NO } sg_yes_no;

/* What a model predicts, and what classes and targets of a data set belong to: graphs, where item i is
 * graph i, or nodes, where item i is node i of all graphs numbered through. */
typedef enum sg_item_kind { SG_ITEM_GRAPH, SG_ITEM_NODE } sg_item_kind;

/* The class of a node that has none: in arrays that are given, and in those of a data set. */
#define SG_NO_NODE_CLASS INT64_MIN
#define SG_NO_CLASS      UINT32_MAX

/* The parts of a fold: items to train on, to choose the best epoch or configuration with, and to
 * test with. */
typedef enum sg_part {
    SG_TRAIN,
    SG_VALIDATION,
    SG_TEST,
    SG_N_PARTS,
    SG_NO_PART = SG_N_PARTS /* of an item that is in none of them */
} sg_part;

/* How labels are computed. */
typedef struct sg_label_options {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    uint32_t n_threads; /* 0: one per core                                             */
    uint64_t budget;    /* search steps a graph may take, then SG_ELIMIT; 0: 200 million */
    const char *cache;  /* folder where sg_labels_open keeps results by content, made where it
                           is missing, with those above it; NULL: nowhere; models compute
                           theirs and do not look there                                */
    const sg_observer *observer; /* NULL: nobody is told                               */
} sg_label_options;

/* How a model did in one epoch of its training, on training, validation and test items; NaN where
 * there are none.  It never grows and has no struct_size. */
typedef struct sg_epoch {
    uint32_t epoch;            /* from 1                                                      */
    bool best;                 /* no epoch so far was better on the validation items          */
    double learning_rate;      /* of a support vector machine: the cost C that was tried     */
    double loss[SG_N_PARTS];   /* means                                                     */
    double metric[SG_N_PARTS]; /* accuracies in percent, errors in the targets' unit        */
    double seconds;            /* that it took, with the metrics                              */
} sg_epoch;

/* How the weights of a layer meet those of another model's layer in the same place. */
typedef struct sg_layer_match {
    uint64_t n_matched; /* weights that both have                                   */
    uint64_t n_new;     /* weights that the other model lacks                       */
    uint64_t n_unused;  /* weights that only the other model has                    */
} sg_layer_match;

/* How the messages of a head are kept in memory.  An explicit plan lists every pair of nodes; an
 * implicit one looks weights up by label and shares the pairs with other heads. */
typedef struct sg_plan_choice {
    const char *head; /* without copies and bias                                  */
    const char *kind; /* "explicit" or "implicit"; static text                    */
    uint64_t n_weights, n_pairs;
    uint64_t n_bytes; /* without the pairs that implicit plans share              */
} sg_plan_choice;

/* The stages of a run: trainings that find the best configuration, and trainings that say how good it is. */
typedef enum sg_run_stage { SG_SELECTING, SG_EVALUATING } sg_run_stage;

typedef enum sg_run_event_kind {
    SG_RUN_PREPARING, /* data, labels and plans                                */
    SG_RUN_PLAN,      /* a plan has been made; heads alike share one           */
    SG_RUN_STAGE,     /* a stage begins; n_done jobs were done before          */
    SG_RUN_TICK,      /* some time has passed                                  */
    SG_RUN_JOB,       /* a job is done                                         */
    SG_RUN_UNDER_WAY, /* a job has left a checkpoint; long ones do             */
    SG_RUN_CHOICE     /* the file has no layers: a network has been chosen     */
} sg_run_event_kind;

/* What happens while an experiment runs.  It belongs to the library and may grow at the end in later
 * versions: copy its members, not all of it. */
typedef struct sg_run_event {
    sg_run_event_kind kind;
    sg_progress preparing; /* how far that is                                               */
    sg_plan_choice plan;
    const char *stage; /* "selecting", "evaluating"; static text                        */
    uint32_t n_jobs, n_done;
    uint64_t max_epochs; /* of a job; it may stop early                                     */
    uint64_t n_epochs;   /* finished by all jobs of this process                            */
    const char *metric;  /* "accuracy"; static text                                         */
    bool higher_is_better, in_percent; /* of the metric                                    */
    double best; /* best validation metric of the stage so far; NaN: none                   */

    /* of the job that is done or under way */
    uint32_t configuration, fold, run;
    uint32_t best_epoch;     /* so far                                                      */
    uint64_t job_epochs;     /* of all trainings that it took; under way: of its first so far */
    double validation, test; /* metrics at the best epoch; NaN where there are no items, and
                                the test's while it is under way                            */
    double seconds;          /* 0 while it is under way                                     */

    uint32_t n_lost;    /* jobs of the stage that were done and are trained again, because their
                        models are gone or are not as they were written                     */
    const char *choice; /* why this network was chosen; borrowed for the call; else NULL     */
} sg_run_event;

/* What reading a data set did to make its graphs simple and undirected. */
typedef struct sg_graph_repairs {
    size_t struct_size;  /* sizeof of this struct, set by the caller */
    uint64_t self_loops; /* arcs (v, v) dropped                              */
    uint64_t duplicates; /* repeated arcs dropped; the first one counts      */
    uint64_t one_way;    /* arcs added because only their reverse was given  */
} sg_graph_repairs;

typedef struct sg_range {
    uint32_t max;
    double avg;
    uint32_t min;
} sg_range;

/* One row of the paper's data set tables. */
typedef struct sg_data_summary {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    uint32_t n_graphs;
    sg_range nodes;       /* per graph                                                */
    sg_range edges;       /* per graph                                                */
    sg_range diameter;    /* per connected component: that is what the paper averages */
    uint32_t node_labels; /* distinct ones; 1 where there are none                    */
    uint32_t classes;     /* 0 for a regression data set                              */
    uint32_t components;  /* connected components in all                              */
    uint32_t unmeasured;  /* components whose diameter would take more steps than an account
                             allows (sharegnn/limits.h); `diameter` leaves them out   */
} sg_data_summary;

/* A metric of predictions, and the interval in which the middle 95 % of its values lie where the items are
 * drawn again, with replacement (bootstrap): how far it would move with other items from the same
 * source. */
typedef struct sg_measure {
    const char *metric; /* its name: "rmse"; static text                                     */
    const char *target; /* the target column that it is of; NULL: all together               */
    double value;       /* NaN: not defined                                                  */
    double low, high;   /* NaN: not known                                                    */
    bool higher_is_better;
    bool in_percent; /* else it is in a unit of its own, or in that of the targets           */
} sg_measure;

/* Where the library has a member of a public struct; for wrappers in other languages, which declare the
 * structs again and can compare before they call anything.  This struct never changes. */
typedef struct sg_struct_member {
    const char *structure; /* "sg_error"; static text                        */
    const char *name;      /* "status"; NULL for the struct as a whole       */
    size_t offset;         /* bytes from the beginning of the struct         */
    size_t size;           /* bytes of the member, or of the struct          */
} sg_struct_member;

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is linked, as text, which is static, and as a number like
 * SG_VERSION_NUMBER. */
SG_API const char *sg_version(void);
SG_API uint32_t sg_version_number(void);

/* Describe the library and the machine for a report of an error: version, compiler, instruction set, other
 * libraries, cores and memory, one "name: value" per line.
 *
 *   text  out; released with sg_text_release
 *
 * Fails with SG_EINVAL or SG_ENOMEM; *text is then unchanged. */
SG_API sg_status sg_build_text(char **text, sg_error *err);

/* The layout of all structs of the public headers: for each of them a row for the struct as a whole, and
 * then a row for every member, in the order of the header.
 *
 *   n  out: the number of rows; may be NULL
 *
 * The table is static.  Constant time; cannot fail. */
SG_API const sg_struct_member *sg_struct_members(size_t *n);

/* Let `observer` watch all calls that this thread makes until sg_watch_close: functions that take no
 * observer of their own, too, such as sg_data_open, sg_data_generate, sg_data_summarize,
 * sg_triples_measure or sg_feed_push.  Observers that functions take are called as well.  Once it has
 * returned false, calls that take long fail with SG_ECANCELED until the watch is closed.  Only
 * sg_model_save and sg_splits_write work all the same then, so that what there is can be kept; where it has
 * not said no before, they ask it, too, and leave no file behind where it says no.  Functions that close
 * something do not ask, and nobody is asked while the operating system brings a file to the disk.  Watches
 * nest.
 *
 *   watch     out; released with sg_watch_close by the same thread
 *   observer  copied; its context is borrowed until close
 *
 * Fails with SG_EINVAL or SG_ENOMEM. */
SG_API sg_status sg_watch_open(sg_watch **watch, const sg_observer *observer, sg_error *err);

/* End a watch, by the thread that opened it; in any other thread nothing happens.  NULL is fine. */
SG_API void sg_watch_close(sg_watch *watch);

/* The word of a task: "classification", "regression", "multilabel"; NULL for other values; static text. */
SG_API const char *sg_task_word(sg_task task);

/* The word of a part: "train", "validation", "test"; "none" for SG_NO_PART; NULL for other values; static
 * text. */
SG_API const char *sg_part_word(sg_part part);

/* The name of a status: "SG_OK", "SG_EINVAL"; NULL for other values; static text. */
SG_API const char *sg_status_word(sg_status status);

/* Release a text that the library allocated and handed to the caller; NULL is fine. */
SG_API void sg_text_release(char *text);

#ifdef __cplusplus
}
#endif

#endif
