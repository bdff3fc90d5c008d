/* cycle_distance.c - the distance of two nodes, and whether a cycle goes through both.
 *
 * Two nodes lie on a common cycle if and only if they are in one block (blocks.h).  A block has
 * one node that the search for it met first, its top; every other node has one block that it is
 * not the top of.  So a few comparisons decide whether two nodes share a block. */
#include "base/observer.h"
#include "graph/bfs.h"
#include "graph/blocks.h"
#include "invariants/properties/pair_rows.h"

enum { NO_VALUE = UINT16_MAX };

#define NO_BLOCK UINT32_MAX

typedef struct cycle_search {
    const sg_one_graph *graph;
    const sg_property_parameters *parameters;
    sg_bfs bfs;
    uint32_t *block; /* [n_nodes] the block that a node is in and not the top of, or NO_BLOCK */
    uint32_t *top;   /* [n_nodes] top of that block, or the node itself where there is none   */
    bool *on_cycle;  /* [n_nodes] */
    uint16_t
        *number; /* [max_value + 1][2] of the value (distance, cycle), or NO_VALUE         */
    sg_key *key; /* [n_values] */
    uint32_t n_values;
    sg_pair_rows rows;
} cycle_search;

static sg_status find_blocks(cycle_search *s, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = s->graph->n_nodes;
    sg_blocks blocks = {0};
    SG_TRY(sg_blocks_find(&blocks, s->graph, scratch, err));
    SG_TAKE(s->block, scratch, n);
    SG_TAKE(s->top, scratch, n);
    SG_TAKE(s->on_cycle, scratch, n);
    for (uint32_t v = 0; v < n; v++) {
        s->block[v] = NO_BLOCK;
        s->top[v] = v;
        s->on_cycle[v] = false;
    }
    for (uint32_t b = 0; b < blocks.n_blocks; b++) {
        const uint32_t last = blocks.begin[b + 1] - 1, top = blocks.node[last];
        s->on_cycle[top] = true;
        for (uint32_t i = blocks.begin[b]; i < last; i++) {
            const uint32_t v = blocks.node[i];
            s->block[v] = b;
            s->top[v] = top;
            s->on_cycle[v] = true;
        }
    }
done:
    return status;
}

/* Does a cycle go through both?  The same node: through it. */
static bool share_cycle(const cycle_search *s, uint32_t v, uint32_t w)
{
    if (v == w) return s->on_cycle[v];
    return s->top[v] == w || s->top[w] == v ||
           (s->block[v] == s->block[w] && s->block[v] != NO_BLOCK);
}

static sg_key key_of(uint32_t distance, bool cycle)
{
    return sg_key_of(SG_TAG_CYCLE_DISTANCE, (uint64_t[]){distance, cycle}, 2);
}

static uint16_t number_of(cycle_search *s, uint32_t distance, bool cycle)
{
    uint16_t *number = &s->number[2 * distance + cycle];
    if (*number == NO_VALUE) {
        *number = (uint16_t)s->n_values;
        s->key[s->n_values++] = key_of(distance, cycle);
    }
    return *number;
}

static sg_status write_row(cycle_search *s, uint32_t receiver, sg_error *err)
{
    sg_status status = SG_OK;
    sg_bfs_run(&s->bfs, s->graph, receiver, s->parameters->max_value);
    SG_TRY(sg_watch_ask(err));
    sg_bfs_sort(&s->bfs);
    SG_TRY(sg_pair_rows_begin(&s->rows, receiver, s->bfs.n_reached, err));
    for (uint32_t i = 0; i < s->bfs.n_reached; i++) {
        const uint32_t sender = s->bfs.sorted[i], distance = s->bfs.distance[sender];
        if (!sg_value_counts(s->parameters, distance)) continue;
        sg_pair_rows_add(&s->rows, sender,
                         number_of(s, distance, share_cycle(s, receiver, sender)));
    }
done:
    return status;
}

static sg_status find_cycle_distances(sg_pairs *pairs, const sg_property *property,
                                      const sg_one_graph *graph, sg_scratch *scratch,
                                      sg_error *err)
{
    sg_status status = SG_OK;
    cycle_search s = {.graph = graph, .parameters = &property->parameters};
    const size_t n_numbers = 2 * ((size_t)s.parameters->max_value + 1);
    SG_TRY(sg_bfs_prepare(&s.bfs, graph, scratch, err));
    SG_TRY(find_blocks(&s, scratch, err));
    SG_TRY(sg_pair_rows_prepare_near(&s.rows, graph, &s.bfs, s.parameters, scratch, err));
    SG_TAKE(s.number, scratch, n_numbers);
    SG_TAKE(s.key, scratch, n_numbers);
    for (size_t i = 0; i < n_numbers; i++) s.number[i] = NO_VALUE;
    for (uint32_t v = 0; v < graph->n_nodes; v++) SG_TRY(write_row(&s, v, err));
    *pairs = sg_pair_rows_finish(&s.rows);
    pairs->key = s.key;
    pairs->n_values = s.n_values;
done:
    return status;
}

static sg_status list_cycle_distances(sg_value_names *names, const sg_property *property,
                                      sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property_parameters *p = &property->parameters;
    for (uint32_t d = 0; d <= p->max_value; d++)
        for (int cycle = 0; cycle <= 1; cycle++) {
            if (!sg_value_counts(p, d)) continue;
            SG_TRY(sg_value_names_put(names, key_of(d, cycle != 0).key,
                                      (sg_value_rank){{d, cycle}}, err, "distance %u, %s", d,
                                      cycle != 0 ? "on a cycle" : "on no cycle"));
        }
done:
    return status;
}

const sg_property_kind sg_property_cycle_distance = {
    .name = "cycle-distance",
    .measure = "distance",
    .usage = "cycle-distance VALUES",
    .about =
        "the number of steps between two nodes, which is one of VALUES, and whether a cycle "
        "goes through both; for the node itself: whether it is on a cycle",
    .example = "cycle-distance 0..6",
    .parse = sg_parse_values,
    .find = find_cycle_distances,
    .list = list_cycle_distances,
};
