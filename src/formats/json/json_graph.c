/* json_graph.c - the members of a graph's object, in any order. */
#include "formats/json/json_parts.h"

#include "base/mem.h"
#include "base/nearest.h"
#include "base/observer.h"
#include "data/part.h"
#include "formats/import_options.h"

#include <math.h>
#include <string.h>

sg_status sgi_json_wrong(const sg_json_token *token, const char *needed, sg_error *err)
{
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, token->place, "found something else; %s",
                       needed);
}

/* ---- Labels ----------------------------------------------------------------------------------- */

/* What a string token means, zero-terminated in r->word. */
sg_status sgi_json_decode(sg_graph_reader *r, const sg_json_token *token, sg_error *err)
{
    sg_status status = SG_OK;
    r->word.size = 0;
    SG_TRY(sg_json_decode(&r->word, token, err));
    if (memchr(r->word.data, '\0', r->word.size) != NULL)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token->place,
                           "found a zero byte in a text; names cannot have any"));
done:
    return status;
}

static sg_status whole_label(int32_t *label, const sg_json_token *token, sg_error *err)
{
    double value = 0;
    const sg_status status = sg_json_real(&value, token, err);
    if (status != SG_OK) return status;
    if (value != floor(value) || value < SG_RECORD_LABEL_MIN || value > INT32_MAX)
        return sgi_json_wrong(
            token,
            "a label is a text or a whole number from -1073741824 to 2147483647; real "
            "numbers are attributes, in a list",
            err);
    *label = (int32_t)value;
    return SG_OK;
}

/* The label that `token` is; words go to `names`. */
static sg_status read_label(int32_t *label, sg_graph_reader *r, sg_names *names,
                            const sg_json_token *token, sg_error *err)
{
    sg_status status = SG_OK;
    if (token->kind == SG_JSON_NUMBER) {
        SG_TRY(whole_label(label, token, err));
        goto done;
    }
    if (token->kind != SG_JSON_STRING)
        SG_TRY(sgi_json_wrong(token, "a label is a text or a whole number", err));
    SG_TRY(sgi_json_decode(r, token, err));
    SG_TRY(sg_names_add(names, r->word.data, r->word.size, err));
    *label = SG_RECORD_WORD(names->n - 1);
done:
    return status;
}

/* ---- Nodes ------------------------------------------------------------------------------------ */

/* The numbers of a list that has been begun: attributes of the node added last. */
static sg_status read_attributes(sg_graph_reader *r, const sg_json_token *list, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record *record = r->record;
    sg_json_token token;
    const size_t first = (size_t)(record->n_nodes - 1) * r->width;
    uint32_t n = 0;
    for (;; n++) {
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        SG_TRY(sg_grow(&record->attribute, &record->attribute_capacity, first + n + 1,
                       sizeof *record->attribute, err));
        SG_TRY(sg_json_real(&record->attribute[first + n], &token, err));
    }
    if (r->has_width && n != r->width)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, list->place,
                           "%u attributes, but the nodes before have %u", n, r->width));
    if (!r->has_width && record->n_nodes > 1 && n > 0)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, list->place,
                           "attributes, but the nodes before have none"));
    r->width = n;
    r->has_width = true;
done:
    return status;
}

/* A node without attributes, behind others. */
static sg_status no_attributes(sg_graph_reader *r, const sg_json_token *token, sg_error *err)
{
    if (r->has_width && r->width > 0)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, token->place,
                           "no attributes, but the nodes before have %u", r->width);
    r->has_width = true;
    return SG_OK;
}

static sg_status read_node_object(sg_graph_reader *r, const sg_json_token *node, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record *record = r->record;
    sg_json_token key, value;
    bool has_attributes = false;
    for (;;) {
        SG_TRY(sg_json_next(&key, &r->json, err));
        if (key.kind == SG_JSON_OBJECT_END) break;
        SG_TRY(sg_json_next(&value, &r->json, err));
        if (sg_json_equals(&key, "label")) {
            SG_TRY(read_label(&record->node[record->n_nodes - 1], r, &record->node_word, &value,
                              err));
            record->has_node_labels = true;
        } else if (sg_json_equals(&key, "attributes")) {
            if (value.kind != SG_JSON_ARRAY_BEGIN || has_attributes)
                SG_TRY(sgi_json_wrong(&value, "attributes are one list of numbers", err));
            SG_TRY(read_attributes(r, &value, err));
            has_attributes = true;
        } else {
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, key.place,
                               "a node has \"label\" and \"attributes\", nothing else"));
        }
    }
    if (!has_attributes) SG_TRY(no_attributes(r, node, err));
done:
    return status;
}

static sg_status read_node(sg_graph_reader *r, const sg_json_token *token, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record *record = r->record;
    SG_TRY(sg_record_nodes(record, 1, err));
    if (token->kind == SG_JSON_ARRAY_BEGIN) {
        SG_TRY(read_attributes(r, token, err));
    } else if (token->kind == SG_JSON_OBJECT_BEGIN) {
        SG_TRY(read_node_object(r, token, err));
    } else {
        SG_TRY(
            read_label(&record->node[record->n_nodes - 1], r, &record->node_word, token, err));
        record->has_node_labels = true;
        SG_TRY(no_attributes(r, token, err));
    }
done:
    return status;
}

static sg_status read_nodes(sg_graph_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    uint32_t n = 0;
    SG_TRY(sg_json_next(&token, &r->json, err));
    if (token.kind == SG_JSON_NUMBER) {
        SG_TRY(sg_json_index(&n, &token, 1 << 22, err));
        SG_TRY(sg_record_nodes(r->record, n, err));
        goto done;
    }
    if (token.kind != SG_JSON_ARRAY_BEGIN)
        SG_TRY(sgi_json_wrong(&token, "nodes are a list, or their number", err));
    for (;;) {
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        SG_TRY(sg_watch_ask_at(r->record->n_nodes, err));
        SG_TRY(read_node(r, &token, err));
    }
    r->record->n_attributes = r->width;
done:
    return status;
}

/* ---- Edges ------------------------------------------------------------------------------------ */

static sg_status read_edge(sg_graph_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record *record = r->record;
    sg_json_token token;
    uint32_t end[2] = {0};
    for (int i = 0; i < 2; i++) {
        SG_TRY(sg_json_next(&token, &r->json, err));
        SG_TRY(sg_json_index(&end[i], &token, 1 << 30, err));
    }
    SG_TRY(sg_record_edge(record, end[0], end[1], err));
    SG_TRY(sg_json_next(&token, &r->json, err));
    if (token.kind == SG_JSON_ARRAY_END) goto done;
    SG_TRY(read_label(&record->edge[record->n_edges - 1].label, r, &record->edge_word, &token,
                      err));
    record->has_edge_labels = true;
    SG_TRY(sg_json_expect(&token, &r->json, SG_JSON_ARRAY_END,
                          "an edge is two node numbers and a label, if any", err));
done:
    return status;
}

static sg_status read_edges(sg_graph_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    SG_TRY(sg_json_expect(&token, &r->json, SG_JSON_ARRAY_BEGIN, "a list of edges", err));
    for (;;) {
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        if (token.kind != SG_JSON_ARRAY_BEGIN)
            SG_TRY(sgi_json_wrong(
                &token, "an edge is a list: two node numbers and a label, if any", err));
        SG_TRY(sg_watch_ask_at(r->record->n_edges, err));
        SG_TRY(read_edge(r, err));
    }
done:
    return status;
}

/* ---- What belongs to the graph ---------------------------------------------------------------- */

static sg_status add_target(sg_names *target, sg_graph_reader *r, const sg_json_token *token,
                            sg_error *err)
{
    sg_status status = SG_OK;
    if (token->kind == SG_JSON_NULL) {
        SG_TRY(sg_names_add(target, "", 0, err));
    } else if (token->kind == SG_JSON_NUMBER) {
        SG_TRY(sg_names_add(target, token->text, token->size, err));
    } else if (token->kind == SG_JSON_STRING) {
        SG_TRY(sgi_json_decode(r, token, err));
        SG_TRY(sg_names_add(target, r->word.data, r->word.size, err));
    } else {
        SG_TRY(sgi_json_wrong(token, "a target is a number, a text or null", err));
    }
done:
    return status;
}

/* A target or a list of them, which `token` begins. */
sg_status sgi_json_targets(sg_names *target, sg_graph_reader *r, sg_json_token token,
                           sg_error *err)
{
    sg_status status = SG_OK;
    if (token.kind != SG_JSON_ARRAY_BEGIN) {
        SG_TRY(add_target(target, r, &token, err));
        goto done;
    }
    for (;;) {
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        SG_TRY(add_target(target, r, &token, err));
    }
done:
    return status;
}

static sg_status read_target(sg_graph_reader *r, sg_error *err)
{
    sg_json_token token;
    const sg_status status = sg_json_next(&token, &r->json, err);
    return status == SG_OK ? sgi_json_targets(&r->record->target, r, token, err) : status;
}

static sg_status read_id(sg_graph_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    SG_TRY(sg_json_next(&token, &r->json, err));
    if (token.kind != SG_JSON_STRING && token.kind != SG_JSON_NUMBER)
        SG_TRY(sgi_json_wrong(&token, "an id is a text or a number", err));
    r->record->id.size = 0;
    if (token.kind == SG_JSON_STRING) {
        SG_TRY(sgi_json_decode(r, &token, err));
        SG_TRY(sg_text_add_bytes(&r->record->id, r->word.data, r->word.size, err));
    } else {
        SG_TRY(sg_text_add_bytes(&r->record->id, token.text, token.size, err));
    }
    r->record->has_id = true;
done:
    return status;
}

static sg_status read_part(sg_graph_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    SG_TRY(sg_json_expect(&token, &r->json, SG_JSON_STRING, "a part of the data", err));
    SG_TRY(sgi_json_decode(r, &token, err));
    if (!sg_part_of_word(&r->record->part, r->word.data, r->word.size))
        SG_TRY(sgi_json_wrong(&token, "train, validation, test or none is needed", err));
done:
    return status;
}

static sg_status read_bool(bool *value, sg_graph_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    SG_TRY(sg_json_next(&token, &r->json, err));
    if (token.kind != SG_JSON_TRUE && token.kind != SG_JSON_FALSE)
        SG_TRY(sgi_json_wrong(&token, "true or false is needed", err));
    *value = token.kind == SG_JSON_TRUE;
done:
    return status;
}

static sg_status read_directed(sg_graph_reader *r, sg_error *err)
{
    return read_bool(&r->record->is_directed, r, err);
}

static sg_status read_self_loops(sg_graph_reader *r, sg_error *err)
{
    return read_bool(&r->record->has_loops, r, err);
}

typedef struct member {
    const char *key;
    sg_status (*read)(sg_graph_reader *r, sg_error *err);
} member;

static const member MEMBER[] = {{"nodes", read_nodes},
                                {"edges", read_edges},
                                {"target", read_target},
                                {"id", read_id},
                                {"split", read_part},
                                {"directed", read_directed},
                                {"self_loops", read_self_loops},
                                {"node_targets", sgi_json_read_node_targets},
                                {"node_classes", sgi_json_read_node_classes},
                                {"node_split", sgi_json_read_node_parts}};
enum { N_MEMBERS = sizeof MEMBER / sizeof *MEMBER };

/* A key that nobody knows may be skipped; one that was probably meant otherwise may not. */
static sg_status skip_member(sg_graph_reader *r, const sg_json_token *key, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token value;
    SG_TRY(sgi_json_decode(r, key, err));
    sg_nearest nearest = {.wanted = r->word.data};
    for (int i = 0; i < N_MEMBERS; i++) sg_nearest_offer(&nearest, MEMBER[i].key);
    if (nearest.name != NULL && nearest.distance <= 1)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, key->place,
                           "unknown key \"%.40s\"; did you mean \"%s\"?", r->word.data,
                           nearest.name));
    SG_TRY(sg_json_next(&value, &r->json, err));
    SG_TRY(sg_json_skip(&r->json, &value, err));
done:
    return status;
}

static sg_status read_members(sg_graph_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    unsigned seen = 0;
    SG_TRY(sg_json_expect(&token, &r->json, SG_JSON_OBJECT_BEGIN,
                          "an object with \"nodes\" and \"edges\"", err));
    const sg_place begin = token.place;
    for (;;) {
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_OBJECT_END) break;
        int i = 0;
        while (i < N_MEMBERS && !sg_json_equals(&token, MEMBER[i].key)) i++;
        if (i == N_MEMBERS) {
            SG_TRY(skip_member(r, &token, err));
            continue;
        }
        if ((seen & 1U << i) != 0)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place, "\"%s\" occurs twice",
                               MEMBER[i].key));
        seen |= 1U << i;
        SG_TRY(MEMBER[i].read(r, err));
    }
    if ((seen & 1U) == 0)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, begin, "a graph needs \"nodes\""));
    SG_TRY(sg_json_expect(&token, &r->json, SG_JSON_END, "one object per line", err));
    SG_TRY(sgi_json_divide_nodes(r, err));
done:
    return status;
}

sg_status sg_json_graph_parse(sg_record *record, const char *text, size_t size, sg_place place,
                              sg_error *err)
{
    sg_graph_reader r = {.json = sg_json_of(place.path, text, size), .record = record};
    if (place.line > 0) r.json.line = place.line;
    const sg_status status = read_members(&r, err);
    sg_text_free(&r.word);
    sg_free(r.listed);
    return status;
}

static sg_status read_line(sg_record *record, sg_line_reader *reader, const char *line,
                           size_t size, sg_place place, sg_error *err)
{
    const sg_import_options *options = reader->options;
    record->is_directed = options != NULL && options->rules.directed;
    record->has_loops = options != NULL && options->rules.loops;
    return sg_json_graph_parse(record, line, size, place, err);
}

const sg_format sg_format_json_lines = {
    .name = "json-lines",
    .about = "a graph per line in JSON",
    .ending = {".jsonl", ".ndjson"},
    .setting = "json-lines",
    .line_begin = '{',
    .keeps_arcs = true,
    .read_line = read_line,
    .write_line = sg_json_graph_write,
};
