/* metric_tally.c - metrics that count right and wrong predictions. */
#include "train/metric_parts.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

/* One class. */
typedef struct tally {
    uint64_t n_targets;     /* graphs that are of the class      */
    uint64_t n_predictions; /* graphs that are said to be        */
    uint64_t n_right;       /* graphs that are both              */
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

sg_status sgi_tally_of_classes(double *value, sg_metric metric, const sg_predictions *p,
                               sg_error *err)
{
    sg_status status = SG_OK;
    tally *of = NULL; /* [width] */
    SG_ALLOC(of, p->width);
    for (uint32_t i = 0; i < p->n; i++)
        add(of, sgi_class(p, i),
            sg_predicted_class(p->output + (size_t)i * p->width, p->width));
    *value = metric == SG_METRIC_ACCURACY            ? accuracy(of, p->width)
             : metric == SG_METRIC_BALANCED_ACCURACY ? balanced_accuracy(of, p->width)
                                                     : mean_f1(of, p->width);
done:
    sg_free(of);
    return status;
}

double sgi_tally_of_column(sg_metric metric, const sg_predictions *p, uint32_t c)
{
    tally of[2] = {{0}};
    for (uint32_t i = 0; i < p->n; i++) {
        const double target = sgi_target(p, i, c);
        if (!isnan(target)) add(of, target > 0.5, sgi_output(p, i, c) > 0);
    }
    return metric == SG_METRIC_ACCURACY            ? accuracy(of, 2)
           : metric == SG_METRIC_BALANCED_ACCURACY ? balanced_accuracy(of, 2)
                                                   : mean_f1(of + 1, 1);
}

uint32_t sg_predicted_class(const double *output, uint32_t width)
{
    uint32_t best = 0;
    for (uint32_t c = 1; c < width; c++)
        if (output[c] > output[best]) best = c;
    return best;
}

static bool is_finite(const double *output, uint32_t width)
{
    for (uint32_t c = 0; c < width; c++)
        if (!isfinite(output[c])) return false;
    return true;
}

sg_status sg_confusion_count(uint64_t *count, const sg_predictions *predictions, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_predictions *p = predictions;
    SG_REQUIRE(p->loss == SG_LOSS_CROSS_ENTROPY, SG_EINVAL,
               "confusion matrix: only classification has one");
    SG_TRY(sgi_predictions_check(p, err));
    memset(count, 0, (size_t)p->width * p->width * sizeof *count);
    for (uint32_t i = 0; i < p->n; i++) {
        const double *output = p->output + (size_t)i * p->width;
        if (!is_finite(output, p->width)) continue;
        count[(size_t)sgi_class(p, i) * p->width + sg_predicted_class(output, p->width)]++;
    }
done:
    return status;
}
