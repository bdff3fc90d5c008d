/* normal.h - normally distributed random numbers, the same on every machine.
 */
#ifndef SG_OPTIM_NORMAL_H
#define SG_OPTIM_NORMAL_H

#include "base/rng.h"

/* A draw from the normal distribution with mean 0 and standard deviation 1. */
double sg_rng_normal(sg_rng *rng);

#endif
