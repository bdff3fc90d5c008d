/* metrics.h - how good predictions are.
 *
 *     sg_metric metric;
 *     SG_TRY(sg_metric_parse(&metric, "roc-auc", err));
 *     SG_TRY(sg_metric_check(metric, loss, err));
 *     SG_TRY(sg_metric_of(&value, metric, &predictions, err));
 *
 * By the task, which its loss names:
 *
 *     loss               all: the loss itself, in the network's unit
 *     accuracy           share of right predictions, in percent, as is everything down to f1
 *     balanced-accuracy  mean over the classes that occur of the share of theirs that is right
 *     roc-auc            chance that a member of the class scores above another graph, ties half;
 *                        more than two classes: mean over them, each against the rest
 *     f1                 2 right / (members + predicted), macro: the mean over the classes that
 *                        are targets or predictions, for two classes too
 *     mae, rmse          regression: over all targets, in the targets' own unit
 *
 * Cross-entropy predicts the class with the largest output, the smaller number where several are
 * equal.  Binary cross-entropy predicts 1 where the output is above 0 (a probability above 1/2);
 * its metrics are means over the target columns, f1 being that of the class 1.
 *
 * Missing targets are left out.  What is undefined is left out of the means, and NaN where nothing
 * remains: no graphs, all targets missing, the area under a curve of a single class, F1 of a class
 * that is neither target nor prediction.  Outputs that are not finite, the mark of a training that
 * diverged, make every metric NaN.
 */
#ifndef SG_TRAIN_METRICS_H
#define SG_TRAIN_METRICS_H

#include "base/status.h"
#include "network/loss.h"

typedef enum sg_metric {
    SG_METRIC_LOSS,
    SG_METRIC_ACCURACY,
    SG_METRIC_BALANCED_ACCURACY,
    SG_METRIC_ROC_AUC,
    SG_METRIC_F1,
    SG_METRIC_MAE,
    SG_METRIC_RMSE
} sg_metric;

#define SG_N_METRICS 7

/* What a network said about some graphs, and what it should have said; all borrowed. */
typedef struct sg_predictions {
    const double *output;  /* [n][width] as the network gives them, not yet probabilities   */
    const uint32_t *graph; /* [n] the graphs, numbered as in `targets`                      */
    uint32_t n;            /* number of graphs                                              */
    uint32_t width;        /* number of classes or target columns                           */
    sg_loss loss;          /* of the task: says what outputs and targets mean               */
    const sg_targets
        *targets;        /* as the network was trained on                                 */
    const double *scale; /* [width] the network's unit in units of the target, for mae and
                                  rmse; NULL: 1.  An offset would cancel out.                   */
} sg_predictions;

/* "roc-auc"; static text. */
const char *sg_metric_name(sg_metric metric);

/* Read a metric's name.  Fails with SG_EINVAL; the text says what is allowed. */
sg_status sg_metric_parse(sg_metric *metric, const char *name, sg_error *err);

/* Whether more is better: false for loss, mae and rmse. */
bool sg_metric_higher_is_better(sg_metric metric);

/* Whether the metric makes sense for a task.  Fails with SG_EINVAL; the text says which do. */
sg_status sg_metric_check(sg_metric metric, sg_loss loss, sg_error *err);

/* The value of a metric.
 * Fails with SG_EINVAL (no metric of this task, a class that has no output, more outputs than
 * target columns) or SG_ENOMEM.
 * Time O(n * width), for roc-auc times log n; memory O(n * width). */
sg_status sg_metric_of(double *value, sg_metric metric, const sg_predictions *predictions,
                       sg_error *err);

/* The value for every target column.
 *
 *   value   out; [width]
 *
 * For tasks with target columns: mae and rmse, or all but loss of binary cross-entropy.
 * Fails as sg_metric_of does. */
sg_status sg_metric_of_columns(double *value, sg_metric metric,
                               const sg_predictions *predictions, sg_error *err);

/* Count targets against predictions.
 *
 *   count   out; [width][width] graphs by class (row) and predicted class (column)
 *
 * Of cross-entropy only.  Graphs whose outputs are not finite are not counted.
 * Fails with SG_EINVAL; `count` is then unchanged. */
sg_status sg_confusion_count(uint64_t *count, const sg_predictions *predictions, sg_error *err);

/* The class that cross-entropy predicts from output[0 .. width). */
uint32_t sg_predicted_class(const double *output, uint32_t width);

#endif
