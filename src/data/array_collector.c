/* array_collector.c - arrays are appended, then become the columns of a data set. */
#include "data/array_collector.h"

#include "base/mem.h"
#include "data/array_check.h"
#include "data/record_targets.h"

#include <stdlib.h>
#include <string.h>

static void free_names(sg_collected_names *names)
{
    sg_free(names->label);
    sg_names_free(&names->name);
}

void sg_array_collector_free(sg_array_collector *c)
{
    sg_free(c->graph_offset);
    sg_arc_list_free(&c->arcs);
    for (int k = 0; k < SG_N_COLUMNS; k++) sg_free(c->column[k].value);
    sg_names_free(&c->class_word);
    sg_names_free(&c->graph_id);
    sg_names_free(&c->target_name);
    free_names(&c->node_name);
    free_names(&c->edge_name);
    *c = (sg_array_collector){0};
}

/* ---- Adding -------------------------------------------------------------------------------- */

static sg_status check_texts_alike(const sg_array_collector *c, const char *name,
                                   const sg_names *before, const char *const *text,
                                   sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(c->n_graphs == 0 || (before->n > 0) == (text != NULL), SG_EINVAL,
               "%s: the graphs before have %s", name, before->n > 0 ? "some" : "none");
done:
    return status;
}

/* Whether the graphs say as much as those before. */
static sg_status check_alike(const sg_array_collector *c, const sg_graph_arrays *arrays,
                             const sg_given_column column[SG_N_COLUMNS], sg_error *err)
{
    sg_status status = SG_OK;
    for (int k = 0; k < SG_N_COLUMNS; k++) {
        const sg_collected_column *before = &c->column[k];
        const bool comparable = before->n_rows > 0 && column[k].n_rows > 0;
        SG_REQUIRE(!comparable || before->n_columns == column[k].n_columns, SG_EINVAL,
                   "%s: %u columns, but the graphs before have %u", column[k].name,
                   column[k].n_columns, before->n_columns);
    }
    if (arrays->n_graphs == 0) goto done;
    SG_TRY(check_texts_alike(c, "class_word", &c->class_word, arrays->class_word, err));
    SG_TRY(check_texts_alike(c, "graph_id", &c->graph_id, arrays->graph_id, err));
    if (arrays->target_name == NULL || c->target_name.n == 0) goto done;
    for (uint32_t i = 0; i < arrays->n_targets; i++)
        SG_REQUIRE(strcmp(arrays->target_name[i], sg_names_at(&c->target_name, i)) == 0,
                   SG_EINVAL,
                   "target_name[%u]: \"%.60s\", but the graphs before have \"%.60s\"", i,
                   arrays->target_name[i], sg_names_at(&c->target_name, i));
done:
    return status;
}

static sg_status check_room(const sg_array_collector *c, const sg_graph_arrays *arrays,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n_nodes = arrays->graph_offset[arrays->n_graphs];
    SG_REQUIRE(c->n_graphs + (size_t)arrays->n_graphs < UINT32_MAX - 1, SG_ELIMIT,
               "all graphs together: more than 2^32-3");
    SG_REQUIRE(c->n_nodes + n_nodes < UINT32_MAX, SG_ELIMIT,
               "all graphs together have more than 2^32-2 nodes");
    SG_REQUIRE(c->arcs.n + arrays->n_edges < UINT32_MAX, SG_ELIMIT,
               "all graphs together have more than 2^32-2 edges");
done:
    return status;
}

static sg_status add_offsets(sg_array_collector *c, const sg_graph_arrays *arrays,
                             sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&c->graph_offset, &c->offset_capacity,
                   c->n_graphs + (size_t)arrays->n_graphs + 1, sizeof *c->graph_offset, err));
    for (size_t g = 0; g <= arrays->n_graphs; g++)
        c->graph_offset[c->n_graphs + g] = c->n_nodes + arrays->graph_offset[g];
done:
    return status;
}

static sg_status add_edges(sg_array_collector *c, const sg_graph_arrays *arrays, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_arc_list_make_pairs(&c->arcs, err));
    SG_TRY(sg_arc_list_reserve(&c->arcs, arrays->n_edges, err));
    uint32_t *from = c->arcs.from + c->arcs.n, *to = c->arcs.to + c->arcs.n;
    if (arrays->edge != NULL) {
        for (size_t e = 0; e < arrays->n_edges; e++) {
            from[e] = c->n_nodes + arrays->edge[2 * e];
            to[e] = c->n_nodes + arrays->edge[2 * e + 1];
        }
    } else if (arrays->arc_offset != NULL) {
        const uint32_t n_nodes = arrays->graph_offset[arrays->n_graphs];
        for (uint32_t u = 0; u < n_nodes; u++)
            for (size_t a = arrays->arc_offset[u]; a < arrays->arc_offset[u + 1]; a++) {
                from[a] = c->n_nodes + u;
                to[a] = c->n_nodes + arrays->neighbor[a];
            }
    }
    c->arcs.n += arrays->n_edges;
done:
    return status;
}

static sg_status add_column(sg_collected_column *c, const sg_given_column *given, sg_error *err)
{
    sg_status status = SG_OK;
    if (given->n_rows == 0) goto done;
    c->n_columns = given->n_columns;
    const size_t row = given->n_columns * given->width;
    if (row > 0) {
        SG_TRY(sg_grow(&c->value, &c->capacity, c->n_rows + given->n_rows, row, err));
        memcpy((char *)c->value + c->n_rows * row, given->value, given->n_rows * row);
    }
    c->n_rows += given->n_rows;
done:
    return status;
}

static sg_status add_texts(sg_names *names, const char *const *text, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t i = 0; text != NULL && i < n; i++)
        SG_TRY(sg_names_add(names, text[i], strlen(text[i]), err));
done:
    return status;
}

static sg_status add_label_names(sg_collected_names *names, const sg_label_name *label,
                                 size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(
        sg_grow(&names->label, &names->capacity, names->name.n + n, sizeof *names->label, err));
    for (size_t i = 0; i < n; i++) {
        SG_TRY(sg_names_add(&names->name, label[i].name, strlen(label[i].name), err));
        names->label[names->name.n - 1] = label[i].label;
    }
done:
    return status;
}

sg_status sg_array_collector_add(sg_array_collector *c, const sg_graph_arrays *given,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    sg_graph_arrays arrays = {0};
    sg_given_column column[SG_N_COLUMNS];
    SG_TRY(sg_arrays_check(&arrays, given, err));
    sg_given_columns(column, &arrays);
    SG_TRY(check_alike(c, &arrays, column, err));
    SG_TRY(check_room(c, &arrays, err));
    SG_TRY(add_offsets(c, &arrays, err));
    SG_TRY(add_edges(c, &arrays, err));
    for (int k = 0; k < SG_N_COLUMNS; k++) SG_TRY(add_column(&c->column[k], &column[k], err));
    SG_TRY(add_texts(&c->class_word, arrays.class_word, arrays.n_graphs, err));
    SG_TRY(add_texts(&c->graph_id, arrays.graph_id, arrays.n_graphs, err));
    if (c->target_name.n == 0)
        SG_TRY(add_texts(&c->target_name, arrays.target_name, arrays.n_targets, err));
    SG_TRY(
        add_label_names(&c->node_name, arrays.node_label_name, arrays.n_node_label_names, err));
    SG_TRY(
        add_label_names(&c->edge_name, arrays.edge_label_name, arrays.n_edge_label_names, err));
    c->n_graphs += arrays.n_graphs;
    c->n_nodes += arrays.graph_offset[arrays.n_graphs];
done:
    return status;
}

/* ---- Finishing ----------------------------------------------------------------------------- */

/* Label and number of a name; sorting them sorts by label, then by number. */
typedef struct numbered_label {
    int32_t label;
    uint32_t number;
} numbered_label;

static int compare_labels(const void *a, const void *b)
{
    const numbered_label *x = a, *y = b;
    if (x->label != y->label) return x->label < y->label ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* Names in the order of their labels, each label once. */
static sg_status sort_label_names(sg_label_names *names, const sg_collected_names *c,
                                  const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    numbered_label *order = NULL;
    const uint32_t n = c->name.n;
    SG_ALLOC(order, n);
    for (uint32_t i = 0; i < n; i++) order[i] = (numbered_label){c->label[i], i};
    qsort(order, n, sizeof *order, compare_labels);
    for (uint32_t i = 0; i < n; i++) {
        const char *name = sg_names_at(&c->name, order[i].number);
        if (i == 0 || order[i].label != order[i - 1].label) {
            SG_TRY(sg_label_names_add(names, order[i].label, name, strlen(name), err));
            continue;
        }
        const char *other = sg_names_at(&c->name, order[i - 1].number);
        SG_REQUIRE(strcmp(name, other) == 0, SG_EINVAL,
                   "%s: label %d has two names, \"%.60s\" and \"%.60s\"", what, order[i].label,
                   other, name);
    }
done:
    sg_free(order);
    return status;
}

static sg_status build_graphs(sg_dataset *made, sg_array_collector *c, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *source = NULL;
    sg_shrink(&c->graph_offset, &c->offset_capacity, (size_t)c->n_graphs + 1,
              sizeof *c->graph_offset);
    SG_TRY(sg_graph_build(&made->graph, &source, &made->repairs, &c->arcs, &c->graph_offset,
                          c->n_graphs, err));
    const uint32_t n_arcs = made->graph.n_arcs;
    for (int k = SG_COLUMN_EDGE_LABEL; k <= SG_COLUMN_EDGE_ATTRIBUTE; k++) {
        sg_collected_column *column = &c->column[k];
        const size_t width = k == SG_COLUMN_EDGE_LABEL ? sizeof(int32_t) : sizeof(double);
        SG_TRY(sg_rows_gather(&column->value, source, n_arcs, column->n_columns * width, err));
        if (source != NULL) column->n_rows = column->capacity = n_arcs;
    }
done:
    sg_free(source);
    return status;
}

/* The memory of a column, which then belongs to the data set; a column without rows has none. */
static void *take_column(uint32_t *n_columns, sg_collected_column *c, size_t n_rows,
                         size_t width)
{
    if (n_rows == 0 || c->n_columns == 0) return NULL;
    sg_shrink(&c->value, &c->capacity, n_rows, c->n_columns * width);
    void *value = c->value;
    *n_columns = c->n_columns;
    c->value = NULL;
    return value;
}

static void move_columns(sg_dataset *made, sg_array_collector *c)
{
    static const size_t whole = sizeof(int32_t), real = sizeof(double);
    sg_collected_column *column = c->column;
    const size_t n_nodes = made->graph.n_nodes, n_arcs = made->graph.n_arcs;
    made->node_label.value =
        take_column(&made->node_label.n_columns, &column[SG_COLUMN_NODE_LABEL], n_nodes, whole);
    made->node_attribute.value = take_column(&made->node_attribute.n_columns,
                                             &column[SG_COLUMN_NODE_ATTRIBUTE], n_nodes, real);
    made->edge_label.value =
        take_column(&made->edge_label.n_columns, &column[SG_COLUMN_EDGE_LABEL], n_arcs, whole);
    made->edge_attribute.value = take_column(&made->edge_attribute.n_columns,
                                             &column[SG_COLUMN_EDGE_ATTRIBUTE], n_arcs, real);
    made->items.target.value = take_column(&made->items.target.n_columns,
                                           &column[SG_COLUMN_TARGET], c->n_graphs, real);
    made->items.target_name = c->target_name;
    made->graph_id = c->graph_id;
    c->target_name = c->graph_id = (sg_names){0};
}

sg_status sg_array_collector_finish(sg_dataset *data, sg_array_collector *c, const char *name,
                                    sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset made = {0};
    SG_REQUIRE(c->n_graphs > 0, SG_EINVAL, "n_graphs: 0; at least one graph is needed");
    made.name = sg_text_copy(name);
    SG_REQUIRE(made.name != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sort_label_names(&made.node_name, &c->node_name, "node_label_name", err));
    SG_TRY(sort_label_names(&made.edge_name, &c->edge_name, "edge_label_name", err));
    if (c->class_word.n > 0)
        SG_TRY(sg_record_classes_make(&made.items, &c->class_word, c->n_graphs, err));
    if (c->column[SG_COLUMN_GRAPH_CLASS].n_columns > 0)
        SG_TRY(sg_items_number_classes(&made.items, c->column[SG_COLUMN_GRAPH_CLASS].value,
                                       c->n_graphs, err));
    SG_TRY(build_graphs(&made, c, err));
    move_columns(&made, c);
    *data = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    return status;
}
