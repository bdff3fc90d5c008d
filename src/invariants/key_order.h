/* key_order.h - putting distinct keys into their canonical order: the most frequent first, then by key.
 *
 *     SG_TRY(sg_counted_keys_order(&sorted, &n, item, n_items, "wl:2", err));
 *     item[7].id;                             // its place among the n sorted ones
 */
#ifndef SG_INVARIANTS_KEY_ORDER_H
#define SG_INVARIANTS_KEY_ORDER_H

#include "base/status.h"
#include "invariants/key.h"

typedef struct sg_counted_key {
    sg_key key;
    uint64_t count; /* how often it occurs                        */
    size_t first;   /* the first thing that has it                */
    uint32_t id;    /* its number among all, once they are ordered */
} sg_counted_key;

/* Order item[0 .. n_items) and number them.  Items with the same key are one and the same: the first of
 * them gets the counts of all.
 *
 *   sorted  out; [*n] the distinct items in order; released with sg_free
 *
 * Fails with SG_ELIMIT where two items have the same key and different checks, or SG_ENOMEM.  Time is
 * O(n) where keys are spread evenly, as hashes are, O(n log n) else. */
sg_status sg_counted_keys_order(sg_counted_key ***sorted, size_t *n, sg_counted_key *item,
                                size_t n_items, const char *what, sg_error *err);

#endif
