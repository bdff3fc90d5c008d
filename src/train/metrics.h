/* metrics.h - how good predictions are.
 *
 *     const sg_metric *metric = NULL;
 *     SG_TRY(sg_metric_parse(&metric, "roc-auc", err));
 *     SG_TRY(sg_metric_check(metric, loss, err));
 *     SG_TRY(sg_metric_of(&value, metric, &predictions, err));
 *
 * By the task, which its loss names:
 *
 *     loss               all: the loss itself, in the network's unit
 *     accuracy           share of right predictions, in percent, as is everything down to f1
 *     balanced-accuracy  mean over the classes that occur of the share of theirs that is right
 *     roc-auc            chance that a member of the class scores above another item, ties half;
 *                        more than two classes: mean over them, each against the rest
 *     f1                 2 right / (members + predicted), macro: the mean over the classes that
 *                        are targets or predictions, for two classes too
 *     pr-auc             average precision: the sum over thresholds of recall gained times
 *                        precision; of the class 1 of two, else the mean over the classes
 *     mcc                Matthews' correlation of classes and predictions, -1 .. 1
 *     ece                expected calibration error, in percent: |probability - share| in 15 bins
 *     mae, rmse          regression: over all targets, in the targets' own unit
 *     r2, spearman       regression: share of the variance explained; correlation of ranks; means
 *                        over the target columns
 *
 * Cross-entropy predicts the class with the largest output, the smaller number where several are
 * equal.  Binary cross-entropy predicts 1 where the output is above 0 (a probability above 1/2);
 * its metrics are means over the target columns, f1 being that of the class 1.
 *
 * Missing targets are left out.  What is undefined is left out of the means, and NaN where nothing
 * remains: no items, all targets missing, the area under a curve of a single class, F1 of a class
 * that is neither target nor prediction.  Outputs that are not finite, the mark of a training that
 * diverged, make every metric NaN.
 *
 * A metric is a file with an sg_metric and a line in metric_list.h (docs/adding-a-metric.md);
 * everything else asks the sg_metric.
 */
#ifndef SG_TRAIN_METRICS_H
#define SG_TRAIN_METRICS_H

#include "base/status.h"
#include "base/wording.h"
#include "network/loss.h"
#include "train/metric_list.h"

/* What a network said about some items, and what it should have said; all borrowed. */
typedef struct sg_predictions {
    const double *output; /* [n][width] as the network gives them, not yet probabilities     */
    const uint32_t *item; /* [n] the items, numbered as in `targets`                         */
    uint32_t n;           /* number of items                                                 */
    uint32_t width;       /* number of classes or target columns                             */
    const sg_loss *loss;  /* of the task: says what outputs and targets mean                 */
    const sg_targets *targets; /* as the network was trained on                              */
    const double *scale;       /* [width] the network's unit in units of the target, for
                                  metrics in that unit; NULL: 1.  An offset would cancel out. */
    const double *shift; /* [width] subtracted before an output is decided upon, by metrics
                                  that count right and wrong; NULL: 0                        */
    sg_threads *threads; /* that may share many items; NULL: none                            */
} sg_predictions;

/* A set of tasks. */
#define SG_TASK_BIT(task) (1U << (task))

/* One metric.  Who asks it has checked that outputs are finite and that classes and columns exist.
 * Operations fail with SG_ENOMEM; what is undefined is NaN. */
typedef struct sg_metric {
    const char *name;      /* "roc-auc"                                                     */
    const char *title;     /* "ROC AUC", above a column of results; NULL: "Test"            */
    const char *about;     /* one sentence                                                  */
    unsigned tasks;        /* SG_TASK_BITs of the tasks that it fits                        */
    unsigned usual_for;    /* the tasks that have it where nobody names one                 */
    bool higher_is_better; /* else lower                                                    */
    bool in_percent;       /* else in a unit of its own, or in that of the targets          */
    bool decides;          /* counts right and wrong, so that thresholds matter             */
    bool depends_on_loss;  /* values can be compared only where the loss is the same        */
    bool is_biased;        /* chance makes it larger, the more the fewer items there are: it is
                              measured over all parts at once (metric_report.h)             */

    /* The value of all predictions; NULL: what follows decides. */
    sg_status (*of_all)(double *value, const sg_predictions *p, sg_error *err);

    /* The value where targets are classes.  Needed only for classification. */
    sg_status (*of_classes)(double *value, const sg_predictions *p, sg_error *err);

    /* The value of target column c; without of_all, the mean over all columns is the value of all
     * predictions.  Needed for regression and multilabel; NULL: there is no value per column. */
    sg_status (*of_column)(double *value, const sg_predictions *p, uint32_t c, sg_error *err);
} sg_metric;

#define SG_DECLARE_METRIC(metric) extern const sg_metric metric;
SG_METRIC_LIST(SG_DECLARE_METRIC)
#undef SG_DECLARE_METRIC

/* All metrics; static memory. */
const sg_metric *const *sg_metrics(size_t *n_metrics);

/* Read a metric's name.  Fails with SG_EINVAL; the text says what is allowed. */
sg_status sg_metric_parse(const sg_metric **metric, const char *name, sg_error *err);

/* The metric of a task where nobody names one. */
const sg_metric *sg_metric_default(sg_task task);

/* Add the names of the metrics that a set of tasks has in common, of all metrics for 0. */
void sg_metric_words(sg_words *words, unsigned tasks);

/* Whether the metric makes sense for a task.  Fails with SG_EINVAL; the text says which do. */
sg_status sg_metric_check(const sg_metric *metric, const sg_loss *loss, sg_error *err);

/* The value of a metric.
 * Fails with SG_EINVAL (no metric of this task, a class that has no output, more outputs than
 * target columns) or SG_ENOMEM.
 * Time O(n * width), for roc-auc times log n; memory O(n * width). */
sg_status sg_metric_of(double *value, const sg_metric *metric,
                       const sg_predictions *predictions, sg_error *err);

/* The value for every target column.
 *
 *   value   out; [width]
 *
 * For tasks with target columns and metrics with of_column.
 * Fails as sg_metric_of does. */
sg_status sg_metric_of_columns(double *value, const sg_metric *metric,
                               const sg_predictions *predictions, sg_error *err);

/* The target of the i-th item in column c; NaN where it is missing. */
static inline double sg_target_of(const sg_predictions *p, uint32_t i, uint32_t c)
{
    return p->targets->value[(size_t)p->item[i] * p->targets->n_columns + c];
}

static inline double sg_output_of(const sg_predictions *p, uint32_t i, uint32_t c)
{
    return p->output[(size_t)i * p->width + c];
}

static inline uint32_t sg_class_of(const sg_predictions *p, uint32_t i)
{
    return p->targets->item_class[p->item[i]];
}

#endif
