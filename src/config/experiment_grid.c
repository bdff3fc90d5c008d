/* experiment_grid.c - lists that span a grid.
 *
 * A point of the grid is the document with one value of every list put in its place.  Lists may not
 * change what others change, so the order in which this is done does not matter, and what a list
 * leads to is the same at every point. */
#include "config/experiment_parts.h"

#include "base/mem.h"
#include "base/wording.h"
#include "text/yaml.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_AXES = 64 };

static const char *const ROOTS[] = {"input", "noise", "model", "layers", "train"};

/* ---- The document at a point ---------------------------------------------------------------- */

static sg_status copy_without_grid(sg_node **root, const sg_node *from, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *made = NULL, *copy = NULL;
    SG_TRY(sg_node_make(&made, SG_NODE_MAP, NULL, err));
    made->line = from->line;
    made->column = from->column;
    for (size_t i = 0; i < from->n_children; i++) {
        const sg_node *child = from->child[i];
        if (strcmp(child->key, "grid") == 0) continue;
        SG_TRY(sg_node_copy(&copy, child, err));
        SG_TRY(sg_node_append(made, child->key, &copy, err));
    }
    *root = made;
    made = NULL;
done:
    sg_node_free(copy);
    sg_node_free(made);
    return status;
}

/* Find what a list varies.  Members that the file leaves to their defaults are made, with the place
 * of the list: it is there that somebody wrote their names. */
static sg_status find_varied(sg_node **node, sg_node *root, const sg_grid_axis *axis,
                             const char *path, sg_error *err)
{
    sg_error inner = {0};
    sg_node *found = NULL;
    const sg_node at_key = sgi_key_of(axis->list);
    const sg_status status = sg_tree_find(&found, root, axis->path, true, &inner);
    if (status == SG_ENOTFOUND) return sg_tree_fail(err, path, &at_key, "grid: %s", inner.text);
    if (status != SG_OK) return sg_error_set(err, status, SG_WHERE, "%s", inner.text);
    for (sg_node *made = found; made->key != NULL && made->key_line == 0; made = made->parent) {
        made->key_line = at_key.line;
        made->key_column = at_key.column;
    }
    *node = found;
    return SG_OK;
}

sg_status sgi_grid_apply(sg_node **root, const sg_experiment *e, uint32_t i, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *made = NULL, *old = NULL, *value = NULL;
    SG_TRY(copy_without_grid(&made, e->tree.root, err));
    for (uint32_t a = e->n_axes, rest = i; a-- > 0 && i != SG_NO_POINT;) {
        const sg_grid_axis *axis = &e->axis[a];
        const uint32_t n = (uint32_t)axis->list->n_children;
        SG_TRY(find_varied(&old, made, axis, e->tree.path, err));
        SG_TRY(sg_node_copy(&value, axis->list->child[rest % n], err));
        SG_TRY(sg_tree_replace(made, old, &value, err));
        rest /= n;
    }
    *root = made;
    made = NULL;
done:
    sg_node_free(value);
    sg_node_free(made);
    return status;
}

/* Whether a path goes through what another one leads to, as far as their words tell. */
static bool goes_through(const char *path, const char *other)
{
    const size_t n = strlen(other);
    return strncmp(path, other, n) == 0 && (path[n] == '\0' || path[n] == '.');
}

bool sgi_grid_varies(const sg_experiment *e, const char *path)
{
    for (uint32_t a = 0; a < e->n_axes; a++)
        if (goes_through(path, e->axis[a].path)) return true;
    return false;
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* The path must begin with something that can vary. */
static sg_status check_path(const sg_node *list, const char *path, sg_error *err)
{
    char found[SG_QUOTED];
    const sg_node at_key = sgi_key_of(list);
    const size_t length = strcspn(list->key, ".");
    if (sgi_is_run_key(list->key, length))
        return sg_tree_fail(err, path, &at_key,
                            "grid: %.*s holds for the whole run and cannot vary; input, noise, "
                            "layers and train can",
                            (int)length, list->key);
    sg_hint hint;
    sg_hint_begin(&hint, list->key, length);
    for (size_t i = 0; i < sizeof ROOTS / sizeof *ROOTS; i++) {
        if (strlen(ROOTS[i]) == length && strncmp(ROOTS[i], list->key, length) == 0)
            return SG_OK;
        sg_hint_offer(&hint, ROOTS[i]);
    }
    return sg_tree_fail(err, path, &at_key, "grid: unknown key %s; %s",
                        sg_quote(found, list->key, length), sg_hint_end(&hint));
}

static sg_status check_list(const sg_node *list, const char *path, sg_error *err)
{
    if (list->kind == SG_NODE_LIST && list->n_children > 0) return SG_OK;
    char found[SG_QUOTED];
    return sg_tree_fail(err, path, list, "grid: %s: a list of values is needed%s",
                        sg_quote(found, list->key, strlen(list->key)),
                        list->kind == SG_NODE_LIST ? ", and this one is empty"
                                                   : ", as in [0.1, 0.01]");
}

/* A value of a list as text. */
typedef struct written {
    char *text;
    const sg_node *node;
    size_t position;
} written;

static int compare_written(const void *a, const void *b)
{
    const written *x = a, *y = b;
    const int order = strcmp(x->text, y->text);
    return order != 0 ? order : (x->position > y->position) - (x->position < y->position);
}

static sg_status check_different(const sg_node *list, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = list->n_children;
    written *value = NULL;
    SG_ALLOC(value, n);
    for (size_t i = 0; i < n; i++) {
        value[i] = (written){.node = list->child[i], .position = i};
        SG_TRY(sg_yaml_write(&value[i].text, list->child[i], err));
    }
    qsort(value, n, sizeof *value, compare_written);
    for (size_t i = 1; i < n; i++)
        if (strcmp(value[i - 1].text, value[i].text) == 0)
            SG_TRY(sg_tree_fail(err, path, value[i].node,
                                "grid: %.80s: the values %zu and %zu are the same", list->key,
                                value[i - 1].position, value[i].position));
done:
    for (size_t i = 0; value != NULL && i < n; i++) sg_free(value[i].text);
    sg_free(value);
    return status;
}

static sg_status read_axis(sg_experiment *e, const sg_node *list, sg_error *err)
{
    sg_status status = SG_OK;
    const char *path = e->tree.path;
    SG_TRY(check_path(list, path, err));
    SG_TRY(check_list(list, path, err));
    if (list->n_children > SG_MAX_CONFIGURATIONS / e->n_configurations)
        SG_TRY(sg_error_at(err, SG_ELIMIT, SG_WHERE,
                           (sg_place){path, list->key_line, list->key_column},
                           "grid: more than %d configurations", (int)SG_MAX_CONFIGURATIONS));
    SG_TRY(check_different(list, path, err));
    e->axis[e->n_axes++] = (sg_grid_axis){list->key, list};
    e->n_configurations *= (uint32_t)list->n_children;
done:
    return status;
}

/* ---- Lists and changes that get in each other's way ----------------------------------------- */

static bool is_within(const sg_node *node, const sg_node *other)
{
    while (node != NULL && node != other) node = node->parent;
    return node != NULL;
}

static bool overlap(const sg_node *a, const sg_node *b)
{
    return is_within(a, b) || is_within(b, a);
}

static sg_status refuse_overlap(const sg_experiment *e, uint32_t a, uint32_t b, sg_error *err)
{
    const sg_node at_key = sgi_key_of(e->axis[a].list);
    return sg_tree_fail(err, e->tree.path, &at_key,
                        "grid: %.80s changes what %.80s changes already", e->axis[a].path,
                        e->axis[b].path);
}

/* Find what every list varies, and fail where two meet: first by their words, since finding one may
 * be in vain because of the other, then by what was found, which may have two names. */
static sg_status find_all(sg_node **varied, sg_node *root, const sg_experiment *e,
                          sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t a = 0; a < e->n_axes; a++) {
        for (uint32_t b = 0; b < a; b++)
            if (goes_through(e->axis[a].path, e->axis[b].path) ||
                goes_through(e->axis[b].path, e->axis[a].path))
                SG_TRY(refuse_overlap(e, a, b, err));
        SG_TRY(find_varied(&varied[a], root, &e->axis[a], e->tree.path, err));
        for (uint32_t b = 0; b < a; b++)
            if (overlap(varied[a], varied[b])) SG_TRY(refuse_overlap(e, a, b, err));
    }
done:
    return status;
}

/* A change of what the grid varies would be undone without a word. */
static sg_status check_setting(const sg_experiment *e, sg_node *root, sg_node *const *varied,
                               const char *setting, sg_error *err)
{
    sg_status status = SG_OK;
    char *path = NULL;
    sg_node *node = NULL;
    SG_TRY(sgi_setting_path(&path, setting, err));
    /* A later change may have removed what this one was about. */
    if (path == NULL || sg_tree_find(&node, root, path, false, NULL) != SG_OK) goto done;
    for (uint32_t a = 0; a < e->n_axes; a++)
        SG_REQUIRE(
            !is_within(node, varied[a]), SG_EINVAL,
            "setting %.80s: the grid varies this; set grid.%.80s to a list, or grid={} to "
            "do without",
            path, e->axis[a].path);
done:
    sg_free(path);
    return status;
}

static sg_status check_conflicts(const sg_experiment *e, const sg_settings *settings,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *root = NULL, *varied[MAX_AXES] = {NULL};
    SG_TRY(copy_without_grid(&root, e->tree.root, err));
    SG_TRY(find_all(varied, root, e, err));
    for (size_t i = 0; i < settings->n; i++)
        SG_TRY(check_setting(e, root, varied, settings->set[i], err));
done:
    sg_node_free(root);
    return status;
}

sg_status sgi_grid_read(sg_experiment *e, const sg_settings *settings, sg_error *err)
{
    sg_status status = SG_OK;
    sg_fields f;
    const sg_node *grid = sg_node_member(e->tree.root, "grid");
    SG_TRY(sg_fields_open(&f, grid, "grid", e->tree.path, err));
    e->n_configurations = 1;
    const size_t n = grid != NULL ? grid->n_children : 0;
    if (n > MAX_AXES)
        SG_TRY(sg_tree_fail(err, e->tree.path, grid, "grid: %zu lists; at most %d are allowed",
                            n, (int)MAX_AXES));
    SG_ALLOC(e->axis, n);
    for (size_t a = 0; a < n; a++) SG_TRY(read_axis(e, grid->child[a], err));
    SG_TRY(check_conflicts(e, settings, err));
done:
    return status;
}
