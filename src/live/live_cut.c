/* live_cut.c - a breadth-first search whose marks need not be wiped. */
#include "live/live_cut.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/observer.h"
#include "graph/view.h"

#include <stdlib.h>
#include <string.h>

void sg_live_cut_free(sg_live_cut *cut)
{
    sg_free(cut->node);
    sg_free(cut->step);
    sg_free(cut->mark);
    sg_free(cut->local);
    *cut = (sg_live_cut){0};
}

sg_status sg_live_cut_begin(sg_live_cut *cut, const sg_live_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t before = cut->mark_capacity, n = graph->n_numbers;
    SG_TRY(sg_grow(&cut->node, &cut->node_capacity, n, sizeof *cut->node, err));
    SG_TRY(sg_grow(&cut->step, &cut->step_capacity, n, sizeof *cut->step, err));
    SG_TRY(sg_grow(&cut->local, &cut->local_capacity, n, sizeof *cut->local, err));
    SG_TRY(sg_grow(&cut->mark, &cut->mark_capacity, n, sizeof *cut->mark, err));
    if (cut->mark_capacity > before)
        memset(cut->mark + before, 0, (cut->mark_capacity - before) * sizeof *cut->mark);
    if (++cut->marked == 0) {
        memset(cut->mark, 0, cut->mark_capacity * sizeof *cut->mark);
        cut->marked = 1;
    }
    cut->graph = graph;
    cut->n = cut->widest = 0;
done:
    return status;
}

static void reach(sg_live_cut *cut, uint32_t node, uint32_t step)
{
    if (sg_live_cut_has(cut, node)) return;
    cut->mark[node] = cut->marked;
    cut->step[node] = step;
    cut->node[cut->n++] = node;
}

void sg_live_cut_take(sg_live_cut *cut, uint32_t node)
{
    reach(cut, node, cut->widest);
}

sg_status sg_live_cut_widen(sg_live_cut *cut, uint32_t n_steps, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t last =
        n_steps < SG_EVERYWHERE - cut->widest ? cut->widest + n_steps : SG_EVERYWHERE;
    for (uint32_t i = 0; i < cut->n; i++) {
        const uint32_t v = cut->node[i], step = cut->step[v];
        if (step == last) continue;
        SG_TRY(sg_watch_ask(err));
        const sg_live_node *node = &cut->graph->node[v];
        for (uint32_t a = 0; a < node->n; a++) reach(cut, node->neighbor[a], step + 1);
    }
    cut->widest = last;
done:
    return status;
}

/* Copy the arcs of a node that lead to nodes of the cut. */
static void copy_arcs(sg_dataset *data, const sg_live_cut *cut, uint32_t i, uint32_t *n_arcs)
{
    const sg_live_node *node = &cut->graph->node[cut->node[i]];
    const size_t l = cut->graph->columns.edge_labels, a = cut->graph->columns.edge_attributes;
    for (uint32_t at = 0; at < node->n; at++) {
        if (!sg_live_cut_has(cut, node->neighbor[at])) continue;
        data->graph.neighbor[*n_arcs] = cut->local[node->neighbor[at]];
        if (l > 0)
            memcpy(data->edge_label.value + *n_arcs * l, node->label + at * l,
                   l * sizeof *node->label);
        if (a > 0)
            memcpy(data->edge_attribute.value + *n_arcs * a, node->attribute + at * a,
                   a * sizeof *node->attribute);
        (*n_arcs)++;
    }
}

static uint64_t count_arcs(const sg_live_cut *cut)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < cut->n; i++) {
        const sg_live_node *node = &cut->graph->node[cut->node[i]];
        for (uint32_t a = 0; a < node->n; a++) n += sg_live_cut_has(cut, node->neighbor[a]);
    }
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
    data->graph.n_arcs = (uint32_t)n_arcs;
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
    qsort(cut->node, cut->n, sizeof *cut->node, sg_compare_u32);
    for (uint32_t i = 0; i < cut->n; i++) cut->local[cut->node[i]] = i;
    SG_TRY(allocate(&made, cut, n, count_arcs(cut), err));
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
    *data = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    return status;
}
