/* collector.c - tables that grow, then become those of a data set without being copied. */
#include "data/collector.h"

#include "base/mem.h"
#include "data/nodes/edge_union.h"

#include <assert.h>
#include <string.h>

/* So many that their numbers, and those below SG_RECORD_LABEL_MIN, are enough. */
enum { MOST_WORDS = 1 << 30 };

/* A pointer to what the caller has; a data set's arrays are not written once it is made. */
static void borrow(void *pointer, const void *array)
{
    memcpy(pointer, &array, sizeof array);
}

void sg_collector_free(sg_collector *c)
{
    sg_free(c->graph_offset);
    sg_arc_list_free(&c->arcs);
    for (int k = 0; k < SG_N_COLUMNS; k++)
        if (!c->column[k].is_lent) sg_free(c->column[k].value);
    sg_names_free(&c->graph_id);
    sg_names_free(&c->node_id);
    sg_names_free(&c->target_name);
    sg_names_free(&c->node_attribute_name);
    sg_names_free(&c->edge_attribute_name);
    *c = (sg_collector){0};
}

void sg_collected_words_free(sg_collected_words *words)
{
    sg_name_table_close(words->table);
    sg_names_free(&words->word);
    *words = (sg_collected_words){0};
}

sg_status sg_collected_words_add(uint32_t *number, sg_collected_words *words, const char *word,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    if (words->table == NULL) SG_TRY(sg_name_table_open(&words->table, &words->word, err));
    SG_TRY(sg_name_table_intern(number, words->table, word, strlen(word), err));
    SG_REQUIRE(*number < MOST_WORDS, SG_ELIMIT, "more than 2^30 different words");
done:
    return status;
}

size_t sg_column_width(sg_column column)
{
    static const size_t width[SG_N_COLUMNS] = {
        [SG_COLUMN_NODE_LABEL] = sizeof(int32_t), [SG_COLUMN_NODE_ATTRIBUTE] = sizeof(double),
        [SG_COLUMN_EDGE_LABEL] = sizeof(int32_t), [SG_COLUMN_EDGE_ATTRIBUTE] = sizeof(double),
        [SG_COLUMN_CLASS] = sizeof(int64_t),      [SG_COLUMN_TARGET] = sizeof(double),
        [SG_COLUMN_PART] = sizeof(uint8_t)};
    return width[column];
}

/* Which of three counts is that of a column's rows. */
static size_t rows_of(sg_column column, sg_item_kind item, size_t n_nodes, size_t n_edges,
                      size_t n_graphs)
{
    switch (column) {
    case SG_COLUMN_NODE_LABEL:
    case SG_COLUMN_NODE_ATTRIBUTE:
        return n_nodes;
    case SG_COLUMN_EDGE_LABEL:
    case SG_COLUMN_EDGE_ATTRIBUTE:
        return n_edges;
    default:
        return item == SG_ITEM_NODE ? n_nodes : n_graphs;
    }
}

size_t sg_collector_rows(const sg_collector *c, sg_column column)
{
    return rows_of(column, c->item, c->n_nodes, c->arcs.n, c->n_graphs);
}

/* ---- Adding -------------------------------------------------------------------------------- */

void sg_collector_lend(sg_collector *c, const sg_lent_graphs *graphs)
{
    assert(c->n_graphs == 0);
    c->lent = *graphs;
}

void sg_collector_lend_column(sg_collector *c, sg_column column, const void *value,
                              uint32_t n_columns)
{
    assert(c->n_graphs == 0 && c->column[column].value == NULL);
    c->column[column].n_columns = n_columns;
    c->column[column].is_lent = true;
    borrow(&c->column[column].value, value);
}

static sg_status reserve_column(sg_collector *c, sg_column k, size_t n_more, uint32_t n_columns,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_collected_column *column = &c->column[k];
    const size_t n_before = sg_collector_rows(c, k);
    if (n_before > 0 && n_more == 0) goto done;
    assert(n_before == 0 || column->n_columns == n_columns);
    column->n_columns = n_columns;
    if (n_columns == 0) goto done;
    /* One more, because a table that exists has memory, also without rows. */
    SG_TRY(sg_grow(&column->value, &column->capacity, (n_before + n_more) * n_columns + 1,
                   sg_column_width(k), err));
done:
    return status;
}

sg_status sg_collector_reserve(sg_collector *c, const sg_collected_size *more,
                               const uint32_t n_columns[SG_N_COLUMNS], sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(c->n_graphs + (size_t)more->n_graphs < UINT32_MAX - 1, SG_ELIMIT,
               "all graphs together: more than 2^32-3");
    SG_REQUIRE(c->n_nodes + (size_t)more->n_nodes < UINT32_MAX, SG_ELIMIT,
               "all graphs together may have 2^32-2 nodes, not more");
    SG_REQUIRE(c->arcs.n + more->n_edges < UINT32_MAX, SG_ELIMIT,
               "all graphs together may have 2^32-2 edges, not more");
    if (c->lent.graph_offset == NULL)
        SG_TRY(sg_grow(&c->graph_offset, &c->offset_capacity,
                       c->n_graphs + (size_t)more->n_graphs + 1, sizeof *c->graph_offset, err));
    if (c->lent.arc_offset == NULL) {
        SG_TRY(sg_arc_list_make_pairs(&c->arcs, err));
        SG_TRY(sg_arc_list_reserve(&c->arcs, more->n_edges, err));
    }
    for (sg_column k = 0; k < SG_N_COLUMNS; k++)
        SG_TRY(reserve_column(c, k,
                              rows_of(k, c->item, more->n_nodes, more->n_edges, more->n_graphs),
                              n_columns[k], err));
done:
    return status;
}

void *sg_collector_next(const sg_collector *c, sg_column column)
{
    const sg_collected_column *of = &c->column[column];
    const size_t n = sg_collector_rows(c, column) * of->n_columns;
    return of->value != NULL ? (char *)of->value + n * sg_column_width(column) : NULL;
}

void sg_collector_append(sg_collector *c, const sg_collected_size *more,
                         const uint32_t *graph_offset)
{
    for (size_t g = 0; c->lent.graph_offset == NULL && g <= more->n_graphs; g++)
        c->graph_offset[c->n_graphs + g] = c->n_nodes + graph_offset[g];
    c->n_graphs += more->n_graphs;
    c->n_nodes += more->n_nodes;
    c->arcs.n += more->n_edges;
}

/* ---- Finishing ----------------------------------------------------------------------------- */

/* The rows that are lent, which need no repairs. */
static void use_lent_rows(sg_dataset *data, const sg_collector *c)
{
    data->graph.n_graphs = c->n_graphs;
    data->graph.n_nodes = c->n_nodes;
    data->graph.n_arcs = (uint32_t)c->arcs.n;
    data->graph.rules = c->arcs.rules;
    borrow(&data->graph.graph_offset, c->lent.graph_offset);
    borrow(&data->graph.arc_offset, c->lent.arc_offset);
    borrow(&data->graph.neighbor, c->lent.neighbor);
    sg_loans_add(&data->loans, c->lent.arc_offset);
    sg_loans_add(&data->loans, c->lent.neighbor);
}

/* Bring the rows of a column of edges into the order of the arcs. */
static sg_status order_edges(sg_collector *c, sg_column k, const uint32_t *source,
                             uint32_t n_arcs, sg_error *err)
{
    sg_status status = SG_OK;
    sg_collected_column *column = &c->column[k];
    const size_t width = column->n_columns * sg_column_width(k);
    if (source != NULL && column->is_lent) {
        SG_TRY(sg_rows_copy(&column->value, column->value, source, n_arcs, width, err));
        column->is_lent = false;
    } else {
        SG_TRY(sg_rows_gather(&column->value, source, n_arcs, width, err));
    }
    if (source != NULL) column->capacity = (size_t)n_arcs * column->n_columns;
    /* Without arcs there is nothing that could have a label; a data set that never had any
     * looks the same. */
    if (n_arcs == 0) column->n_columns = 0;
done:
    return status;
}

/* Attributes of arcs that are merged are added up, in memory of our own. */
static sg_status offer_attributes(sg_collector *c, sg_error *err)
{
    sg_status status = SG_OK;
    sg_collected_column *column = &c->column[SG_COLUMN_EDGE_ATTRIBUTE];
    double *copy = NULL;
    const size_t n = c->arcs.n * column->n_columns;
    if (!c->arcs.rules.directed || n == 0) goto done;
    if (column->is_lent) {
        SG_ALLOC(copy, n);
        memcpy(copy, column->value, n * sizeof *copy);
        column->value = copy;
        column->capacity = n;
        column->is_lent = false;
    }
    c->arcs.added = column->value;
    c->arcs.n_added = column->n_columns;
done:
    return status;
}

static sg_status build_graphs(sg_dataset *data, sg_collector *c, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *source = NULL, *graph_offset = NULL;
    if (c->lent.graph_offset != NULL) sg_loans_add(&data->loans, c->lent.graph_offset);
    if (c->lent.arc_offset != NULL) {
        use_lent_rows(data, c);
    } else {
        sg_shrink(&c->graph_offset, &c->offset_capacity, (size_t)c->n_graphs + 1,
                  sizeof *c->graph_offset);
        borrow(&graph_offset,
               c->lent.graph_offset != NULL ? c->lent.graph_offset : c->graph_offset);
        SG_TRY(offer_attributes(c, err));
        SG_TRY(sg_graph_build(&data->graph, &source, &data->repairs, &c->arcs, &graph_offset,
                              c->n_graphs, err));
        c->graph_offset = NULL;
    }
    SG_TRY(order_edges(c, SG_COLUMN_EDGE_LABEL, source, data->graph.n_arcs, err));
    SG_TRY(sg_edge_rows_unite(&source, &data->reading, &data->graph,
                              c->column[SG_COLUMN_EDGE_ATTRIBUTE].value,
                              c->column[SG_COLUMN_EDGE_ATTRIBUTE].n_columns, err));
    SG_TRY(order_edges(c, SG_COLUMN_EDGE_ATTRIBUTE, source, data->graph.n_arcs, err));
done:
    sg_free(source);
    return status;
}

/* The memory of a column, which then belongs to the data set; NULL where there is no column. */
static void *take_column(uint32_t *n_columns, sg_dataset *data, sg_collector *c, sg_column k,
                         size_t n_rows)
{
    sg_collected_column *column = &c->column[k];
    if (column->n_columns == 0) return NULL;
    if (column->is_lent)
        sg_loans_add(&data->loans, column->value);
    else
        sg_shrink(&column->value, &column->capacity, n_rows * column->n_columns,
                  sg_column_width(k));
    void *value = column->value;
    *n_columns = column->n_columns;
    column->value = NULL;
    return value;
}

/* Names of columns, where there are such columns. */
static void move_names(sg_names *to, sg_names *from, uint32_t n_columns)
{
    if (from->n != n_columns) return;
    *to = *from;
    *from = (sg_names){0};
}

static void move_columns(sg_dataset *data, sg_collector *c)
{
    const sg_graph *graph = &data->graph;
    sg_value_table *target = &data->items.target;
    const uint32_t n_items = sg_item_count(data);
    uint32_t one = 0;
    data->node_label.value =
        take_column(&data->node_label.n_columns, data, c, SG_COLUMN_NODE_LABEL, graph->n_nodes);
    data->node_attribute.value = take_column(&data->node_attribute.n_columns, data, c,
                                             SG_COLUMN_NODE_ATTRIBUTE, graph->n_nodes);
    data->edge_label.value =
        take_column(&data->edge_label.n_columns, data, c, SG_COLUMN_EDGE_LABEL, graph->n_arcs);
    data->edge_attribute.value = take_column(&data->edge_attribute.n_columns, data, c,
                                             SG_COLUMN_EDGE_ATTRIBUTE, graph->n_arcs);
    if (target->value == NULL)
        target->value = take_column(&target->n_columns, data, c, SG_COLUMN_TARGET, n_items);
    data->items.part = take_column(&one, data, c, SG_COLUMN_PART, n_items);
    data->graph_id = c->graph_id;
    c->graph_id = (sg_names){0};
    data->node_id = c->node_id;
    c->node_id = (sg_names){0};
    move_names(&data->node_attribute_name, &c->node_attribute_name,
               data->node_attribute.n_columns);
    move_names(&data->edge_attribute_name, &c->edge_attribute_name,
               data->edge_attribute.n_columns);
    /* Targets that turned out to be words are classes, and have no name. */
    move_names(&data->items.target_name, &c->target_name, data->items.target.n_columns);
}

sg_status sg_collector_finish(sg_dataset *data, sg_collector *c, const char *name,
                              sg_error *err)
{
    sg_status status = SG_OK;
    assert(c->n_graphs > 0);
    data->name = sg_text_copy(name);
    SG_REQUIRE(data->name != NULL, SG_ENOMEM, "out of memory");
    data->items.kind = c->item;
    if (c->column[SG_COLUMN_CLASS].n_columns > 0)
        SG_TRY(sg_items_number_classes(&data->items, c->column[SG_COLUMN_CLASS].value,
                                       (uint32_t)sg_collector_rows(c, SG_COLUMN_CLASS), err));
    SG_TRY(build_graphs(data, c, err));
    move_columns(data, c);
done:
    return status;
}
