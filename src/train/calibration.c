/* calibration.c - probabilities in bins. */
#include "train/calibration.h"

#include <math.h>

enum { N_BINS = SG_CALIBRATION_BINS };

void sg_calibration_add(sg_calibration *c, double probability, bool is_member)
{
    const double at = ceil(probability * N_BINS) - 1;
    const int b = at > N_BINS - 1 ? N_BINS - 1 : at > 0 ? (int)at : 0;
    c->bin[b].sum += probability;
    c->bin[b].n++;
    c->bin[b].n_members += is_member;
}

double sg_calibration_error(const sg_calibration *c)
{
    double sum = 0;
    uint64_t n = 0;
    for (int b = 0; b < N_BINS; b++) {
        sum += fabs(c->bin[b].sum - (double)c->bin[b].n_members);
        n += c->bin[b].n;
    }
    return n > 0 ? 100 * sum / (double)n : NAN;
}
