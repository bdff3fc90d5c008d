/* marked_property.c - what refinement sees in the graph with both nodes of a pair marked.
 *
 * One refinement serves both directions of a pair, and all pairs that symmetries of the graph map to it. */
#include "base/observer.h"
#include "invariants/colors/marked_colors.h"
#include "invariants/colors/near_part.h"
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

/* With a distance both nodes see the part of the graph that is so near to both. */
typedef struct local_colors {
    const sg_near_pairs *near;
    sg_near_part part;
    sg_marked_colors colors;
    const sg_key *node_key; /* of the graph           */
    sg_key *part_key;       /* [n_nodes] of the part  */
    uint64_t n_steps;       /* so far                 */
} local_colors;

static sg_status color_locally(sg_key *key, local_colors *local, uint32_t v, uint32_t p,
                               const sg_property *property, sg_error *err)
{
    sg_status status = SG_OK;
    sg_near_part *part = &local->part;
    sg_key both[2];
    sg_near_part_take(part, v, local->near->node[p]);
    for (uint32_t i = 0; i < part->graph.n_nodes; i++)
        local->part_key[i] = local->node_key[part->node[i]];
    local->n_steps += sg_marked_colors_steps(&local->colors);
    SG_TRY(sg_property_spend(property, part->whole, local->n_steps, err));
    sg_marked_colors_of_pair(both, &local->colors, part->receiver, part->sender);
    key[p] = both[0];
    key[local->near->back[p]] = both[1];
done:
    return status;
}

static sg_status color_near_pairs(sg_key *key, const sg_near_pairs *near,
                                  const sg_property *property, const sg_one_graph *graph,
                                  const sg_key *node_key, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    local_colors local = {.near = near, .node_key = node_key};
    SG_TAKE(local.part_key, scratch, graph->n_nodes);
    SG_TRY(sg_near_part_prepare(&local.part, graph, near, scratch, err));
    SG_TRY(sg_marked_colors_prepare(&local.colors, graph, local.part_key,
                                    property->parameters.rounds, scratch, err));
    local.colors.graph = &local.part.graph;
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        SG_TRY(sg_watch_ask(err));
        for (uint32_t p = near->row[v]; p < near->row[v + 1]; p++) {
            const uint32_t w = near->node[p];
            if (w < v || !sg_distance_counts(&property->parameters, near->distance[p]))
                continue;
            if (sg_pairs_wanted(graph, v) || sg_pairs_wanted(graph, w))
                SG_TRY(color_locally(key, &local, v, p, property, err));
        }
    }
done:
    return status;
}

static sg_status color_pairs(sg_key *key, const sg_near_pairs *near, sg_marked_colors *colors,
                             const sg_pair_orbits *orbits, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = colors->graph->n_nodes;
    colored known = {.orbit = orbits->orbit};
    if (known.orbit != NULL) {
        SG_TAKE(known.pair, scratch, (size_t)n * n);
        for (uint32_t i = 0; i < n * n; i++) known.pair[i] = NONE;
    }
    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t p = near->row[v]; p < near->row[v + 1]; p++) {
            SG_TRY(sg_watch_ask(err));
            if (near->node[p] >= v) color_pair(key, near, p, colors, &known, v);
        }
    }
done:
    return status;
}

static sg_status color_all_pairs(sg_key *key, const sg_near_pairs *near,
                                 const sg_property *property, const sg_one_graph *graph,
                                 const sg_key *node_key, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_marked_colors colors = {0};
    sg_pair_orbits orbits = {0};
    SG_TRY(sg_marked_colors_prepare(&colors, graph, node_key, property->parameters.rounds,
                                    scratch, err));
    const uint64_t steps = near->n_pairs / 2 * sg_marked_colors_steps(&colors);
    SG_TRY(sg_property_spend(property, graph, steps, err));
    SG_TRY(sg_pair_orbits_find(&orbits, graph, node_key, steps / SEARCH_SHARE, scratch, err));
    SG_TRY(color_pairs(key, near, &colors, &orbits, scratch, err));
done:
    return status;
}

static sg_status find_marked(sg_pairs *pairs, const sg_property *property,
                             const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t within = property->parameters.within;
    sg_near_pairs near = {0};
    sg_key *node_key = NULL, *key = NULL;
    SG_TRY(sg_near_pairs_find(&near, graph, within, scratch, err));
    SG_TRY(sg_node_labels(&node_key, graph, scratch, err));
    SG_TAKE(key, scratch, near.n_pairs);
    SG_TRY((within == SG_WITHIN_ALL ? color_all_pairs : color_near_pairs)(
        key, &near, property, graph, node_key, scratch, err));
    SG_TRY(sg_watch_ask(err)); /* who is stopped has not refined all of it */
    SG_TRY(sg_near_values_write(pairs, property, graph, &near, key, scratch, err));
done:
    return status;
}

static uint32_t radius_of(const sg_property_parameters *parameters)
{
    return sg_near_part_radius(parameters->within);
}

const sg_property_kind sg_property_marked_wl = {
    .name = "marked-wl",
    .usage = "marked-wl:ROUNDS or marked-wl:ROUNDS within DISTANCES",
    .about =
        "what ROUNDS rounds of Weisfeiler-Leman see in the graph with both nodes of the "
        "pair marked; with DISTANCES (4, 1..4 or 2,4) only for pairs that are so near, and "
        "in the part of the graph that is so near to both",
    .example = "marked-wl:2 within 3",
    .sees = SG_SEES_NODE_LABELS,
    .radius = radius_of,
    .parse = parse_marked,
    .find = find_marked,
};
