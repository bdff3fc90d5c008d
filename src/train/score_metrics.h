/* score_metrics.h - all metrics of scores, where the data says what is true.
 *
 *     SG_TRY(sg_score_metrics(&report, &n, &model.outputs, data, score, item, n_items, err));
 *     if (n > 0) ... report.all[m] ...
 *
 * The data need not be that of the training: classes are compared by their words or numbers, targets by
 * the names of their columns.  Items of classes that the outputs do not have are of one class more,
 * which nothing predicts.
 */
#ifndef SG_TRAIN_SCORE_METRICS_H
#define SG_TRAIN_SCORE_METRICS_H

#include "model/agreement.h"
#include "train/metric_report.h"

/* Measure scores [n_items][outputs->n], probabilities or values in the targets' unit.
 *
 *   report   out; stays empty where nothing can be compared
 *   n        out; items that were compared
 *   item     [n_items] of `data`; those without a class or target are left out
 *
 * Fails with SG_ENOMEM. */
sg_status sg_score_metrics(sg_metric_report *report, uint32_t *n, const sg_outputs *outputs,
                           const sg_dataset *data, const double *score, const uint32_t *item,
                           uint32_t n_items, sg_error *err);

#endif
