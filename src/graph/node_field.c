/* node_field.c - nodes are ordered by their bits, so that it takes no sorting. */
#include "graph/node_field.h"

#include "base/mem.h"

#include <string.h>

sg_status sg_node_field_open(sg_node_field *field, const sg_graph *whole, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node_field made = {.whole = whole};
    SG_ALLOC(made.place, whole->n_nodes);
    SG_ALLOC(made.mark, whole->n_nodes / 64 + (size_t)1);
    memset(made.place, 0xff, whole->n_nodes * sizeof *made.place); /* SG_BEYOND */
    *field = made;
    made = (sg_node_field){0};
done:
    sg_node_field_close(&made);
    return status;
}

void sg_node_field_close(sg_node_field *field)
{
    sg_free(field->node);
    sg_free(field->depth);
    sg_free(field->place);
    sg_free(field->mark);
    sg_graph_free(&field->graph);
    *field = (sg_node_field){0};
}

void sg_node_field_clear(sg_node_field *field)
{
    for (uint32_t i = 0; i < field->n; i++) {
        field->place[field->node[i]] = SG_BEYOND;
        field->mark[field->node[i] / 64] = 0;
    }
    field->n = 0;
    sg_graph_free(&field->graph);
}

sg_status sg_node_field_add(sg_node_field *field, uint32_t node, uint32_t depth, sg_error *err)
{
    sg_status status = SG_OK;
    if (field->place[node] != SG_BEYOND) goto done;
    const size_t n = field->n + (size_t)1;
    SG_TRY(sg_grow(&field->node, &field->node_capacity, n, sizeof *field->node, err));
    SG_TRY(sg_grow(&field->depth, &field->depth_capacity, n, sizeof *field->depth, err));
    field->node[field->n] = node;
    field->depth[field->n] = depth;
    field->mark[node / 64] |= UINT64_C(1) << node % 64;
    field->place[node] = field->n++;
done:
    return status;
}

sg_status sg_node_field_hear_arcs(sg_node_field *field, uint32_t depth, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *whole = field->whole;
    for (uint32_t i = 0, n = field->n; i < n; i++) {
        const uint32_t v = field->node[i];
        for (uint32_t a = whole->arc_offset[v]; a < whole->arc_offset[v + 1]; a++)
            SG_TRY(sg_node_field_add(field, whole->neighbor[a], depth, err));
    }
done:
    return status;
}

/* Put nodes and depths into the order of the nodes. */
static sg_status order_nodes(sg_node_field *field, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *depth = NULL, n = 0;
    const uint32_t n_words = field->whole->n_nodes / 64 + 1;
    SG_ALLOC(depth, field->n);
    if (field->n > 0) memcpy(depth, field->depth, field->n * sizeof *depth);
    for (uint32_t w = 0; w < n_words; w++)
        for (uint64_t bits = field->mark[w]; bits != 0; bits &= bits - 1) {
            const uint32_t node = w * 64 + (uint32_t)__builtin_ctzll(bits);
            field->depth[n] = depth[field->place[node]];
            field->node[n++] = node;
        }
    for (uint32_t i = 0; i < field->n; i++) field->place[field->node[i]] = i;
done:
    sg_free(depth);
    return status;
}

/* The graphs that the nodes are in, and how many arcs each node has. */
static sg_status count(sg_graph *graph, const sg_node_field *field, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *whole = field->whole;
    const uint32_t most = field->n < whole->n_graphs ? field->n : whole->n_graphs;
    uint32_t behind = 0; /* of the graph of the last node */
    SG_ALLOC(graph->graph_offset, most + (size_t)1);
    SG_ALLOC(graph->arc_offset, field->n + (size_t)1);
    for (uint32_t i = 0; i < field->n; i++) {
        const uint32_t v = field->node[i];
        if (v >= behind) {
            const uint32_t g = sg_graph_of_node(whole->graph_offset, whole->n_graphs, v);
            behind = whole->graph_offset[g + 1];
            graph->graph_offset[graph->n_graphs++] = i;
        }
        graph->arc_offset[i + 1] =
            graph->arc_offset[i] + (whole->arc_offset[v + 1] - whole->arc_offset[v]);
    }
    graph->graph_offset[graph->n_graphs] = graph->n_nodes = field->n;
    graph->n_arcs = graph->arc_offset[field->n];
done:
    return status;
}

static void fill(uint32_t *neighbor, const sg_node_field *field, uint32_t i)
{
    const sg_graph *whole = field->whole;
    const uint32_t v = field->node[i];
    for (uint32_t a = whole->arc_offset[v]; a < whole->arc_offset[v + 1]; a++) {
        const uint32_t w = whole->neighbor[a];
        *neighbor++ = field->depth[i] > 0 || w == v ? field->place[w] : SG_BEYOND;
    }
}

sg_status sg_node_field_finish(sg_node_field *field, sg_error *err)
{
    sg_status status = SG_OK;
    sg_graph made = {.rules = {.directed = true, .loops = field->whole->rules.loops}};
    SG_TRY(order_nodes(field, err));
    SG_TRY(count(&made, field, err));
    SG_ALLOC(made.neighbor, made.n_arcs);
    for (uint32_t i = 0; i < field->n; i++) fill(made.neighbor + made.arc_offset[i], field, i);
    field->graph = made;
    made = (sg_graph){0};
done:
    sg_graph_free(&made);
    return status;
}
