/* sort.h - qsort for arrays of millions, which asks whether to go on.
 *
 *     SG_TRY(sg_sort(weight, n, sizeof *weight, compare_weights, err));
 *
 * Entries that compare as equal keep their order.
 */
#ifndef SG_BASE_SORT_H
#define SG_BASE_SORT_H

#include "base/status.h"

/* Sort array[0 .. n) of entries of `size` bytes.
 *
 * Time O(n log n), memory of another such array.  Fails with SG_ENOMEM or SG_ECANCELED (observer.h); the
 * array then has some of its entries twice and others not at all. */
sg_status sg_sort(void *array, size_t n, size_t size,
                  int (*compare)(const void *, const void *), sg_error *err);

#endif
