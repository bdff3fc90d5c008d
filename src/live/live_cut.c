/* live_cut.c - a breadth-first search that keeps its marks in a table of the nodes it has reached. */
#include "live/live_cut.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/observer.h"
#include "graph/view.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEWEST_BITS = 10, /* of the table                                              */
    MOST_BITS = 14,   /* that are kept for the next cut: wiping these takes no time */
    DIGIT_BITS = 11,  /* that one pass of sorting looks at                         */
    N_DIGITS = 1 << DIGIT_BITS,
    FEW = 128 /* nodes that are sorted by comparing                                */
};

void sg_live_cut_free(sg_live_cut *cut)
{
    sg_free(cut->node);
    sg_free(cut->step);
    sg_free(cut->place);
    sg_free(cut->order);
    *cut = (sg_live_cut){0};
}

/* ---- The table ------------------------------------------------------------------------------- */

static void wipe(sg_live_cut *cut)
{
    memset(cut->place, 0xff, sizeof *cut->place << cut->n_bits);
}

static void place_all(sg_live_cut *cut)
{
    for (uint32_t i = 0; i < cut->n; i++)
        *sg_live_cut_place(cut, cut->node[i]) = (sg_live_place){cut->node[i], i};
}

/* A table of another size with the nodes that there are. */
static sg_status resize(sg_live_cut *cut, uint32_t n_bits, sg_error *err)
{
    sg_status status = SG_OK;
    sg_live_place *made = NULL;
    SG_ALLOC(made, (size_t)1 << n_bits);
    sg_free(cut->place);
    cut->place = made;
    cut->n_bits = n_bits;
    wipe(cut);
    place_all(cut);
done:
    return status;
}

/* Room for so many more nodes. */
static sg_status make_room(sg_live_cut *cut, uint32_t more, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = (size_t)cut->n + more;
    uint32_t n_bits = cut->n_bits;
    SG_TRY(sg_grow(&cut->node, &cut->node_capacity, n, sizeof *cut->node, err));
    SG_TRY(sg_grow(&cut->step, &cut->step_capacity, n, sizeof *cut->step, err));
    while (n > (size_t)1 << (n_bits - 1)) n_bits++;
    if (n_bits > cut->n_bits) SG_TRY(resize(cut, n_bits, err));
done:
    return status;
}

sg_status sg_live_cut_begin(sg_live_cut *cut, const sg_live_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    cut->graph = graph;
    cut->n = cut->widest = 0;
    if (cut->place == NULL || cut->n_bits > MOST_BITS)
        SG_TRY(resize(cut, FEWEST_BITS, err));
    else
        wipe(cut);
done:
    return status;
}

/* ---- Reaching -------------------------------------------------------------------------------- */

/* There is room. */
static void reach(sg_live_cut *cut, uint32_t node, uint32_t step)
{
    sg_live_place *place = sg_live_cut_place(cut, node);
    if (place->node == node) return;
    *place = (sg_live_place){node, cut->n};
    cut->step[cut->n] = step;
    cut->node[cut->n++] = node;
    cut->n_taken++;
}

sg_status sg_live_cut_take(sg_live_cut *cut, uint32_t node, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(make_room(cut, 1, err));
    reach(cut, node, cut->widest);
done:
    return status;
}

sg_status sg_live_cut_widen(sg_live_cut *cut, uint32_t n_steps, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t last =
        n_steps < SG_EVERYWHERE - cut->widest ? cut->widest + n_steps : SG_EVERYWHERE;
    for (uint32_t i = 0; i < cut->n; i++) {
        const uint32_t step = cut->step[i];
        if (step == last) continue;
        SG_TRY(sg_watch_ask(err));
        const sg_live_node *node = &cut->graph->node[cut->node[i]];
        const uint32_t *neighbor = sg_live_neighbors(node);
        SG_TRY(make_room(cut, node->n, err));
        for (uint32_t a = 0; a < node->n; a++) reach(cut, neighbor[a], step + 1);
    }
    cut->widest = last;
done:
    return status;
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* One pass over a digit of all numbers; keeps the order of equal digits. */
static void sort_by_digit(uint64_t *to, const uint64_t *from, size_t n, uint32_t shift)
{
    uint32_t first[N_DIGITS + 1] = {0};
    for (size_t i = 0; i < n; i++) first[(from[i] >> shift & (N_DIGITS - 1)) + 1]++;
    for (int d = 0; d < N_DIGITS; d++) first[d + 1] += first[d];
    for (size_t i = 0; i < n; i++) to[first[from[i] >> shift & (N_DIGITS - 1)]++] = from[i];
}

/* Numbers below 2^(32 + n_bits), by their bits from the 32nd on; `spare` is as long.  Returns where they are. */
static uint64_t *sort_numbers(uint64_t *number, uint64_t *spare, size_t n, uint32_t n_bits)
{
    if (n <= FEW) {
        qsort(number, n, sizeof *number, sg_compare_u64);
        return number;
    }
    for (uint32_t shift = 32; shift < 32 + n_bits; shift += DIGIT_BITS) {
        sort_by_digit(spare, number, n, shift);
        uint64_t *sorted = spare;
        spare = number;
        number = sorted;
    }
    return number;
}

/* Put the nodes into ascending order, each with its step. */
static sg_status sort_nodes(sg_live_cut *cut, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_bits = 1;
    while (n_bits < 32 && cut->graph->n_numbers >> n_bits != 0) n_bits++;
    SG_TRY(sg_grow(&cut->order, &cut->order_capacity, 2 * (size_t)cut->n, sizeof *cut->order,
                   err));
    for (uint32_t i = 0; i < cut->n; i++)
        cut->order[i] = (uint64_t)cut->node[i] << 32 | cut->step[i];
    const uint64_t *sorted = sort_numbers(cut->order, cut->order + cut->n, cut->n, n_bits);
    for (uint32_t i = 0; i < cut->n; i++) {
        cut->node[i] = (uint32_t)(sorted[i] >> 32);
        cut->step[i] = (uint32_t)sorted[i];
    }
    place_all(cut);
done:
    return status;
}

/* ---- A data set ------------------------------------------------------------------------------ */

/* Copy the arcs of a node that lead to nodes of the cut. */
static void copy_arcs(sg_dataset *data, const sg_live_cut *cut, uint32_t i, uint32_t *n_arcs)
{
    const sg_live_node *node = &cut->graph->node[cut->node[i]];
    const uint32_t *neighbor = sg_live_neighbors(node);
    const size_t l = cut->graph->columns.edge_labels, a = cut->graph->columns.edge_attributes;
    for (uint32_t at = 0; at < node->n; at++) {
        const uint32_t to = sg_live_cut_find(cut, neighbor[at]);
        if (to == UINT32_MAX) continue;
        data->graph.neighbor[*n_arcs] = to;
        if (l > 0)
            memcpy(data->edge_label.value + *n_arcs * l, node->label + at * l,
                   l * sizeof *node->label);
        if (a > 0)
            memcpy(data->edge_attribute.value + *n_arcs * a, node->attribute + at * a,
                   a * sizeof *node->attribute);
        (*n_arcs)++;
    }
}

/* Arcs of the nodes; some may lead out of the cut. */
static uint64_t most_arcs(const sg_live_cut *cut)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < cut->n; i++) n += cut->graph->node[cut->node[i]].n;
    return n;
}

static sg_status allocate(sg_dataset *data, const sg_live_cut *cut, uint32_t n_nodes,
                          uint64_t n_arcs, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_live_columns *c = &cut->graph->columns;
    SG_REQUIRE(n_arcs < UINT32_MAX, SG_ELIMIT, "an edit reaches more than 2^32-2 arcs");
    data->graph.n_graphs = 1;
    data->graph.n_nodes = n_nodes;
    SG_ALLOC(data->graph.graph_offset, 2);
    SG_ALLOC(data->graph.arc_offset, n_nodes + (size_t)1);
    SG_ALLOC(data->graph.neighbor, n_arcs);
    data->graph.graph_offset[1] = n_nodes;
    data->node_label.n_columns = c->node_labels;
    data->node_attribute.n_columns = c->node_attributes;
    data->edge_label.n_columns = c->edge_labels;
    data->edge_attribute.n_columns = c->edge_attributes;
    if (c->node_labels > 0) SG_ALLOC(data->node_label.value, (size_t)n_nodes * c->node_labels);
    if (c->node_attributes > 0)
        SG_ALLOC(data->node_attribute.value, (size_t)n_nodes * c->node_attributes);
    if (c->edge_labels > 0) SG_ALLOC(data->edge_label.value, n_arcs * c->edge_labels);
    if (c->edge_attributes > 0)
        SG_ALLOC(data->edge_attribute.value, n_arcs * c->edge_attributes);
done:
    return status;
}

sg_status sg_live_cut_make(sg_live_cut *cut, sg_dataset *data, uint32_t fewest, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_live_graph *graph = cut->graph;
    const size_t l = graph->columns.node_labels, a = graph->columns.node_attributes;
    const uint32_t n = cut->n > fewest ? cut->n : fewest;
    sg_dataset made = {0};
    uint32_t n_arcs = 0;
    SG_TRY(sort_nodes(cut, err));
    SG_TRY(allocate(&made, cut, n, most_arcs(cut), err));
    for (uint32_t i = 0; i < cut->n; i++) {
        const size_t v = cut->node[i];
        made.graph.arc_offset[i] = n_arcs;
        copy_arcs(&made, cut, i, &n_arcs);
        if (l > 0)
            memcpy(made.node_label.value + i * l, graph->label + v * l, l * sizeof(int32_t));
        if (a > 0)
            memcpy(made.node_attribute.value + i * a, graph->attribute + v * a,
                   a * sizeof(double));
    }
    for (uint32_t i = cut->n; i <= n; i++) made.graph.arc_offset[i] = n_arcs;
    made.graph.n_arcs = n_arcs;
    *data = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    return status;
}
