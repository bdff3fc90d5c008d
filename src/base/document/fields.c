/* fields.c - members by type.
 *
 * All complaints about a value are one sentence, "NAME: FOUND is not WANTED", made of what the
 * readers below have in common. */
#include "base/document/fields.h"

#include "base/number.h"
#include "base/wording.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_NAME = 160, LONGEST_WANTED = 120 };

static bool is_root(const sg_fields *fields)
{
    return fields->name == NULL || fields->name[0] == '\0';
}

/* What messages call a member: "train.epochs". */
static const char *full_name(char text[LONGEST_NAME], const sg_fields *fields, const char *name)
{
    if (is_root(fields)) return name;
    (void)snprintf(text, LONGEST_NAME, "%s.%s", fields->name, name);
    return text;
}

/* What messages call the content of a node. */
static const char *describe(char text[SG_QUOTED], const sg_node *node)
{
    if (node->kind == SG_NODE_LIST) return "a list";
    if (node->kind == SG_NODE_MAP) return "a map";
    if (!node->quoted && node->text[0] == '\0') return "an empty value";
    return sg_quote(text, node->text, strlen(node->text));
}

static sg_status wrong(const sg_node *node, const char *name, const char *path,
                       const char *wanted, sg_error *err)
{
    char found[SG_QUOTED];
    return sg_tree_fail(err, path, node, "%s: %s is not %s", name, describe(found, node),
                        wanted);
}

static sg_status wrong_number(const sg_node *node, const char *name, const char *path,
                              const char *wanted, sg_error *err)
{
    double value = 0;
    const bool is_scalar = node->kind == SG_NODE_SCALAR && node->text[0] != '\0';
    const bool is_number = is_scalar && sg_number_real(&value, node->text, strlen(node->text));
    const bool is_similar = is_scalar && !is_number &&
                            strcspn(node->text, "0123456789") <= strspn(node->text, "+-.");
    char found[SG_QUOTED];
    return sg_tree_fail(err, path, node, "%s: %s is not %s%s", name, describe(found, node),
                        wanted,
                        is_number && node->quoted ? "; leave out the quotes"
                        : is_similar ? "; numbers are written like 12, -0.5 or 1e-3"
                                     : "");
}

sg_status sg_fields_open(sg_fields *fields, const sg_node *map, const char *name,
                         const char *path, sg_error *err)
{
    const sg_fields opened = {.map = map, .name = name, .path = path};
    if (map != NULL && map->kind != SG_NODE_MAP)
        return wrong(map, is_root(&opened) ? "the document" : name, path,
                     "a map of keys and values", err);
    *fields = opened;
    return SG_OK;
}

static bool was_asked(const sg_fields *fields, const char *name)
{
    for (size_t i = 0; i < fields->n_asked; i++)
        if (strcmp(fields->asked[i], name) == 0) return true;
    return false;
}

const sg_node *sg_field(sg_fields *fields, const char *name)
{
    if (!was_asked(fields, name)) {
        assert(fields->n_asked < SG_MAX_FIELDS);
        fields->asked[fields->n_asked++] = name;
    }
    return sg_node_member(fields->map, name);
}

sg_status sg_node_text(const char **text, const sg_node *node, const char *name,
                       const char *path, sg_error *err)
{
    if (node->kind != SG_NODE_SCALAR || sg_node_is_null(node))
        return wrong(node, name, path, "a text", err);
    *text = node->text;
    return SG_OK;
}

/* Word the numbers from `min` to `max`; either may be NULL for none. */
static void word_range(char wanted[LONGEST_WANTED], const char *kind, const char *min,
                       const char *max)
{
    if (min != NULL && max != NULL)
        (void)snprintf(wanted, LONGEST_WANTED, "%s between %s and %s", kind, min, max);
    else if (min != NULL)
        (void)snprintf(wanted, LONGEST_WANTED, "%s of at least %s", kind, min);
    else if (max != NULL)
        (void)snprintf(wanted, LONGEST_WANTED, "%s of at most %s", kind, max);
    else
        (void)snprintf(wanted, LONGEST_WANTED, "%s", kind);
}

static sg_status wrong_real(const sg_node *node, const char *name, const char *path, double min,
                            double max, sg_error *err)
{
    char wanted[LONGEST_WANTED], low[SG_NUMBER_ROOM], high[SG_NUMBER_ROOM];
    if (isfinite(min)) sg_number_write(low, min);
    if (isfinite(max)) sg_number_write(high, max);
    if (min == SG_ABOVE_ZERO)
        (void)snprintf(wanted, sizeof wanted, "a number above 0%s%s",
                       isfinite(max) ? " and at most " : "", isfinite(max) ? high : "");
    else
        word_range(wanted, "a number", isfinite(min) ? low : NULL, isfinite(max) ? high : NULL);
    return wrong_number(node, name, path, wanted, err);
}

sg_status sg_node_real(double *value, const sg_node *node, const char *name, const char *path,
                       double min, double max, sg_error *err)
{
    double number = 0;
    if (node->kind != SG_NODE_SCALAR || node->quoted ||
        !sg_number_real(&number, node->text, strlen(node->text)) || number < min ||
        number > max)
        return wrong_real(node, name, path, min, max, err);
    *value = number;
    return SG_OK;
}

static sg_status wrong_whole(const sg_node *node, const char *name, const char *path,
                             uint64_t min, uint64_t max, sg_error *err)
{
    char wanted[LONGEST_WANTED], low[SG_NUMBER_ROOM], high[SG_NUMBER_ROOM];
    (void)snprintf(low, sizeof low, "%llu", (unsigned long long)min);
    (void)snprintf(high, sizeof high, "%llu", (unsigned long long)max);
    word_range(wanted, "a whole number", low, max < UINT64_MAX ? high : NULL);
    return wrong_number(node, name, path, wanted, err);
}

sg_status sg_node_whole(uint64_t *value, const sg_node *node, const char *name,
                        const char *path, uint64_t min, uint64_t max, sg_error *err)
{
    uint64_t number = 0;
    if (node->kind != SG_NODE_SCALAR || node->quoted ||
        !sg_number_whole(&number, node->text, strlen(node->text)) || number < min ||
        number > max)
        return wrong_whole(node, name, path, min, max, err);
    *value = number;
    return SG_OK;
}

sg_status sg_field_text(const char **text, sg_fields *fields, const char *name, sg_error *err)
{
    char full[LONGEST_NAME];
    const sg_node *node = sg_field(fields, name);
    if (node == NULL) return SG_OK;
    return sg_node_text(text, node, full_name(full, fields, name), fields->path, err);
}

sg_status sg_field_real(double *value, sg_fields *fields, const char *name, double min,
                        double max, sg_error *err)
{
    char full[LONGEST_NAME];
    const sg_node *node = sg_field(fields, name);
    if (node == NULL) return SG_OK;
    return sg_node_real(value, node, full_name(full, fields, name), fields->path, min, max,
                        err);
}

sg_status sg_field_whole(uint64_t *value, sg_fields *fields, const char *name, uint64_t min,
                         uint64_t max, sg_error *err)
{
    char full[LONGEST_NAME];
    const sg_node *node = sg_field(fields, name);
    if (node == NULL) return SG_OK;
    return sg_node_whole(value, node, full_name(full, fields, name), fields->path, min, max,
                         err);
}

sg_status sg_field_count(uint32_t *value, sg_fields *fields, const char *name, uint32_t min,
                         uint32_t max, sg_error *err)
{
    uint64_t whole = *value;
    const sg_status status = sg_field_whole(&whole, fields, name, min, max, err);
    if (status == SG_OK) *value = (uint32_t)whole;
    return status;
}

sg_status sg_field_bool(bool *value, sg_fields *fields, const char *name, sg_error *err)
{
    char full[LONGEST_NAME];
    const sg_node *node = sg_field(fields, name);
    if (node == NULL) return SG_OK;
    const bool is_plain = node->kind == SG_NODE_SCALAR && !node->quoted;
    const bool is_true = is_plain && strcmp(node->text, "true") == 0;
    if (!is_true && (!is_plain || strcmp(node->text, "false") != 0))
        return wrong(node, full_name(full, fields, name), fields->path, "true or false", err);
    *value = is_true;
    return SG_OK;
}

sg_status sg_field_choice(uint32_t *choice, sg_fields *fields, const char *name,
                          const char *const *names, size_t n_names, sg_error *err)
{
    char full[LONGEST_NAME], found[SG_QUOTED];
    const sg_node *node = sg_field(fields, name);
    if (node == NULL) return SG_OK;
    const char *text = node->kind == SG_NODE_SCALAR ? node->text : "";
    sg_hint hint;
    sg_hint_begin(&hint, text, strlen(text));
    for (size_t i = 0; i < n_names; i++) {
        if (strcmp(names[i], text) == 0) {
            *choice = (uint32_t)i;
            return SG_OK;
        }
        sg_hint_offer(&hint, names[i]);
    }
    return sg_tree_fail(err, fields->path, node, "%s: %s is none of the choices; %s",
                        full_name(full, fields, name), describe(found, node),
                        sg_hint_end(&hint));
}

static sg_status unknown_key(const sg_fields *fields, const sg_node *member, sg_error *err)
{
    char found[SG_QUOTED];
    sg_hint hint;
    sg_hint_begin(&hint, member->key, strlen(member->key));
    for (size_t i = 0; i < fields->n_asked; i++) sg_hint_offer(&hint, fields->asked[i]);
    const sg_node at_key = {.line = member->key_line, .column = member->key_column};
    return sg_tree_fail(err, fields->path, &at_key, "%s%sunknown key %s; %s",
                        is_root(fields) ? "" : fields->name, is_root(fields) ? "" : ": ",
                        sg_quote(found, member->key, strlen(member->key)), sg_hint_end(&hint));
}

sg_status sg_fields_finish(const sg_fields *fields, sg_error *err)
{
    const size_t n = fields->map != NULL ? fields->map->n_children : 0;
    for (size_t i = 0; i < n; i++) {
        const sg_node *member = fields->map->child[i];
        if (!was_asked(fields, member->key)) return unknown_key(fields, member, err);
    }
    return SG_OK;
}
