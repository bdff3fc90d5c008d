/* metric_tally.c - accuracy, balanced accuracy, F1 and Matthews' correlation: metrics that count right and
 * wrong predictions. */
#include "train/metrics.h"

#include "base/mem.h"
#include "kernels/statistics.h"

#include <math.h>

/* One class. */
typedef struct tally {
    uint64_t n_targets;     /* items that are of the class       */
    uint64_t n_predictions; /* items that are said to be         */
    uint64_t n_right;       /* items that are both               */
} tally;

static void add(tally *of, uint32_t target, uint32_t prediction)
{
    of[target].n_targets++;
    of[prediction].n_predictions++;
    of[target].n_right += target == prediction;
}

static double accuracy(const tally *of, uint32_t n_classes)
{
    uint64_t n = 0, n_right = 0;
    for (uint32_t c = 0; c < n_classes; c++) {
        n += of[c].n_targets;
        n_right += of[c].n_right;
    }
    return n > 0 ? 100.0 * (double)n_right / (double)n : NAN;
}

static double balanced_accuracy(const tally *of, uint32_t n_classes)
{
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t c = 0; c < n_classes; c++) {
        if (of[c].n_targets == 0) continue;
        sum += (double)of[c].n_right / (double)of[c].n_targets;
        n++;
    }
    return n > 0 ? 100 * sum / n : NAN;
}

static double mean_f1(const tally *of, uint32_t n_classes)
{
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t c = 0; c < n_classes; c++) {
        const uint64_t n_both = of[c].n_targets + of[c].n_predictions;
        if (n_both == 0) continue;
        sum += 2 * (double)of[c].n_right / (double)n_both;
        n++;
    }
    return n > 0 ? 100 * sum / n : NAN;
}

/* Gorodkin's correlation of classes and predictions, which is Matthews' for two classes:
 * (right n - sum t p) / sqrt((n^2 - sum t^2) (n^2 - sum p^2)).  NaN where all items are of one class or
 * all predictions say the same. */
static double correlation(const tally *of, uint32_t n_classes)
{
    double n = 0, right = 0, both = 0, targets = 0, predictions = 0;
    for (uint32_t c = 0; c < n_classes; c++) {
        const double t = (double)of[c].n_targets, p = (double)of[c].n_predictions;
        n += t;
        right += (double)of[c].n_right;
        both += t * p;
        targets += t * t;
        predictions += p * p;
    }
    const double spread = (n * n - targets) * (n * n - predictions);
    return spread > 0 ? (right * n - both) / sqrt(spread) : NAN;
}

/* What a metric makes of the tallies of some classes. */
typedef double conclusion(const tally *of, uint32_t n_classes);

/* The class that is said of the i-th item. */
static uint32_t said_of(const sg_predictions *p, uint32_t i)
{
    const double *output = p->output + (size_t)i * p->width;
    uint32_t best = 0;
    if (p->shift == NULL) return sg_largest(output, p->width);
    for (uint32_t c = 1; c < p->width; c++)
        if (output[c] - p->shift[c] > output[best] - p->shift[best]) best = c;
    return best;
}

static sg_status of_classes(double *value, conclusion *conclude, const sg_predictions *p,
                            sg_error *err)
{
    sg_status status = SG_OK;
    tally *of = NULL; /* [width] */
    SG_ALLOC(of, p->width);
    for (uint32_t i = 0; i < p->n; i++) add(of, sg_class_of(p, i), said_of(p, i));
    *value = conclude(of, p->width);
done:
    sg_free(of);
    return status;
}

/* The tallies of a column of zeros and ones. */
static void tally_column(tally of[2], const sg_predictions *p, uint32_t c)
{
    const double shift = p->shift != NULL ? p->shift[c] : 0;
    for (uint32_t i = 0; i < p->n; i++) {
        const double target = sg_target_of(p, i, c);
        if (!isnan(target)) add(of, target > 0.5, sg_output_of(p, i, c) > shift);
    }
}

enum { OF_CLASSES = SG_TASK_BIT(SG_CLASSIFICATION) | SG_TASK_BIT(SG_MULTILABEL) };

static sg_status accuracy_of_classes(double *value, const sg_predictions *p, sg_error *err)
{
    return of_classes(value, accuracy, p, err);
}

static sg_status accuracy_of_column(double *value, const sg_predictions *p, uint32_t c,
                                    sg_error *err)
{
    tally of[2] = {{0}};
    (void)err;
    tally_column(of, p, c);
    *value = accuracy(of, 2);
    return SG_OK;
}

const sg_metric sg_metric_accuracy = {
    .name = "accuracy",
    .title = "Accuracy",
    .about = "share of right predictions",
    .tasks = OF_CLASSES,
    .usual_for = SG_TASK_BIT(SG_CLASSIFICATION),
    .higher_is_better = true,
    .decides = true,
    .in_percent = true,
    .of_classes = accuracy_of_classes,
    .of_column = accuracy_of_column,
};

static sg_status balanced_accuracy_of_classes(double *value, const sg_predictions *p,
                                              sg_error *err)
{
    return of_classes(value, balanced_accuracy, p, err);
}

static sg_status balanced_accuracy_of_column(double *value, const sg_predictions *p, uint32_t c,
                                             sg_error *err)
{
    tally of[2] = {{0}};
    (void)err;
    tally_column(of, p, c);
    *value = balanced_accuracy(of, 2);
    return SG_OK;
}

const sg_metric sg_metric_balanced_accuracy = {
    .name = "balanced-accuracy",
    .title = "Balanced accuracy",
    .about = "mean over the classes that occur of the share of theirs that is right",
    .tasks = OF_CLASSES,
    .higher_is_better = true,
    .decides = true,
    .in_percent = true,
    .of_classes = balanced_accuracy_of_classes,
    .of_column = balanced_accuracy_of_column,
};

static sg_status f1_of_classes(double *value, const sg_predictions *p, sg_error *err)
{
    return of_classes(value, mean_f1, p, err);
}

static sg_status f1_of_column(double *value, const sg_predictions *p, uint32_t c, sg_error *err)
{
    tally of[2] = {{0}};
    (void)err;
    tally_column(of, p, c);
    *value = mean_f1(of + 1, 1);
    return SG_OK;
}

const sg_metric sg_metric_f1 = {
    .name = "f1",
    .title = "F1",
    .about = "2 right / (members + predicted), the mean over the classes",
    .tasks = OF_CLASSES,
    .higher_is_better = true,
    .decides = true,
    .in_percent = true,
    .of_classes = f1_of_classes,
    .of_column = f1_of_column,
};

static sg_status correlation_of_classes(double *value, const sg_predictions *p, sg_error *err)
{
    return of_classes(value, correlation, p, err);
}

static sg_status correlation_of_column(double *value, const sg_predictions *p, uint32_t c,
                                       sg_error *err)
{
    tally of[2] = {{0}};
    (void)err;
    tally_column(of, p, c);
    *value = correlation(of, 2);
    return SG_OK;
}

const sg_metric sg_metric_mcc = {
    .name = "mcc",
    .title = "MCC",
    .about = "Matthews' correlation of classes and predictions, -1 to 1",
    .tasks = OF_CLASSES,
    .higher_is_better = true,
    .decides = true,
    .of_classes = correlation_of_classes,
    .of_column = correlation_of_column,
};
