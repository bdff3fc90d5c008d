/* ring.c - ring membership: the sizes of the rings through a node, and how many there are.
 *
 * Rings are relevant cycles (relevant_cycles.h): no ring system has a choice of them, so the label
 * is an invariant.  Cycles live in blocks; most blocks of a molecule are plain rings, which need
 * no search. */
#include "graph/blocks.h"
#include "invariants/labeling.h"
#include "invariants/labelings/relevant_cycles.h"

static sg_status count_rings(sg_ring_tally *tally, const sg_labeling *labeling,
                             const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blocks blocks = {0};
    SG_TRY(sg_blocks_find(&blocks, work->graph, work->scratch, err));
    for (uint32_t b = 0; b < blocks.n_blocks; b++) {
        const uint32_t size = sg_block_size(&blocks, b);
        sg_block_graph part = {0};
        if (blocks.n_edges[b] == size) {
            for (uint32_t i = blocks.begin[b]; i < blocks.begin[b + 1]; i++)
                SG_TRY(sg_ring_tally_add(tally, blocks.node[i], size, 1, err));
            continue;
        }
        SG_TRY(sg_block_cut(&part, &blocks, b, work->graph, work->scratch, err));
        SG_TRY(sg_relevant_cycles_count(tally, &part, labeling, work, err));
    }
done:
    return status;
}

/* The most sizes of rings at one node. */
static uint32_t longest_list(const sg_ring_tally *tally, uint32_t n_nodes)
{
    uint32_t longest = 0;
    for (uint32_t v = 0; v < n_nodes; v++) {
        uint32_t length = 0;
        for (uint32_t e = tally->first[v]; e != SG_RING_NONE; e = tally->entry[e].next)
            length++;
        if (length > longest) longest = length;
    }
    return longest;
}

/* Content: how many sizes, then each size with its count. */
static sg_status label_rings(sg_key *key, const sg_labeling *labeling,
                             const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = work->graph->n_nodes;
    const sg_key no_ring = sg_key_of(SG_TAG_RING, &(uint64_t){0}, 1);
    sg_ring_tally tally = {0};
    uint64_t *word = NULL;
    SG_TRY(sg_ring_tally_prepare(&tally, n, work->scratch, err));
    SG_TRY(count_rings(&tally, labeling, work, err));
    SG_TAKE(word, work->scratch, 3 + 2 * (size_t)longest_list(&tally, n));
    for (uint32_t v = 0; v < n; v++) {
        size_t n_words = 1;
        key[v] = no_ring;
        if (tally.first[v] == SG_RING_NONE) continue;
        for (uint32_t e = tally.first[v]; e != SG_RING_NONE; e = tally.entry[e].next) {
            word[2 + n_words++] = tally.entry[e].size;
            word[2 + n_words++] = tally.entry[e].count;
        }
        word[2] = n_words / 2;
        key[v] = sg_key_in_place(SG_TAG_RING, word, n_words);
    }
done:
    return status;
}

const sg_labeling_kind sg_labeling_ring = {
    .name = "ring",
    .usage = "ring",
    .about = "the sizes of the rings that the node is in, and how many of each size; rings "
             "are the cycles that are not sums of shorter ones",
    .example = "ring",
    .label = label_rings,
};
