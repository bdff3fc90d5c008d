/* graph_collector.c - growing arrays in the layout that sg_graph_build takes. */
#include "data/graph_collector.h"

#include "base/mem.h"

#include <assert.h>
#include <string.h>

void sg_collector_free(sg_graph_collector *collector)
{
    sg_free(collector->edges.from);
    sg_free(collector->edges.to);
    sg_free(collector->graph_offset);
    sg_free(collector->class_label);
    sg_free(collector->node_label);
    *collector = (sg_graph_collector){0};
}

sg_status sg_collector_begin(sg_graph_collector *c, uint32_t n_nodes, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t first = c->n_graphs > 0 ? c->graph_offset[c->n_graphs] : 0;
    const size_t end = (size_t)first + n_nodes;

    SG_REQUIRE(end < UINT32_MAX, SG_ELIMIT,
               "graph %u: %u nodes are too many; all graphs together may have 2^32-2",
               c->n_graphs, n_nodes);
    SG_TRY(sg_grow(&c->graph_offset, &c->offset_capacity, (size_t)c->n_graphs + 2,
                   sizeof *c->graph_offset, err));
    SG_TRY(sg_grow(&c->class_label, &c->class_capacity, (size_t)c->n_graphs + 1,
                   sizeof *c->class_label, err));
    SG_TRY(sg_grow(&c->node_label, &c->label_capacity, end + 1, sizeof *c->node_label, err));

    c->graph_offset[c->n_graphs] = first;
    c->class_label[c->n_graphs] = 0;
    memset(c->node_label + first, 0, n_nodes * sizeof *c->node_label);
    c->graph_offset[++c->n_graphs] = (uint32_t)end;
done:
    return status;
}

/* The node's number in the union. */
static uint32_t in_union(const sg_graph_collector *c, uint32_t node)
{
    assert(c->n_graphs > 0);
    const uint32_t v = c->graph_offset[c->n_graphs - 1] + node;
    assert(v < c->graph_offset[c->n_graphs]);
    return v;
}

sg_status sg_collector_edge(sg_graph_collector *c, uint32_t u, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = c->edges.n + 1;
    SG_TRY(sg_grow(&c->edges.from, &c->from_capacity, n, sizeof *c->edges.from, err));
    SG_TRY(sg_grow(&c->edges.to, &c->to_capacity, n, sizeof *c->edges.to, err));
    c->edges.from[c->edges.n] = in_union(c, u);
    c->edges.to[c->edges.n] = in_union(c, v);
    c->edges.n = n;
done:
    return status;
}

void sg_collector_label(sg_graph_collector *c, uint32_t node, int32_t label)
{
    c->node_label[in_union(c, node)] = label;
}

void sg_collector_class(sg_graph_collector *c, int64_t class_label)
{
    assert(c->n_graphs > 0);
    c->class_label[c->n_graphs - 1] = class_label;
    c->has_classes = true;
}

sg_status sg_collector_finish(sg_dataset *data, sg_graph_collector *c, const char *name,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset made = {0};
    const uint32_t n_graphs = c->n_graphs;

    SG_REQUIRE(n_graphs > 0, SG_EINVAL, "%s: a data set needs at least one graph", name);
    made.name = sg_text_copy(name);
    SG_REQUIRE(made.name != NULL, SG_ENOMEM, "out of memory");
    if (c->has_classes)
        SG_TRY(sg_items_number_classes(&made.items, c->class_label, n_graphs, err));

    /* Edges are given once on purpose, so the reverse arcs that are added are no repairs. */
    const uint32_t n_nodes = c->graph_offset[n_graphs];
    sg_shrink(&c->graph_offset, &c->offset_capacity, (size_t)n_graphs + 1,
              sizeof *c->graph_offset);
    SG_TRY(sg_graph_build(&made.graph, NULL, NULL, &c->edges, &c->graph_offset, n_graphs, err));
    sg_shrink(&c->node_label, &c->label_capacity, n_nodes, sizeof *c->node_label);
    made.node_label = (sg_label_table){c->node_label, 1};
    c->node_label = NULL;

    sg_collector_free(c);
    *data = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    return status;
}
