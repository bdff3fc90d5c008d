/* runner.h - an experiment from file to summary.
 *
 * A run lives in a folder (run_folder.h).  Its ledger decides what has been done; a run that was
 * stopped or killed is run again with SG_FORMER_RESUME and ends with the same numbers.
 */
#ifndef SG_RUN_RUNNER_H
#define SG_RUN_RUNNER_H

#include "cluster/cluster.h"
#include "run/run_folder.h"
#include "run/summary/summary.h"

typedef struct sg_runner_options {
    const char *folder;      /* of the run; made if missing                            */
    const char *data_folder; /* NULL: where data sets are looked for                   */
    uint32_t n_threads;      /* 0: one per core                                        */
    sg_former_run former;    /* what to do where there is a run in the folder          */
    double checkpoint_after; /* seconds between the checkpoints of a training; 0: 30   */
    bool (*event)(void *context, const sg_run_event *event); /* false stops; may be NULL */
    void *context;
    sg_cluster *cluster; /* NULL: this process alone; else all ranks run the same experiment */
} sg_runner_options;

/* Run an experiment.
 *
 *   summary_text  out; summary.json, released with sg_text_free
 *
 * Fails with SG_EEXIST (the folder has a run, and none is wanted there or another one),
 * SG_ECANCELED, or whatever is wrong with data, expressions or the disk. */
sg_status sg_run_experiment(sg_text *summary_text, const sg_experiment *experiment,
                            const sg_runner_options *options, sg_error *err);

#endif
