/* job_predictions.h - what the networks of a job said about the items of a part, read from the ledger.
 *
 *     sg_job_predictions said = {0};
 *     SG_TRY(sg_job_predictions_read(&said, workload, ledger, job, SG_TEST, err));
 *     said.output[i * width + c] ... said.item[i] ...
 *     sg_job_predictions_free(&said);
 */
#ifndef SG_RUN_JOB_PREDICTIONS_H
#define SG_RUN_JOB_PREDICTIONS_H

#include "run/job.h"
#include "run/job_thresholds.h"
#include "run/workload.h"

/* {0} is empty. */
typedef struct sg_job_predictions {
    double *output; /* [n][outputs] as the networks give them, the mean of an ensemble */
    uint32_t *item; /* [n] ascending */
    uint32_t n;
    double *shift; /* [outputs] what is subtracted before a decision; NULL: nothing */
} sg_job_predictions;

void sg_job_predictions_free(sg_job_predictions *predictions);

/* Read those of the job with this number of the ledger; none where it has none.
 * Fails with SG_EFORMAT (they do not fit the workload), what reading fails with, or SG_ENOMEM. */
sg_status sg_job_predictions_read(sg_job_predictions *predictions, const sg_workload *workload,
                                  sg_ledger *ledger, int64_t job, sg_part part, sg_error *err);

/* ---- The way there: a job's result as rows -------------------------------------------------------- */

/* What the rows need while they are written; {0} is empty. */
typedef struct sg_job_details_memory {
    sg_ledger_target *target;
    sg_ledger_prediction *prediction;
    sg_names name; /* of classes and labels */
} sg_job_details_memory;

/* The epochs, target metrics, thresholds and, of jobs that evaluate, predictions of a result, which is borrowed.
 * `memory` is released with sg_job_details_free, also where it fails.  Fails with SG_ENOMEM. */
sg_status sg_job_details_make(sg_ledger_details *details, sg_job_details_memory *memory,
                              const sg_workload *workload, const sg_job *job,
                              const sg_job_result *result, sg_error *err);

void sg_job_details_free(sg_job_details_memory *memory);

#endif
