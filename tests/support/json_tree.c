/* json_tree.c - tokens first, then links between them: pointers stay where they are only once
 * the array has stopped growing. */
#include "support/json_tree.h"

#include "base/file.h"
#include "base/mem.h"
#include "support/check.h"

/* What is known of a value while the array grows. */
typedef struct raw_value {
    sg_json_token token, key;
    uint32_t behind; /* number of the first value that is not part of it */
    uint32_t n_items;
} raw_value;

typedef struct raw_values {
    raw_value *item;
    size_t n, capacity;
} raw_values;

static uint32_t add_value(raw_values *values, sg_json_token token, sg_json_token key)
{
    check_ok(
        sg_grow(&values->item, &values->capacity, values->n + 1, sizeof *values->item, &err));
    values->item[values->n++] = (raw_value){.token = token, .key = key};
    return (uint32_t)(values->n - 1);
}

/* Read the value that `token` begins and everything in it. */
static void read_value(raw_values *values, sg_json *json, sg_json_token token,
                       sg_json_token key)
{
    const uint32_t number = add_value(values, token, key);
    const bool object = token.kind == SG_JSON_OBJECT_BEGIN;
    while (object || token.kind == SG_JSON_ARRAY_BEGIN) {
        sg_json_token next, name = {0};
        check_ok(sg_json_next(&next, json, &err));
        if (next.kind == SG_JSON_OBJECT_END || next.kind == SG_JSON_ARRAY_END) break;
        if (object) {
            name = next;
            check_ok(sg_json_next(&next, json, &err));
        }
        values->item[number].n_items++;
        read_value(values, json, next, name);
    }
    values->item[number].behind = (uint32_t)values->n;
}

json_tree json_tree_read(const char *path)
{
    json_tree tree = {0};
    raw_values raw = {0};
    sg_json_token token;
    check_ok(sg_file_read(&tree.text, path, (size_t)1 << 30, &err));
    sg_json json = sg_json_of(path, tree.text.data, tree.text.size);
    check_ok(sg_json_next(&token, &json, &err));
    read_value(&raw, &json, token, (sg_json_token){0});
    tree.value = sg_alloc(raw.n, sizeof *tree.value);
    assert_non_null(tree.value);
    for (size_t i = 0; i < raw.n; i++) {
        const raw_value *r = &raw.item[i];
        tree.value[i] = (json_value){r->token.kind, r->token.text, r->token.size, r->key.text,
                                     r->key.size,   NULL,          NULL,          r->n_items};
        if (r->n_items > 0) tree.value[i].first = &tree.value[i + 1];
    }
    for (size_t i = 0; i < raw.n; i++) {
        size_t at = i + 1;
        for (uint32_t k = 1; k < raw.item[i].n_items; k++) {
            tree.value[at].next = &tree.value[raw.item[at].behind];
            at = raw.item[at].behind;
        }
    }
    sg_free(raw.item);
    return tree;
}

void json_tree_free(json_tree *tree)
{
    sg_free(tree->value);
    sg_text_free(&tree->text);
    *tree = (json_tree){0};
}

const json_value *json_find(const json_value *object, const char *key)
{
    const size_t size = strlen(key);
    for (const json_value *v = object->first; v != NULL; v = v->next)
        if (v->key_size == size && memcmp(v->key, key, size) == 0) return v;
    return NULL;
}

const json_value *json_field(const json_value *object, const char *key)
{
    const json_value *found = json_find(object, key);
    if (found == NULL) fail_msg("no field \"%s\"", key);
    return found;
}

const json_value *json_item(const json_value *list, uint32_t i)
{
    const json_value *v = list->first;
    assert_true(i < list->n_items);
    while (i-- > 0) v = v->next;
    return v;
}

bool json_is(const json_value *value, const char *text)
{
    return value->size == strlen(text) && memcmp(value->text, text, value->size) == 0;
}

double json_number(const json_value *value)
{
    assert_int_equal(value->kind, SG_JSON_NUMBER);
    return strtod(value->text, NULL);
}

static size_t count_numbers(const json_value *value)
{
    size_t n = value->kind == SG_JSON_NUMBER;
    for (const json_value *v = value->first; v != NULL; v = v->next) n += count_numbers(v);
    return n;
}

static double *copy_numbers(double *to, const json_value *value)
{
    if (value->kind == SG_JSON_NUMBER) *to++ = json_number(value);
    for (const json_value *v = value->first; v != NULL; v = v->next) to = copy_numbers(to, v);
    return to;
}

double *json_numbers(const json_value *value, size_t *n)
{
    *n = count_numbers(value);
    double *number = sg_alloc(*n, sizeof *number);
    assert_non_null(number);
    (void)copy_numbers(number, value);
    return number;
}
