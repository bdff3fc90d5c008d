/* array_collector.c - arrays are checked and appended; names are sorted. */
#include "data/array_collector.h"

#include "base/mem.h"
#include "base/observer.h"
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
    sg_collector_free(&c->all);
    sg_names_free(&c->class_word);
    free_names(&c->node_name);
    free_names(&c->edge_name);
    sg_collected_words_free(&c->node_words);
    sg_collected_words_free(&c->edge_words);
    sg_sparse_table_free(&c->sparse);
    sg_free(c->form);
    *c = (sg_array_collector){0};
}

/* ---- Adding -------------------------------------------------------------------------------- */

/* The words of classes, of graphs or of nodes. */
static const char *const *class_words(const sg_graph_arrays *arrays)
{
    return arrays->node_class_word != NULL ? arrays->node_class_word : arrays->class_word;
}

static const char *class_words_name(const sg_graph_arrays *arrays)
{
    return arrays->node_class_word != NULL ? "node_class_word" : "class_word";
}

static sg_status check_texts_alike(const sg_array_collector *c, const char *name,
                                   const sg_names *before, const char *const *text,
                                   sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(c->all.n_graphs == 0 || (before->n > 0) == (text != NULL), SG_EINVAL,
               "%s: the graphs before have %s", name, before->n > 0 ? "some" : "none");
done:
    return status;
}

/* Whether columns are called as before; who says nothing agrees. */
static sg_status check_names_alike(const char *name, const sg_names *before,
                                   const char *const *text, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; text != NULL && n == before->n && i < n; i++)
        SG_REQUIRE(strcmp(text[i], sg_names_at(before, i)) == 0, SG_EINVAL,
                   "%s[%u]: \"%.60s\", but the graphs before have \"%.60s\"", name, i, text[i],
                   sg_names_at(before, i));
done:
    return status;
}

/* Whether labels are words where those before are, and numbers where those before are. */
static sg_status check_words_alike(const sg_array_collector *c, sg_column k,
                                   const sg_collected_words *words,
                                   const sg_given_column *column, sg_error *err)
{
    sg_status status = SG_OK;
    const bool comparable = sg_collector_rows(&c->all, k) > 0 && column->n_rows > 0;
    SG_REQUIRE(!comparable || column->n_columns == 0 ||
                   (words->word.n > 0) == (column->word != NULL),
               SG_EINVAL, "%s%s: the labels of the graphs before are %s", column->name,
               column->word != NULL ? "_word" : "", words->word.n > 0 ? "words" : "numbers");
done:
    return status;
}

/* Whether the graphs say as much as those before. */
static sg_status check_alike(const sg_array_collector *c, const sg_graph_arrays *arrays,
                             const sg_given_column column[SG_N_COLUMNS], sg_error *err)
{
    sg_status status = SG_OK;
    for (sg_column k = 0; k < SG_N_COLUMNS; k++) {
        const uint32_t before = c->all.column[k].n_columns;
        const bool comparable = sg_collector_rows(&c->all, k) > 0 && column[k].n_rows > 0;
        SG_REQUIRE(!comparable || before == column[k].n_columns, SG_EINVAL,
                   "%s: %u columns, but the graphs before have %u", column[k].name,
                   column[k].n_columns, before);
    }
    SG_TRY(check_words_alike(c, SG_COLUMN_NODE_LABEL, &c->node_words,
                             &column[SG_COLUMN_NODE_LABEL], err));
    SG_TRY(check_words_alike(c, SG_COLUMN_EDGE_LABEL, &c->edge_words,
                             &column[SG_COLUMN_EDGE_LABEL], err));
    if (arrays->n_graphs == 0) goto done;
    SG_TRY(check_texts_alike(c, class_words_name(arrays), &c->class_word, class_words(arrays),
                             err));
    SG_TRY(check_texts_alike(c, "graph_id", &c->all.graph_id, arrays->graph_id, err));
    if (c->all.n_nodes > 0 && column[SG_COLUMN_NODE_LABEL].n_rows > 0)
        SG_TRY(check_texts_alike(c, "node_id", &c->all.node_id, arrays->node_id, err));
    SG_REQUIRE(c->all.n_nodes == 0 || column[SG_COLUMN_NODE_LABEL].n_rows == 0 ||
                   (c->sparse.row != NULL) == (arrays->sparse_row != NULL),
               SG_EINVAL, "sparse_row: the graphs before have %s",
               c->sparse.row != NULL ? "some" : "none");
    SG_TRY(check_names_alike("node_attribute_name", &c->all.node_attribute_name,
                             arrays->node_attribute_name,
                             column[SG_COLUMN_NODE_ATTRIBUTE].n_columns, err));
    SG_TRY(check_names_alike("edge_attribute_name", &c->all.edge_attribute_name,
                             arrays->edge_attribute_name,
                             column[SG_COLUMN_EDGE_ATTRIBUTE].n_columns, err));
    SG_TRY(check_names_alike("target_name", &c->all.target_name, arrays->target_name,
                             column[SG_COLUMN_TARGET].n_columns, err));
done:
    return status;
}

static void write_edges(sg_collector *c, const sg_graph_arrays *arrays)
{
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
}

/* Write the numbers of words. */
static sg_status write_words(int32_t *label, sg_collected_words *words,
                             const sg_given_column *given, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t i = 0; given->word != NULL && i < given->n_rows; i++) {
        uint32_t number = 0;
        SG_TRY(sg_watch_ask_at(i, err));
        SG_TRY(sg_collected_words_add(&number, words, given->word[i], err));
        label[i] = (int32_t)number;
    }
done:
    return status;
}

static sg_arc_rules rules_of(const sg_graph_arrays *arrays)
{
    return (sg_arc_rules){.directed = arrays->directed, .loops = arrays->self_loops};
}

/* Let offsets and clean rows stay where they are. */
static sg_status lend_graphs(sg_collector *c, const sg_graph_arrays *arrays, sg_error *err)
{
    sg_status status = SG_OK;
    sg_lent_graphs lent = {.graph_offset = arrays->graph_offset};
    bool clean = false;
    if (arrays->neighbor != NULL)
        SG_TRY(sg_graph_rows_are_clean(&clean, arrays->arc_offset, arrays->neighbor,
                                       arrays->graph_offset, arrays->n_graphs, rules_of(arrays),
                                       err));
    if (clean) {
        lent.arc_offset = arrays->arc_offset;
        lent.neighbor = arrays->neighbor;
    }
    sg_collector_lend(c, &lent);
done:
    return status;
}

/* Whether a column can stay where it is: classes and words become numbers. */
static bool can_lend(const sg_given_column *given, sg_column k)
{
    return given->value != NULL && k != SG_COLUMN_CLASS;
}

static sg_status add_graphs(sg_array_collector *collector, const sg_graph_arrays *arrays,
                            const sg_given_column given[SG_N_COLUMNS], sg_error *err)
{
    sg_status status = SG_OK;
    sg_collector *c = &collector->all;
    const sg_collected_size more = {arrays->n_graphs, arrays->graph_offset[arrays->n_graphs],
                                    arrays->n_edges};
    const bool lends = collector->may_borrow && arrays->ownership == SG_BORROWED;
    uint32_t n_columns[SG_N_COLUMNS];
    if (lends) SG_TRY(lend_graphs(c, arrays, err));
    for (sg_column k = 0; k < SG_N_COLUMNS; k++) {
        const bool is_copied = given[k].n_rows > 0 && !(lends && can_lend(&given[k], k));
        n_columns[k] = is_copied ? given[k].n_columns : 0;
    }
    SG_TRY(sg_collector_reserve(c, &more, n_columns, err));
    if (c->lent.arc_offset == NULL) write_edges(c, arrays);
    for (sg_column k = 0; k < SG_N_COLUMNS; k++) {
        if (given[k].value == NULL || given[k].n_rows == 0) continue;
        if (n_columns[k] == 0)
            sg_collector_lend_column(c, k, given[k].value, given[k].n_columns);
        else
            memcpy(sg_collector_next(c, k), given[k].value,
                   given[k].n_rows * n_columns[k] * sg_column_width(k));
    }
    SG_TRY(write_words(sg_collector_next(c, SG_COLUMN_NODE_LABEL), &collector->node_words,
                       &given[SG_COLUMN_NODE_LABEL], err));
    SG_TRY(write_words(sg_collector_next(c, SG_COLUMN_EDGE_LABEL), &collector->edge_words,
                       &given[SG_COLUMN_EDGE_LABEL], err));
    sg_collector_append(c, &more, arrays->graph_offset);
done:
    return status;
}

static sg_status add_texts(sg_names *names, const char *const *text, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t i = 0; text != NULL && i < n; i++) {
        const char *word = text[i] != NULL ? text[i] : "";
        SG_TRY(sg_watch_ask_at(i, err));
        SG_TRY(sg_names_add(names, word, strlen(word), err));
    }
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

/* All graphs were read in the same way. */
static sg_status check_form(const sg_array_collector *c, const sg_graph_arrays *arrays,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const char *form = arrays->form;
    const sg_arc_rules rules = rules_of(arrays), before = c->all.arcs.rules;
    SG_REQUIRE(c->all.n_graphs == 0 || rules.directed == before.directed, SG_EINVAL,
               "directed: the graphs before are %s", before.directed ? "directed" : "not");
    SG_REQUIRE(c->all.n_graphs == 0 || rules.loops == before.loops, SG_EINVAL,
               "self_loops: the graphs before %s them", before.loops ? "keep" : "do not keep");
    const bool same =
        c->form == NULL ? form == NULL : form != NULL && strcmp(c->form, form) == 0;
    SG_REQUIRE(c->all.n_graphs == 0 || same, SG_EINVAL,
               "form: \"%.60s\", but that of the graphs before is \"%.60s\"",
               form != NULL ? form : "", c->form != NULL ? c->form : "");
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
    const sg_item_kind item = sg_arrays_item(&arrays);
    if (c->all.n_graphs == 0) c->all.item = item;
    SG_REQUIRE(c->all.item == item || arrays.n_graphs == 0, SG_EINVAL,
               "%s: the graphs before have what is to be predicted for %s",
               item == SG_ITEM_NODE ? "node_class, node_target or node_part" : "n_graphs",
               sg_items_word(c->all.item));
    SG_TRY(check_alike(c, &arrays, column, err));
    SG_TRY(check_form(c, &arrays, err));
    c->all.arcs.rules = rules_of(&arrays);
    SG_TRY(add_graphs(c, &arrays, column, err));
    if (c->form == NULL && arrays.form != NULL)
        SG_TRY(sg_text_replace(&c->form, arrays.form, err));
    SG_TRY(
        add_texts(&c->class_word, class_words(&arrays), column[SG_COLUMN_CLASS].n_rows, err));
    SG_TRY(add_texts(&c->all.graph_id, arrays.graph_id, arrays.n_graphs, err));
    SG_TRY(
        add_texts(&c->all.node_id, arrays.node_id, arrays.graph_offset[arrays.n_graphs], err));
    if (arrays.sparse_row != NULL && arrays.graph_offset[arrays.n_graphs] > 0)
        SG_TRY(sg_sparse_table_append(&c->sparse, arrays.sparse_row, arrays.sparse_column,
                                      arrays.sparse_value, arrays.graph_offset[arrays.n_graphs],
                                      err));
    if (c->all.node_attribute_name.n == 0)
        SG_TRY(add_texts(&c->all.node_attribute_name, arrays.node_attribute_name,
                         column[SG_COLUMN_NODE_ATTRIBUTE].n_columns, err));
    if (c->all.edge_attribute_name.n == 0)
        SG_TRY(add_texts(&c->all.edge_attribute_name, arrays.edge_attribute_name,
                         column[SG_COLUMN_EDGE_ATTRIBUTE].n_columns, err));
    if (c->all.target_name.n == 0)
        SG_TRY(add_texts(&c->all.target_name, arrays.target_name,
                         column[SG_COLUMN_TARGET].n_columns, err));
    SG_TRY(
        add_label_names(&c->node_name, arrays.node_label_name, arrays.n_node_label_names, err));
    SG_TRY(
        add_label_names(&c->edge_name, arrays.edge_label_name, arrays.n_edge_label_names, err));
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

/* Names in the order of their labels, each label once; or words. */
static sg_status name_labels(sg_label_names *names, const sg_collected_names *c,
                             const sg_collected_words *words, const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    numbered_label *order = NULL;
    if (words->word.n > 0) return sg_label_names_add_words(names, 0, &words->word, err);
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

sg_status sg_array_collector_finish(sg_dataset *data, sg_array_collector *c, const char *name,
                                    sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset made = {0};
    SG_REQUIRE(c->all.n_graphs > 0, SG_EINVAL, "n_graphs: 0; at least one graph is needed");
    SG_TRY(name_labels(&made.node_name, &c->node_name, &c->node_words, "node_label_name", err));
    SG_TRY(name_labels(&made.edge_name, &c->edge_name, &c->edge_words, "edge_label_name", err));
    made.items.kind = c->all.item;
    if (c->class_word.n > 0)
        SG_TRY(sg_record_classes_make(&made.items, &c->class_word,
                                      (uint32_t)sg_collector_rows(&c->all, SG_COLUMN_CLASS),
                                      err));
    SG_TRY(sg_collector_finish(&made, &c->all, name, err));
    made.node_sparse = c->sparse;
    c->sparse = (sg_sparse_table){0};
    made.form = c->form;
    c->form = NULL;
    *data = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    return status;
}
