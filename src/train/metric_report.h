/* metric_report.h - all metrics of a task at once, each with an interval.
 *
 *     sg_metric_report report = {0};
 *     SG_TRY(sg_metric_report_make(&report, predictions, n_parts, err));
 *     for (uint32_t m = 0; m < report.n_metrics; m++)
 *         printf("%s %g (%g to %g)\n", report.all[m].metric->name, report.all[m].value, ...);
 *     sg_metric_report_free(&report);
 *
 * Predictions come in parts: the test items of every fold and run, or a single part.  The value of a
 * metric is the mean over the parts of its value in each, weighted by their numbers of items; parts
 * without a value are left out.  A metric that is biased (the expected calibration error) has the value of
 * all parts put together instead.
 *
 * The interval is the middle 95 % of the values of bootstrap samples: every part is drawn again from
 * its own items, with replacement.  It says how far the value would move with other test items from
 * the same source; it says nothing about other training items or seeds.  Values of samples of a biased
 * metric are larger than the value itself; they are moved so that their mean is the value.  The draws
 * depend on the numbers of items alone, so the same predictions give the same interval.
 */
#ifndef SG_TRAIN_METRIC_REPORT_H
#define SG_TRAIN_METRIC_REPORT_H

#include "train/metrics.h"

/* A value and its interval; NaN where it is not defined. */
typedef struct sg_metric_value {
    const sg_metric *metric;
    double value, low, high;
} sg_metric_value;

/* {0} is empty. */
typedef struct sg_metric_report {
    sg_metric_value
        *all; /* [n_metrics] of all columns together, in the order of the registry   */
    uint32_t n_metrics;
    sg_metric_value
        *column; /* [n_columns][n_metrics] of each target column; NULL: classes      */
    uint32_t n_columns;
} sg_metric_report;

void sg_metric_report_free(sg_metric_report *report);

/* Whether a report of this task has the metric: all that fit but for the loss. */
bool sg_metric_is_reported(const sg_metric *metric, sg_task task);

/* How many metrics a report of this task has. */
uint32_t sg_metric_report_count(sg_task task);

/* Measure predictions [n_parts], n_parts >= 1, of the same task and width.
 * Fails as sg_metric_of does.
 * Time O(samples x items x width), for metrics that sort times log items; there are 400 samples, fewer
 * where items are many, never below 100.  Beyond 262,144 numbers (items x width) samples do not grow any more:
 * they are drawn from a share of the items, and their spread is scaled to that of all items. */
sg_status sg_metric_report_make(sg_metric_report *report, const sg_predictions *predictions,
                                uint32_t n_parts, sg_error *err);

#endif
