/* runs.h - experiments: train all configurations, folds and runs of a file, and write everything
 * down.
 *
 * An experiment file says which data, which splits, which models and which settings, and where
 * there are lists it spans a grid.  A run selects the best configuration and says how good it is,
 * as the protocol of the file demands.  A run that was stopped can be resumed.  results.h reads
 * what it wrote.
 *
 * Example: run an experiment file with fewer epochs:
 *
 *     const char *const set[] = {"train.epochs=2"};
 *     const sg_run_options options = {.struct_size = sizeof options,
 *                                     .folder = "short",
 *                                     .data_folder = "data",
 *                                     .set = set,
 *                                     .n_set = 1};
 *     char *summary = NULL;
 *     if (sg_run(&summary, "csl.yml", &options, &err) == SG_OK)
 *         printf("a summary that begins with %c\n", summary[0]);
 *     sg_text_release(summary);
 *
 * Complexity: the trainings (training.h) of configurations * folds * runs, and those of the
 * evaluation; jobs run side by side on all threads.  Labels and plans are made once for all jobs
 * that share them.  Memory is that of the plans, and of as many trainings as there are threads.
 *
 * Threads: several runs may go on side by side, each in a folder of its own.  Events come from the thread
 * that called sg_run.
 */
#ifndef SHAREGNN_RUNS_H
#define SHAREGNN_RUNS_H

#include "sharegnn/cluster.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How an experiment is run.  All pointers are borrowed for the call. */
typedef struct sg_run_options {
    size_t struct_size;      /* sizeof of this struct, set by the caller */
    const char *folder;      /* of the run, made if missing: config.yml, results.sqlite,
                                summary.json, models/                                         */
    const char *data_folder; /* as in sg_data_options                                         */
    const char *const *set;  /* [n_set] changes of the experiment: "train.epochs=5"           */
    size_t n_set;
    uint32_t n_threads; /* 0: one per core; results are the same for any number               */
    bool resume;        /* go on with the run in the folder                                   */
    bool replace;       /* forget the run in the folder                                       */
    bool (*event)(void *context, const sg_run_event *event); /* several times a second; false
                                stops the run within a second, also within an epoch; it can
                                be resumed; may be NULL                                       */
    void *context;
    double
        checkpoint_seconds; /* between two checkpoints of a long training; 0: 30            */
    /* Ranks that share the jobs (cluster.h); NULL: this process does all.  All ranks call sg_run with the
     * same arguments; the folder is one that all of them see.  Rank 0 gets the events of the run, the
     * others only those of their own work; all get the summary. */
    sg_cluster *cluster;
} sg_run_options;

/* Run an experiment file: train all its configurations, folds and runs, select and evaluate as its
 * protocol says, and write everything down.
 *
 *   summary   out, may be NULL; the text of summary.json, released with sg_text_release
 *   path      of the experiment file
 *   options   must be there, with a folder
 *
 * Fails with SG_EFORMAT (path:line:column), SG_EEXIST (the folder has a run, and neither resume nor
 * replace; or it is resumed and of another experiment), SG_ECANCELED, or what data and disk fail
 * with.  What is wrong with the experiment is found before the folder is touched. */
SG_API sg_status sg_run(char **summary, const char *path, const sg_run_options *options,
                        sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
