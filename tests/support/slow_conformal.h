/* slow_conformal.h - intervals the obvious way: all items are looked at for every one. */
#ifndef SG_TESTS_SUPPORT_SLOW_CONFORMAL_H
#define SG_TESTS_SUPPORT_SLOW_CONFORMAL_H

#include "model/intervals/conformal.h"

/* The intervals of an item as sg_conformal_interval gives them, where no more than SG_CONFORMAL_MOST items are
 * in a group.  The groups and the error that is expected are those of `table`. */
void slow_conformal_interval(sg_interval *interval, const sg_conformal *table,
                             const sg_conformal_items *items, const double *score,
                             const double *spread, double trust, double coverage);

#endif
