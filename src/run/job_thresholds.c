/* job_thresholds.c - thresholds of a job: found, kept, and found again. */
#include "run/job_thresholds.h"

#include "base/mem.h"
#include "train/decisions.h"

#include <string.h>

sg_status sg_job_thresholds_fit(double **threshold, const sg_outputs *outputs,
                                const sg_train_options *options,
                                const sg_predictions *validation, sg_error *err)
{
    sg_status status = SG_OK;
    sg_outputs decided = {0};
    sg_train_options wish = *options;
    if (options->threshold == NULL) goto done;
    wish.calibrate = false;
    SG_TRY(sg_outputs_copy(&decided, outputs, err));
    SG_TRY(sg_calibrate(&decided, &wish, validation, err));
    *threshold = decided.threshold;
    decided.threshold = NULL;
done:
    sg_outputs_free(&decided);
    return status;
}

sg_status sg_job_thresholds_shift(double **shift, const double *threshold,
                                  const sg_outputs *outputs, sg_error *err)
{
    sg_status status = SG_OK;
    sg_outputs decided = {.task = outputs->task, .n = outputs->n};
    double *made = NULL;
    if (threshold == NULL) goto done;
    SG_ALLOC(decided.threshold, outputs->n);
    memcpy(decided.threshold, threshold, outputs->n * sizeof *threshold);
    SG_ALLOC(made, outputs->n);
    (void)sg_outputs_shift(made, &decided);
    *shift = made;
    made = NULL;
done:
    sg_free(decided.threshold);
    sg_free(made);
    return status;
}

sg_status sg_job_thresholds_read(double **threshold, sg_ledger *ledger, int64_t job,
                                 uint32_t n_outputs, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_targets list = {0};
    double *made = NULL;
    uint32_t n = 0;
    SG_TRY(sg_ledger_read_targets(&list, ledger, job, err));
    SG_ALLOC(made, n_outputs);
    for (size_t i = 0; i < list.n; i++) {
        const double value = list.row[i].value;
        if (strcmp(list.row[i].metric, SG_THRESHOLD_ROW) != 0) continue;
        SG_REQUIRE(n < n_outputs && value > 0 && value < 1, SG_EFORMAT,
                   "the results have a threshold of %g for output %u", value, n);
        made[n++] = value;
    }
    if (n == 0) goto done;
    SG_REQUIRE(n == n_outputs, SG_EFORMAT, "the results have thresholds for %u of %u outputs",
               n, n_outputs);
    *threshold = made;
    made = NULL;
done:
    sg_free(made);
    sg_ledger_targets_free(&list);
    return status;
}
