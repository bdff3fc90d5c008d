/* sharegnn.h - the public interface of libsharegnn.
 *
 * Graph neural networks whose weights are indexed by graph invariants, after "Invariant-Based
 * Weight Sharing for Message Passing".  Open a data set, look at it, close it:
 *
 *     sg_error err = {0};
 *     sg_dataset *data = NULL;
 *     if (sg_data_open(&data, "MUTAG", NULL, &err) != SG_OK) {
 *         fprintf(stderr, "%s\n", err.text);
 *         return 1;
 *     }
 *     printf("%u graphs\n", sg_data_sizes(data).n_graphs);
 *     sg_data_close(data);
 *
 * Conventions: outputs come first and the error last; on failure outputs are untouched; a handle
 * may be used by one thread at a time, different handles by different threads; the library never
 * prints, never exits and keeps no global state.  Texts are UTF-8.  NULL options mean defaults.
 */
#ifndef SHAREGNN_H
#define SHAREGNN_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SG_VERSION "0.1.0"

/* The version of the library that is linked, as text: "0.1.0". */
SG_API const char *sg_version(void);

/* ---- Data sets ------------------------------------------------------------------------- */

typedef struct sg_dataset sg_dataset;

typedef struct sg_data_options {
    const char *folder; /* where data sets are found; NULL: $SHAREGNN_DATA, ./data,
                           ~/.cache/sharegnn, whichever has the data set first        */
    uint32_t n_threads; /* 0: one per core                                            */
} sg_data_options;

/* Open the data set `name`: FOLDER/name/ or FOLDER/name.zip in TU Dortmund's text format, or the
 * path of such a folder or zip.  The graphs become simple and undirected (see sg_data_repairs).
 * Fails with SG_ENOTFOUND, SG_EFORMAT, SG_EIO, SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_data_open(sg_dataset **data, const char *name,
                              const sg_data_options *options, sg_error *err);

/* Release a data set; NULL is fine. */
SG_API void sg_data_close(sg_dataset *data);

/* Replace classes and targets by those in a text file: a line per graph, numbers separated by commas
 * or blanks, ? or nothing between commas where one is missing.  A single column of whole numbers
 * gives classes, unless `as_targets`; anything else gives targets.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT or SG_ENOMEM. */
SG_API sg_status sg_data_read_targets(sg_dataset *data, const char *path, bool as_targets,
                                      sg_error *err);

/* Write `data` to FOLDER/NAME/ in TU format, whole or not at all; an existing one is replaced if
 * `replace`, else SG_EEXIST.  Also fails with SG_EIO or SG_ENOMEM. */
SG_API sg_status sg_data_write(const sg_dataset *data, const char *folder, const char *name,
                               bool replace, sg_error *err);

SG_API const char *sg_data_name(const sg_dataset *data);

/* How much there is of everything; 0 = the data set has none. */
typedef struct sg_data_size {
    uint32_t n_graphs, n_nodes, n_arcs; /* an edge is two arcs                            */
    uint32_t n_node_labels;             /* columns of node labels, usually 0 or 1         */
    uint32_t n_node_attributes;         /* columns                                        */
    uint32_t n_edge_labels;             /* columns, usually 0 or 1                        */
    uint32_t n_edge_attributes;         /* columns                                        */
    uint32_t n_classes;
    uint32_t n_targets; /* columns of regression targets                  */
    size_t n_bytes;     /* memory the data set occupies                   */
} sg_data_size;

SG_API sg_data_size sg_data_sizes(const sg_dataset *data);

/* The arrays of a data set, all graphs numbered through (a disjoint union).  Borrowed until
 * sg_data_close; NULL where the data set has none. */
typedef struct sg_data_arrays {
    const uint32_t *graph_offset; /* [n_graphs + 1] first node of a graph                 */
    const uint32_t *arc_offset;   /* [n_nodes + 1] first arc of a node                    */
    const uint32_t *neighbor;     /* [n_arcs] ascending within a node                     */
    const int32_t *node_label;    /* [n_nodes][n_node_labels]                             */
    const double *node_attribute; /* [n_nodes][n_node_attributes]                         */
    const int32_t *edge_label;    /* [n_arcs][n_edge_labels]                              */
    const double *edge_attribute; /* [n_arcs][n_edge_attributes]                          */
    const uint32_t *graph_class;  /* [n_graphs] 0 .. n_classes-1                          */
    const int64_t *class_name;    /* [n_classes] the label in the file                    */
    const double *target;         /* [n_graphs][n_targets]; NaN = missing                 */
} sg_data_arrays;

SG_API sg_data_arrays sg_data_view(const sg_dataset *data);

/* What opening did to make the graphs simple and undirected. */
SG_API sg_graph_repairs sg_data_repairs(const sg_dataset *data);

/* A hash of the content, the same on every machine. */
SG_API uint64_t sg_data_fingerprint(const sg_dataset *data);

/* The row of the paper's data set tables, computed on `n_threads` threads (0: one per core).
 * Time O(sum over graphs of nodes * arcs).  Fails with SG_ENOMEM. */
SG_API sg_status sg_data_summarize(sg_data_summary *summary, const sg_dataset *data,
                                   uint32_t n_threads, sg_error *err);

/* ---- Where data sets come from ---------------------------------------------------------- */

/* A data set the library knows by name. */
typedef struct sg_data_source {
    const char *name;
    const char *about; /* one line                                             */
    bool generated;    /* by sg_data_make; else downloaded by sg_data_get      */
    uint32_t n_graphs;
} sg_data_source;

/* The number of data sets known by name, and each of them; generated ones come first. */
SG_API size_t sg_data_source_count(void);
SG_API sg_data_source sg_data_source_at(size_t i);

/* Generate the data set `name` and write it to FOLDER/name/ and its splits to
 * FOLDER/splits/..., each whole or not at all.
 *
 *   splits_path  out, may be NULL; where the splits are; released with sg_text_release
 *   seed         0: the default, which gives the paper's graphs where they are defined by one
 *
 * Fails with SG_ENOTFOUND (not a generated data set; the text names the nearest),
 * SG_EEXIST (there and not `replace`), SG_EIO or SG_ENOMEM. */
SG_API sg_status sg_data_make(char **splits_path, const char *name, const char *folder,
                              uint32_t seed, bool replace, sg_error *err);

/* Generate the data set `name` in memory. */
SG_API sg_status sg_data_generate(sg_dataset **data, const char *name, uint32_t seed,
                                  sg_error *err);

typedef struct sg_get_options {
    const char *from; /* base address; NULL: TU Dortmund's server        */
    bool replace;     /* fetch again what is already there               */
    const sg_observer *observer;
} sg_get_options;

/* Download BASE/name.zip to FOLDER/name.zip.  A download that broke off goes on where it
 * stopped; the archive is read and checked completely before it takes its name.
 * Fails with SG_ENOTFOUND (the server has none), SG_EIO (network, disk), SG_EFORMAT (not what it
 * should be), SG_ELIMIT (over 64 GiB), SG_EEXIST, SG_ECANCELED, SG_ENOMEM; with SG_EINVAL where
 * the library was built without libcurl. */
SG_API sg_status sg_data_get(const char *name, const char *folder,
                             const sg_get_options *options, sg_error *err);

/* Where the data set `name` would be opened from; *path is released with sg_text_release.
 * `folder` as in sg_data_options.  Fails with SG_ENOTFOUND or SG_ENOMEM. */
SG_API sg_status sg_data_find(char **path, const char *name, const char *folder, sg_error *err);

/* The folder that make and get write to when the user names none: $SHAREGNN_DATA or ./data.
 * *path is released with sg_text_release.  Fails with SG_ENOMEM. */
SG_API sg_status sg_data_home(char **path, sg_error *err);

/* Release a text that the library allocated; NULL is fine. */
SG_API void sg_text_release(char *text);

/* Keep `candidate` if it is close to what is wanted and closer than what was offered before. */
SG_API void sg_nearest_offer(sg_nearest *nearest, const char *candidate);

/* ---- Splits ----------------------------------------------------------------------------- */

typedef struct sg_splits sg_splits;

/* Read a splits file and check it against `n_graphs`: every index in range, the lists of a fold
 * disjoint.  Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_splits_open(sg_splits **splits, const char *path, uint32_t n_graphs,
                                sg_error *err);

SG_API void sg_splits_close(sg_splits *splits);

typedef enum sg_part { SG_TRAIN, SG_VALIDATION, SG_TEST } sg_part;

SG_API uint32_t sg_splits_folds(const sg_splits *splits);

/* The graphs of one part of a fold; borrowed until close; NULL and 0 for a fold out of range. */
SG_API const uint32_t *sg_splits_part(uint32_t *n, const sg_splits *splits, uint32_t fold,
                                      sg_part part);

/* ---- Labels: invariants of nodes -------------------------------------------------------- */

typedef struct sg_labels sg_labels;

typedef struct sg_label_options {
    uint32_t n_threads; /* 0: one per core                                             */
    uint64_t budget;    /* search steps a graph may take; 0: 200 million               */
    const char *cache;  /* folder where results are kept by content; NULL: nowhere     */
    const sg_observer *observer;
} sg_label_options;

/* Label all nodes by an expression: "wl:2", "cycles:10+label", "degree limit 50".  Labels are dense
 * numbers, the most frequent first; what a label is says its content key, which is the same on
 * every machine and in every data set.  The result does not depend on the number of threads.
 * Fails with SG_EINVAL (the expression; with column and nearest name), SG_ELIMIT (budget; the
 * graph is named), SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_labels_open(sg_labels **labels, const sg_dataset *data,
                                const char *expression, const sg_label_options *options,
                                sg_error *err);

SG_API void sg_labels_close(sg_labels *labels);

/* What was computed; borrowed until close. */
typedef struct sg_labels_arrays {
    uint32_t n_nodes;
    uint32_t n_labels;
    const uint32_t *label; /* [n_nodes] 0 .. n_labels-1               */
    const uint64_t *key;   /* [n_labels] content key of a label       */
    const uint64_t *count; /* [n_labels] number of nodes that have it */
} sg_labels_arrays;

SG_API sg_labels_arrays sg_labels_view(const sg_labels *labels);

/* How two labelings of one data set relate. */
typedef struct sg_labels_relation {
    uint32_t n_joint;    /* labels of the combination                                  */
    bool first_refines;  /* nodes alike for the first are alike for the second         */
    bool second_refines; /* and the other way round; both: they are equivalent         */
} sg_labels_relation;

/* Compare two labelings of one data set.  Fails with SG_EINVAL (different data) or SG_ENOMEM. */
SG_API sg_status sg_labels_compare(sg_labels_relation *relation, const sg_labels *first,
                                   const sg_labels *second, sg_error *err);

/* The distinct triples (receiver label, sender label, pair value) of a data set. */
typedef struct sg_triples_size {
    uint32_t n_triples; /* weights an encoder with this head would have */
    uint32_t n_values;  /* of the pair property                         */
    uint64_t n_pairs;   /* ordered pairs of nodes that have one         */
} sg_triples_size;

/* Count the triples for a pair property: "distance 0..6", "edge".
 * Fails with SG_EINVAL, SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_triples_measure(sg_triples_size *size, const sg_dataset *data,
                                    const sg_labels *receiver, const sg_labels *sender,
                                    const char *property, uint32_t n_threads, sg_error *err);

/* Count the ordered pairs of nodes that have a value, without keeping them: what it takes to find
 * all distances, say.  Fails like sg_triples_measure. */
SG_API sg_status sg_pairs_measure(uint64_t *n_pairs, const sg_dataset *data,
                                  const char *property, uint32_t n_threads, sg_error *err);

/* A kind of labeling or pair property, for help texts. */
typedef struct sg_invariant_kind {
    const char *usage;   /* "cycles:MAX or cycles:MIN-MAX" */
    const char *about;   /* one sentence                   */
    const char *example; /* "cycles:10"                    */
} sg_invariant_kind;

SG_API size_t sg_labeling_count(void);
SG_API sg_invariant_kind sg_labeling_at(size_t i);
SG_API size_t sg_property_count(void);
SG_API sg_invariant_kind sg_property_at(size_t i);

/* ---- Models ----------------------------------------------------------------------------- */

typedef struct sg_model sg_model;

typedef enum sg_model_task { SG_CLASSIFICATION, SG_REGRESSION, SG_MULTILABEL } sg_model_task;

/* What a model is made of: encoders and a decoder, or a description. */
typedef struct sg_model_options {
    const char *const *encoder; /* [n_encoders] one layer each: "wl:2 @ distance 0..6"; several
                                   heads of a layer are separated by ';'                      */
    uint32_t n_encoders;
    const char *decoder;     /* "wl:2"; one output per class or target, the mean over all nodes
                                for classification, else the sum                              */
    const char *description; /* instead of both: YAML with `layers` and, if wanted, `input`,
                                `noise` and `task`, as in experiment files                    */
    const char *path;        /* what messages call the description; NULL: "description"       */
    const char *task;        /* "classification", "regression" or "multilabel"; NULL: what the
                                data has                                                      */
    const uint32_t *target;  /* [n_targets] columns of targets to predict; NULL: all          */
    uint32_t n_targets;
    const sg_label_options
        *labels; /* threads, budget, observer; NULL: defaults               */
} sg_model_options;

/* Build an untrained model for data like `data`: every label and triple that occurs there gets a
 * weight.  Fails with SG_EINVAL or SG_EFORMAT (expressions, layers that do not fit together),
 * SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_model_build(sg_model **model, const sg_dataset *data,
                                const sg_model_options *options, sg_error *err);

/* How a model is trained. */
typedef struct sg_training {
    const char *settings;     /* YAML, as `train` in experiment files: "{epochs: 50, init: he}";
                                 NULL: the paper's                                            */
    const uint32_t *graph[3]; /* graphs to train on, to choose the best epoch with, and to test
                                 with (sg_part); NULL: all, none, none                        */
    uint32_t n_graphs[3];
    uint64_t seed;      /* of the first weights, batches, noise and dropout                   */
    uint32_t n_threads; /* 0: one per core; the result is the same for any number             */
    bool (*epoch)(void *context, const sg_epoch *epoch); /* called after every epoch, by the
                                 thread that called sg_model_train; false stops; may be NULL  */
    void *context;
} sg_training;

/* Train a model.  One that has been trained before, on these data or others, goes on from its
 * weights.  At the end it has the weights of the best epoch: the best metric on the validation
 * graphs, of the last epoch where there are none.
 *
 *   best   out, may be NULL; how the model did in that epoch
 *
 * Fails with SG_EINVAL, SG_EFORMAT (settings), SG_ENOMEM, or SG_ECANCELED (the model then has the
 * weights of the best epoch so far). */
SG_API sg_status sg_model_train(sg_epoch *best, sg_model *model, const sg_dataset *data,
                                const sg_training *training, sg_error *err);

typedef struct sg_model_size {
    sg_model_task task;
    uint32_t n_layers;
    uint32_t n_outputs; /* classes or targets                                */
    uint64_t n_weights;
} sg_model_size;

SG_API sg_model_size sg_model_sizes(const sg_model *model);

/* The number of weights of every layer: n_weights is [n_layers] of sg_model_sizes.
 * Fails with SG_ENOMEM. */
SG_API sg_status sg_model_layer_weights(uint64_t *n_weights, const sg_model *model,
                                        sg_error *err);

/* Classification: the label in the data of an output; else 0. */
SG_API int64_t sg_model_class(const sg_model *model, uint32_t output);

/* Regression, multilabel: the name of an output, borrowed; else NULL. */
SG_API const char *sg_model_target(const sg_model *model, uint32_t output);

/* Predict all graphs of any data; labels and triples that the model has never seen weigh zero.
 *
 *   score   out; [n_graphs][n_outputs] of sg_model_sizes: probabilities of the classes, values of
 *           the targets, or probabilities of the labels
 *   labels  threads, budget, observer; NULL: defaults
 *
 * Fails with SG_EINVAL (the data lacks what the model looks at), SG_ELIMIT, SG_ECANCELED or
 * SG_ENOMEM. */
SG_API sg_status sg_model_predict(double *score, const sg_model *model, const sg_dataset *data,
                                  const sg_label_options *labels, sg_error *err);

/* A model on some data, to predict its graphs again and again: labels and plans are made once. */
typedef struct sg_prediction sg_prediction;

/* `model` and `data` are borrowed until close.  Fails like sg_model_predict. */
SG_API sg_status sg_prediction_open(sg_prediction **prediction, const sg_model *model,
                                    const sg_dataset *data, const sg_label_options *labels,
                                    sg_error *err);

/* Predict the graphs graph[0 .. n): score is [n][n_outputs].  For one thread at a time. */
SG_API void sg_prediction_run(double *score, sg_prediction *prediction, const uint32_t *graph,
                              uint32_t n);

SG_API void sg_prediction_close(sg_prediction *prediction);

/* Write a model to a file, whole or not at all, and read it again.  The file is in the safetensors
 * format and has all that prediction needs.  Fail with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_ELIMIT
 * or SG_ENOMEM. */
SG_API sg_status sg_model_save(const sg_model *model, const char *path, sg_error *err);
SG_API sg_status sg_model_open(sg_model **model, const char *path, sg_error *err);

SG_API void sg_model_close(sg_model *model);

/* The name of a metric that settings ask for, and whether more of it is better: "accuracy". */
SG_API sg_status sg_training_metric(const char **name, bool *higher_is_better,
                                    const sg_model *model, const char *settings, sg_error *err);

/* ---- Experiments ------------------------------------------------------------------------ */

typedef struct sg_run_options {
    const char *folder;      /* of the run, made if missing: config.yml, results.sqlite,
                                summary.json, models/                                         */
    const char *data_folder; /* as in sg_data_options                                         */
    const char *const *set;  /* [n_set] changes of the experiment: "train.epochs=5"           */
    size_t n_set;
    uint32_t n_threads; /* 0: one per core; results are the same for any number               */
    bool resume;        /* go on with the run in the folder                                   */
    bool replace;       /* forget the run in the folder                                       */
    bool (*event)(void *context, const sg_run_event *event); /* by the calling thread; false
                                stops the run, which can be resumed; may be NULL              */
    void *context;
} sg_run_options;

/* Run an experiment file: train all its configurations, folds and runs, select and evaluate as its
 * protocol says, and write everything down.
 *
 *   summary   out, may be NULL; the text of summary.json, released with sg_text_release
 *
 * Fails with SG_EFORMAT (path:line:column), SG_EEXIST (the folder has a run, and neither resume nor
 * replace; or it is resumed and of another experiment), SG_ECANCELED, or what data and disk fail
 * with.  What is wrong with the experiment is found before the folder is touched. */
SG_API sg_status sg_run(char **summary, const char *path, const sg_run_options *options,
                        sg_error *err);

/* ---- Results ----------------------------------------------------------------------------- */

/* What the folder of a run holds at the moment of opening: a run that is done, was stopped, or is still
 * going on.  Unless something else is said, what is handed out is borrowed until sg_results_close. */
typedef struct sg_results sg_results;

/* Open the results in a run's folder.
 * Fails with SG_ENOTFOUND (no run there), SG_EFORMAT (damaged), SG_EIO or SG_ENOMEM. */
SG_API sg_status sg_results_open(sg_results **results, const char *folder, sg_error *err);

SG_API void sg_results_close(sg_results *results);

/* Trainings that find the best configuration, and trainings that say how good it is. */
typedef enum sg_run_stage { SG_SELECTING, SG_EVALUATING } sg_run_stage;

/* A target of a regression or multilabel task over all folds and runs. */
typedef struct sg_result_target {
    const char *name;
    double mean, std;
} sg_result_target;

/* A run as a whole. */
typedef struct sg_result_overview {
    const char *folder;
    const char *data, *protocol, *metric;
    bool higher_is_better;  /* of the metric, which is in percent then                       */
    const char *experiment; /* config.yml                                                    */
    uint64_t seed;
    uint32_t n_configurations, n_folds, n_runs;
    uint32_t n_members;  /* of the ensemble; 1: none                                         */
    uint32_t n_jobs[2];  /* by sg_run_stage; 0 where it has not begun, or is not needed      */
    uint32_t n_done[2];  /* of these                                                         */
    bool is_complete;    /* all is done; else what follows is NaN, 0 or NULL                 */
    const char *summary; /* summary.json                                                     */
    double test_mean, test_std, test_loss;
    double validation_mean, validation_std;
    double train_mean;
    double best_epoch_mean, best_epoch_std;
    uint32_t common_epoch;   /* standard protocol: the single epoch that counts; else 0   */
    const double *fold;      /* [n_folds] test metric, mean over the runs                 */
    const uint32_t *chosen;  /* [n_folds] configuration of each fold                      */
    const uint64_t *weights; /* [n_layers] of the configuration of fold 0                 */
    uint32_t n_layers;
    uint64_t weights_total;
    const sg_result_target *target; /* [n_targets] on test graphs                            */
    uint32_t n_targets;
    const char *model; /* the best one's path inside the folder; NULL: none was saved        */
    double seconds_per_epoch, seconds_total;
    uint32_t n_threads;
} sg_result_overview;

SG_API sg_result_overview sg_results_overview(const sg_results *results);

/* The lists that span the grid, by their paths: "train.learning-rate". */
SG_API const char *const *sg_results_axes(size_t *n, const sg_results *results);

/* A point of the grid. */
typedef struct sg_result_configuration {
    const char *const *value; /* [axes] where in the grid, each in one line                  */
    const char *yaml;         /* the experiment with these values                            */
    const uint64_t *weights;  /* [n_layers] */
    uint32_t n_layers;
    uint64_t weights_total;
    uint64_t plan_bytes;
    uint32_t n_jobs;   /* done so far that say how good it is                                */
    double metric;     /* mean on the graphs that select, usually the validation graphs; of
                          the best epoch (standard protocol) or of best epochs; NaN: unknown */
    double loss;       /* the same                                                           */
    uint32_t rank;     /* from 0, the best                                                   */
    uint32_t n_chosen; /* folds that were evaluated with it; 0 before the end                */
} sg_result_configuration;

/* All configurations in the order of their numbers. */
SG_API const sg_result_configuration *sg_results_configurations(size_t *n,
                                                                const sg_results *results);

/* One training. */
typedef struct sg_result_job {
    sg_run_stage stage;
    uint32_t configuration, fold, run;
    uint64_t seed;
    bool is_done;         /* else little of the rest is known                                */
    uint32_t n_graphs[3]; /* by sg_part, as below                                            */
    uint32_t n_epochs, best_epoch;
    double loss[3], metric[3]; /* in the best epoch; NaN where there are no graphs           */
    double seconds;
    const char *model; /* path inside the folder; NULL: not saved, or only the best one was  */
} sg_result_job;

/* All jobs, by stage, configuration, run and fold. */
SG_API const sg_result_job *sg_results_jobs(size_t *n, const sg_results *results);

/* The epochs of a job (its place in the list above); `best` marks the one that counts.  Borrowed
 * until the next call.  Fails with SG_EINVAL (no such job), SG_EFORMAT, SG_EIO or SG_ENOMEM. */
SG_API sg_status sg_results_epochs(const sg_epoch **epoch, size_t *n, sg_results *results,
                                   size_t job, sg_error *err);

/* The metric of every target in a job, likewise; none for classification. */
typedef struct sg_result_target_metric {
    sg_part part;
    const char *target, *metric;
    double value;
} sg_result_target_metric;

SG_API sg_status sg_results_target_metrics(const sg_result_target_metric **metric, size_t *n,
                                           sg_results *results, size_t job, sg_error *err);

/* What the model of a job says about graphs, likewise; usually the test graphs. */
typedef struct sg_result_prediction {
    sg_part part;
    uint32_t graph;
    const double *output; /* [n_outputs] of the network: logits, or values in its unit       */
    uint32_t n_outputs;
} sg_result_prediction;

SG_API sg_status sg_results_predictions(const sg_result_prediction **prediction, size_t *n,
                                        sg_results *results, size_t job, sg_error *err);

/* Two runs on the same folds, pair by pair. */
typedef struct sg_comparison {
    bool by_fold; /* pairs are folds, means over the runs; else runs of a single fold      */
    uint32_t n_pairs;
    double *first, *second; /* [n_pairs] test metric                                         */
    double difference;      /* mean of first - second                                        */
    double test_share;      /* test graphs per training graph                                */
    double t, p;            /* paired t-test, two-sided; NaN for a single pair               */
    double corrected_t, corrected_p; /* with the variance that overlapping training graphs
                               call for (Nadeau and Bengio 2003); NaN for runs               */
} sg_comparison;

/* Compare two complete runs.
 * Fails with SG_EINVAL (not complete; other data, folds or metric) or SG_ENOMEM. */
SG_API sg_status sg_results_compare(sg_comparison *comparison, const sg_results *first,
                                    const sg_results *second, sg_error *err);

/* Release the arrays and make it empty. */
SG_API void sg_comparison_free(sg_comparison *comparison);

#ifdef __cplusplus
}
#endif

#endif
