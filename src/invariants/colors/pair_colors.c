/* pair_colors.c - sums of products instead of sorted lists.
 *
 * The pairs (u, w) that a pair (v, w) hears of are read one after the other: their colors are written
 * in the order of (w, u) before each round.  The colors of (v, u) are spread over all u, with 0, which
 * adds nothing, where (v, u) is not among the pairs. */
#include "invariants/colors/pair_colors.h"

#include "base/observer.h"
#include "invariants/colors/multiset.h"

#include <string.h>

#define FIRST_KEY    0x2d358dccaa6c78a5ULL
#define FIRST_CHECK  0x8bb84b93962eacc9ULL
#define SECOND_KEY   0x4b33a62ed433d4a3ULL
#define SECOND_CHECK 0x4d5a2da51de1aa47ULL

typedef struct refinement {
    const sg_near_pairs *pairs;
    const sg_one_graph *graph;
    sg_key *color; /* [n_pairs] of this round                                    */
    sg_key *heard; /* [n_pairs] of the pair back, ready to be multiplied         */
    sg_key *from;  /* [n_nodes] of the pairs of one node, ready to be multiplied */
} refinement;

uint64_t sg_pair_colors_steps(const sg_near_pairs *pairs, uint32_t n_nodes, uint32_t rounds)
{
    uint64_t steps = pairs->n_pairs;
    for (uint32_t v = 0; v < n_nodes; v++) {
        const uint64_t row = pairs->row[v + 1] - pairs->row[v];
        steps += row * row * rounds;
    }
    return steps;
}

/* What is between two nodes: their distance and the labels of the edge, both ways. */
static sg_key key_between(const refinement *r, uint32_t p, uint32_t arc, uint32_t arc_back)
{
    const sg_one_graph *graph = r->graph;
    const size_t n = graph->edge_label != NULL && arc != UINT32_MAX ? graph->n_edge_columns : 0;
    sg_key key = sg_key_of(SG_TAG_FWL, &(uint64_t){r->pairs->distance[p]}, 1);
    for (size_t c = 0; c < n; c++) {
        const uint64_t there =
            sg_label_content(&graph->edge_words, graph->edge_label[arc * n + c]);
        const uint64_t back =
            sg_label_content(&graph->edge_words, graph->edge_label[arc_back * n + c]);
        key.key = sg_hash_words((uint64_t[]){key.key, there, back}, 3);
        key.check = sg_check_mix(sg_check_mix(key.check + there) + back);
    }
    return key;
}

static sg_key first_color(sg_key between, sg_key receiver, sg_key sender)
{
    return (sg_key){
        sg_hash_words((uint64_t[]){between.key, receiver.key, sender.key}, 3),
        sg_check_mix(sg_check_mix(between.check + receiver.check * 3) + sender.check)};
}

/* Arcs of a node are sorted by their ends, as pairs are, and the arcs back to a node come in order. */
static void color_first(refinement *r, const sg_key *node_key, uint32_t *next)
{
    const sg_one_graph *graph = r->graph;
    memcpy(next, graph->arc_offset, graph->n_nodes * sizeof *next);
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        uint32_t a = graph->arc_offset[v];
        const uint32_t end = graph->arc_offset[v + 1];
        for (uint32_t p = r->pairs->row[v]; p < r->pairs->row[v + 1]; p++) {
            const uint32_t w = r->pairs->node[p];
            uint32_t arc = UINT32_MAX, back = UINT32_MAX;
            while (a < end && graph->neighbor[a] - graph->first < w) a++;
            if (a < end && graph->neighbor[a] - graph->first == w) {
                arc = a;
                back = next[w]++;
            }
            r->color[p] = first_color(key_between(r, p, arc, back), node_key[v], node_key[w]);
        }
    }
}

static sg_key color_of(const refinement *r, uint32_t p)
{
    const uint32_t w = r->pairs->node[p];
    sg_multiset all = {0};
    for (uint32_t q = r->pairs->row[w]; q < r->pairs->row[w + 1]; q++) {
        const sg_key from = r->from[r->pairs->node[q]], to = r->heard[q];
        all.key += sg_fold_product(from.key, to.key);
        all.check += sg_fold_product(from.check, to.check);
    }
    return sg_key_of_multiset(SG_TAG_FWL, r->color[p], all);
}

static sg_status refine_once(refinement *r, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_near_pairs *pairs = r->pairs;
    for (uint32_t p = 0; p < pairs->n_pairs; p++) {
        const sg_key color = r->color[pairs->back[p]];
        r->heard[p] = (sg_key){color.key ^ SECOND_KEY, color.check ^ SECOND_CHECK};
    }
    memset(r->from, 0, r->graph->n_nodes * sizeof *r->from);
    for (uint32_t v = 0; v < r->graph->n_nodes; v++) {
        const uint32_t begin = pairs->row[v], end = pairs->row[v + 1];
        SG_TRY(sg_watch_ask(err));
        for (uint32_t p = begin; p < end; p++)
            r->from[pairs->node[p]] =
                (sg_key){r->color[p].key ^ FIRST_KEY, r->color[p].check ^ FIRST_CHECK};
        for (uint32_t p = begin; p < end; p++) r->color[p] = color_of(r, p);
        for (uint32_t p = begin; p < end; p++) r->from[pairs->node[p]] = (sg_key){0};
    }
done:
    return status;
}

sg_status sg_pair_colors_refine(sg_key **color, const sg_near_pairs *pairs,
                                const sg_one_graph *graph, const sg_key *node_key,
                                uint32_t rounds, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    refinement r = {.pairs = pairs, .graph = graph};
    uint32_t *next = NULL;
    SG_TAKE(r.color, scratch, pairs->n_pairs);
    SG_TAKE(r.heard, scratch, pairs->n_pairs);
    SG_TAKE(r.from, scratch, graph->n_nodes);
    SG_TAKE(next, scratch, graph->n_nodes);
    color_first(&r, node_key, next);
    for (uint32_t round = 0; round < rounds; round++) SG_TRY(refine_once(&r, err));
    *color = r.color;
done:
    return status;
}
