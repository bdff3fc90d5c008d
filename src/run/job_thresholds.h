/* job_thresholds.h - where the decisions of a job are made, chosen on its validation items.
 *
 *     SG_TRY(sg_job_thresholds_fit(&threshold, outputs, options, &validation, err));  // [outputs] or NULL
 *     SG_TRY(sg_job_thresholds_shift(&predictions.shift, threshold, outputs, err));
 *
 * An ensemble has the thresholds of its mean.  The ledger keeps thresholds behind the target metrics of
 * a job: a row per class or label, of the validation part, whose metric is SG_THRESHOLD_ROW.
 */
#ifndef SG_RUN_JOB_THRESHOLDS_H
#define SG_RUN_JOB_THRESHOLDS_H

#include "model/outputs.h"
#include "store/ledger.h"
#include "train/train_options.h"

#define SG_THRESHOLD_ROW "threshold"

/* The probabilities above which outputs are said, [outputs->n]; NULL where the options ask for none or there
 * are no validation items.  Outputs of the predictions are divided by their temperature already.
 * Fails with SG_EINVAL (more than two classes) or SG_ENOMEM. */
sg_status sg_job_thresholds_fit(double **threshold, const sg_outputs *outputs,
                                const sg_train_options *options,
                                const sg_predictions *validation, sg_error *err);

/* What metrics subtract from outputs before they decide, [outputs->n]; NULL where there are no thresholds.
 * Fails with SG_ENOMEM. */
sg_status sg_job_thresholds_shift(double **shift, const double *threshold,
                                  const sg_outputs *outputs, sg_error *err);

/* Find the thresholds among the target metrics of a job: [n_outputs], or NULL.
 * Fails with SG_EFORMAT (a number that is no probability, or too few) or SG_ENOMEM. */
sg_status sg_job_thresholds_read(double **threshold, sg_ledger *ledger, int64_t job,
                                 uint32_t n_outputs, sg_error *err);

#endif
