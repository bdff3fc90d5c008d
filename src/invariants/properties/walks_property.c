/* walks_property.c - how many walks of each length join two nodes. */
#include "invariants/colors/walk_counts.h"
#include "invariants/properties/counted_values.h"
#include "invariants/properties/keyed_rows.h"
#include "invariants/properties/near_values.h"

static sg_status find_walks(sg_pairs *pairs, const sg_property *property,
                            const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t length = property->parameters.rounds, n = graph->n_nodes;
    const uint32_t within = property->parameters.within;
    const uint64_t n_arcs = graph->arc_offset[n] - graph->arc_offset[0];
    sg_walk_counts walks = {0};
    sg_near_pairs near = {0};
    sg_keyed_rows rows = {0};
    SG_TRY(sg_property_spend(property, graph, n * (n_arcs + n) * length, err));
    SG_TRY(sg_near_pairs_find(&near, graph, within < length ? within : length, scratch, err));
    SG_TRY(sg_walk_counts_prepare(&walks, graph, length, scratch, err));
    SG_TRY(sg_keyed_rows_prepare(&rows, "walks", graph, scratch, err));
    for (uint32_t v = 0; v < n; v++) {
        SG_TRY(sg_keyed_rows_begin(&rows, v, near.row[v + 1] - near.row[v], err));
        SG_TRY(sg_walk_counts_from(&walks, v, "walks", err));
        for (uint32_t p = near.row[v]; p < near.row[v + 1]; p++) {
            const uint32_t w = near.node[p];
            if (!sg_distance_counts(&property->parameters, near.distance[p])) continue;
            SG_TRY(sg_keyed_rows_add(
                &rows, w, sg_key_of_counts(SG_TAG_WALKS, walks.count + w, n, length), err));
        }
    }
    *pairs = sg_keyed_rows_finish(&rows);
done:
    return status;
}

static sg_status name_walks(sg_value_names *names, const sg_property *property,
                            const sg_value_example *example, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t length = property->parameters.rounds;
    sg_walk_counts walks = {0};
    SG_TRY(sg_walk_counts_prepare(&walks, example->graph, length, example->scratch, err));
    SG_TRY(sg_walk_counts_from(&walks, example->receiver, "walks", err));
    SG_TRY(sg_name_counts(names, example, "walk", walks.count + example->sender, length, err));
done:
    return status;
}

const sg_property_kind sg_property_walks = {
    .name = "walks",
    .usage = "walks:LENGTH or walks:LENGTH within DISTANCES",
    .about = "the numbers of walks of each length up to LENGTH from one node to the other, if "
             "there is one",
    .example = "walks:4",
    .radius = sg_radius_of_rounds,
    .parse = sg_parse_lengths,
    .find = find_walks,
    .name_value = name_walks,
};
