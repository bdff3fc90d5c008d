/* fwl_property.c - colors of pairs under the folklore Weisfeiler-Leman refinement. */
#include "invariants/colors/near_part.h"
#include "invariants/colors/pair_colors.h"
#include "invariants/labeling.h"
#include "invariants/properties/keyed_rows.h"
#include "invariants/properties/near_values.h"

enum { MAX_ROUNDS = 100 };

static sg_status parse_fwl(sg_property_parameters *parameters, const char *text, sg_error *err)
{
    return sg_parse_rounds_within(parameters, text, 0, MAX_ROUNDS, err);
}

static sg_status find_fwl(sg_pairs *pairs, const sg_property *property,
                          const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property_parameters *p = &property->parameters;
    sg_near_pairs near = {0};
    sg_key *node_key = NULL, *color = NULL;
    SG_TRY(sg_near_pairs_find(&near, graph, p->within, scratch, err));
    SG_TRY(sg_property_spend(property, graph,
                             sg_pair_colors_steps(&near, graph->n_nodes, p->rounds), err));
    SG_TRY(sg_node_labels(&node_key, graph, scratch, err));
    SG_TRY(sg_pair_colors_refine(&color, &near, graph, node_key, p->rounds, scratch, err));
    SG_TRY(sg_near_values_write(pairs, property, graph, &near, color, scratch, err));
done:
    return status;
}

/* A round hears of nodes that are `within` steps farther away; the first, of ways from the sender, too. */
static uint32_t radius_of(const sg_property_parameters *parameters)
{
    const uint32_t within = parameters->within, rounds = parameters->rounds;
    if (within >= SG_WITHIN_REACH) return SG_EVERYWHERE;
    if (rounds == 0) return within;
    return rounds == 1 ? sg_near_part_radius(within) : rounds * within;
}

const sg_property_kind sg_property_fwl = {
    .name = "fwl",
    .usage = "fwl:ROUNDS or fwl:ROUNDS within DISTANCES",
    .about = "colors of pairs after ROUNDS rounds of the folklore 2-Weisfeiler-Leman "
             "refinement, which begins with node labels, edge labels and distances; with "
             "DISTANCES (4, 1..4 or 2,4) only pairs and intermediate nodes that are so near",
    .example = "fwl:2 within 4",
    .sees = SG_SEES_NODE_LABELS | SG_SEES_EDGE_LABELS,
    .radius = radius_of,
    .parse = parse_fwl,
    .find = find_fwl,
};
