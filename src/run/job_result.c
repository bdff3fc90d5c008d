/* job_result.c - what came out of a job, and its row in the ledger. */
#include "base/mem.h"
#include "run/job.h"

#include <string.h>

sg_ledger_job sg_job_row(const sg_job *job, const sg_job_result *result)
{
    sg_ledger_job row = {.configuration = job->configuration,
                         .fold = job->fold,
                         .run = job->run,
                         .stage = job->stage,
                         .seed = result->seed,
                         .state = SG_LEDGER_DONE,
                         .n_epochs = (uint32_t)result->n_epochs,
                         .best_epoch = result->best_epoch,
                         .seconds = result->seconds,
                         .model = result->model};
    memcpy(row.size, result->size, sizeof row.size);
    memcpy(row.best, result->best, sizeof row.best);
    return row;
}

void sg_job_result_free(sg_job_result *result)
{
    sg_free(result->epoch);
    sg_free(result->column_metric);
    sg_free(result->threshold);
    sg_free(result->test_output);
    sg_free(result->validation_output);
    sg_free(result->model);
    *result = (sg_job_result){0};
}
