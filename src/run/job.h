/* job.h - one training of an experiment, from the first weights to its numbers.
 *
 *     sg_job_result result = {0};
 *     SG_TRY(sg_job_run(&result, &job, &workload, &context, err));
 *
 * A job is named by stage, configuration, fold and run, and decided by the experiment's seed; it can
 * be done by any thread, at any time, with the same result.  A long one leaves a checkpoint now and
 * then and goes on from it when it is run again.
 */
#ifndef SG_RUN_JOB_H
#define SG_RUN_JOB_H

#include "run/workload.h"
#include "store/ledger.h"

#include <stdatomic.h>

/* Hears how far a job is: its seed, sizes and epochs so far, those of its first network; the rest of
 * `so_far` is empty. */
typedef struct sg_job_result sg_job_result;
typedef sg_status sg_job_listener(void *listener, const sg_job *job,
                                  const sg_job_result *so_far, sg_error *err);

/* What jobs need besides the workload. */
typedef struct sg_job_context {
    const char *folder;       /* of the run; models and checkpoints go there           */
    uint64_t run;             /* fingerprint of the run, for checkpoints               */
    sg_threads *threads;      /* threads within the job; NULL: the calling one         */
    atomic_bool *is_canceled; /* set by whoever wants to stop                          */
    atomic_ullong *n_epochs;  /* counts finished epochs of all jobs                    */
    bool evaluate_test;       /* else the test items are not looked at                */
    bool keep_validation;     /* what the networks say of the validation items is wanted */
    double checkpoint_after;  /* seconds between checkpoints                           */
    bool (*is_kept)(void *keeper, const sg_job *job, sg_ledger_score validation); /* whether
                                 the models of a job are to be saved; asked by any thread  */
    void *keeper;
    sg_job_listener *under_way; /* told whenever there is a checkpoint, by the job's thread */
    void *listener;
} sg_job_context;

/* What came out; owned by whoever asked for it. */
struct sg_job_result {
    sg_ledger_epoch *epoch; /* [n_epochs] */
    size_t n_epochs;
    uint64_t n_trained;  /* epochs of all trainings that it took */
    uint32_t best_epoch; /* from 1 */
    sg_ledger_score best[SG_N_PARTS];
    uint32_t size[SG_N_PARTS]; /* items of each part */
    uint64_t seed;
    double seconds;        /* in all processes that worked on it                              */
    double *column_metric; /* [n_outputs] of the test items; NULL: not a matter of columns  */
    double *threshold; /* [n_outputs] where decisions are made; NULL: 1/2 (job_thresholds.h) */
    double *test_output; /* [test items][n_outputs] in the unit of all folds, or NULL      */
    const uint32_t *test_item; /* [size[SG_TEST]] borrowed from the workload           */
    double
        *validation_output; /* the same of the validation items, where it is wanted; or NULL */
    const uint32_t *validation_item;
    char *model; /* path of the saved model inside the folder; NULL: none           */
};

void sg_job_result_free(sg_job_result *result);

/* The job as the ledger keeps it when it is done; the model's path is borrowed. */
sg_ledger_job sg_job_row(const sg_job *job, const sg_job_result *result);

/* Run a job.
 * Fails with SG_ECANCELED (a checkpoint has been left), SG_ENOMEM, or SG_EIO where a checkpoint or
 * model cannot be written. */
sg_status sg_job_run(sg_job_result *result, const sg_job *job, const sg_workload *workload,
                     const sg_job_context *context, sg_error *err);

/* The path of a job's model inside the folder: "models/evaluate-c0-f3-r1.safetensors"; further
 * members of an ensemble have names of their own. */
sg_status sg_job_model_path(sg_text *path, const sg_job *job, uint32_t member, sg_error *err);

/* The path of the checkpoint of an attempt inside the folder: "checkpoints/evaluate-c0-f3-r1-a0.bin". */
sg_status sg_job_checkpoint_path(sg_text *path, const sg_job *job, uint32_t attempt,
                                 sg_error *err);

/* Remove the checkpoints of a job that is done; remove its models. */
void sg_job_forget(const sg_job *job, const char *folder, const sg_experiment *experiment);
void sg_job_remove_models(const sg_job *job, const char *folder,
                          const sg_experiment *experiment);

#endif
