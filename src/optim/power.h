/* power.h - whole powers by multiplication.
 *
 * pow() of the C library may differ in the last digit from one processor to the next, and with it
 * every weight of a model.
 */
#ifndef SG_OPTIM_POWER_H
#define SG_OPTIM_POWER_H

#include <stdint.h>

static inline double sg_power(double base, uint64_t exponent)
{
    double result = 1;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1) result *= base;
        base *= base;
    }
    return result;
}

#endif
