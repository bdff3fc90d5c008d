/* live_json.c - JSON is YAML, so the strict reader of experiment files reads edits, too. */
#include "live/live_json.h"

#include "base/document/fields.h"
#include "base/mem.h"
#include "text/yaml.h"

#include <math.h>
#include <string.h>

void sg_live_said_free(sg_live_said *said)
{
    sg_free(said->label);
    sg_free(said->attribute);
    *said = (sg_live_said){0};
}

/* What is done to what. */
typedef struct deed {
    const char *verb, *what;
    sg_live_kind kind;
} deed;

static const deed DEEDS[] = {{"add", "edge", SG_LIVE_ADD_EDGE},
                             {"remove", "edge", SG_LIVE_REMOVE_EDGE},
                             {"add", "node", SG_LIVE_ADD_NODE},
                             {"remove", "node", SG_LIVE_REMOVE_NODE},
                             {"set", "node", SG_LIVE_SET_NODE}};

enum { N_DEEDS = sizeof DEEDS / sizeof *DEEDS };

/* The deed of an edit; NULL where it has none, or two, or where memory ends: `err` says why. */
static const deed *find_deed(sg_fields *f, sg_error *err)
{
    const char *verb = NULL;
    const deed *found = NULL;
    for (size_t i = 0; i < N_DEEDS; i++) {
        const char *what = NULL;
        if (sg_field_text(&what, f, DEEDS[i].verb, err) != SG_OK) return NULL;
        if (what == NULL) continue;
        if (verb != NULL && strcmp(verb, DEEDS[i].verb) != 0) {
            (void)sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){f->path, 0, 0},
                              "\"%s\" and \"%s\" are two edits, and a line has one", verb,
                              DEEDS[i].verb);
            return NULL;
        }
        verb = DEEDS[i].verb;
        if (strcmp(what, DEEDS[i].what) == 0) found = &DEEDS[i];
    }
    if (found == NULL)
        (void)sg_error_at(
            err, SG_EFORMAT, SG_WHERE, (sg_place){f->path, 0, 0},
            "an edit has \"add\" or \"remove\" with \"edge\" or \"node\", \"set\" with "
            "\"node\", or \"undo\"");
    return found;
}

static sg_status read_nodes(sg_live_change *change, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *list = sg_field(f, "nodes");
    uint64_t value[2] = {0, 0};
    if (list == NULL || list->kind != SG_NODE_LIST || list->n_children != 2) {
        status = sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){f->path, 0, 0},
                             "nodes: an edge has two, as in \"nodes\":[0,5]");
        goto done;
    }
    for (size_t i = 0; i < 2; i++)
        SG_TRY(
            sg_node_whole(&value[i], list->child[i], "nodes", f->path, 0, UINT32_MAX - 1, err));
    change->node = (uint32_t)value[0];
    change->other = (uint32_t)value[1];
done:
    return status;
}

/* The number of a label that may be a name. */
static sg_status read_label(int32_t *label, const sg_node *node, const sg_label_names *names,
                            const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    double value = 0;
    for (uint32_t i = 0; node->kind == SG_NODE_SCALAR && i < names->name.n; i++)
        if (strcmp(sg_names_at(&names->name, i), node->text) == 0) {
            *label = names->label[i];
            goto done;
        }
    SG_TRY(sg_node_real(&value, node, "label", path, INT32_MIN, INT32_MAX, err));
    SG_REQUIRE(value == rint(value), SG_EFORMAT, "%s: label: %g is not a whole number", path,
               value);
    *label = (int32_t)value;
done:
    return status;
}

/* The items of a list, or a single value. */
static size_t count_values(const sg_node *node)
{
    return node->kind == SG_NODE_LIST ? node->n_children : 1;
}

static const sg_node *value_at(const sg_node *node, size_t i)
{
    return node->kind == SG_NODE_LIST ? node->child[i] : node;
}

static sg_status check_count(const sg_node *node, const char *name, uint32_t wanted,
                             const char *path, sg_error *err)
{
    if (count_values(node) == wanted) return SG_OK;
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){path, node->line, node->column},
                       "%s: %zu given, but the data has %u", name, count_values(node), wanted);
}

static sg_status read_labels(sg_live_said *said, sg_fields *f, uint32_t n,
                             const sg_label_names *names, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *node = sg_field(f, "label");
    if (node == NULL) goto done;
    SG_TRY(check_count(node, "label", n, f->path, err));
    SG_ALLOC(said->label, n);
    for (uint32_t i = 0; i < n; i++)
        SG_TRY(read_label(&said->label[i], value_at(node, i), names, f->path, err));
    said->change.label = said->label;
done:
    return status;
}

static sg_status read_attributes(sg_live_said *said, sg_fields *f, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *node = sg_field(f, "attributes");
    if (node == NULL) goto done;
    SG_TRY(check_count(node, "attributes", n, f->path, err));
    SG_ALLOC(said->attribute, n);
    for (uint32_t i = 0; i < n; i++)
        SG_TRY(sg_node_real(&said->attribute[i], value_at(node, i), "attributes", f->path,
                            -INFINITY, INFINITY, err));
    said->change.attribute = said->attribute;
done:
    return status;
}

static sg_status read_change(sg_live_said *said, sg_fields *f, const sg_live_words *words,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_live_change *change = &said->change;
    sg_error why = {0};
    const deed *of = find_deed(f, &why);
    SG_REQUIRE(of != NULL, why.status, "%s", why.text);
    change->kind = of->kind;
    SG_TRY(sg_field_count(&change->graph, f, "graph", 0, UINT32_MAX - 1, err));
    const bool of_edge = strcmp(of->what, "edge") == 0;
    if (of_edge) {
        SG_TRY(read_nodes(change, f, err));
    } else if (of->kind != SG_LIVE_ADD_NODE) {
        change->node = UINT32_MAX;
        SG_TRY(sg_field_count(&change->node, f, "node", 0, UINT32_MAX - 1, err));
        SG_REQUIRE(change->node != UINT32_MAX, SG_EFORMAT,
                   "%s: \"node\" is missing, the number of the node", f->path);
    }
    if (of->kind == SG_LIVE_REMOVE_EDGE || of->kind == SG_LIVE_REMOVE_NODE) goto done;
    SG_TRY(read_labels(said, f,
                       of_edge ? words->columns.edge_labels : words->columns.node_labels,
                       of_edge ? words->edge_name : words->node_name, err));
    SG_TRY(read_attributes(
        said, f, of_edge ? words->columns.edge_attributes : words->columns.node_attributes,
        err));
done:
    return status;
}

sg_status sg_live_read(sg_live_said *said, const char *text, size_t size, const char *path,
                       const sg_live_words *words, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    sg_fields f;
    sg_live_said made = {.change = {.struct_size = sizeof made.change}};
    uint32_t undo = 0;
    SG_TRY(sg_yaml_parse(&tree, path, text, size, err));
    SG_TRY(sg_fields_open(&f, tree.root, "", path, err));
    SG_TRY(sg_field_count(&undo, &f, "undo", 1, 1, err));
    made.undo = undo == 1;
    if (!made.undo) SG_TRY(read_change(&made, &f, words, err));
    SG_TRY(sg_fields_finish(&f, err));
    *said = made;
    made = (sg_live_said){0};
done:
    sg_live_said_free(&made);
    sg_tree_free(&tree);
    return status;
}
