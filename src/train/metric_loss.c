/* metric_loss.c - the loss itself, as a metric. */
#define SG_REAL_DOUBLE
#include "network/real/loss.h"
#include "train/metrics.h"

#include <math.h>

/* Where all targets are missing the training loss is 0, for the sake of its gradient; here there is
 * none. */
static sg_status loss_of(double *value, const sg_predictions *p, sg_error *err)
{
    sg_loss_items items = {.item = p->item, .n = p->n};
    (void)err;
    items.divisor = sg_loss_divisor(p->loss, p->targets, p->width, &items);
    *value = items.divisor > 0
                 ? sg_loss_of_f64(NULL, p->output, p->width, p->loss, p->targets, &items)
                 : NAN;
    return SG_OK;
}

const sg_metric sg_metric_loss = {
    .name = "loss",
    .about = "the loss itself, in the network's unit",
    .tasks = SG_TASK_BIT(SG_CLASSIFICATION) | SG_TASK_BIT(SG_REGRESSION) |
             SG_TASK_BIT(SG_MULTILABEL),
    .depends_on_loss = true,
    .of_all = loss_of,
};
