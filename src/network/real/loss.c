/* loss.c - item by item in double: a batch has few outputs, and their sums decide when training
 * stops. */
#include "network/real/loss.h"

#include <math.h>

static double weight_of(const sg_loss_items *items, uint32_t i)
{
    return items->weight != NULL ? items->weight[i] : 1;
}

static double of_classes(sg_real *d_out, const sg_real *out, uint32_t width,
                         const sg_loss *loss, const sg_targets *targets,
                         const sg_loss_items *items, double divisor)
{
    double sum = 0;
    for (uint32_t i = 0; i < items->n; i++)
        sum += loss->SG_R(of_row)(
            d_out != NULL ? d_out + (size_t)i * width : NULL, out + (size_t)i * width, width,
            targets->item_class[items->item[i]], weight_of(items, i) * (1.0 / divisor));
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
    return sg_loss_takes_classes(loss)
               ? of_classes(d_out, out, width, loss, targets, items, divisor)
               : of_values(d_out, out, width, loss, targets, items, divisor);
}
