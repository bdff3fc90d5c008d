/* metric_calibration.c - the expected calibration error of predictions, in percent.
 *
 * Of classes it is about the probability of the predicted class, and members are the items that are of
 * it; of labels it is about the probability of 1. */
#include "train/metrics.h"

#include "base/mem.h"
#include "kernels/statistics.h"
#include "train/calibration.h"

#include <math.h>
#include <string.h>

static sg_status error_of_classes(double *value, const sg_predictions *p, sg_error *err)
{
    sg_status status = SG_OK;
    sg_calibration c = {0};
    double *probability = NULL; /* [width] */
    SG_ALLOC(probability, p->width);
    for (uint32_t i = 0; i < p->n; i++) {
        const double *output = p->output + (size_t)i * p->width;
        const uint32_t best = sg_largest(output, p->width);
        memcpy(probability, output, p->width * sizeof *probability);
        sg_softmax(probability, p->width);
        sg_calibration_add(&c, probability[best], sg_class_of(p, i) == best);
    }
    *value = sg_calibration_error(&c);
done:
    sg_free(probability);
    return status;
}

static sg_status error_of_column(double *value, const sg_predictions *p, uint32_t c,
                                 sg_error *err)
{
    sg_calibration calibration = {0};
    (void)err;
    for (uint32_t i = 0; i < p->n; i++) {
        const double target = sg_target_of(p, i, c);
        if (!isnan(target))
            sg_calibration_add(&calibration, sg_sigmoid(sg_output_of(p, i, c)), target > 0.5);
    }
    *value = sg_calibration_error(&calibration);
    return SG_OK;
}

const sg_metric sg_metric_ece = {
    .name = "ece",
    .title = "ECE",
    .about = "expected calibration error: how far probabilities are from shares, in 15 bins",
    .tasks = SG_TASK_BIT(SG_CLASSIFICATION) | SG_TASK_BIT(SG_MULTILABEL),
    .in_percent = true,
    .is_biased = true,
    .of_classes = error_of_classes,
    .of_column = error_of_column,
};
