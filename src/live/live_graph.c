/* live_graph.c - a short sorted array of arcs per node, within its record where it is very short. */
#include "live/live_graph.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/observer.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 1 << 30 };

sg_live_columns sg_live_columns_of(const sg_dataset *data)
{
    return (sg_live_columns){data->node_label.n_columns, data->node_attribute.n_columns,
                             data->edge_label.n_columns, data->edge_attribute.n_columns};
}

void sg_live_graph_close(sg_live_graph *graph)
{
    for (uint32_t v = 0; v < graph->n_numbers; v++) {
        sg_free(graph->node[v].many);
        sg_free(graph->node[v].label);
        sg_free(graph->node[v].attribute);
    }
    sg_free(graph->node);
    sg_free(graph->label);
    sg_free(graph->attribute);
    *graph = (sg_live_graph){0};
}

/* Room for more neighbors than stand in the record. */
static sg_status make_room_for_many(sg_live_node *node, size_t wanted, sg_error *err)
{
    sg_status status = SG_OK;
    const bool moves = node->many == NULL;
    size_t capacity = moves ? 0 : node->capacity;
    SG_TRY(sg_grow(&node->many, &capacity, wanted, sizeof *node->many, err));
    if (moves) memcpy(node->many, node->few, sizeof node->few);
done:
    return status;
}

static sg_status make_room(sg_live_node *node, const sg_live_columns *columns, uint32_t n,
                           sg_error *err)
{
    sg_status status = SG_OK;
    if (n <= node->capacity) goto done;
    /* Each array grows by the same rule, so one capacity is that of all of them. */
    size_t labels = (size_t)node->capacity * columns->edge_labels,
           attributes = (size_t)node->capacity * columns->edge_attributes;
    const size_t wanted = n <= SG_LIVE_FEW ? SG_LIVE_FEW : n + n / 2 + (size_t)2;
    if (wanted > SG_LIVE_FEW) SG_TRY(make_room_for_many(node, wanted, err));
    if (columns->edge_labels > 0)
        SG_TRY(sg_grow(&node->label, &labels, wanted * columns->edge_labels,
                       sizeof *node->label, err));
    if (columns->edge_attributes > 0)
        SG_TRY(sg_grow(&node->attribute, &attributes, wanted * columns->edge_attributes,
                       sizeof *node->attribute, err));
    node->capacity = (uint32_t)wanted;
done:
    return status;
}

uint32_t sg_live_graph_find(const sg_live_graph *graph, uint32_t node, uint32_t other)
{
    const sg_live_node *at = &graph->node[node];
    if (at->n == 0) return UINT32_MAX;
    const uint32_t *neighbor = sg_live_neighbors(at);
    const uint32_t *found = bsearch(&other, neighbor, at->n, sizeof other, sg_compare_u32);
    return found != NULL ? (uint32_t)(found - neighbor) : UINT32_MAX;
}

static uint32_t *own_neighbors(sg_live_node *node)
{
    return node->many != NULL ? node->many : node->few;
}

/* Open or close a gap of one arc at position `at`. */
static void shift(sg_live_node *node, const sg_live_columns *columns, uint32_t at, bool open)
{
    const uint32_t from = open ? at : at + 1, to = open ? at + 1 : at, n = node->n - from;
    const size_t l = columns->edge_labels, a = columns->edge_attributes;
    uint32_t *neighbor = own_neighbors(node);
    memmove(neighbor + to, neighbor + from, n * sizeof *neighbor);
    if (l > 0)
        memmove(node->label + to * l, node->label + from * l, n * l * sizeof *node->label);
    if (a > 0)
        memmove(node->attribute + to * a, node->attribute + from * a,
                n * a * sizeof *node->attribute);
    node->n = open ? node->n + 1 : node->n - 1;
}

/* There is room. */
static void insert(sg_live_graph *graph, uint32_t from, uint32_t to, const sg_live_edge *edge)
{
    sg_live_node *node = &graph->node[from];
    const size_t l = graph->columns.edge_labels, a = graph->columns.edge_attributes;
    uint32_t at = 0;
    uint32_t *neighbor = own_neighbors(node);
    while (at < node->n && neighbor[at] < to) at++;
    shift(node, &graph->columns, at, true);
    neighbor[at] = to;
    for (size_t c = 0; c < l; c++)
        node->label[at * l + c] = edge->label != NULL ? edge->label[c] : 0;
    for (size_t c = 0; c < a; c++)
        node->attribute[at * a + c] = edge->attribute != NULL ? edge->attribute[c] : 0;
    graph->n_arcs++;
}

sg_status sg_live_graph_join(sg_live_graph *graph, uint32_t u, uint32_t v,
                             const sg_live_edge *edge, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(make_room(&graph->node[u], &graph->columns, graph->node[u].n + 1, err));
    SG_TRY(make_room(&graph->node[v], &graph->columns, graph->node[v].n + 1, err));
    insert(graph, u, v, edge);
    insert(graph, v, u, edge);
done:
    return status;
}

void sg_live_graph_part(sg_live_graph *graph, uint32_t u, uint32_t v)
{
    shift(&graph->node[u], &graph->columns, sg_live_graph_find(graph, u, v), false);
    shift(&graph->node[v], &graph->columns, sg_live_graph_find(graph, v, u), false);
    graph->n_arcs -= 2;
}

sg_status sg_live_graph_add(sg_live_graph *graph, const int32_t *label, const double *attribute,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = graph->n_numbers, l = graph->columns.node_labels,
                 a = graph->columns.node_attributes;
    SG_REQUIRE(n < MOST_NODES, SG_ELIMIT, "a graph has at most %d nodes", MOST_NODES);
    SG_TRY(sg_grow(&graph->node, &graph->node_capacity, n + 1, sizeof *graph->node, err));
    SG_TRY(
        sg_grow(&graph->label, &graph->label_capacity, (n + 1) * l, sizeof *graph->label, err));
    SG_TRY(sg_grow(&graph->attribute, &graph->attribute_capacity, (n + 1) * a,
                   sizeof *graph->attribute, err));
    graph->node[n] = (sg_live_node){.is_alive = true};
    for (size_t c = 0; c < l; c++) graph->label[n * l + c] = label != NULL ? label[c] : 0;
    for (size_t c = 0; c < a; c++)
        graph->attribute[n * a + c] = attribute != NULL ? attribute[c] : 0;
    graph->n_numbers++;
    graph->n_alive++;
done:
    return status;
}

void sg_live_graph_set_alive(sg_live_graph *graph, uint32_t node, bool is_alive)
{
    graph->node[node].is_alive = is_alive;
    graph->n_alive = is_alive ? graph->n_alive + 1 : graph->n_alive - 1;
}

void sg_live_graph_forget_last(sg_live_graph *graph)
{
    sg_live_node *last = &graph->node[--graph->n_numbers];
    sg_free(last->many);
    sg_free(last->label);
    sg_free(last->attribute);
}

/* Copy the arcs of node v of the data, which are in order. */
static sg_status copy_arcs(sg_live_graph *graph, const sg_dataset *data, uint32_t first,
                           uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t begin = data->graph.arc_offset[first + v];
    const uint32_t n = data->graph.arc_offset[first + v + 1] - begin;
    const size_t l = graph->columns.edge_labels, a = graph->columns.edge_attributes;
    sg_live_node *node = &graph->node[v];
    if (n == 0) goto done;
    SG_TRY(make_room(node, &graph->columns, n, err));
    uint32_t *neighbor = own_neighbors(node);
    for (uint32_t i = 0; i < n; i++) neighbor[i] = data->graph.neighbor[begin + i] - first;
    if (l > 0)
        memcpy(node->label, data->edge_label.value + begin * l, n * l * sizeof *node->label);
    if (a > 0)
        memcpy(node->attribute, data->edge_attribute.value + begin * a,
               n * a * sizeof *node->attribute);
    node->n = n;
    graph->n_arcs += n;
done:
    return status;
}

sg_status sg_live_graph_open(sg_live_graph *graph, const sg_dataset *data, uint32_t g,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_live_graph made = {.columns = sg_live_columns_of(data)};
    const uint32_t first = data->graph.graph_offset[g];
    const uint32_t n = data->graph.graph_offset[g + 1] - first;
    const size_t l = made.columns.node_labels, a = made.columns.node_attributes;
    SG_TRY(sg_grow(&made.node, &made.node_capacity, n, sizeof *made.node, err));
    for (uint32_t v = 0; v < n; v++)
        SG_TRY(sg_live_graph_add(&made, l > 0 ? data->node_label.value + (first + v) * l : NULL,
                                 a > 0 ? data->node_attribute.value + (first + v) * a : NULL,
                                 err));
    for (uint32_t v = 0; v < n; v++) {
        SG_TRY(sg_watch_ask(err));
        SG_TRY(copy_arcs(&made, data, first, v, err));
    }
    *graph = made;
    made = (sg_live_graph){0};
done:
    sg_live_graph_close(&made);
    return status;
}
