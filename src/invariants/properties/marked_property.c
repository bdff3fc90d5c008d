/* marked_property.c - what refinement sees in the graph with both nodes of a pair marked.
 *
 * One refinement serves both directions of a pair, and all pairs that symmetries of the graph map to it. */
#include "invariants/colors/marked_colors.h"
#include "invariants/colors/pair_orbits.h"
#include "invariants/properties/near_values.h"

/* The search for symmetries may take a small share of the steps that it can save. */
enum { MAX_ROUNDS = 100, SEARCH_SHARE = 16 };

static sg_status parse_marked(sg_property_parameters *parameters, const char *text,
                              sg_error *err)
{
    return sg_parse_rounds_within(parameters, text, 0, MAX_ROUNDS, err);
}

/* Pairs that a symmetry maps to a pair that has been colored get its colors. */
typedef struct colored {
    const uint32_t *orbit; /* [n_nodes][n_nodes] NULL: every pair for itself                */
    uint32_t *pair;        /* [n_nodes][n_nodes] by orbit: a pair that has colors, or NONE  */
} colored;

#define NONE UINT32_MAX

static void color_pair(sg_key *key, const sg_near_pairs *near, uint32_t p,
                       sg_marked_colors *colors, colored *known, uint32_t v)
{
    const uint32_t w = near->node[p], back = near->back[p], n = colors->graph->n_nodes;
    sg_key both[2];
    if (known->orbit != NULL && known->pair[known->orbit[n * v + w]] != NONE) {
        const uint32_t alike = known->pair[known->orbit[n * v + w]];
        key[p] = key[alike];
        key[back] = key[near->back[alike]];
        return;
    }
    sg_marked_colors_of_pair(both, colors, v, w);
    key[p] = both[0];
    key[back] = both[1];
    if (known->orbit == NULL) return;
    known->pair[known->orbit[n * v + w]] = p;
    known->pair[known->orbit[n * w + v]] = back;
}

static sg_status color_pairs(sg_key *key, const sg_near_pairs *near, sg_marked_colors *colors,
                             const sg_pair_orbits *orbits,
                             const sg_property_parameters *parameters, sg_scratch *scratch,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = colors->graph->n_nodes;
    colored known = {.orbit = orbits->orbit};
    if (known.orbit != NULL) {
        SG_TAKE(known.pair, scratch, (size_t)n * n);
        for (uint32_t i = 0; i < n * n; i++) known.pair[i] = NONE;
    }
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t p = near->row[v]; p < near->row[v + 1]; p++)
            if (near->node[p] >= v && sg_distance_counts(parameters, near->distance[p]))
                color_pair(key, near, p, colors, &known, v);
done:
    return status;
}

static sg_status find_marked(sg_pairs *pairs, const sg_property *property,
                             const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_near_pairs near = {0};
    sg_marked_colors colors = {0};
    sg_pair_orbits orbits = {0};
    sg_key *node_key = NULL, *key = NULL;
    SG_TRY(sg_near_pairs_find(&near, graph, property->parameters.within, scratch, err));
    SG_TRY(sg_node_labels(&node_key, graph, scratch, err));
    SG_TRY(sg_marked_colors_prepare(&colors, graph, node_key, property->parameters.rounds,
                                    scratch, err));
    const uint64_t steps = near.n_pairs / 2 * sg_marked_colors_steps(&colors);
    SG_TRY(sg_property_spend("marked-wl", graph, steps, err));
    SG_TRY(sg_pair_orbits_find(&orbits, graph, node_key, steps / SEARCH_SHARE, scratch, err));
    SG_TAKE(key, scratch, near.n_pairs);
    SG_TRY(color_pairs(key, &near, &colors, &orbits, &property->parameters, scratch, err));
    SG_TRY(sg_near_values_write(pairs, property, graph, &near, key, scratch, err));
done:
    return status;
}

const sg_property_kind sg_property_marked_wl = {
    .name = "marked-wl",
    .usage = "marked-wl:ROUNDS or marked-wl:ROUNDS within DISTANCES",
    .about = "what ROUNDS rounds of Weisfeiler-Leman see in the graph with both nodes of the "
             "pair marked; with DISTANCES (4, 1..4 or 2,4) only for pairs that are so near",
    .example = "marked-wl:2 within 3",
    .parse = parse_marked,
    .find = find_marked,
};
