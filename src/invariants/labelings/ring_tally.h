/* ring_tally.h - how many rings of which size go through every node.
 *
 *     SG_TRY(sg_ring_tally_prepare(&tally, n_nodes, scratch, err));
 *     SG_TRY(sg_ring_tally_add(&tally, v, 6, 1, err));           // one more hexagon at v
 *     for (uint32_t e = tally.first[v]; e != SG_RING_NONE; e = tally.entry[e].next)
 *         use(tally.entry[e].size, tally.entry[e].count);        // ascending sizes
 */
#ifndef SG_INVARIANTS_LABELINGS_RING_TALLY_H
#define SG_INVARIANTS_LABELINGS_RING_TALLY_H

#include "base/scratch.h"

#define SG_RING_NONE UINT32_MAX

typedef struct sg_ring_entry {
    uint64_t count;
    uint32_t size;
    uint32_t next; /* entry of the same node with the next size, or SG_RING_NONE */
} sg_ring_entry;

typedef struct sg_ring_tally {
    uint32_t *first;      /* [n_nodes] entry of a node, or SG_RING_NONE */
    sg_ring_entry *entry; /* [n_entries] */
    uint32_t n_entries;
    uint32_t capacity;
    sg_scratch *scratch;
} sg_ring_tally;

/* An empty tally; its arrays are scratch memory, which is kept for more.  Fails with SG_ENOMEM. */
sg_status sg_ring_tally_prepare(sg_ring_tally *tally, uint32_t n_nodes, sg_scratch *scratch,
                                sg_error *err);

/* Count `rings` more rings of `size` nodes through `node`.
 * Time O(sizes at the node).  Fails with SG_ENOMEM, or SG_ELIMIT at 2^64 rings. */
sg_status sg_ring_tally_add(sg_ring_tally *tally, uint32_t node, uint32_t size, uint64_t rings,
                            sg_error *err);

#endif
