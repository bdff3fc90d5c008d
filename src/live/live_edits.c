/* live_edits.c - five kinds of edits and their opposites. */
#include "live/live_edits.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

void sg_live_record_free(sg_live_record *record)
{
    for (uint32_t i = 0; record->edge != NULL && i < record->n_edges; i++)
        for (int way = 0; way < 2; way++) {
            sg_free(record->edge[i].label[way]);
            sg_free(record->edge[i].attribute[way]);
        }
    sg_free(record->edge);
    sg_free(record->label);
    sg_free(record->attribute);
    sg_free(record->seed);
    *record = (sg_live_record){0};
}

/* ---- Checks --------------------------------------------------------------------------------- */

static sg_status check_node(const sg_live_graph *graph, uint32_t node, sg_error *err)
{
    if (sg_live_graph_has(graph, node)) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        node < graph->n_numbers ? "node %u was removed"
                                                : "there is no node %u; the last one is %u",
                        node, graph->n_numbers - 1);
}

static sg_status check_edge(const sg_live_graph *graph, const sg_live_change *change,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t u = change->node, v = change->other;
    SG_TRY(check_node(graph, u, err));
    SG_TRY(check_node(graph, v, err));
    SG_REQUIRE(u != v, SG_EINVAL, "an edge cannot join node %u with itself", u);
    const bool joined = sg_live_graph_find(graph, u, v) != UINT32_MAX;
    SG_REQUIRE(change->kind == SG_LIVE_REMOVE_EDGE || !joined, SG_EINVAL,
               "nodes %u and %u are joined already", u, v);
    SG_REQUIRE(change->kind == SG_LIVE_ADD_EDGE || joined, SG_EINVAL,
               "nodes %u and %u are not joined", u, v);
done:
    return status;
}

sg_status sg_live_check(const sg_live_graph *graph, const sg_live_change *change, sg_error *err)
{
    sg_status status = SG_OK;
    const bool of_edge =
        change->kind == SG_LIVE_ADD_EDGE || change->kind == SG_LIVE_REMOVE_EDGE;
    const uint32_t n_attributes =
        of_edge ? graph->columns.edge_attributes : graph->columns.node_attributes;
    const uint32_t n_labels = of_edge ? graph->columns.edge_labels : graph->columns.node_labels;
    const bool removes =
        change->kind == SG_LIVE_REMOVE_EDGE || change->kind == SG_LIVE_REMOVE_NODE;
    const char *what = of_edge ? "edges" : "nodes";
    SG_REQUIRE(!removes || (change->label == NULL && change->attribute == NULL), SG_EINVAL,
               "change->%s: what is removed gets none",
               change->label != NULL ? "label" : "attribute");
    SG_REQUIRE(change->label == NULL || n_labels > 0, SG_EINVAL,
               "change->label: %s of the data have no labels", what);
    SG_REQUIRE(change->attribute == NULL || n_attributes > 0, SG_EINVAL,
               "change->attribute: %s of the data have no attributes", what);
    SG_REQUIRE(of_edge || change->other == 0, SG_EINVAL,
               "change->other: it is the other end of an edge, and this is no edit of edges");
    SG_REQUIRE(change->kind != SG_LIVE_ADD_NODE || change->node == 0, SG_EINVAL,
               "change->node: a new node has no number yet; sg_live_edit gives it one");
    if (of_edge)
        SG_TRY(check_edge(graph, change, err));
    else if (change->kind != SG_LIVE_ADD_NODE)
        SG_TRY(check_node(graph, change->node, err));
    for (uint32_t c = 0; change->attribute != NULL && c < n_attributes; c++)
        SG_REQUIRE(isfinite(change->attribute[c]), SG_EINVAL, "attribute %u is not finite", c);
done:
    return status;
}

/* ---- Remembering ---------------------------------------------------------------------------- */

/* Copy n numbers of `size` bytes; NULL where there are none. */
static sg_status copy_numbers(void *copy, const void *from, size_t n, size_t size,
                              sg_error *err)
{
    sg_status status = SG_OK;
    unsigned char *made = NULL;
    if (n == 0) goto done;
    SG_ALLOC(made, n * size);
    memcpy(made, from, n * size);
    memcpy(copy, &made, sizeof made);
done:
    return status;
}

static sg_status copy_arc(sg_live_old_edge *edge, int way, const sg_live_graph *graph,
                          uint32_t from, uint32_t to, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t l = graph->columns.edge_labels, a = graph->columns.edge_attributes;
    const sg_live_node *node = &graph->node[from];
    const size_t at = sg_live_graph_find(graph, from, to);
    SG_TRY(copy_numbers(&edge->label[way], l > 0 ? node->label + at * l : NULL, l,
                        sizeof *node->label, err));
    SG_TRY(copy_numbers(&edge->attribute[way], a > 0 ? node->attribute + at * a : NULL, a,
                        sizeof *node->attribute, err));
done:
    return status;
}

static sg_status remember_edges(sg_live_record *record, const sg_live_graph *graph,
                                uint32_t node, const uint32_t *other, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(record->edge, n);
    record->n_edges = n;
    for (uint32_t i = 0; i < n; i++) {
        record->edge[i].other = other[i];
        SG_TRY(copy_arc(&record->edge[i], 0, graph, node, other[i], err));
        SG_TRY(copy_arc(&record->edge[i], 1, graph, other[i], node, err));
    }
done:
    return status;
}

static sg_status remember_node(sg_live_record *record, const sg_live_graph *graph,
                               sg_error *err)
{
    sg_status status = SG_OK;
    const size_t v = record->node, l = graph->columns.node_labels,
                 a = graph->columns.node_attributes;
    SG_TRY(copy_numbers(&record->label, l > 0 ? graph->label + v * l : NULL, l,
                        sizeof *graph->label, err));
    SG_TRY(copy_numbers(&record->attribute, a > 0 ? graph->attribute + v * a : NULL, a,
                        sizeof *graph->attribute, err));
done:
    return status;
}

static sg_status set_seeds(sg_live_record *record, const uint32_t *node, uint32_t n,
                           sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(record->seed, n + (size_t)1); /* and one for a node that lives again */
    if (n > 0) memcpy(record->seed, node, n * sizeof *node);
    record->n_seeds = n;
done:
    return status;
}

/* ---- Making --------------------------------------------------------------------------------- */

static sg_status add_edge(sg_live_record *r, sg_live_graph *graph, const sg_live_change *change,
                          sg_error *err)
{
    sg_status status = SG_OK;
    const sg_live_edge edge = {change->label, change->attribute};
    SG_TRY(set_seeds(r, (uint32_t[]){r->node, r->other}, 2, err));
    SG_TRY(sg_live_graph_join(graph, r->node, r->other, &edge, err));
done:
    return status;
}

static sg_status remove_edge(sg_live_record *r, sg_live_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(set_seeds(r, (uint32_t[]){r->node, r->other}, 2, err));
    SG_TRY(remember_edges(r, graph, r->node, &r->other, 1, err));
    sg_live_graph_part(graph, r->node, r->other);
done:
    return status;
}

static sg_status add_node(sg_live_record *r, sg_live_state *state, const sg_live_with *with,
                          const sg_live_change *change, sg_error *err)
{
    sg_status status = SG_OK;
    sg_live_graph *graph = &state->graph;
    r->node = graph->n_numbers;
    SG_TRY(set_seeds(r, &r->node, 1, err));
    SG_TRY(sg_live_graph_add(graph, change->label, change->attribute, err));
    status = sg_live_make_room(state, with, err);
    if (status == SG_OK) goto done;
    sg_live_graph_set_alive(graph, r->node, false);
    sg_live_graph_forget_last(graph);
done:
    return status;
}

static sg_status remove_node(sg_live_record *r, sg_live_state *state, const sg_live_with *with,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_live_graph *graph = &state->graph;
    const sg_live_node *node = &graph->node[r->node];
    const uint32_t *neighbor = sg_live_neighbors(node);
    SG_TRY(set_seeds(r, neighbor, node->n, err));
    SG_TRY(remember_edges(r, graph, r->node, neighbor, node->n, err));
    while (node->n > 0) sg_live_graph_part(graph, r->node, neighbor[node->n - 1]);
    sg_live_give_up(state, with, r->node);
    sg_live_graph_set_alive(graph, r->node, false);
done:
    return status;
}

/* Write what is said of a node; NULL: it stays. */
static void write_node(sg_live_graph *graph, uint32_t node, const int32_t *label,
                       const double *attribute)
{
    const size_t v = node, l = graph->columns.node_labels, a = graph->columns.node_attributes;
    if (l > 0 && label != NULL) memcpy(graph->label + v * l, label, l * sizeof *label);
    if (a > 0 && attribute != NULL)
        memcpy(graph->attribute + v * a, attribute, a * sizeof *attribute);
}

static sg_status set_node(sg_live_record *r, sg_live_graph *graph, const sg_live_change *change,
                          sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(set_seeds(r, &r->node, 1, err));
    SG_TRY(remember_node(r, graph, err));
    write_node(graph, r->node, change->label, change->attribute);
done:
    return status;
}

sg_status sg_live_make(sg_live_record *record, sg_live_state *state, const sg_live_with *with,
                       const sg_live_change *change, sg_error *err)
{
    sg_status status = SG_OK;
    sg_live_record r = {.kind = change->kind,
                        .graph = change->graph,
                        .node = change->node,
                        .other = change->other};
    switch (change->kind) {
    case SG_LIVE_ADD_EDGE:
        SG_TRY(add_edge(&r, &state->graph, change, err));
        break;
    case SG_LIVE_REMOVE_EDGE:
        SG_TRY(remove_edge(&r, &state->graph, err));
        break;
    case SG_LIVE_ADD_NODE:
        SG_TRY(add_node(&r, state, with, change, err));
        break;
    case SG_LIVE_REMOVE_NODE:
        SG_TRY(remove_node(&r, state, with, err));
        break;
    case SG_LIVE_SET_NODE:
    case SG_N_LIVE_KINDS:
        SG_TRY(set_node(&r, &state->graph, change, err));
        break;
    }
    *record = r;
    r = (sg_live_record){0};
done:
    sg_live_record_free(&r);
    return status;
}

/* ---- Taking back ---------------------------------------------------------------------------- */

/* Join two nodes again as they were; arrays have not shrunk, so there is room. */
static void join_again(sg_live_graph *graph, uint32_t node, const sg_live_old_edge *old)
{
    const size_t l = graph->columns.edge_labels, a = graph->columns.edge_attributes;
    const sg_live_edge edge = {old->label[0], old->attribute[0]};
    if (sg_live_graph_join(graph, node, old->other, &edge, NULL) != SG_OK) return;
    sg_live_node *back = &graph->node[old->other];
    const size_t at = sg_live_graph_find(graph, old->other, node);
    if (l > 0) memcpy(back->label + at * l, old->label[1], l * sizeof *back->label);
    if (a > 0) memcpy(back->attribute + at * a, old->attribute[1], a * sizeof *back->attribute);
}

void sg_live_take_back(sg_live_record *record, sg_live_state *state, const sg_live_with *with)
{
    sg_live_graph *graph = &state->graph;
    const uint32_t v = record->node;
    switch (record->kind) {
    case SG_LIVE_ADD_EDGE:
        sg_live_graph_part(graph, v, record->other);
        break;
    case SG_LIVE_REMOVE_EDGE:
        join_again(graph, v, record->edge);
        break;
    case SG_LIVE_ADD_NODE:
        sg_live_give_up(state, with, v);
        sg_live_graph_set_alive(graph, v, false);
        sg_live_graph_forget_last(graph);
        record->n_seeds = 0;
        break;
    case SG_LIVE_REMOVE_NODE:
        sg_live_graph_set_alive(graph, v, true);
        for (uint32_t i = 0; i < record->n_edges; i++) join_again(graph, v, &record->edge[i]);
        record->seed[record->n_seeds++] = v;
        break;
    case SG_LIVE_SET_NODE:
    case SG_N_LIVE_KINDS:
        write_node(graph, v, record->label, record->attribute);
        break;
    }
}
