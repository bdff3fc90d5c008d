/* summary_metrics.h - all metrics of a run, from the predictions that its ledger keeps.
 *
 *     SG_TRY(sg_summary_metrics(&report, workload, ledger, &jobs, chosen, err));
 */
#ifndef SG_RUN_SUMMARY_SUMMARY_METRICS_H
#define SG_RUN_SUMMARY_SUMMARY_METRICS_H

#include "run/workload.h"
#include "train/metric_report.h"

/* Whether the numbers of a run are those of this job: it is done and evaluates what was chosen. */
bool sg_summary_counts(const sg_ledger_job *job, const uint32_t *chosen);

/* Measure the predictions of test items in all folds and runs that evaluate chosen[fold].
 * The report is empty where there are no predictions: the standard protocol keeps none.
 * Fails with what reading fails with, or SG_ENOMEM. */
sg_status sg_summary_metrics(sg_metric_report *report, const sg_workload *workload,
                             sg_ledger *ledger, const sg_ledger_jobs *jobs,
                             const uint32_t *chosen, sg_error *err);

#endif
