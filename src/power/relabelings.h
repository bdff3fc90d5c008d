/* relabelings.h - copies of graphs whose nodes come in another order.
 *
 * A network that is invariant gives all of them the same outputs, up to rounding; so what differs between
 * copies of two graphs is either the graphs or chance.
 *
 *     SG_TRY(sg_relabelings_make(&copies, data, (uint32_t[]){4, 5, 4, 5}, 4, &rng, err));
 */
#ifndef SG_POWER_RELABELINGS_H
#define SG_POWER_RELABELINGS_H

#include "base/rng.h"
#include "data/dataset.h"

/* Make copies of the graphs graph[0 .. n) of `data`, in this order, each with its nodes shuffled and all
 * labels and attributes with them, into an empty data set.  Time and memory O(size of the copies), and
 * a sort of every node's neighbors.  Fails with SG_ENOMEM. */
sg_status sg_relabelings_make(sg_dataset *copies, const sg_dataset *data, const uint32_t *graph,
                              uint32_t n, sg_rng *rng, sg_error *err);

#endif
