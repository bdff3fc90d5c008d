/* search.h - a search for the model that validates best: labels, pairs, layers and training.
 *
 * A space lists what may vary (docs/search.md).  A search proposes candidates, learns from those that it
 * has tried which parts of the space are good, trains many of them for a few epochs and a few of them for
 * all epochs, and ends with the model that validates best.  It never looks at test items.  With a number
 * of trials the result is the same for any number of threads; with seconds the clock decides how many
 * trials there are.  A search that was stopped can be resumed.
 *
 * Example: eight short trials:
 *
 *     static const char space[] = "layers: [decoder: {heads: [degree]}]\n"
 *                                 "train: {epochs: 9}\n"
 *                                 "grid: {train.learning-rate: [0.1, 0.01], layers.0.heads.0: "
 *                                 "[degree, 'cycles:10']}\n";
 *     FILE *file = fopen("space.yml", "w");
 *     if (file != NULL) {
 *         (void)fputs(space, file);
 *         (void)fclose(file);
 *     }
 *     const sg_search_options options = {.struct_size = sizeof options,
 *                                        .folder = "found",
 *                                        .data_folder = "data",
 *                                        .space = "space.yml",
 *                                        .n_trials = 8,
 *                                        .replace = true};
 *     char *summary = NULL;
 *     if (sg_search(&summary, "CSL", &options, &err) == SG_OK)
 *         printf("a summary that begins with %c\n", summary[0]);
 *     sg_text_release(summary);
 *
 * Complexity: the trainings (training.h) of all candidates; labels and plans are made once for all that
 * share them. Memory is that of the plans, of which those that were not used for longest are dropped when
 * all are more than twice what one candidate may take or more than half of the account's memory
 * (limits.h), and of as many trainings as there are threads.
 *
 * Threads: several searches may go on side by side, each in a folder of its own.  Events come from the thread
 * that called sg_search.
 */
#ifndef SHAREGNN_SEARCH_H
#define SHAREGNN_SEARCH_H

#include "sharegnn/models.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sg_search_event_kind {
    SG_SEARCH_TICK,    /* some time has passed                                     */
    SG_SEARCH_TRIAL,   /* a candidate has come to the end of a rung                */
    SG_SEARCH_SKIPPED, /* a candidate is too large; text says why                  */
    SG_SEARCH_BEST     /* the winner is trained once more                          */
} sg_search_event_kind;

/* What happens while a search runs.  It belongs to the library and may grow at the end in later versions:
 * copy its members, not all of it. */
typedef struct sg_search_event {
    sg_search_event_kind kind;
    uint32_t n_trials; /* that are wanted; 0: seconds decide                                */
    uint32_t n_done;   /* that were proposed so far                                         */
    uint32_t trial,
        rung;            /* of the candidate; rungs count from 0                              */
    double value;        /* its validation metric; NaN: none                                  */
    double best;         /* the best one so far; NaN: none                                    */
    const char *metric;  /* "accuracy"; static text                                           */
    bool in_percent;     /* of the metric                                                     */
    uint64_t n_epochs;   /* finished by all trainings of this process                         */
    double seconds;      /* of all processes that worked on it                                */
    double seconds_left; /* NaN: nobody knows                                                 */
    const char *text;    /* borrowed for the call; NULL: none                                 */
} sg_search_event;

/* How to search.  All pointers are borrowed for the call. */
typedef struct sg_search_options {
    size_t struct_size; /* sizeof of this struct, set by the caller                        */
    const char *folder; /* of the search, made if missing: results.sqlite, best.yml, best/ */
    const char
        *data_folder;  /* as in sg_data_options                                           */
    const char *space; /* a file, or the name of a space of the library; NULL: by the data */
    uint32_t n_trials; /* candidates; 0: seconds decide                                   */
    double seconds;    /* 0: 60                                                           */
    const char
        *splits;      /* file with folds, of which one is outside of the search: its test items
                                measure the winner; NULL: none                                  */
    uint32_t fold;    /* which one                                                       */
    uint32_t n_folds; /* inner folds that validate; 0: by the number of items            */
    uint64_t seed;    /* of proposals, folds and trainings                               */
    uint32_t n_threads;  /* 0: one per core                                                 */
    uint64_t most_bytes; /* that the plans and weights of a candidate may take; 0: 1 GiB     */
    uint64_t budget;     /* of labelings, as in sg_label_options; 0: theirs                 */
    sg_task_choice task; /* what the model is to learn                                      */
    bool at_random;      /* proposals do not learn from results, to compare with            */
    bool resume;         /* go on with the search in the folder                             */
    bool replace;        /* forget the search in the folder                                 */
    bool (*event)(void *context,
                  const sg_search_event *event); /* several times a second; false stops
                                the search; may be NULL                                         */
    void *context;
} sg_search_options;

/* Search for a model of data (a name or path, as for sg_data_open).
 *
 *   summary   out, may be NULL; the text of search.json, released with sg_text_release
 *   options   must be there, with a folder
 *
 * The winner is in the folder: sg_model_open reads it, best.yml is an experiment that trains it again.
 * Fails with SG_EFORMAT (path:line:column of the space), SG_EINVAL (data or space with which nothing can
 * be searched), SG_EEXIST (the folder has a search, and neither resume nor replace), SG_ECANCELED, or
 * what data and disk fail with.  What is wrong is found before the folder is touched. */
SG_API sg_status sg_search(char **summary, const char *data, const sg_search_options *options,
                           sg_error *err);

/* The name of space i of the library, from 0; static text; NULL: there are no more. */
SG_API const char *sg_search_space(size_t i);

#ifdef __cplusplus
}
#endif

#endif
