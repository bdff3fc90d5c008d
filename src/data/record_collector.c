/* record_collector.c - records are checked and appended; words become numbers. */
#include "data/record_collector.h"

#include "base/mem.h"
#include "base/observer.h"
#include "data/record_targets.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void sg_record_collector_free(sg_record_collector *c)
{
    sg_collector_free(&c->all);
    sg_free(c->line);
    sg_collected_words_free(&c->node_words);
    sg_collected_words_free(&c->edge_words);
    sg_names_free(&c->target);
    *c = (sg_record_collector){0};
}

/* ---- Adding ----------------------------------------------------------------------------------- */

static sg_item_kind item_of(const sg_record *r)
{
    return r->n_node_targets > 0 ? SG_ITEM_NODE : SG_ITEM_GRAPH;
}

/* The targets of a record's items, and how many each of them has. */
static const sg_names *targets_of(const sg_record *r)
{
    return r->n_node_targets > 0 ? &r->node_target : &r->target;
}

static uint32_t count_targets(const sg_record *r)
{
    return r->n_node_targets > 0 ? r->n_node_targets : r->target.n;
}

/* Whether what is to be predicted belongs to the same things as before. */
static sg_status check_items(const sg_record_collector *c, const sg_record *r, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_item_kind before = c->all.item;
    bool known = r->n_node_targets == 0;
    SG_REQUIRE(r->n_node_targets == 0 || (r->target.n == 0 && !r->has_class), SG_EFORMAT,
               "a target of the graph and targets of its nodes; one of them is needed");
    SG_REQUIRE(r->n_node_targets > 0 || !r->has_node_parts, SG_EFORMAT,
               "the nodes are divided into parts, but have no targets");
    SG_REQUIRE(r->n_node_targets == 0 || r->node_target.n == r->n_nodes * r->n_node_targets,
               SG_EFORMAT, "targets of %u nodes, but there are %u nodes",
               r->node_target.n / r->n_node_targets, r->n_nodes);
    SG_REQUIRE(c->all.n_graphs == 0 || item_of(r) == before, SG_EFORMAT,
               "the graphs before have targets of %s, this one has not", sg_items_word(before));
    for (uint32_t i = 0; !known && i < r->node_target.n; i++)
        known = !sg_cell_is_missing(sg_names_at(&r->node_target, i));
    SG_REQUIRE(known, SG_EFORMAT,
               "no node of this graph has a target; leave the graph out, or give one a target");
done:
    return status;
}

/* Either all graphs are directed or none is; the same for self-loops. */
static sg_status check_rules(const sg_record_collector *c, const sg_record *r, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_arc_rules before = c->all.arcs.rules;
    SG_REQUIRE(c->all.n_graphs == 0 || r->is_directed == before.directed, SG_EFORMAT,
               "the graphs before are %s, this one is %s",
               before.directed ? "directed" : "undirected",
               r->is_directed ? "directed" : "undirected");
    SG_REQUIRE(c->all.n_graphs == 0 || r->has_loops == before.loops, SG_EFORMAT,
               "the graphs before %s self-loops, this one %s",
               before.loops ? "keep" : "do not keep", r->has_loops ? "keeps them" : "does not");
done:
    return status;
}

static sg_status check_record(const sg_record_collector *c, const sg_record *r, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t e = 0; e < r->n_edges; e++)
        SG_REQUIRE(
            r->edge[e].from < r->n_nodes && r->edge[e].to < r->n_nodes, SG_EFORMAT,
            "the edge from %u to %u leads to a missing node; there are %u, numbered from "
            "0",
            r->edge[e].from, r->edge[e].to, r->n_nodes);
    SG_TRY(check_items(c, r, err));
    SG_TRY(check_rules(c, r, err));
    SG_REQUIRE(c->all.n_graphs == 0 || r->node_said == c->node_said, SG_EFORMAT,
               "%s of nodes, but the graphs before have %s",
               r->node_said == SG_SAID_CLASSES ? "classes" : "targets",
               r->node_said == SG_SAID_CLASSES ? "targets" : "classes");
    SG_REQUIRE(c->all.n_graphs == 0 || count_targets(r) == c->n_targets, SG_EFORMAT,
               "%u targets, but the graphs before have %u", count_targets(r), c->n_targets);
    const uint32_t n_before = c->all.column[SG_COLUMN_NODE_ATTRIBUTE].n_columns;
    const bool comparable = c->all.n_nodes > 0 && r->n_nodes > 0;
    SG_REQUIRE(!comparable || r->n_attributes == n_before, SG_EFORMAT,
               "%u attributes per node, but the graphs before have %u", r->n_attributes,
               n_before);
done:
    return status;
}

/* Make room for everything, so that what follows can fail for words and texts alone.  Columns that no
 * record has are left out in the end. */
static sg_status make_room(sg_record_collector *c, const sg_record *r,
                           const sg_collected_size *more, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_columns[SG_N_COLUMNS] = {[SG_COLUMN_NODE_LABEL] = 1,
                                              [SG_COLUMN_NODE_ATTRIBUTE] =
                                                  r->n_nodes > 0 ? r->n_attributes : 0,
                                              [SG_COLUMN_EDGE_LABEL] = 1,
                                              [SG_COLUMN_CLASS] = item_of(r) == SG_ITEM_GRAPH,
                                              [SG_COLUMN_PART] = 1};
    SG_TRY(sg_collector_reserve(&c->all, more, n_columns, err));
    SG_TRY(sg_grow(&c->line, &c->line_capacity, c->all.n_graphs + (size_t)1, sizeof *c->line,
                   err));
done:
    return status;
}

/* The label in the collector's words of a label in the record's. */
static sg_status add_label(int32_t *to, int32_t label, sg_collected_words *words,
                           const sg_names *word, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t number = 0;
    if (label >= SG_RECORD_LABEL_MIN) {
        *to = label;
        goto done;
    }
    SG_TRY(sg_collected_words_add(&number, words, sg_names_at(word, SG_RECORD_WORD_OF(label)),
                                  err));
    *to = SG_RECORD_WORD(number);
done:
    return status;
}

static sg_status add_labels(sg_record_collector *c, const sg_record *r, sg_error *err)
{
    sg_status status = SG_OK;
    int32_t *node = sg_collector_next(&c->all, SG_COLUMN_NODE_LABEL),
            *edge = sg_collector_next(&c->all, SG_COLUMN_EDGE_LABEL);
    const bool plain_nodes = r->node_word.n == 0, plain_edges = r->edge_word.n == 0;
    if (plain_nodes && r->n_nodes > 0) memcpy(node, r->node, r->n_nodes * sizeof *node);
    for (uint32_t e = 0; plain_edges && e < r->n_edges; e++) edge[e] = r->edge[e].label;
    for (uint32_t v = 0; !plain_nodes && v < r->n_nodes; v++)
        SG_TRY(add_label(&node[v], r->node[v], &c->node_words, &r->node_word, err));
    for (uint32_t e = 0; !plain_edges && e < r->n_edges; e++)
        SG_TRY(add_label(&edge[e], r->edge[e].label, &c->edge_words, &r->edge_word, err));
done:
    return status;
}

/* Graphs without an id have their number. */
static sg_status add_id(sg_record_collector *c, const sg_record *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text number = {0};
    while (c->all.graph_id.n < c->all.n_graphs) {
        number.size = 0;
        SG_TRY(sg_text_add_integer(&number, c->all.graph_id.n, err));
        SG_TRY(sg_names_add(&c->all.graph_id, number.data, number.size, err));
    }
    if (r != NULL && r->has_id)
        SG_TRY(
            sg_names_add(&c->all.graph_id, r->id.size > 0 ? r->id.data : "", r->id.size, err));
done:
    sg_text_free(&number);
    return status;
}

/* Drop names that were added before something failed. */
static void cut_names(sg_names *names, uint32_t n)
{
    if (names->n <= n) return;
    names->text.size = names->offset[n];
    names->n = n;
}

static sg_status add_texts(sg_record_collector *c, const sg_record *r, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_names_add_all(&c->target, targets_of(r), err));
    if (r->has_id) SG_TRY(add_id(c, r, err));
done:
    return status;
}

/* Whether a node says what should be predicted. */
static bool is_known(const sg_record *r, uint32_t node)
{
    for (uint32_t t = 0; t < r->n_node_targets; t++)
        if (!sg_cell_is_missing(sg_names_at(&r->node_target, node * r->n_node_targets + t)))
            return true;
    return false;
}

/* The part of a node, or that of its graph where the node says what should be predicted. */
static uint8_t part_of_node(const sg_record *r, uint32_t node)
{
    if (r->has_node_parts) return r->node_part[node];
    return r->part != SG_PART_NOT_SAID && is_known(r, node) ? r->part : SG_NO_PART;
}

/* Write what cannot fail. */
static void write_rest(sg_record_collector *c, const sg_record *r, uint64_t line)
{
    sg_collector *all = &c->all;
    const size_t n_values = (size_t)r->n_nodes * r->n_attributes;
    if (n_values > 0)
        memcpy(sg_collector_next(all, SG_COLUMN_NODE_ATTRIBUTE), r->attribute,
               n_values * sizeof *r->attribute);
    for (uint32_t e = 0; e < r->n_edges; e++) {
        all->arcs.from[all->arcs.n + e] = all->n_nodes + r->edge[e].from;
        all->arcs.to[all->arcs.n + e] = all->n_nodes + r->edge[e].to;
    }
    uint8_t *part = sg_collector_next(all, SG_COLUMN_PART);
    for (uint32_t i = 0; i < r->n_nodes && item_of(r) == SG_ITEM_NODE; i++)
        part[i] = part_of_node(r, i);
    if (item_of(r) == SG_ITEM_GRAPH) {
        *part = r->part != SG_PART_NOT_SAID ? r->part : SG_NO_PART;
        int64_t *class_label = sg_collector_next(all, SG_COLUMN_CLASS);
        *class_label = r->has_class ? r->class_label : 0;
    }
    c->line[all->n_graphs] = line;
}

sg_status sg_record_collector_add(sg_record_collector *c, const sg_record *r, uint64_t line,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_targets = c->target.n, n_ids = c->all.graph_id.n;
    const sg_collected_size more = {1, r->n_nodes, r->n_edges};
    assert(!r->has_class || r->target.n == 0);
    SG_TRY(sg_watch_ask(err));
    SG_TRY(check_record(c, r, err));
    if (c->all.n_graphs == 0) c->all.item = item_of(r);
    c->all.arcs.rules = (sg_arc_rules){.directed = r->is_directed, .loops = r->has_loops};
    SG_TRY(make_room(c, r, &more, err));
    SG_TRY(add_labels(c, r, err));
    status = add_texts(c, r, err);
    if (status != SG_OK) {
        cut_names(&c->target, n_targets);
        cut_names(&c->all.graph_id, n_ids);
        goto done;
    }
    write_rest(c, r, line);
    sg_collector_append(&c->all, &more, (uint32_t[]){0, r->n_nodes});
    c->n_targets = count_targets(r);
    c->node_said = r->node_said;
    c->has_node_labels = c->has_node_labels || r->has_node_labels;
    c->has_edge_labels = c->has_edge_labels || r->has_edge_labels;
    c->has_parts = c->has_parts || r->part != SG_PART_NOT_SAID || r->has_node_parts;
    c->has_classes = c->has_classes || r->has_class;
done:
    return status;
}

/* ---- Finishing -------------------------------------------------------------------------------- */

/* Number words behind the largest label that is a number, and name them. */
static sg_status number_words(sg_label_names *names, int32_t *label, size_t n,
                              const sg_names *word, sg_error *err)
{
    sg_status status = SG_OK;
    int64_t first = 0;
    if (word->n == 0) goto done;
    for (size_t i = 0; i < n; i++)
        if (label[i] >= SG_RECORD_LABEL_MIN && label[i] >= first) first = (int64_t)label[i] + 1;
    SG_REQUIRE(first + word->n <= INT32_MAX, SG_ELIMIT,
               "no numbers are left for %u words after the label %lld", word->n,
               (long long)first - 1);
    for (size_t i = 0; i < n; i++)
        if (label[i] < SG_RECORD_LABEL_MIN)
            label[i] = (int32_t)(first + SG_RECORD_WORD_OF(label[i]));
    SG_TRY(sg_label_names_add_words(names, (int32_t)first, word, err));
done:
    return status;
}

/* Drop a column that no record has; where one has, number the words of labels. */
static sg_status settle_labels(sg_label_names *names, sg_collector *all, sg_column column,
                               bool exists, const sg_names *word, sg_error *err)
{
    all->column[column].n_columns = exists;
    return exists ? number_words(names, all->column[column].value,
                                 sg_collector_rows(all, column), word, err)
                  : SG_OK;
}

/* What is called a class is none of the targets, and what is called a target is no class, unless it is a word. */
static sg_status settle_names(sg_items *items, const sg_record_collector *c,
                              const uint64_t *line, const char *path, sg_error *err)
{
    const sg_value_table *target = &items->target;
    if (c->node_said == SG_SAID_TARGETS && target->n_columns > 0) {
        sg_free(items->item_class);
        sg_free(items->class_name);
        items->item_class = NULL;
        items->class_name = NULL;
        items->n_classes = 0;
    }
    if (c->node_said != SG_SAID_CLASSES) return SG_OK;
    for (uint32_t v = 0; items->item_class == NULL && v < c->all.n_nodes; v++) {
        const double value = target->value[(size_t)v * target->n_columns];
        if (target->n_columns > 1 ||
            (!isnan(value) && (value != floor(value) || fabs(value) > 1e15)))
            return sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){path, line[v], 0},
                               "found %g among the classes of nodes; a node has one class, a "
                               "whole number or a word, and numbers are \"node_targets\"",
                               value);
    }
    sg_free(items->target.value);
    items->target = (sg_value_table){0};
    return SG_OK;
}

/* Classes and targets of graphs or nodes, from what is written. */
static sg_status make_targets(sg_items *items, const sg_record_collector *c, const char *path,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const sg_collector *all = &c->all;
    uint64_t *line = NULL;
    items->kind = all->item;
    if (all->item == SG_ITEM_GRAPH)
        return sg_record_targets_make(items, &c->target, c->n_targets, c->line, all->n_graphs,
                                      path, err);
    SG_ALLOC(line, all->n_nodes);
    for (uint32_t g = 0; g < all->n_graphs; g++)
        for (uint32_t v = all->graph_offset[g]; v < all->graph_offset[g + 1]; v++)
            line[v] = c->line[g];
    SG_TRY(
        sg_record_targets_make(items, &c->target, c->n_targets, line, all->n_nodes, path, err));
    SG_TRY(settle_names(items, c, line, path, err));
done:
    sg_free(line);
    return status;
}

sg_status sg_record_collector_finish(sg_dataset *data, sg_record_collector *c, const char *name,
                                     const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset made = {0};
    sg_collector *all = &c->all;
    SG_REQUIRE(all->n_graphs > 0, SG_EFORMAT, "%s: it is empty; at least one graph is needed",
               path);
    SG_TRY(make_targets(&made.items, c, path, err));
    SG_TRY(settle_labels(&made.node_name, all, SG_COLUMN_NODE_LABEL, c->has_node_labels,
                         &c->node_words.word, err));
    SG_TRY(settle_labels(&made.edge_name, all, SG_COLUMN_EDGE_LABEL, c->has_edge_labels,
                         &c->edge_words.word, err));
    all->column[SG_COLUMN_CLASS].n_columns = c->has_classes;
    all->column[SG_COLUMN_PART].n_columns = c->has_parts;
    if (all->graph_id.n > 0) SG_TRY(add_id(c, NULL, err));
    SG_TRY(sg_collector_finish(&made, all, name, err));
    made.repairs.one_way = 0; /* edges are given once on purpose */
    *data = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    return status;
}
