/* short_order.h - putting a few numbers in order without a branch that cannot be predicted.
 *
 * The place of a number among distinct numbers is how many of them are smaller.  Counting them takes n * n
 * comparisons, many of them in one instruction, and for short rows less time than any way of sorting.
 */
#ifndef SG_INVARIANTS_SHORT_ORDER_H
#define SG_INVARIANTS_SHORT_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* The largest number of numbers. */
enum { SG_SHORT_ROW = 128 };

/* Write the place of each of value[0 .. n) among them.
 *
 *   place  out; room for SG_SHORT_ROW places, all of which may be written
 *   value  distinct; room for SG_SHORT_ROW numbers, of which those behind the first n are overwritten
 *   n      at most SG_SHORT_ROW */
void sg_short_places(int32_t *place, int32_t *value, uint32_t n);

/* The same for the i-th kind of processor that this one can be taken for, the portable one first; returns
 * 0, and writes nothing, from some i on.  For tests. */
int sg_short_places_variant(size_t i, int32_t *place, int32_t *value, uint32_t n);

#endif
