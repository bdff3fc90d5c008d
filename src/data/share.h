/* share.h - small parts of a list of items that look like the whole.
 *
 *     SG_TRY(sg_share_order(order, item, n, item_class, &rng, err));
 *     use(order, sg_share_count(n, 0.05));         // a twentieth, every class as often as in all
 *
 * Every beginning of the order is such a part, so a smaller share is a part of a larger one.
 */
#ifndef SG_DATA_SHARE_H
#define SG_DATA_SHARE_H

#include "base/rng.h"
#include "base/status.h"

/* The random stream that orders items for shares; no other use draws from it. */
#define SG_SHARE_STREAM 0x54a2eU

/* Order item[0 .. n) at random, so that of every class the first k items have its share of k, up to
 * one item.
 *
 *   order        out; [n]
 *   item_class  by number of the item; NULL: there are none
 *
 * Fails with SG_ENOMEM.  Time O(n log n). */
sg_status sg_share_order(uint32_t *order, const uint32_t *item, uint32_t n,
                         const uint32_t *item_class, sg_rng *rng, sg_error *err);

/* How many of n items a share is, at least one where there is one. */
uint32_t sg_share_count(uint32_t n, double share);

#endif
