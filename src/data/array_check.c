/* array_check.c - arrays are looked through before anything is copied.
 *
 * Loops over edges and numbers ask one question per entry; only where the answer is no, a slow
 * function finds out what is wrong. */
#include "data/array_check.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "data/nodes/sparse_table.h"
#include "text/json_reader.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The caller's struct, of whatever size it is. */
static sg_status take_struct(sg_graph_arrays *arrays, const sg_graph_arrays *given,
                             sg_error *err)
{
    return sg_struct_read(arrays, sizeof *arrays, SG_SIZE_WITH(arrays, edge_attribute_name),
                          given, "arrays", err);
}

/* Offsets begin at 0 and ascend. */
static sg_status check_offsets(const char *name, const uint32_t *offset, uint32_t n,
                               sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(offset[0] == 0, SG_EINVAL, "%s[0]: %u; the first offset is 0", name, offset[0]);
    for (uint32_t i = 0; i < n; i++) {
        SG_TRY(sg_watch_ask_at(i, err));
        SG_REQUIRE(offset[i] <= offset[i + 1], SG_EINVAL,
                   "%s[%u]: %u, but the offset before is %u; offsets must ascend", name, i + 1,
                   offset[i + 1], offset[i]);
    }
    SG_REQUIRE(offset[n] < UINT32_MAX, SG_EINVAL, "%s[%u]: %u; the largest offset is 2^32-2",
               name, n, offset[n]);
done:
    return status;
}

/* ---- Edges --------------------------------------------------------------------------------- */

/* The nodes of the graph that the last edge was in. */
typedef struct bounds {
    uint32_t first, behind;
} bounds;

/* Entry i of `name` joins u and v, which are not both in the graph of the entry before. */
static sg_status check_other_graph(bounds *b, const sg_graph_arrays *arrays, const char *name,
                                   size_t i, const uint32_t node[2], sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_nodes = arrays->graph_offset[arrays->n_graphs];
    const uint32_t largest = node[0] > node[1] ? node[0] : node[1];
    SG_REQUIRE(largest < n_nodes, SG_EINVAL, "%s[%zu]: node %u, but there are %u nodes, from 0",
               name, i, largest, n_nodes);
    const uint32_t g = sg_graph_of_node(arrays->graph_offset, arrays->n_graphs, node[0]);
    b->first = arrays->graph_offset[g];
    b->behind = arrays->graph_offset[g + 1];
    SG_REQUIRE(node[1] - b->first < b->behind - b->first, SG_EINVAL,
               "%s[%zu]: node %u is not in graph %u, which has the nodes %u .. %u", name, i,
               node[1], g, b->first, b->behind - 1);
done:
    return status;
}

static sg_status check_pairs(const sg_graph_arrays *arrays, sg_error *err)
{
    sg_status status = SG_OK;
    bounds b = {0};
    for (size_t e = 0; e < arrays->n_edges; e++) {
        const uint32_t *node = &arrays->edge[2 * e], width = b.behind - b.first;
        SG_TRY(sg_watch_ask_at(e, err));
        if (node[0] - b.first >= width || node[1] - b.first >= width)
            SG_TRY(check_other_graph(&b, arrays, "edge", e, node, err));
    }
done:
    return status;
}

static sg_status check_rows(sg_graph_arrays *arrays, sg_error *err)
{
    sg_status status = SG_OK;
    bounds b = {0};
    const uint32_t n_nodes = arrays->graph_offset[arrays->n_graphs];
    SG_TRY(check_offsets("arc_offset", arrays->arc_offset, n_nodes, err));
    const uint32_t n_arcs = arrays->arc_offset[n_nodes];
    SG_REQUIRE(n_arcs == 0 || arrays->neighbor != NULL, SG_EINVAL,
               "neighbor: it is NULL, but arc_offset ends with %u", n_arcs);
    SG_REQUIRE(arrays->n_edges == 0 || arrays->n_edges == n_arcs, SG_EINVAL,
               "n_edges: %zu, but arc_offset ends with %u", arrays->n_edges, n_arcs);
    arrays->n_edges = n_arcs;
    for (uint32_t u = 0; u < n_nodes; u++) {
        SG_TRY(sg_watch_ask_at(u, err));
        for (uint32_t a = arrays->arc_offset[u]; a < arrays->arc_offset[u + 1]; a++) {
            const uint32_t node[] = {u, arrays->neighbor[a]}, width = b.behind - b.first;
            if (node[0] - b.first >= width || node[1] - b.first >= width)
                SG_TRY(check_other_graph(&b, arrays, "neighbor", a, node, err));
        }
    }
done:
    return status;
}

static sg_status check_edges(sg_graph_arrays *arrays, sg_error *err)
{
    sg_status status = SG_OK;
    const bool has_rows = arrays->arc_offset != NULL || arrays->neighbor != NULL;
    SG_REQUIRE(arrays->edge == NULL || !has_rows, SG_EINVAL,
               "edge: there are arc_offset and neighbor, too; give edges in one way");
    if (has_rows) {
        SG_REQUIRE(arrays->arc_offset != NULL, SG_EINVAL,
                   "arc_offset: it is NULL, but neighbor is given");
        SG_TRY(check_rows(arrays, err));
        goto done;
    }
    SG_REQUIRE(arrays->edge != NULL || arrays->n_edges == 0, SG_EINVAL,
               "edge: it is NULL, but n_edges is %zu", arrays->n_edges);
    SG_REQUIRE(arrays->n_edges < UINT32_MAX, SG_EINVAL, "n_edges: %zu; at most 2^32-2",
               arrays->n_edges);
    SG_TRY(check_pairs(arrays, err));
done:
    return status;
}

/* ---- Columns ------------------------------------------------------------------------------- */

sg_item_kind sg_arrays_item(const sg_graph_arrays *arrays)
{
    return arrays->node_class != NULL || arrays->node_class_word != NULL ||
                   arrays->node_target != NULL || arrays->node_part != NULL
               ? SG_ITEM_NODE
               : SG_ITEM_GRAPH;
}

/* Classes, targets and parts are those of graphs or those of nodes. */
static sg_status check_items(const sg_graph_arrays *arrays, sg_error *err)
{
    sg_status status = SG_OK;
    const char *of_graphs = arrays->graph_class != NULL  ? "graph_class"
                            : arrays->class_word != NULL ? "class_word"
                            : arrays->target != NULL     ? "target"
                            : arrays->part != NULL       ? "part"
                                                         : NULL;
    const bool nodes = sg_arrays_item(arrays) == SG_ITEM_NODE;
    SG_REQUIRE(
        !nodes || of_graphs == NULL, SG_EINVAL,
        "%s: the nodes have classes, targets or parts, too; give those of graphs or those "
        "of nodes",
        of_graphs != NULL ? of_graphs : "");
    SG_REQUIRE(nodes || arrays->n_node_targets == 0, SG_EINVAL,
               "node_target: it is NULL, but it should have %u columns",
               arrays->n_node_targets);
done:
    return status;
}

void sg_given_columns(sg_given_column column[SG_N_COLUMNS], const sg_graph_arrays *arrays)
{
    const size_t n_nodes = arrays->graph_offset[arrays->n_graphs], n_edges = arrays->n_edges;
    const bool nodes = sg_arrays_item(arrays) == SG_ITEM_NODE;
    const size_t n_items = nodes ? n_nodes : arrays->n_graphs;
    const sg_given_column all[SG_N_COLUMNS] = {
        [SG_COLUMN_NODE_LABEL] = {.name = "node_label",
                                  .value = arrays->node_label,
                                  .n_rows = n_nodes,
                                  .n_columns = arrays->n_node_labels,
                                  .word = arrays->node_label_word},
        [SG_COLUMN_NODE_ATTRIBUTE] = {.name = "node_attribute",
                                      .value = arrays->node_attribute,
                                      .n_rows = n_nodes,
                                      .n_columns = arrays->n_node_attributes,
                                      .is_real = true},
        [SG_COLUMN_EDGE_LABEL] = {.name = "edge_label",
                                  .value = arrays->edge_label,
                                  .n_rows = n_edges,
                                  .n_columns = arrays->n_edge_labels,
                                  .word = arrays->edge_label_word},
        [SG_COLUMN_EDGE_ATTRIBUTE] = {.name = "edge_attribute",
                                      .value = arrays->edge_attribute,
                                      .n_rows = n_edges,
                                      .n_columns = arrays->n_edge_attributes,
                                      .is_real = true},
        [SG_COLUMN_CLASS] = {.name = nodes ? "node_class" : "graph_class",
                             .value = nodes ? arrays->node_class : arrays->graph_class,
                             .n_rows = n_items,
                             .n_columns = nodes ? arrays->node_class != NULL
                                                : arrays->graph_class != NULL},
        [SG_COLUMN_TARGET] = {.name = nodes ? "node_target" : "target",
                              .value = nodes ? arrays->node_target : arrays->target,
                              .n_rows = n_items,
                              .n_columns = nodes ? arrays->n_node_targets : arrays->n_targets,
                              .is_real = true,
                              .may_be_missing = true},
        [SG_COLUMN_PART] = {.name = nodes ? "node_part" : "part",
                            .value = nodes ? arrays->node_part : arrays->part,
                            .n_rows = n_items,
                            .n_columns =
                                nodes ? arrays->node_part != NULL : arrays->part != NULL}};
    memcpy(column, all, sizeof all);
}

static sg_status check_values(const sg_given_column *column, sg_error *err)
{
    sg_status status = SG_OK;
    const double *value = column->value;
    const size_t n = column->n_rows * column->n_columns;
    for (size_t i = 0; i < n; i++) {
        SG_TRY(sg_watch_ask_at(i, err));
        if (isfinite(value[i]) || (column->may_be_missing && isnan(value[i]))) continue;
        SG_REQUIRE(false, SG_EINVAL, "%s[%zu]: row %zu, column %zu is %g; %s", column->name, i,
                   i / column->n_columns, i % column->n_columns, value[i],
                   column->may_be_missing ? "a finite number is needed, or NaN where it is "
                                            "missing"
                                          : "a finite number is needed");
    }
done:
    return status;
}

/* 0 columns mean one where there is an array, and none where there are no rows. */
static sg_status settle_width(uint32_t *n_columns, const sg_given_column *column, sg_error *err)
{
    sg_status status = SG_OK;
    const bool is_there = column->value != NULL || column->word != NULL;
    SG_REQUIRE(column->value == NULL || column->word == NULL, SG_EINVAL,
               "%s_word: there is %s, too; give labels in one way", column->name, column->name);
    SG_REQUIRE(column->word == NULL || *n_columns < 2, SG_EINVAL,
               "%s_word: words are one column, not %u", column->name, *n_columns);
    if (column->n_rows == 0) {
        *n_columns = 0;
        goto done;
    }
    SG_REQUIRE(is_there || *n_columns == 0, SG_EINVAL,
               "%s: it is NULL, but it should have %u columns", column->name, *n_columns);
    if (is_there && *n_columns == 0) *n_columns = 1;
done:
    return status;
}

static sg_status check_columns(sg_graph_arrays *arrays, sg_error *err)
{
    sg_status status = SG_OK;
    sg_given_column column[SG_N_COLUMNS];
    uint32_t *const width[SG_N_COLUMNS] = {
        [SG_COLUMN_NODE_LABEL] = &arrays->n_node_labels,
        [SG_COLUMN_NODE_ATTRIBUTE] = &arrays->n_node_attributes,
        [SG_COLUMN_EDGE_LABEL] = &arrays->n_edge_labels,
        [SG_COLUMN_EDGE_ATTRIBUTE] = &arrays->n_edge_attributes,
        [SG_COLUMN_TARGET] = sg_arrays_item(arrays) == SG_ITEM_NODE ? &arrays->n_node_targets
                                                                    : &arrays->n_targets};
    sg_given_columns(column, arrays);
    for (int k = 0; k < SG_N_COLUMNS; k++)
        if (width[k] != NULL) SG_TRY(settle_width(width[k], &column[k], err));
    sg_given_columns(column, arrays);
    for (int k = 0; k < SG_N_COLUMNS; k++)
        if (column[k].is_real) SG_TRY(check_values(&column[k], err));
    const sg_given_column *of_parts = &column[SG_COLUMN_PART];
    const uint8_t *part = of_parts->value;
    for (size_t i = 0; part != NULL && i < of_parts->n_rows; i++)
        SG_REQUIRE(part[i] <= SG_NO_PART, SG_EINVAL,
                   "%s[%zu]: %u; SG_TRAIN, SG_VALIDATION, SG_TEST or SG_NO_PART is needed",
                   of_parts->name, i, part[i]);
done:
    return status;
}

/* ---- Texts --------------------------------------------------------------------------------- */

static sg_status check_text(const char *name, size_t i, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_watch_ask_at(i, err));
    SG_REQUIRE(text != NULL, SG_EINVAL, "%s[%zu]: it is NULL", name, i);
    SG_REQUIRE(sg_utf8_flaw(text) == NULL, SG_EINVAL, "%s[%zu]: it is not UTF-8", name, i);
done:
    return status;
}

static sg_status check_texts(const char *name, const char *const *text, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t i = 0; text != NULL && i < n; i++) SG_TRY(check_text(name, i, text[i], err));
done:
    return status;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Outputs of models find their columns by name, so that a name is that of one column. */
static sg_status check_target_names(const char *const *name, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const char **sorted = NULL;
    const char *twice = NULL;
    uint32_t first = 0, second = 0;
    if (name == NULL) goto done;
    SG_TRY(check_texts("target_name", name, n, err));
    SG_ALLOC(sorted, n);
    for (uint32_t i = 0; i < n; i++) sorted[i] = name[i];
    qsort(sorted, n, sizeof *sorted, compare_texts);
    for (uint32_t i = 1; i < n && twice == NULL; i++)
        if (strcmp(sorted[i - 1], sorted[i]) == 0) twice = sorted[i];
    if (twice == NULL) goto done;
    while (strcmp(name[first], twice) != 0) first++;
    for (second = first + 1; strcmp(name[second], twice) != 0;) second++;
    SG_REQUIRE(false, SG_EINVAL, "target_name[%u]: \"%.60s\" is the name of column %u, too",
               second, twice, first);
done:
    sg_free(sorted);
    return status;
}

static sg_status check_attribute_names(const char *attribute, const char *const *name,
                                       const sg_given_column *column, sg_error *err)
{
    char member[40];
    (void)snprintf(member, sizeof member, "%s_name", attribute);
    if (name != NULL && column->n_columns == 0)
        return sg_error_set(err, SG_EINVAL, SG_WHERE, "%s: there is no %s that it could name",
                            member, attribute);
    return check_texts(member, name, column->n_columns, err);
}

sg_status sg_arrays_check_name(const char *name, const char *member, sg_error *err)
{
    if (name == NULL || sg_utf8_flaw(name) == NULL) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "%s: it is not UTF-8", member);
}

/* The words of labels, or the names of labels that are numbers. */
static sg_status check_label_texts(const sg_given_column *column, const sg_label_name *label,
                                   size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_columns = column->n_columns;
    char name[64];
    (void)snprintf(name, sizeof name, "%s_word", column->name);
    SG_TRY(check_texts(name, column->word, column->n_rows, err));
    (void)snprintf(name, sizeof name, "%s_name", column->name);
    SG_REQUIRE(label != NULL || n == 0, SG_EINVAL, "%s: it is NULL, but there should be %zu",
               name, n);
    SG_REQUIRE(label == NULL || n > 0, SG_EINVAL,
               "n_%ss: 0; say how many there are, or leave out %s", name, name);
    SG_REQUIRE(n == 0 || n_columns < 2, SG_EINVAL,
               "%s: labels of %u columns cannot have names, only those of one column", name,
               n_columns);
    SG_REQUIRE(n == 0 || n_columns > 0 || column->n_rows == 0, SG_EINVAL,
               "%s: there are no labels that it could name", name);
    SG_REQUIRE(n == 0 || column->word == NULL, SG_EINVAL,
               "%s: there is %s_word, too; words have no other names", name, column->name);
    for (size_t i = 0; i < n; i++) SG_TRY(check_text(name, i, label[i].name, err));
done:
    return status;
}

static sg_status check_all_texts(const sg_graph_arrays *arrays, sg_error *err)
{
    sg_status status = SG_OK;
    sg_given_column column[SG_N_COLUMNS];
    sg_given_columns(column, arrays);
    const size_t n_nodes = arrays->graph_offset[arrays->n_graphs];
    const uint32_t n_targets = column[SG_COLUMN_TARGET].n_columns;
    SG_REQUIRE(arrays->node_class_word == NULL || arrays->node_class == NULL, SG_EINVAL,
               "node_class_word: there is node_class, too; give classes in one way");
    for (size_t v = 0; arrays->node_class_word != NULL && v < n_nodes; v++)
        if (arrays->node_class_word[v] != NULL)
            SG_TRY(check_text("node_class_word", v, arrays->node_class_word[v], err));
    SG_REQUIRE(arrays->class_word == NULL || arrays->graph_class == NULL, SG_EINVAL,
               "class_word: there is graph_class, too; give classes in one way");
    SG_TRY(check_texts("class_word", arrays->class_word, arrays->n_graphs, err));
    for (uint32_t g = 0; arrays->class_word != NULL && g < arrays->n_graphs; g++)
        SG_REQUIRE(strspn(arrays->class_word[g], " \t\r\n") < strlen(arrays->class_word[g]),
                   SG_EINVAL, "class_word[%u]: it is empty; every graph needs a class", g);
    SG_REQUIRE(arrays->target_name == NULL || arrays->target != NULL ||
                   arrays->node_target != NULL,
               SG_EINVAL, "target_name: there are no targets that it could name");
    SG_TRY(check_target_names(arrays->target_name, n_targets, err));
    SG_TRY(check_attribute_names("node_attribute", arrays->node_attribute_name,
                                 &column[SG_COLUMN_NODE_ATTRIBUTE], err));
    SG_TRY(check_attribute_names("edge_attribute", arrays->edge_attribute_name,
                                 &column[SG_COLUMN_EDGE_ATTRIBUTE], err));
    SG_TRY(check_texts("graph_id", arrays->graph_id, arrays->n_graphs, err));
    SG_TRY(check_texts("node_id", arrays->node_id, n_nodes, err));
    SG_TRY(check_label_texts(&column[SG_COLUMN_NODE_LABEL], arrays->node_label_name,
                             arrays->n_node_label_names, err));
    SG_TRY(check_label_texts(&column[SG_COLUMN_EDGE_LABEL], arrays->edge_label_name,
                             arrays->n_edge_label_names, err));
done:
    return status;
}

/* ---- Sparse attributes ---------------------------------------------------------------------- */

/* The entries of node v. */
static sg_status check_sparse_row(const sg_graph_arrays *a, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint64_t e = a->sparse_row[v]; e < a->sparse_row[v + 1]; e++) {
        SG_REQUIRE(a->sparse_column[e] < SG_MOST_SPARSE_COLUMNS, SG_EINVAL,
                   "sparse_column[%llu]: %u; columns are below 2^28", (unsigned long long)e,
                   a->sparse_column[e]);
        SG_REQUIRE(e == a->sparse_row[v] || a->sparse_column[e - 1] < a->sparse_column[e],
                   SG_EINVAL,
                   "sparse_column[%llu]: %u, but the one before is %u; the columns of node %u "
                   "must ascend",
                   (unsigned long long)e, a->sparse_column[e], a->sparse_column[e - 1], v);
        SG_REQUIRE(a->sparse_value == NULL || isfinite(a->sparse_value[e]), SG_EINVAL,
                   "sparse_value[%llu]: %g is not finite", (unsigned long long)e,
                   (double)a->sparse_value[e]);
    }
done:
    return status;
}

static sg_status check_sparse(const sg_graph_arrays *a, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_nodes = a->graph_offset[a->n_graphs];
    SG_REQUIRE(a->sparse_row != NULL || (a->sparse_column == NULL && a->sparse_value == NULL),
               SG_EINVAL, "sparse_row: it is NULL, but there are columns or values");
    if (a->sparse_row == NULL) goto done;
    SG_REQUIRE(a->sparse_row[0] == 0, SG_EINVAL, "sparse_row[0]: %llu; the first offset is 0",
               (unsigned long long)a->sparse_row[0]);
    for (uint32_t v = 0; v < n_nodes; v++)
        SG_REQUIRE(a->sparse_row[v] <= a->sparse_row[v + 1], SG_EINVAL,
                   "sparse_row[%u]: %llu, but the offset before is %llu; offsets must ascend",
                   v + 1, (unsigned long long)a->sparse_row[v + 1],
                   (unsigned long long)a->sparse_row[v]);
    SG_REQUIRE(a->sparse_row[n_nodes] == 0 || a->sparse_column != NULL, SG_EINVAL,
               "sparse_column: it is NULL, but sparse_row ends with %llu",
               (unsigned long long)a->sparse_row[n_nodes]);
    for (uint32_t v = 0; v < n_nodes; v++) SG_TRY(check_sparse_row(a, v, err));
done:
    return status;
}

sg_status sg_arrays_check(sg_graph_arrays *arrays, const sg_graph_arrays *given, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(take_struct(arrays, given, err));
    SG_TRY(sg_arrays_check_name(arrays->name, "name", err));
    SG_REQUIRE((unsigned)arrays->ownership < SG_N_OWNERSHIPS, SG_EINVAL,
               "ownership: %u; SG_COPIED or SG_BORROWED is needed",
               (unsigned)arrays->ownership);
    SG_REQUIRE(arrays->graph_offset != NULL, SG_EINVAL,
               "graph_offset: it is NULL; it gives the nodes of every graph");
    SG_REQUIRE(arrays->n_graphs > 0, SG_EINVAL, "n_graphs: 0; at least one graph is needed");
    SG_REQUIRE(arrays->n_graphs < UINT32_MAX - 1, SG_EINVAL, "n_graphs: %u; at most 2^32-3",
               arrays->n_graphs);
    SG_TRY(check_offsets("graph_offset", arrays->graph_offset, arrays->n_graphs, err));
    SG_TRY(check_edges(arrays, err));
    SG_TRY(check_items(arrays, err));
    SG_TRY(check_columns(arrays, err));
    SG_TRY(check_all_texts(arrays, err));
    SG_TRY(check_sparse(arrays, err));
done:
    return status;
}
