/* json_tree.h - a JSON file as a tree, for reference values that are asked for by name.
 *
 *     json_tree tree = json_tree_read(path);
 *     const json_value *models = json_field(tree.value, "models");
 *     for (const json_value *m = models->first; m != NULL; m = m->next) ...
 *     double *number = json_numbers(json_field(m, "outputs"), &n);
 *
 * Nothing here returns an error: a file that is not as a test expects it fails the test.
 */
#ifndef SG_TESTS_SUPPORT_JSON_TREE_H
#define SG_TESTS_SUPPORT_JSON_TREE_H

#include "text/json_reader.h"

typedef struct json_value json_value;

struct json_value {
    sg_json_kind kind; /* containers: the kind of their first token            */
    const char *text;  /* as in the file, strings without quotes               */
    size_t size;
    const char *key; /* of a field; as in the file                           */
    size_t key_size;
    const json_value *first, *next; /* item of a container; its successor in the same one */
    uint32_t n_items;
};

typedef struct json_tree {
    json_value *value; /* the whole file; all others are behind it */
    sg_text text;
} json_tree;

json_tree json_tree_read(const char *path);
void json_tree_free(json_tree *tree);

/* The field of an object, or NULL. */
const json_value *json_find(const json_value *object, const char *key);

/* The same, where there must be one. */
const json_value *json_field(const json_value *object, const char *key);

/* Item `i` of a list that has one. */
const json_value *json_item(const json_value *list, uint32_t i);

bool json_is(const json_value *value, const char *text);

double json_number(const json_value *value);

/* All numbers of nested lists, one after the other; released with sg_free. */
double *json_numbers(const json_value *value, size_t *n);

#endif
