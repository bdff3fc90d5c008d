/* loss.c - element by element in double: a batch has few outputs, and their sums decide when
 * training stops. */
#include "network/real/loss.h"

#include <math.h>
#include <stddef.h>

static double cross_entropy(sg_real *d_out, const sg_real *out, uint32_t width, uint32_t target,
                            double share)
{
    double largest = (double)out[0], sum = 0;
    for (uint32_t c = 1; c < width; c++)
        if ((double)out[c] > largest) largest = (double)out[c];
    for (uint32_t c = 0; c < width; c++) sum += exp((double)out[c] - largest);
    for (uint32_t c = 0; c < width && d_out != NULL; c++) {
        const double probability = exp((double)out[c] - largest) / sum;
        d_out[c] = (sg_real)((probability - (c == target)) * share);
    }
    return (log(sum) - ((double)out[target] - largest)) * share;
}

/* log(1 + exp(x)) without overflow. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

/* The loss of one output and its derivative. */
static double of_one(double *derivative, double out, double target, sg_loss loss)
{
    const double difference = out - target, size = fabs(difference);
    switch (loss) {
    case SG_LOSS_MAE:
        *derivative = (difference > 0) - (difference < 0);
        return size;
    case SG_LOSS_MSE:
        *derivative = 2 * difference;
        return difference * difference;
    case SG_LOSS_HUBER:
        *derivative = size <= 1 ? difference : difference / size;
        return size <= 1 ? difference * difference / 2 : size - 0.5;
    case SG_LOSS_BCE:
        *derivative = 1 / (1 + exp(-out)) - target;
        return softplus(out) - out * target;
    case SG_LOSS_CROSS_ENTROPY:
        break;
    }
    *derivative = 0;
    return 0;
}

static double classify(sg_real *d_out, const sg_real *out, uint32_t width,
                       const sg_targets *targets, const uint32_t *graph, uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += cross_entropy(d_out != NULL ? d_out + (size_t)i * width : NULL,
                             out + (size_t)i * width, width, targets->item_class[graph[i]],
                             1.0 / n);
    return sum;
}

double SG_R(sg_loss_of)(sg_real *d_out, const sg_real *out, uint32_t width, sg_loss loss,
                        const sg_targets *targets, const uint32_t *graph, uint32_t n)
{
    if (loss == SG_LOSS_CROSS_ENTROPY) return classify(d_out, out, width, targets, graph, n);
    uint64_t n_present = 0;
    double sum = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t c = 0; c < width; c++)
            n_present +=
                (uint64_t)!isnan(targets->value[(size_t)graph[i] * targets->n_columns + c]);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t c = 0; c < width; c++) {
            const double target = targets->value[(size_t)graph[i] * targets->n_columns + c];
            double derivative = 0;
            if (!isnan(target))
                sum += of_one(&derivative, (double)out[(size_t)i * width + c], target, loss);
            if (d_out != NULL)
                d_out[(size_t)i * width + c] =
                    n_present > 0 ? (sg_real)(derivative / (double)n_present) : 0;
        }
    return n_present > 0 ? sum / (double)n_present : 0;
}
