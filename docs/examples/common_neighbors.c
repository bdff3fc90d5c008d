/* common_neighbors.c - how many neighbors two nodes have in common, as a pair property. */
#include "invariants/properties/pair_rows.h"

enum { NO_VALUE = UINT16_MAX, MAX_NODES = 32767 };

typedef struct neighbor_search {
    const sg_one_graph *graph;
    uint32_t *count;  /* [n_nodes] neighbors that a node has in common with the receiver */
    uint16_t *number; /* [n_nodes][2] of the value (count, same node), or NO_VALUE       */
    sg_key *key;      /* [n_values] */
    uint32_t n_values;
    sg_pair_rows rows;
} neighbor_search;

static uint16_t number_of(neighbor_search *s, uint32_t count, bool same_node)
{
    uint16_t *number = &s->number[2 * count + same_node];
    if (*number == NO_VALUE) {
        *number = (uint16_t)s->n_values;
        s->key[s->n_values++] =
            sg_key_of(SG_TAG_EXAMPLE_PAIR, (uint64_t[]){count, same_node}, 2);
    }
    return *number;
}

/* Every path of two steps from v to w goes through a common neighbor. */
static void count_neighbors(neighbor_search *s, uint32_t v)
{
    const sg_one_graph *graph = s->graph;
    for (uint32_t w = 0; w < graph->n_nodes; w++) s->count[w] = 0;
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
        const uint32_t u = graph->neighbor[a] - graph->first;
        for (uint32_t b = graph->arc_offset[u]; b < graph->arc_offset[u + 1]; b++)
            s->count[graph->neighbor[b] - graph->first]++;
    }
}

static sg_status find_common_neighbors(sg_pairs *pairs, const sg_property *property,
                                       const sg_one_graph *graph, sg_scratch *scratch,
                                       sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = graph->n_nodes;
    neighbor_search s = {.graph = graph};
    (void)property;
    SG_REQUIRE(n <= MAX_NODES, SG_ELIMIT, "common-neighbors: graph %u has more than %d nodes",
               graph->number, MAX_NODES);
    SG_TRY(sg_pair_rows_prepare(&s.rows, graph, scratch, err));
    SG_TAKE(s.count, scratch, n);
    SG_TAKE(s.number, scratch, 2 * n);
    SG_TAKE(s.key, scratch, 2 * n);
    for (size_t i = 0; i < 2 * n; i++) s.number[i] = NO_VALUE;
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        count_neighbors(&s, v);
        SG_TRY(sg_pair_rows_begin(&s.rows, v, graph->n_nodes, err));
        for (uint32_t w = 0; w < graph->n_nodes; w++)
            if (s.count[w] > 0) sg_pair_rows_add(&s.rows, w, number_of(&s, s.count[w], v == w));
    }
    *pairs = sg_pair_rows_finish(&s.rows);
    pairs->key = s.key;
    pairs->n_values = s.n_values;
done:
    return status;
}

/* "2 common neighbors", "self, degree 3". */
static sg_status name_common_neighbors(sg_value_names *names, const sg_property *property,
                                       const sg_value_example *example, sg_error *err)
{
    sg_status status = SG_OK;
    neighbor_search s = {.graph = example->graph};
    const bool same_node = example->receiver == example->sender;
    (void)property;
    SG_TAKE(s.count, example->scratch, example->graph->n_nodes);
    count_neighbors(&s, example->receiver);
    const uint32_t count = s.count[example->sender];
    const sg_value_rank rank = {{!same_node, count}};
    SG_TRY(same_node
               ? sg_value_names_put(names, example->key, rank, err, "self, degree %u", count)
               : sg_value_names_put(names, example->key, rank, err, "%u common neighbor%s",
                                    count, count == 1 ? "" : "s"));
done:
    return status;
}

const sg_property_kind sg_property_common_neighbors = {
    .name = "common-neighbors",
    .usage = "common-neighbors",
    .about =
        "how many neighbors two nodes have in common, if any; a node has all of its own in "
        "common with itself",
    .example = "common-neighbors",
    .find = find_common_neighbors,
    .name_value = name_common_neighbors,
};
