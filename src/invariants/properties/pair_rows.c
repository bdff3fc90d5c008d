/* pair_rows.c - arrays that double.  Small graphs get room for all pairs at once. */
#include "invariants/properties/pair_rows.h"

#include "base/observer.h"
#include "invariants/pair_budget.h"

#include <stdio.h>
#include <string.h>

enum { PAIRS_PER_NODE = 16 };

/* Refuse pairs that are out of proportion to their graph. */
static sg_status check_budget(const sg_one_graph *graph, uint64_t n_pairs, sg_error *err)
{
    char whose[32];
    const uint32_t *offset = graph->arc_offset;
    const uint32_t n_arcs = offset != NULL ? offset[graph->n_nodes] - offset[0] : 0;
    if (n_pairs <= sg_pair_budget(graph->n_nodes, n_arcs)) return SG_OK;
    (void)snprintf(whose, sizeof whose, "graph %u", graph->number);
    return sg_pair_budget_require(n_pairs, graph->n_nodes, n_arcs, whose, err);
}

sg_status sg_pair_rows_prepare_for(sg_pair_rows *rows, const sg_one_graph *graph,
                                   size_t n_pairs, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_pair_rows made = {.graph = graph, .scratch = scratch, .capacity = n_pairs};
    SG_TRY(check_budget(graph, n_pairs, err));
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
    const size_t n = graph->n_nodes;
    return sg_pair_rows_prepare_for(
        rows, graph, n <= SG_PAIRS_SURELY_FIT ? n * n : n * PAIRS_PER_NODE, scratch, err);
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
    const size_t needed = (size_t)rows->n_pairs + at_most;
    SG_TRY(sg_watch_ask(err));
    SG_REQUIRE(needed <= UINT32_MAX, SG_ELIMIT,
               "graph %u has more than 2^32 pairs of nodes; ask for smaller distances",
               rows->graph->number);
    if (rows->capacity < needed) SG_TRY(check_budget(rows->graph, needed, err));
    while (rows->capacity < needed) SG_TRY(double_capacity(rows, err));
    rows->pairs.row[v] = rows->n_pairs;
done:
    return status;
}
