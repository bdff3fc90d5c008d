/* marked_property.c - what refinement sees in the graph with both nodes of a pair marked.
 *
 * One refinement serves both directions of a pair. */
#include "invariants/colors/marked_colors.h"
#include "invariants/properties/near_values.h"

enum { MAX_ROUNDS = 100 };

static sg_status parse_marked(sg_property_parameters *parameters, const char *text,
                              sg_error *err)
{
    return sg_parse_rounds_within(parameters, text, 0, MAX_ROUNDS, err);
}

static void color_pairs(sg_key *key, const sg_near_pairs *near, sg_marked_colors *colors)
{
    for (uint32_t v = 0; v < colors->graph->n_nodes; v++)
        for (uint32_t p = near->row[v]; p < near->row[v + 1]; p++) {
            const uint32_t w = near->node[p];
            sg_key both[2];
            if (w < v) continue;
            sg_marked_colors_of_pair(both, colors, v, w);
            key[p] = both[0];
            key[near->back[p]] = both[1];
        }
}

static sg_status find_marked(sg_pairs *pairs, const sg_property *property,
                             const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_near_pairs near = {0};
    sg_marked_colors colors = {0};
    sg_key *node_key = NULL, *key = NULL;
    SG_TRY(sg_near_pairs_find(&near, graph, property->parameters.within, scratch, err));
    SG_TRY(sg_node_labels(&node_key, graph, scratch, err));
    SG_TRY(sg_marked_colors_prepare(&colors, graph, node_key, property->parameters.rounds,
                                    scratch, err));
    SG_TRY(sg_property_spend("marked-wl", graph,
                             near.n_pairs / 2 * sg_marked_colors_steps(&colors), err));
    SG_TAKE(key, scratch, near.n_pairs);
    color_pairs(key, &near, &colors);
    SG_TRY(sg_near_values_write(pairs, "marked-wl", graph, &near, key, scratch, err));
done:
    return status;
}

const sg_property_kind sg_property_marked_wl = {
    .name = "marked-wl",
    .usage = "marked-wl:ROUNDS or marked-wl:ROUNDS within DISTANCE",
    .about = "what ROUNDS rounds of Weisfeiler-Leman see in the graph with both nodes of the "
             "pair marked; with DISTANCE only for pairs that are so near",
    .example = "marked-wl:2 within 3",
    .parse = parse_marked,
    .find = find_marked,
};
