/* record_collector.c - arrays that grow record by record. */
#include "data/record_collector.h"

#include "base/mem.h"
#include "data/record_targets.h"

#include <assert.h>
#include <string.h>

void sg_record_collector_free(sg_record_collector *c)
{
    sg_free(c->graph_offset);
    sg_free(c->line);
    sg_free(c->part);
    sg_free(c->class_label);
    sg_free(c->node_label);
    sg_free(c->attribute);
    sg_arc_list_free(&c->edges);
    sg_free(c->edge_label);
    sg_name_table_close(c->node_words.table);
    sg_names_free(&c->node_words.word);
    sg_name_table_close(c->edge_words.table);
    sg_names_free(&c->edge_words.word);
    sg_names_free(&c->target);
    sg_names_free(&c->target_name);
    sg_names_free(&c->id);
    *c = (sg_record_collector){0};
}

/* ---- Adding ----------------------------------------------------------------------------------- */

static sg_status check_record(const sg_record_collector *c, const sg_record *r, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t e = 0; e < r->n_edges; e++)
        SG_REQUIRE(
            r->edge[e].from < r->n_nodes && r->edge[e].to < r->n_nodes, SG_EFORMAT,
            "the edge from %u to %u leads to a node that is not there; there are %u, from "
            "0 on",
            r->edge[e].from, r->edge[e].to, r->n_nodes);
    SG_REQUIRE(c->n_graphs == 0 || r->target.n == c->n_targets, SG_EFORMAT,
               "%u targets, but the graphs before have %u", r->target.n, c->n_targets);
    const bool comparable = c->has_attributes && r->n_nodes > 0;
    SG_REQUIRE(!comparable || r->n_attributes == c->n_attributes, SG_EFORMAT,
               "%u attributes per node, but the graphs before have %u", r->n_attributes,
               c->n_attributes);
done:
    return status;
}

/* Make room for everything, so that what follows can fail for words and texts alone. */
static sg_status make_room(sg_record_collector *c, const sg_record *r, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n_nodes = (size_t)c->n_nodes + r->n_nodes, n_edges = c->edges.n + r->n_edges;
    SG_REQUIRE(n_nodes < UINT32_MAX, SG_ELIMIT,
               "all graphs together may have 2^32-2 nodes, not more");
    SG_TRY(sg_grow(&c->graph_offset, &c->offset_capacity, c->n_graphs + (size_t)2,
                   sizeof *c->graph_offset, err));
    SG_TRY(sg_grow(&c->line, &c->line_capacity, c->n_graphs + (size_t)1, sizeof *c->line, err));
    SG_TRY(sg_grow(&c->part, &c->part_capacity, c->n_graphs + (size_t)1, sizeof *c->part, err));
    SG_TRY(sg_grow(&c->class_label, &c->class_capacity, c->n_graphs + (size_t)1,
                   sizeof *c->class_label, err));
    SG_TRY(
        sg_grow(&c->node_label, &c->label_capacity, n_nodes + 1, sizeof *c->node_label, err));
    SG_TRY(sg_grow(&c->edge_label, &c->edge_capacity, n_edges + 1, sizeof *c->edge_label, err));
    SG_TRY(sg_arc_list_make_pairs(&c->edges, err));
    SG_TRY(sg_arc_list_reserve(&c->edges, r->n_edges, err));
    SG_TRY(sg_grow(&c->attribute, &c->attribute_capacity, n_nodes * r->n_attributes + 1,
                   sizeof *c->attribute, err));
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
    if (words->table == NULL) SG_TRY(sg_name_table_open(&words->table, &words->word, err));
    const char *text = sg_names_at(word, SG_RECORD_WORD_OF(label));
    SG_TRY(sg_name_table_intern(&number, words->table, text, strlen(text), err));
    SG_REQUIRE(number < (uint32_t)(SG_RECORD_LABEL_MIN - (int64_t)INT32_MIN), SG_ELIMIT,
               "more than 2^30 different words");
    *to = SG_RECORD_WORD(number);
done:
    return status;
}

static sg_status add_labels(sg_record_collector *c, const sg_record *r, sg_error *err)
{
    sg_status status = SG_OK;
    const bool plain_nodes = r->node_word.n == 0, plain_edges = r->edge_word.n == 0;
    if (plain_nodes && r->n_nodes > 0)
        memcpy(c->node_label + c->n_nodes, r->node, r->n_nodes * sizeof *c->node_label);
    for (uint32_t e = 0; plain_edges && e < r->n_edges; e++)
        c->edge_label[c->edges.n + e] = r->edge[e].label;
    for (uint32_t v = 0; !plain_nodes && v < r->n_nodes; v++)
        SG_TRY(add_label(&c->node_label[c->n_nodes + v], r->node[v], &c->node_words,
                         &r->node_word, err));
    for (uint32_t e = 0; !plain_edges && e < r->n_edges; e++)
        SG_TRY(add_label(&c->edge_label[c->edges.n + e], r->edge[e].label, &c->edge_words,
                         &r->edge_word, err));
done:
    return status;
}

/* Graphs without an id have their number. */
static sg_status add_id(sg_record_collector *c, const sg_record *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text number = {0};
    while (c->id.n < c->n_graphs) {
        number.size = 0;
        SG_TRY(sg_text_add_integer(&number, c->id.n, err));
        SG_TRY(sg_names_add(&c->id, number.data, number.size, err));
    }
    if (r != NULL && r->has_id)
        SG_TRY(sg_names_add(&c->id, r->id.size > 0 ? r->id.data : "", r->id.size, err));
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
    SG_TRY(sg_names_add_all(&c->target, &r->target, err));
    if (r->has_id) SG_TRY(add_id(c, r, err));
done:
    return status;
}

sg_status sg_record_collector_add(sg_record_collector *c, const sg_record *r, uint64_t line,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_targets = c->target.n, n_ids = c->id.n;
    assert(!r->has_class || r->target.n == 0);
    SG_TRY(check_record(c, r, err));
    SG_TRY(make_room(c, r, err));
    SG_TRY(add_labels(c, r, err));
    status = add_texts(c, r, err);
    if (status != SG_OK) {
        cut_names(&c->target, n_targets);
        cut_names(&c->id, n_ids);
        goto done;
    }
    const size_t n_values = (size_t)r->n_nodes * r->n_attributes;
    if (n_values > 0)
        memcpy(c->attribute + (size_t)c->n_nodes * r->n_attributes, r->attribute,
               n_values * sizeof *c->attribute);
    for (uint32_t e = 0; e < r->n_edges; e++) {
        c->edges.from[c->edges.n] = c->n_nodes + r->edge[e].from;
        c->edges.to[c->edges.n++] = c->n_nodes + r->edge[e].to;
    }
    c->line[c->n_graphs] = line;
    c->part[c->n_graphs] = r->part != SG_RECORD_NO_PART ? r->part : SG_NO_PART;
    c->class_label[c->n_graphs] = r->has_class ? r->class_label : 0;
    c->graph_offset[c->n_graphs++] = c->n_nodes;
    c->n_nodes += r->n_nodes;
    c->graph_offset[c->n_graphs] = c->n_nodes;
    c->n_targets = r->target.n;
    if (r->n_nodes > 0) {
        c->n_attributes = r->n_attributes;
        c->has_attributes = true;
    }
    c->has_node_labels = c->has_node_labels || r->has_node_labels;
    c->has_edge_labels = c->has_edge_labels || r->has_edge_labels;
    c->has_parts = c->has_parts || r->part != SG_RECORD_NO_PART;
    c->has_ids = c->has_ids || r->has_id;
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
               "no numbers are left for %u words behind the label %lld", word->n,
               (long long)first - 1);
    for (size_t i = 0; i < n; i++)
        if (label[i] < SG_RECORD_LABEL_MIN)
            label[i] = (int32_t)(first + SG_RECORD_WORD_OF(label[i]));
    for (uint32_t i = 0; i < word->n; i++) {
        const char *name = sg_names_at(word, i);
        SG_TRY(sg_label_names_add(names, (int32_t)(first + i), name, strlen(name), err));
    }
    SG_TRY(sg_label_names_make_words(names, err));
done:
    return status;
}

static sg_status build_graphs(sg_dataset *made, sg_record_collector *c, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *source = NULL;
    sg_shrink(&c->graph_offset, &c->offset_capacity, (size_t)c->n_graphs + 1,
              sizeof *c->graph_offset);
    const size_t n_edges = c->edges.n;
    if (c->has_edge_labels)
        SG_TRY(
            number_words(&made->edge_name, c->edge_label, n_edges, &c->edge_words.word, err));
    SG_TRY(sg_graph_build(&made->graph, &source, &made->repairs, &c->edges, &c->graph_offset,
                          c->n_graphs, err));
    made->repairs.one_way = 0; /* edges are given once on purpose */
    if (c->has_edge_labels && made->graph.n_arcs > 0) {
        SG_TRY(sg_rows_gather(&c->edge_label, source, made->graph.n_arcs, sizeof *c->edge_label,
                              err));
        made->edge_label = (sg_label_table){c->edge_label, 1};
        c->edge_label = NULL;
    }
done:
    sg_free(source);
    return status;
}

static void move_columns(sg_dataset *made, sg_record_collector *c)
{
    if (c->has_node_labels) {
        sg_shrink(&c->node_label, &c->label_capacity, c->n_nodes, sizeof *c->node_label);
        made->node_label = (sg_label_table){c->node_label, 1};
        c->node_label = NULL;
    }
    if (c->n_attributes > 0) {
        sg_shrink(&c->attribute, &c->attribute_capacity, (size_t)c->n_nodes * c->n_attributes,
                  sizeof *c->attribute);
        made->node_attribute = (sg_value_table){c->attribute, c->n_attributes};
        c->attribute = NULL;
    }
    if (c->has_parts) {
        made->items.part = c->part;
        c->part = NULL;
    }
    if (c->target_name.n == made->items.target.n_columns) {
        made->items.target_name = c->target_name;
        c->target_name = (sg_names){0};
    }
}

sg_status sg_record_collector_finish(sg_dataset *data, sg_record_collector *c, const char *name,
                                     const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset made = {0};
    SG_REQUIRE(c->n_graphs > 0, SG_EFORMAT,
               "%s: nothing is in it; at least one graph is needed", path);
    made.name = sg_text_copy(name);
    SG_REQUIRE(made.name != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sg_record_targets_make(&made.items, &c->target, c->n_targets, c->line, c->n_graphs,
                                  path, err));
    if (c->has_classes)
        SG_TRY(sg_items_number_classes(&made.items, c->class_label, c->n_graphs, err));
    if (c->has_node_labels)
        SG_TRY(
            number_words(&made.node_name, c->node_label, c->n_nodes, &c->node_words.word, err));
    SG_TRY(build_graphs(&made, c, err));
    if (c->has_ids) {
        SG_TRY(add_id(c, NULL, err));
        made.graph_id = c->id;
        c->id = (sg_names){0};
    }
    move_columns(&made, c);
    *data = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    return status;
}
