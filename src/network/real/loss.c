/* loss.c - item by item in double: a batch has few outputs, and their sums decide when training
 * stops. */
#include "network/real/loss.h"

#include <math.h>

static double weight_of(const sg_loss_items *items, uint32_t i)
{
    return items->weight != NULL ? items->weight[i] : 1;
}

/* What is compared with classes. */
typedef struct class_run {
    sg_real *d_out;
    const sg_real *out;
    uint32_t width;
    const sg_loss *loss;
    const sg_targets *targets;
    const sg_loss_items *items;
    double share; /* of an item in the loss: 1 / divisor */
} class_run;

static double of_item(const class_run *r, uint32_t i)
{
    const size_t first = (size_t)i * r->width;
    return r->loss->SG_R(of_row)(r->d_out != NULL ? r->d_out + first : NULL, r->out + first,
                                 r->width, r->targets->item_class[r->items->item[i]],
                                 weight_of(r->items, i) * r->share);
}

enum { ITEMS_AT_ONCE = 1 << 8 };

static void do_items(void *context, uint32_t piece, uint32_t worker)
{
    const class_run *r = context;
    const uint32_t first = piece * ITEMS_AT_ONCE, left = r->items->n - first;
    (void)worker;
    for (uint32_t i = 0; i < (left < ITEMS_AT_ONCE ? left : ITEMS_AT_ONCE); i++)
        r->items->room[first + i] = of_item(r, first + i);
}

/* The sum has the order of the items, whoever has computed their losses. */
static double of_classes(class_run *r)
{
    const uint32_t n = r->items->n;
    const bool shared = r->items->room != NULL && n >= SG_MANY_ITEMS;
    double sum = 0;
    if (shared) sg_threads_run(r->items->threads, (n - 1) / ITEMS_AT_ONCE + 1, do_items, r);
    for (uint32_t i = 0; i < n; i++) sum += shared ? r->items->room[i] : of_item(r, i);
    return sum;
}

static double of_values(sg_real *d_out, const sg_real *out, uint32_t width, const sg_loss *loss,
                        const sg_targets *targets, const sg_loss_items *items, double divisor)
{
    double sum = 0;
    for (uint32_t i = 0; i < items->n; i++) {
        const double *target = targets->value + (size_t)items->item[i] * targets->n_columns;
        const double weight = weight_of(items, i);
        for (uint32_t c = 0; c < width; c++) {
            const size_t place = (size_t)i * width + c;
            double derivative = 0;
            if (!isnan(target[c]))
                sum += weight * loss->of_one(&derivative, (double)out[place], target[c]);
            if (d_out != NULL)
                d_out[place] = divisor > 0 ? (sg_real)(weight * derivative / divisor) : 0;
        }
    }
    return divisor > 0 ? sum / divisor : 0;
}

double SG_R(sg_loss_of)(sg_real *d_out, const sg_real *out, uint32_t width, const sg_loss *loss,
                        const sg_targets *targets, const sg_loss_items *items)
{
    const double divisor =
        items->divisor > 0 ? items->divisor : sg_loss_divisor(loss, targets, width, items);
    class_run of = {d_out, out, width, loss, targets, items, 1.0 / divisor};
    return sg_loss_takes_classes(loss)
               ? of_classes(&of)
               : of_values(d_out, out, width, loss, targets, items, divisor);
}
