/* splits_file.c - splits as JSON. */
#include "formats/splits_file.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/observer.h"
#include "data/nodes/item_splits.h"
#include "data/part.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

#include <string.h>

static const size_t MAX_FILE = (size_t)1 << 30;

/* Which list of the current fold an index was seen in, so that overlaps are found at once. */
typedef struct seen_index {
    uint32_t fold; /* the fold's number plus 1 */
    uint8_t list;  /* sg_part */
} seen_index;

typedef struct splits_reader {
    sg_json json;
    uint32_t n_items;
    const sg_dataset *data; /* the items are its nodes; NULL: graphs */
    seen_index *seen; /* [n_seen] up to the largest number of the file, or somewhat more */
    size_t n_seen;
    uint32_t fold;  /* the current fold's number plus 1 */
    bool of_graphs; /* its lists have graphs in place of their nodes */
} splits_reader;

/* What the numbers of the current fold stand for. */
static sg_item_kind kind_of(const splits_reader *r)
{
    return r->data != NULL && !r->of_graphs ? SG_ITEM_NODE : SG_ITEM_GRAPH;
}

static uint32_t count_of(const splits_reader *r)
{
    return r->of_graphs ? r->data->graph.n_graphs : r->n_items;
}

static sg_status see(splits_reader *r, uint32_t index, sg_part list, sg_place place,
                     sg_error *err)
{
    const size_t n_before = r->n_seen;
    if (sg_grow(&r->seen, &r->n_seen, (size_t)index + 1, sizeof *r->seen, err) != SG_OK)
        return SG_ENOMEM;
    if (r->n_seen > n_before)
        memset(r->seen + n_before, 0, (r->n_seen - n_before) * sizeof *r->seen);
    seen_index *seen = &r->seen[index];
    if (seen->fold == r->fold)
        return sg_error_at(
            err, SG_EFORMAT, SG_WHERE, place,
            "%s %u is in \"%s\" already; a %s may be in one list of a fold, once",
            sg_item_word(kind_of(r)), index, sg_part_words[seen->list],
            sg_item_word(kind_of(r)));
    *seen = (seen_index){r->fold, (uint8_t)list};
    return SG_OK;
}

static sg_status read_list(sg_fold *fold, sg_part list, splits_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_index_list *out = &fold->part[list];
    sg_json_token token;
    size_t n = 0, capacity = 0;
    uint32_t *index = NULL;
    SG_TRY(sg_json_expect(&token, &r->json, SG_JSON_ARRAY_BEGIN,
                          r->data != NULL ? "a list of numbers" : "a list of graph numbers",
                          err));
    if (out->index != NULL)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place, "\"%s\" is given twice",
                           sg_part_words[list]));
    SG_TRY(sg_grow(&index, &capacity, 1, sizeof *index, err));
    for (;;) {
        uint32_t value = 0;
        SG_TRY(sg_watch_ask_at(n, err));
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        if (count_of(r) == 0)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place, "the data set has no %s",
                               sg_items_word(kind_of(r))));
        SG_TRY(sg_json_index(&value, &token, count_of(r) - 1, err));
        SG_TRY(see(r, value, list, token.place, err));
        SG_TRY(sg_grow(&index, &capacity, n + 1, sizeof *index, err));
        index[n++] = value;
    }
    sg_shrink(&index, &capacity, n, sizeof *index);
    *out = (sg_index_list){index, (uint32_t)n};
    index = NULL;
done:
    sg_free(index);
    return status;
}

/* {"train": [...], "validation": [...]} */
static sg_status read_selection(sg_fold *fold, splits_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token begin, token;
    SG_TRY(sg_json_expect(&begin, &r->json, SG_JSON_OBJECT_BEGIN,
                          "an object with \"train\" and \"validation\"", err));
    for (;;) {
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_OBJECT_END) break;
        if (sg_json_equals(&token, "train")) {
            SG_TRY(read_list(fold, SG_TRAIN, r, err));
        } else if (sg_json_equals(&token, "validation")) {
            SG_TRY(read_list(fold, SG_VALIDATION, r, err));
        } else {
            SG_TRY(sg_json_next(&token, &r->json, err));
            SG_TRY(sg_json_skip(&r->json, &token, err));
        }
    }
    if (fold->part[SG_TRAIN].index == NULL || fold->part[SG_VALIDATION].index == NULL)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, begin.place, "\"%s\" is missing here",
                           fold->part[SG_TRAIN].index == NULL ? "train" : "validation"));
done:
    return status;
}

/* [{...}, ...]: the first counts. */
static sg_status read_selections(sg_fold *fold, splits_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    SG_TRY(sg_json_expect(&token, &r->json, SG_JSON_ARRAY_BEGIN, "a list of selections", err));
    SG_TRY(read_selection(fold, r, err));
    for (;;) {
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        SG_TRY(sg_json_skip(&r->json, &token, err));
    }
done:
    return status;
}

/* "of": "graphs" or "nodes", before the first list. */
static sg_status read_units(const sg_fold *fold, splits_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    SG_TRY(sg_json_next(&token, &r->json, err));
    const bool graphs = sg_json_equals(&token, "graphs");
    if (!graphs && !sg_json_equals(&token, "nodes"))
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                           "\"graphs\" or \"nodes\" is needed here"));
    if (!graphs && r->data == NULL)
        SG_TRY(
            sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                        "lists of nodes, but the data set has no classes or targets of nodes"));
    for (int p = 0; p < SG_N_PARTS; p++)
        if (fold->part[p].index != NULL)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                               "\"of\" must be before the lists of the fold"));
    r->of_graphs = graphs && r->data != NULL;
done:
    return status;
}

/* What a letter says of its item: '.' train, 'v' validation, 't' test; SG_N_PARTS: nothing ('-'). */
static int part_of_letter(char letter)
{
    switch (letter) {
    case '.':
        return SG_TRAIN;
    case 'v':
        return SG_VALIDATION;
    case 't':
        return SG_TEST;
    case '-':
        return SG_N_PARTS;
    default:
        return -1;
    }
}

/* "parts": a letter per item, which is a fifth as long as lists of numbers. */
static sg_status read_parts(sg_fold *fold, splits_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    SG_TRY(sg_json_expect(&token, &r->json, SG_JSON_STRING, "a text of . v t -", err));
    if (token.size != count_of(r))
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                           "\"parts\" has %zu letters, but there are %u %s", token.size,
                           count_of(r), sg_items_word(kind_of(r))));
    for (int p = 0; p < SG_N_PARTS; p++) {
        if (fold->part[p].index != NULL)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                               "\"parts\" and lists exclude each other"));
        SG_ALLOC(fold->part[p].index, token.size + 1);
    }
    for (uint32_t i = 0; i < token.size; i++) {
        const int p = part_of_letter(token.text[i]);
        if (p < 0)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                               "\"parts\": letter %u is none of . v t -", i + 1));
        if (p < SG_N_PARTS) fold->part[p].index[fold->part[p].n++] = i;
    }
done:
    return status;
}

static sg_status read_fold(sg_fold *fold, splits_reader *r, sg_place begin, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    r->of_graphs = false;
    for (;;) {
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_OBJECT_END) break;
        if (sg_json_equals(&token, "of")) {
            SG_TRY(read_units(fold, r, err));
        } else if (sg_json_equals(&token, "test")) {
            SG_TRY(read_list(fold, SG_TEST, r, err));
        } else if (sg_json_equals(&token, "model_selection")) {
            SG_TRY(read_selections(fold, r, err));
        } else if (sg_json_equals(&token, "parts")) {
            SG_TRY(read_parts(fold, r, err));
        } else {
            SG_TRY(sg_json_next(&token, &r->json, err));
            SG_TRY(sg_json_skip(&r->json, &token, err));
        }
    }
    if (fold->part[SG_TEST].index == NULL || fold->part[SG_TRAIN].index == NULL)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, begin, "\"%s\" is missing in this fold",
                           fold->part[SG_TEST].index == NULL ? "test" : "model_selection"));
    if (r->of_graphs) SG_TRY(sg_item_fold_expand(fold, r->data, err));
    if (r->data == NULL) goto done;
    sg_error inner = {0};
    if ((status = sg_item_fold_check(fold, r->data, &inner)) != SG_OK)
        status =
            sg_error_at(err, status, SG_WHERE, begin, "fold %u: %s", r->fold - 1, inner.text);
done:
    return status;
}

static sg_status read_folds(sg_splits *splits, splits_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token;
    size_t capacity = 0;
    SG_TRY(sg_json_expect(&token, &r->json, SG_JSON_ARRAY_BEGIN, "a list of folds", err));
    const sg_place begin = token.place;
    for (;;) {
        SG_TRY(sg_json_next(&token, &r->json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        if (token.kind != SG_JSON_OBJECT_BEGIN)
            SG_TRY(
                sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                            "a fold {\"test\": ..., \"model_selection\": ...} is needed here"));
        SG_TRY(sg_grow(&splits->fold, &capacity, splits->n_folds + (size_t)1,
                       sizeof *splits->fold, err));
        sg_fold *fold = &splits->fold[splits->n_folds];
        *fold = (sg_fold){0};
        r->fold = ++splits->n_folds;
        SG_TRY(read_fold(fold, r, token.place, err));
    }
    if (splits->n_folds == 0)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, begin, "the list of folds is empty"));
    SG_TRY(sg_json_next(&token, &r->json, err));
done:
    return status;
}

static sg_status parse(sg_splits *splits, splits_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits made = {0};
    SG_TRY(read_folds(&made, r, err));
    *splits = made;
    made = (sg_splits){0};
done:
    sg_splits_free(&made);
    sg_free(r->seen);
    return status;
}

sg_status sg_splits_parse(sg_splits *splits, const char *path, const char *text, size_t size,
                          uint32_t n_items, sg_error *err)
{
    splits_reader r = {.json = sg_json_of(path, text, size), .n_items = n_items};
    return parse(splits, &r, err);
}

sg_status sg_splits_read(sg_splits *splits, const char *path, uint32_t n_items, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(sg_file_read(&text, path, MAX_FILE, err));
    SG_TRY(
        sg_splits_parse(splits, path, text.size > 0 ? text.data : "", text.size, n_items, err));
done:
    sg_text_free(&text);
    return status;
}

sg_status sg_splits_read_for(sg_splits *splits, const char *path, const sg_dataset *data,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(sg_file_read(&text, path, MAX_FILE, err));
    splits_reader r = {.json = sg_json_of(path, text.size > 0 ? text.data : "", text.size),
                       .n_items = sg_item_count(data),
                       .data = data->items.kind == SG_ITEM_NODE ? data : NULL};
    SG_TRY(parse(splits, &r, err));
done:
    sg_text_free(&text);
    return status;
}

static sg_status put_list(sg_json_writer *json, const sg_fold *fold, sg_part part,
                          sg_error *err)
{
    sg_status status = SG_OK;
    const sg_index_list *list = &fold->part[part];
    SG_TRY(sg_json_member_array(json, sg_part_words[part], err));
    for (uint32_t i = 0; i < list->n; i++) {
        SG_TRY(sg_watch_ask_at(i, err));
        SG_TRY(sg_json_put_unsigned(json, list->index[i], err));
    }
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* Three lines, so that people find their way. */
static sg_status put_fold(sg_json_writer *json, const sg_fold *fold, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_open_object(json, err));
    SG_TRY(put_list(json, fold, SG_TEST, err));
    json->line_break = "\n  ";
    SG_TRY(sg_json_member_array(json, "model_selection", err));
    SG_TRY(sg_json_open_object(json, err));
    SG_TRY(put_list(json, fold, SG_TRAIN, err));
    json->line_break = "\n  ";
    SG_TRY(put_list(json, fold, SG_VALIDATION, err));
    for (int i = 0; i < 3; i++) SG_TRY(sg_json_close(json, err));
done:
    return status;
}

sg_status sg_splits_file_write(const sg_splits *splits, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    sg_json_writer json = sg_json_write_to(&text);
    json.spaced = true;
    if (splits->n_folds == 0)
        SG_TRY(sg_error_at(err, SG_EINVAL, SG_WHERE, (sg_place){path, 0, 0},
                           "there are no folds to write"));
    SG_TRY(sg_json_open_array(&json, err));
    for (uint32_t i = 0; i < splits->n_folds; i++) {
        if (i > 0) json.line_break = "\n ";
        SG_TRY(put_fold(&json, &splits->fold[i], err));
    }
    SG_TRY(sg_json_close(&json, err));
    SG_TRY(sg_text_add(&text, err, "\n"));
    SG_TRY(sg_file_write_much(path, text.data, text.size, err));
done:
    sg_text_free(&text);
    return status;
}
