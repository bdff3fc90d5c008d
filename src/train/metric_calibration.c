/* metric_calibration.c - the expected calibration error: how far probabilities are from shares.
 *
 * Items are put into bins by probability, (0, 1/15], (1/15, 2/15], ..., and 0 into the first.  A bin
 * adds |mean probability - share of members| times its share of the items.  Of classes it is the
 * probability of the predicted class, and members are the items that are of it; of labels it is the
 * probability of 1. */
#include "train/metrics.h"

#include "base/mem.h"
#include "kernels/statistics.h"

#include <math.h>
#include <string.h>

enum { N_BINS = 15 };

typedef struct bin {
    double sum; /* of probabilities */
    uint64_t n, n_members;
} bin;

static void add(bin *bins, double probability, bool is_member)
{
    const double at = ceil(probability * N_BINS) - 1;
    bin *b = &bins[at < 0 ? 0 : at > N_BINS - 1 ? N_BINS - 1 : (int)at];
    b->sum += probability;
    b->n++;
    b->n_members += is_member;
}

/* In percent; NaN where there are no items. */
static double error_of(const bin *bins)
{
    double sum = 0;
    uint64_t n = 0;
    for (int b = 0; b < N_BINS; b++) {
        sum += fabs(bins[b].sum - (double)bins[b].n_members);
        n += bins[b].n;
    }
    return n > 0 ? 100 * sum / (double)n : NAN;
}

static sg_status error_of_classes(double *value, const sg_predictions *p, sg_error *err)
{
    sg_status status = SG_OK;
    bin bins[N_BINS] = {{0}};
    double *probability = NULL; /* [width] */
    SG_ALLOC(probability, p->width);
    for (uint32_t i = 0; i < p->n; i++) {
        const double *output = p->output + (size_t)i * p->width;
        const uint32_t best = sg_largest(output, p->width);
        memcpy(probability, output, p->width * sizeof *probability);
        sg_softmax(probability, p->width);
        add(bins, probability[best], sg_class_of(p, i) == best);
    }
    *value = error_of(bins);
done:
    sg_free(probability);
    return status;
}

static sg_status error_of_column(double *value, const sg_predictions *p, uint32_t c,
                                 sg_error *err)
{
    bin bins[N_BINS] = {{0}};
    (void)err;
    for (uint32_t i = 0; i < p->n; i++) {
        const double target = sg_target_of(p, i, c);
        if (!isnan(target)) add(bins, sg_sigmoid(sg_output_of(p, i, c)), target > 0.5);
    }
    *value = error_of(bins);
    return SG_OK;
}

const sg_metric sg_metric_ece = {
    .name = "ece",
    .title = "ECE",
    .about = "expected calibration error: how far probabilities are from shares, in 15 bins",
    .tasks = SG_TASK_BIT(SG_CLASSIFICATION) | SG_TASK_BIT(SG_MULTILABEL),
    .in_percent = true,
    .of_classes = error_of_classes,
    .of_column = error_of_column,
};
