/* metric_loss.c - the loss itself, as a metric. */
#define SG_REAL_DOUBLE
#include "base/mem.h"
#include "network/real/loss.h"
#include "train/metrics.h"

#include <math.h>

/* Where all targets are missing the training loss is 0, for the sake of its gradient; here there is
 * none. */
static sg_status loss_of(double *value, const sg_predictions *p, sg_error *err)
{
    sg_status status = SG_OK;
    sg_loss_items items = {.item = p->item, .n = p->n, .threads = p->threads};
    if (p->threads != NULL && p->n >= SG_MANY_ITEMS) SG_ALLOC(items.room, p->n);
    items.divisor = sg_loss_divisor(p->loss, p->targets, p->width, &items);
    *value = items.divisor > 0
                 ? sg_loss_of_f64(NULL, p->output, p->width, p->loss, p->targets, &items)
                 : NAN;
done:
    sg_free(items.room);
    return status;
}

const sg_metric sg_metric_loss = {
    .name = "loss",
    .about = "the loss itself, in the network's unit",
    .tasks = SG_TASK_BIT(SG_CLASSIFICATION) | SG_TASK_BIT(SG_REGRESSION) |
             SG_TASK_BIT(SG_MULTILABEL),
    .depends_on_loss = true,
    .of_all = loss_of,
};
