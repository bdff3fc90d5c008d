/* json_nodes.c - targets and parts of the nodes of a graph.
 *
 * Members come in any order, so that parts may be there before the nodes are: they wait in a list. */
#include "formats/json/json_parts.h"

#include "base/mem.h"
#include "data/part.h"

/* A list with a target or a list of targets for every node. */
static sg_status read_list(sg_graph_reader *r, sg_node_said said, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    sg_names *target = &r->record->node_target;
    uint32_t width = 0;
    SG_TRY(sg_json_expect(&token, &r->json, SG_JSON_ARRAY_BEGIN,
                          "a list with a target for every node", err));
    if (r->record->n_node_targets > 0)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                           "\"node_targets\" and \"node_classes\"; one of them is needed"));
    for (;;) {
        const uint32_t before = target->n;
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        SG_TRY(sgi_json_targets(target, r, token, err));
        if (before > 0 && target->n - before != width)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                               "%u targets, but the nodes before have %u", target->n - before,
                               width));
        width = target->n - before;
        if (width == 0)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                               "an empty list; a missing target is null"));
    }
    /* A graph without nodes still says that targets belong to nodes. */
    r->record->n_node_targets = width > 0 ? width : 1;
    r->record->node_said = said;
done:
    return status;
}

sg_status sgi_json_read_node_targets(sg_graph_reader *r, sg_error *err)
{
    return read_list(r, SG_SAID_TARGETS, err);
}

sg_status sgi_json_read_node_classes(sg_graph_reader *r, sg_error *err)
{
    return read_list(r, SG_SAID_CLASSES, err);
}

/* Node numbers of one part: "train": [0, 4, 7].  Whether there are such nodes is checked at the end. */
static sg_status read_part_list(sg_graph_reader *r, uint8_t part, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    SG_TRY(
        sg_json_expect(&token, &r->json, SG_JSON_ARRAY_BEGIN, "a list of node numbers", err));
    for (;;) {
        uint32_t node = 0;
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        SG_TRY(sg_json_index(&node, &token, 1 << 30, err));
        SG_TRY(
            sg_grow(&r->listed, &r->listed_capacity, r->n_listed + 1, sizeof *r->listed, err));
        r->listed[r->n_listed++] = (sg_listed_node){node, part, token.place};
    }
done:
    return status;
}

/* {"train": [...], "validation": [...], "test": [...]} */
static sg_status read_part_lists(sg_graph_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token key;
    for (;;) {
        uint8_t part = SG_NO_PART;
        SG_TRY(sg_json_next(&key, &r->json, err));
        if (key.kind == SG_JSON_OBJECT_END) break;
        SG_TRY(sgi_json_decode(r, &key, err));
        if (!sg_part_of_word(&part, r->word.data, r->word.size))
            SG_TRY(sgi_json_wrong(&key, "train, validation, test or none is needed", err));
        SG_TRY(read_part_list(r, part, err));
    }
done:
    return status;
}

/* A mask, ["train", "none", ...] with a word for every node; or lists of node numbers. */
sg_status sgi_json_read_node_parts(sg_graph_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    SG_TRY(sg_json_next(&token, &r->json, err));
    r->divided = true;
    r->divided_at = token.place;
    if (token.kind == SG_JSON_OBJECT_BEGIN) {
        SG_TRY(read_part_lists(r, err));
        goto done;
    }
    if (token.kind != SG_JSON_ARRAY_BEGIN)
        SG_TRY(sgi_json_wrong(
            &token, "a list of parts, or {\"train\": [node numbers], ...} is needed", err));
    for (r->masked = true;;) {
        uint8_t part = SG_NO_PART;
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        if (token.kind == SG_JSON_STRING) SG_TRY(sgi_json_decode(r, &token, err));
        if (token.kind != SG_JSON_NULL && (token.kind != SG_JSON_STRING ||
                                           !sg_part_of_word(&part, r->word.data, r->word.size)))
            SG_TRY(sgi_json_wrong(&token, "train, validation, test or none is needed", err));
        SG_TRY(
            sg_grow(&r->listed, &r->listed_capacity, r->n_listed + 1, sizeof *r->listed, err));
        r->listed[r->n_listed] = (sg_listed_node){(uint32_t)r->n_listed, part, token.place};
        r->n_listed++;
    }
done:
    return status;
}

/* Now that all nodes are there: every node of a list exists and is in one list, once. */
sg_status sgi_json_divide_nodes(sg_graph_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record *record = r->record;
    if (!r->divided) goto done;
    if (r->masked && r->n_listed != record->n_nodes)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, r->divided_at,
                           "parts of %zu nodes, but there are %u nodes", r->n_listed,
                           record->n_nodes));
    SG_TRY(sg_record_node_parts(record, err));
    for (size_t i = 0; i < r->n_listed; i++) {
        const sg_listed_node *listed = &r->listed[i];
        if (listed->node >= record->n_nodes)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, listed->place,
                               "node %u, but there are %u nodes, numbered from 0", listed->node,
                               record->n_nodes));
        if (record->node_part[listed->node] != SG_NO_PART)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, listed->place,
                               "node %u is in \"%s\" already; a node is in one part, once",
                               listed->node, sg_part_words[record->node_part[listed->node]]));
        record->node_part[listed->node] = listed->part;
    }
done:
    return status;
}
