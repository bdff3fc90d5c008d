/* ring_tally.c - a short sorted list for each node. */
#include "invariants/labelings/ring_tally.h"

#include <string.h>

sg_status sg_ring_tally_prepare(sg_ring_tally *tally, uint32_t n_nodes, sg_scratch *scratch,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_ring_tally made = {.scratch = scratch, .capacity = n_nodes < 64 ? 64 : n_nodes};
    SG_TAKE(made.first, scratch, n_nodes);
    SG_TAKE(made.entry, scratch, made.capacity);
    for (uint32_t v = 0; v < n_nodes; v++) made.first[v] = SG_RING_NONE;
    *tally = made;
done:
    return status;
}

/* Append an entry and return its place in *added. */
static sg_status append(uint32_t *added, sg_ring_tally *tally, sg_ring_entry entry,
                        sg_error *err)
{
    sg_status status = SG_OK;
    if (tally->n_entries == tally->capacity) {
        sg_ring_entry *larger = NULL;
        SG_REQUIRE(tally->capacity < SG_RING_NONE / 2, SG_ELIMIT,
                   "ring: rings of too many sizes; ask for cycles:MAX instead");
        SG_TAKE(larger, tally->scratch, (size_t)tally->capacity * 2);
        memcpy(larger, tally->entry, tally->n_entries * sizeof *larger);
        tally->entry = larger;
        tally->capacity *= 2;
    }
    *added = tally->n_entries++;
    tally->entry[*added] = entry;
done:
    return status;
}

sg_status sg_ring_tally_add(sg_ring_tally *tally, uint32_t node, uint32_t size, uint64_t rings,
                            sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t before = SG_RING_NONE, at = tally->first[node], added = 0;
    while (at != SG_RING_NONE && tally->entry[at].size < size) {
        before = at;
        at = tally->entry[at].next;
    }
    if (at != SG_RING_NONE && tally->entry[at].size == size) {
        uint64_t *count = &tally->entry[at].count;
        SG_REQUIRE(rings <= UINT64_MAX - *count, SG_ELIMIT,
                   "ring: more than 2^64 rings of %u nodes go through a node; ask for "
                   "cycles:MAX instead",
                   size);
        *count += rings;
        goto done;
    }
    SG_TRY(append(&added, tally, (sg_ring_entry){rings, size, at}, err));
    if (before == SG_RING_NONE)
        tally->first[node] = added;
    else
        tally->entry[before].next = added;
done:
    return status;
}
