/* pair_rows.c - arrays that double.  Small graphs get room for all pairs at once. */
#include "invariants/properties/pair_rows.h"

#include "base/observer.h"
#include "invariants/pair_budget.h"

#include <stdio.h>
#include <string.h>

enum { PAIRS_PER_NODE = 16 };

sg_status sg_pair_rows_check(const sg_one_graph *graph, uint64_t n_pairs, sg_error *err)
{
    sg_status status = SG_OK;
    char whose[32];
    const uint32_t *offset = graph->arc_offset;
    const uint32_t n_arcs = offset != NULL ? offset[graph->n_nodes] - offset[0] : 0;
    if (n_pairs <= UINT32_MAX && n_pairs <= sg_pair_budget(graph->n_nodes, n_arcs))
        return SG_OK;
    (void)snprintf(whose, sizeof whose, "graph %u", graph->number);
    SG_TRY(sg_pair_budget_require(n_pairs, graph->n_nodes, n_arcs, whose, err));
    SG_REQUIRE(n_pairs <= UINT32_MAX, SG_ELIMIT,
               "graph %u has more than 2^32 pairs of nodes; ask for smaller distances",
               graph->number);
done:
    return status;
}

sg_status sg_pair_rows_prepare_for(sg_pair_rows *rows, const sg_one_graph *graph,
                                   size_t n_pairs, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_pair_rows made = {.graph = graph, .scratch = scratch, .capacity = n_pairs};
    SG_TRY(sg_pair_rows_check(graph, n_pairs, err));
    SG_TAKE(made.pairs.row, scratch, (size_t)graph->n_nodes + 1);
    SG_TAKE(made.pairs.sender, scratch, n_pairs);
    SG_TAKE(made.pairs.value, scratch, n_pairs);
    *rows = made;
done:
    return status;
}

sg_status sg_pair_rows_prepare(sg_pair_rows *rows, const sg_one_graph *graph,
                               sg_scratch *scratch, sg_error *err)
{
    const size_t n = graph->n_nodes,
                 n_rows = sg_behind_receivers(graph) - graph->first_receiver;
    return sg_pair_rows_prepare_for(
        rows, graph, n_rows * (n <= SG_PAIRS_SURELY_FIT ? n : PAIRS_PER_NODE), scratch, err);
}

sg_status sg_pair_rows_prepare_near(sg_pair_rows *rows, const sg_one_graph *graph, sg_bfs *bfs,
                                    const sg_property_parameters *parameters,
                                    sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t n_pairs = 0;
    if (graph->n_nodes <= SG_PAIRS_SURELY_FIT)
        return sg_pair_rows_prepare(rows, graph, scratch, err);
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        sg_bfs_run(bfs, graph, v, parameters->max_value);
        SG_TRY(sg_watch_ask(err));
        for (uint32_t i = 0; i < bfs->n_reached; i++)
            n_pairs += sg_value_counts(parameters, bfs->distance[bfs->queue[i]]);
        SG_TRY(sg_pair_rows_check(graph, n_pairs, err));
    }
    SG_TRY(sg_pair_rows_prepare_for(rows, graph, (size_t)n_pairs, scratch, err));
    rows->is_counted = true;
done:
    return status;
}

static sg_status double_capacity(sg_pair_rows *rows, sg_error *err)
{
    sg_status status = SG_OK;
    sg_pairs *pairs = &rows->pairs;
    uint32_t *sender = NULL;
    uint16_t *value = NULL;
    const size_t more = rows->capacity * 2;
    SG_TAKE(sender, rows->scratch, more);
    SG_TAKE(value, rows->scratch, more);
    memcpy(sender, pairs->sender, rows->n_pairs * sizeof *sender);
    memcpy(value, pairs->value, rows->n_pairs * sizeof *value);
    pairs->sender = sender;
    pairs->value = value;
    rows->capacity = more;
done:
    return status;
}

sg_status sg_pair_rows_begin(sg_pair_rows *rows, uint32_t v, uint32_t at_most, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t needed = rows->is_counted ? 0 : (size_t)rows->n_pairs + at_most;
    SG_TRY(sg_watch_ask(err));
    if (rows->capacity < needed) SG_TRY(sg_pair_rows_check(rows->graph, needed, err));
    while (rows->capacity < needed) SG_TRY(double_capacity(rows, err));
    rows->pairs.row[v] = rows->n_pairs;
done:
    return status;
}
