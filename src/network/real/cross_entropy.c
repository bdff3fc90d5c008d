/* cross_entropy.c - computed in double whatever the precision of the outputs. */
#include "network/cross_entropy.h"

#include "layers/real/real.h"

#include <math.h>
#include <stddef.h>

double SG_R(sg_cross_entropy)(sg_real *d_out, const sg_real *out, uint32_t width,
                              uint32_t item_class, double factor)
{
    double largest = (double)out[0], sum = 0;
    for (uint32_t c = 1; c < width; c++)
        if ((double)out[c] > largest) largest = (double)out[c];
    for (uint32_t c = 0; c < width; c++) sum += exp((double)out[c] - largest);
    for (uint32_t c = 0; c < width && d_out != NULL; c++) {
        const double probability = exp((double)out[c] - largest) / sum;
        d_out[c] = (sg_real)((probability - (c == item_class)) * factor);
    }
    return (log(sum) - ((double)out[item_class] - largest)) * factor;
}
