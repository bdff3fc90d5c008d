/* subset.c - rows of nodes and arcs are copied stretch by stretch. */
#include "data/subset.h"

#include "base/mem.h"
#include "base/observer.h"

#include <string.h>

/* Copy the offsets and neighbours, which count through the union. */
static sg_status copy_graphs(sg_graph *to, const sg_graph *from, const uint32_t *graph,
                             uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_nodes = 0, n_arcs = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t first = from->graph_offset[graph[i]];
        const uint32_t behind = from->graph_offset[graph[i] + 1];
        n_nodes += behind - first;
        n_arcs += from->arc_offset[behind] - from->arc_offset[first];
    }
    to->n_graphs = n;
    to->rules = from->rules;
    to->n_nodes = n_nodes;
    to->n_arcs = n_arcs;
    SG_ALLOC(to->graph_offset, n + (size_t)1);
    SG_ALLOC(to->arc_offset, n_nodes + (size_t)1);
    SG_ALLOC(to->neighbor, n_arcs);
    uint32_t node = 0, arc = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t first = from->graph_offset[graph[i]];
        const uint32_t behind = from->graph_offset[graph[i] + 1];
        to->graph_offset[i] = node;
        for (uint32_t v = first; v < behind; v++) {
            SG_TRY(sg_watch_ask_at(node + v - first, err));
            to->arc_offset[node + v - first] = arc;
            for (uint32_t a = from->arc_offset[v]; a < from->arc_offset[v + 1]; a++)
                to->neighbor[arc++] = from->neighbor[a] - first + node;
        }
        node += behind - first;
    }
    to->graph_offset[n] = node;
    to->arc_offset[node] = arc;
done:
    return status;
}

/* What a row of a column stands for. */
typedef enum row_kind { ROWS_OF_NODES, ROWS_OF_ARCS } row_kind;

typedef struct stretch {
    size_t first, n;
} stretch;

static stretch rows_of(const sg_graph *g, uint32_t graph, row_kind kind)
{
    const uint32_t first = g->graph_offset[graph], behind = g->graph_offset[graph + 1];
    if (kind == ROWS_OF_NODES) return (stretch){first, behind - first};
    return (stretch){g->arc_offset[first], g->arc_offset[behind] - g->arc_offset[first]};
}

/* Copy the rows of a column whose rows have `size` bytes; a column that is missing stays so. */
static sg_status copy_rows(void *column, const void *from, size_t size, row_kind kind,
                           const sg_graph *g, const uint32_t *graph, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    size_t n_rows = 0;
    unsigned char *to = NULL;
    if (from == NULL || size == 0) goto done;
    for (uint32_t i = 0; i < n; i++) n_rows += rows_of(g, graph[i], kind).n;
    SG_ALLOC(to, n_rows * size);
    memcpy(column, &to, sizeof to);
    for (uint32_t i = 0; i < n; i++) {
        const stretch s = rows_of(g, graph[i], kind);
        SG_TRY(sg_watch_ask_at(i, err));
        if (s.n > 0) memcpy(to, (const unsigned char *)from + s.first * size, s.n * size);
        to += s.n * size;
    }
done:
    return status;
}

static sg_status copy_names(sg_dataset *to, const sg_dataset *from, const uint32_t *graph,
                            uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_label_names_copy(&to->node_name, &from->node_name, err));
    SG_TRY(sg_label_names_copy(&to->edge_name, &from->edge_name, err));
    SG_TRY(sg_names_add_all(&to->node_attribute_name, &from->node_attribute_name, err));
    SG_TRY(sg_names_add_all(&to->edge_attribute_name, &from->edge_attribute_name, err));
    if (from->graph_id.n > 0)
        SG_TRY(sg_names_add_some(&to->graph_id, &from->graph_id, graph, n, err));
    SG_TRY(sg_text_replace(&to->form, from->form, err));
done:
    return status;
}

/* What is said about the graphs, or about their nodes; and what these are called. */
static sg_status copy_items(sg_dataset *to, const sg_dataset *from, const uint32_t *graph,
                            uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *g = &from->graph;
    uint32_t *node = NULL, n_nodes = 0;
    const bool of_nodes = from->items.kind == SG_ITEM_NODE;
    if (!of_nodes) SG_TRY(sg_items_select(&to->items, &from->items, graph, n, err));
    if (!of_nodes && from->node_id.n == 0 && from->node_sparse.row == NULL) goto done;
    for (uint32_t i = 0; i < n; i++)
        n_nodes += g->graph_offset[graph[i] + 1] - g->graph_offset[graph[i]];
    SG_ALLOC(node, n_nodes);
    n_nodes = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t v = g->graph_offset[graph[i]]; v < g->graph_offset[graph[i] + 1]; v++)
            node[n_nodes++] = v;
    if (of_nodes) SG_TRY(sg_items_select(&to->items, &from->items, node, n_nodes, err));
    if (from->node_id.n > 0)
        SG_TRY(sg_names_add_some(&to->node_id, &from->node_id, node, n_nodes, err));
    SG_TRY(sg_sparse_table_select(&to->node_sparse, &from->node_sparse, node, n_nodes, err));
done:
    sg_free(node);
    return status;
}

sg_status sg_dataset_subset(sg_dataset *subset, const sg_dataset *data, const uint32_t *graph,
                            uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset made = {0};
    const sg_graph *g = &data->graph;
    if (data->name != NULL) {
        made.name = sg_text_copy(data->name);
        SG_REQUIRE(made.name != NULL, SG_ENOMEM, "out of memory");
    }
    made.node_label.n_columns = data->node_label.n_columns;
    made.node_attribute.n_columns = data->node_attribute.n_columns;
    made.edge_label.n_columns = data->edge_label.n_columns;
    made.edge_attribute.n_columns = data->edge_attribute.n_columns;
    SG_TRY(copy_graphs(&made.graph, g, graph, n, err));
    SG_TRY(copy_rows(&made.node_label.value, data->node_label.value,
                     data->node_label.n_columns * sizeof(int32_t), ROWS_OF_NODES, g, graph, n,
                     err));
    SG_TRY(copy_rows(&made.node_attribute.value, data->node_attribute.value,
                     data->node_attribute.n_columns * sizeof(double), ROWS_OF_NODES, g, graph,
                     n, err));
    SG_TRY(copy_rows(&made.edge_label.value, data->edge_label.value,
                     data->edge_label.n_columns * sizeof(int32_t), ROWS_OF_ARCS, g, graph, n,
                     err));
    SG_TRY(copy_rows(&made.edge_attribute.value, data->edge_attribute.value,
                     data->edge_attribute.n_columns * sizeof(double), ROWS_OF_ARCS, g, graph, n,
                     err));
    SG_TRY(copy_items(&made, data, graph, n, err));
    SG_TRY(copy_names(&made, data, graph, n, err));
    *subset = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    return status;
}
