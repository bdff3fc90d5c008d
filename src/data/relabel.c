/* relabel.c - copying what stays. */
#include "data/relabel.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void sg_relabeling_free(sg_relabeling *relabeling)
{
    sg_free(relabeling->entry);
    *relabeling = (sg_relabeling){0};
}

static int compare_from(const void *a, const void *b)
{
    const sg_new_label *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

static const sg_new_label *find(const sg_relabeling *r, int32_t label)
{
    const sg_new_label wanted = {.from = label};
    return r->n > 0 ? bsearch(&wanted, r->entry, r->n, sizeof wanted, compare_from) : NULL;
}

/* Where every node goes. */
typedef struct moving {
    uint32_t *node;  /* [n_nodes] new number, UINT32_MAX: nowhere */
    int32_t *label;  /* [n_nodes] new label                       */
    uint32_t n_left; /* nodes that stay                           */
} moving;

static sg_status find_places(moving *m, const sg_dataset *data, const sg_relabeling *r,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = data->graph.n_nodes;
    SG_ALLOC(m->node, n);
    SG_ALLOC(m->label, n);
    for (uint32_t v = 0; v < n; v++) {
        const sg_new_label *found = find(r, data->node_label.value[v]);
        SG_REQUIRE(found != NULL, SG_EINVAL,
                   "relabel: the file does not list label %d, which node %u of %s has",
                   (int)data->node_label.value[v], v,
                   data->name != NULL ? data->name : "the data");
        m->node[v] = found->removed ? UINT32_MAX : m->n_left++;
        m->label[v] = found->to;
    }
done:
    return status;
}

/* The graphs without the nodes that go; kept_arc lists the arcs that stay. */
static sg_status copy_graph(sg_graph *to, uint32_t *kept_arc, const sg_graph *from,
                            const moving *m, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_arcs = 0;
    to->n_graphs = from->n_graphs;
    to->rules = from->rules;
    to->n_nodes = m->n_left;
    SG_ALLOC(to->graph_offset, from->n_graphs + (size_t)1);
    SG_ALLOC(to->arc_offset, m->n_left + (size_t)1);
    SG_ALLOC(to->neighbor, from->n_arcs);
    for (uint32_t g = 0; g < from->n_graphs; g++) {
        to->graph_offset[g + 1] = to->graph_offset[g];
        for (uint32_t v = from->graph_offset[g]; v < from->graph_offset[g + 1]; v++) {
            if (m->node[v] == UINT32_MAX) continue;
            to->graph_offset[g + 1]++;
            for (uint32_t a = from->arc_offset[v]; a < from->arc_offset[v + 1]; a++) {
                if (m->node[from->neighbor[a]] == UINT32_MAX) continue;
                kept_arc[n_arcs] = a;
                to->neighbor[n_arcs++] = m->node[from->neighbor[a]];
            }
            to->arc_offset[m->node[v] + 1] = n_arcs;
        }
    }
    to->n_arcs = n_arcs;
done:
    return status;
}

/* The columns of nodes and arcs that stay. */
typedef struct kept_columns {
    int32_t *node_label, *edge_label;
    double *node_attribute, *edge_attribute;
    sg_items items; /* where they are nodes */
    sg_names node_id;
    sg_sparse_table node_sparse;
} kept_columns;

static sg_status copy_columns(kept_columns *c, const sg_dataset *data, const moving *m,
                              const uint32_t *kept_arc, uint32_t n_arcs, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *kept_node = NULL;
    SG_ALLOC(kept_node, m->n_left);
    for (uint32_t v = 0; v < data->graph.n_nodes; v++)
        if (m->node[v] != UINT32_MAX) kept_node[m->node[v]] = v;
    SG_TRY(sg_rows_copy(&c->node_label, m->label, kept_node, m->n_left, sizeof *m->label, err));
    SG_TRY(sg_rows_copy(&c->node_attribute, data->node_attribute.value, kept_node, m->n_left,
                        data->node_attribute.n_columns * sizeof(double), err));
    SG_TRY(sg_rows_copy(&c->edge_label, data->edge_label.value, kept_arc, n_arcs,
                        data->edge_label.n_columns * sizeof(int32_t), err));
    SG_TRY(sg_rows_copy(&c->edge_attribute, data->edge_attribute.value, kept_arc, n_arcs,
                        data->edge_attribute.n_columns * sizeof(double), err));
    if (data->items.kind == SG_ITEM_NODE)
        SG_TRY(sg_items_select(&c->items, &data->items, kept_node, m->n_left, err));
    if (data->node_id.n > 0)
        SG_TRY(sg_names_add_some(&c->node_id, &data->node_id, kept_node, m->n_left, err));
    SG_TRY(
        sg_sparse_table_select(&c->node_sparse, &data->node_sparse, kept_node, m->n_left, err));
done:
    sg_free(kept_node);
    return status;
}

static void exchange(void *a, void *b)
{
    void *x, *y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    memcpy(a, &y, sizeof y);
    memcpy(b, &x, sizeof x);
}

sg_status sg_dataset_relabel(sg_dataset *data, const sg_relabeling *relabeling, sg_error *err)
{
    sg_status status = SG_OK;
    moving m = {0};
    sg_graph graph = {0};
    kept_columns c = {0};
    uint32_t *kept_arc = NULL;
    SG_REQUIRE(data->node_label.n_columns == 1, SG_EINVAL,
               "relabel: the data has %u columns of node labels, and 1 is needed",
               data->node_label.n_columns);
    SG_REQUIRE(data->node_name.content == NULL, SG_EINVAL,
               "relabel: the labels of the data are words, which mean the same everywhere");
    SG_TRY(find_places(&m, data, relabeling, err));
    SG_ALLOC(kept_arc, data->graph.n_arcs);
    SG_TRY(copy_graph(&graph, kept_arc, &data->graph, &m, err));
    SG_TRY(copy_columns(&c, data, &m, kept_arc, graph.n_arcs, err));
    sg_dataset_return_graphs(data);
    const sg_graph before = data->graph;
    data->graph = graph;
    graph = before;
    exchange(&data->node_label.value, &c.node_label);
    exchange(&data->node_attribute.value, &c.node_attribute);
    exchange(&data->edge_label.value, &c.edge_label);
    exchange(&data->edge_attribute.value, &c.edge_attribute);
    if (data->items.kind == SG_ITEM_NODE) {
        const sg_items items = c.items;
        sg_loans_return(&data->loans, &data->items.target.value);
        sg_loans_return(&data->loans, &data->items.part);
        c.items = data->items;
        data->items = items;
    }
    const sg_names node_id = data->node_id;
    data->node_id = c.node_id;
    c.node_id = node_id;
    const sg_sparse_table node_sparse = data->node_sparse;
    data->node_sparse = c.node_sparse;
    c.node_sparse = node_sparse;
    sg_label_names_free(&data->node_name);
done:
    sg_graph_free(&graph);
    sg_free(c.node_label);
    sg_free(c.node_attribute);
    sg_free(c.edge_label);
    sg_free(c.edge_attribute);
    sg_items_free(&c.items);
    sg_names_free(&c.node_id);
    sg_sparse_table_free(&c.node_sparse);
    sg_free(kept_arc);
    sg_free(m.node);
    sg_free(m.label);
    return status;
}
