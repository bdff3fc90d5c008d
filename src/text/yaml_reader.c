/* yaml_reader.c - libyaml's events become a tree.
 *
 * Characters are checked before libyaml sees them: then columns mean what editors show, and all that
 * is wrong with an encoding is told in one way.  Nodes know their parents, so the tree under
 * construction is its own stack. */
#include "text/yaml.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/wording.h"
#include "text/yaml_characters.h"
#include "text/yaml_problem.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    yaml_parser_t parser;
    yaml_event_t event; /* the current one */
    const char *path, *text;
    size_t size;
    sg_node *root;
    sg_node *parent; /* the innermost open list or map; NULL: none */
    unsigned depth;  /* of `parent`; 0: none                       */
    size_t n_nodes;
    char *key; /* of the member whose value comes next; NULL: a key comes next */
    uint32_t key_line, key_column;
    sg_node **sorted; /* scratch for finding keys that stand twice */
    size_t capacity;
} reader;

static sg_place here(const reader *r)
{
    return (sg_place){r->path, r->event.start_mark.line + 1, r->event.start_mark.column + 1};
}

static sg_status next_event(reader *r, sg_error *err)
{
    yaml_event_delete(&r->event);
    if (yaml_parser_parse(&r->parser, &r->event) != 0) return SG_OK;
    return sg_yaml_problem(err, r->path, &r->parser, r->text, r->size);
}

static sg_status refuse(const reader *r, const char *what, sg_error *err)
{
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, here(r), "%s", what);
}

/* Refuse what makes a node more than its content. */
static sg_status check_event(const reader *r, sg_error *err)
{
    const yaml_event_t *e = &r->event;
    const yaml_char_t *anchor = NULL, *tag = NULL;
    switch (e->type) {
    case YAML_ALIAS_EVENT:
        return refuse(r, SG_YAML_NO_ALIASES, err);
    case YAML_SCALAR_EVENT:
        anchor = e->data.scalar.anchor;
        tag = e->data.scalar.tag;
        break;
    case YAML_SEQUENCE_START_EVENT:
        anchor = e->data.sequence_start.anchor;
        tag = e->data.sequence_start.tag;
        break;
    case YAML_MAPPING_START_EVENT:
        anchor = e->data.mapping_start.anchor;
        tag = e->data.mapping_start.tag;
        break;
    default:
        break;
    }
    if (anchor != NULL) return refuse(r, SG_YAML_NO_ANCHORS, err);
    if (tag != NULL) return refuse(r, SG_YAML_NO_TAGS, err);
    return SG_OK;
}

/* The text of a scalar, which must not have zero characters in it. */
static sg_status scalar_text(const char **text, const reader *r, sg_error *err)
{
    const char *value = (const char *)r->event.data.scalar.value;
    if (strlen(value) != r->event.data.scalar.length)
        return refuse(r, "found the escape of a zero character; no text may contain it", err);
    *text = value;
    return SG_OK;
}

static bool is_quoted(const reader *r)
{
    return r->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
}

static sg_status read_key(reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    const char *text = NULL;
    if (r->event.type != YAML_SCALAR_EVENT)
        SG_TRY(refuse(r,
                      "a list or map cannot be a key; put text that begins with '[' or '{' in "
                      "quotes",
                      err));
    SG_TRY(scalar_text(&text, r, err));
    const size_t length = strlen(text);
    if (length == 0 && !is_quoted(r))
        SG_TRY(refuse(r, "a key is missing here; write \"key: value\"", err));
    if (length > SG_YAML_MAX_KEY)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, here(r),
                           "found a key of %zu characters; at most %d are allowed", length,
                           (int)SG_YAML_MAX_KEY));
    r->key_line = (uint32_t)here(r).line;
    r->key_column = (uint32_t)here(r).column;
    r->key = sg_text_copy(text);
    SG_REQUIRE(r->key != NULL, SG_ENOMEM, "out of memory");
done:
    return status;
}

/* Hang a node where the reader is. */
static sg_status place_node(reader *r, sg_node **node, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *const placed = *node;
    placed->line = (uint32_t)here(r).line;
    placed->column = (uint32_t)here(r).column;
    if (++r->n_nodes > SG_YAML_MAX_NODES)
        SG_TRY(sg_error_at(err, SG_ELIMIT, SG_WHERE, here(r), "more than %d values",
                           (int)SG_YAML_MAX_NODES));
    if (r->parent == NULL) {
        r->root = placed;
        *node = NULL;
    } else {
        SG_TRY(sg_node_append(r->parent, r->key, node, err));
    }
    if (r->key != NULL) {
        placed->key_line = r->key_line;
        placed->key_column = r->key_column;
    }
    sg_free(r->key);
    r->key = NULL;
done:
    return status;
}

static sg_status read_scalar(reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *node = NULL;
    const char *text = NULL;
    SG_TRY(scalar_text(&text, r, err));
    SG_TRY(sg_node_make(&node, SG_NODE_SCALAR, text, err));
    node->quoted = is_quoted(r);
    SG_TRY(place_node(r, &node, err));
done:
    sg_node_free(node);
    return status;
}

static sg_status open_container(reader *r, sg_node_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *node = NULL;
    if (r->depth == SG_YAML_MAX_DEPTH)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, here(r), "nested more than %d deep",
                           (int)SG_YAML_MAX_DEPTH));
    SG_TRY(sg_node_make(&node, kind, NULL, err));
    sg_node *const opened = node;
    SG_TRY(place_node(r, &node, err));
    r->parent = opened;
    r->depth++;
done:
    sg_node_free(node);
    return status;
}

static bool stands_before(const sg_node *a, const sg_node *b)
{
    return a->key_line != b->key_line ? a->key_line < b->key_line
                                      : a->key_column < b->key_column;
}

static int compare_keys(const void *a, const void *b)
{
    const sg_node *const *x = a, *const *y = b;
    const int order = strcmp((*x)->key, (*y)->key);
    if (order != 0) return order;
    return stands_before(*y, *x) - stands_before(*x, *y);
}

/* Sorting finds them all at once, so that a hostile file cannot make a search per key expensive. */
static sg_status check_keys(reader *r, const sg_node *map, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = map->n_children;
    if (n < 2) goto done;
    SG_TRY(sg_grow(&r->sorted, &r->capacity, n, sizeof(sg_node *), err));
    memcpy(r->sorted, map->child, n * sizeof(sg_node *));
    qsort(r->sorted, n, sizeof(sg_node *), compare_keys);
    const sg_node *first = NULL, *second = NULL;
    for (size_t i = 1; i < n; i++) {
        const sg_node *before = r->sorted[i - 1], *node = r->sorted[i];
        if (strcmp(before->key, node->key) != 0) continue;
        if (second != NULL && stands_before(second, node)) continue;
        first = before;
        second = node;
    }
    char quoted[SG_QUOTED];
    if (second != NULL)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE,
                           (sg_place){r->path, second->key_line, second->key_column},
                           "the key %s occurs twice; it was given in line %lu already",
                           sg_quote(quoted, second->key, strlen(second->key)),
                           (unsigned long)first->key_line));
done:
    return status;
}

static sg_status close_container(reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    if (r->parent->kind == SG_NODE_MAP) SG_TRY(check_keys(r, r->parent, err));
    r->parent = r->parent->parent;
    r->depth--;
done:
    return status;
}

static sg_status read_event(reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(check_event(r, err));
    const yaml_event_type_t type = r->event.type;
    if (type == YAML_MAPPING_END_EVENT || type == YAML_SEQUENCE_END_EVENT)
        SG_TRY(close_container(r, err));
    else if (r->parent != NULL && r->parent->kind == SG_NODE_MAP && r->key == NULL)
        SG_TRY(read_key(r, err));
    else if (type == YAML_SCALAR_EVENT)
        SG_TRY(read_scalar(r, err));
    else
        SG_TRY(open_container(r, type == YAML_MAPPING_START_EVENT ? SG_NODE_MAP : SG_NODE_LIST,
                              err));
done:
    return status;
}

static sg_status refuse_empty(const reader *r, sg_error *err)
{
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){r->path, 1, 1},
                       "the document is empty; write at least one line such as \"key: value\"");
}

static sg_status read_document(reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(next_event(r, err)); /* the stream begins */
    SG_TRY(next_event(r, err));
    if (r->event.type == YAML_STREAM_END_EVENT) SG_TRY(refuse_empty(r, err));
    if (r->event.data.document_start.version_directive != NULL ||
        r->event.data.document_start.tag_directives.start !=
            r->event.data.document_start.tag_directives.end)
        SG_TRY(refuse(r, SG_YAML_NO_DIRECTIVES, err));
    do {
        SG_TRY(next_event(r, err));
        SG_TRY(read_event(r, err));
    } while (r->parent != NULL);
    if (r->root->kind == SG_NODE_SCALAR && !r->root->quoted && r->root->text[0] == '\0')
        SG_TRY(refuse_empty(r, err));
    SG_TRY(next_event(r, err)); /* the document ends */
    SG_TRY(next_event(r, err));
    if (r->event.type != YAML_STREAM_END_EVENT)
        SG_TRY(refuse(r, "a second document begins here; a file must be one document", err));
done:
    return status;
}

sg_status sg_yaml_parse(sg_tree *tree, const char *path, const char *text, size_t size,
                        sg_error *err)
{
    sg_status status = SG_OK;
    reader r = {.path = path, .text = size > 0 ? text : "", .size = size};
    sg_tree made = {0};
    if (size > SG_YAML_MAX_SIZE)
        SG_TRY(sg_error_at(err, SG_ELIMIT, SG_WHERE, (sg_place){path, 0, 0},
                           "larger than the %d bytes allowed here", (int)SG_YAML_MAX_SIZE));
    if (size >= 3 && memcmp(r.text, "\xef\xbb\xbf", 3) == 0) {
        r.text += 3;
        r.size -= 3;
    }
    SG_TRY(sg_yaml_check_characters(path, r.text, r.size, err));
    made.path = sg_text_copy(path);
    SG_REQUIRE(made.path != NULL, SG_ENOMEM, "out of memory");
    SG_REQUIRE(yaml_parser_initialize(&r.parser) != 0, SG_ENOMEM, "out of memory");
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)r.text, r.size);
    SG_TRY(read_document(&r, err));
    made.root = r.root;
    r.root = NULL;
    *tree = made;
    made = (sg_tree){0};
done:
    sg_tree_free(&made);
    sg_node_free(r.root);
    sg_free(r.key);
    sg_free(r.sorted);
    yaml_event_delete(&r.event);
    yaml_parser_delete(&r.parser);
    return status;
}

sg_status sg_yaml_open(sg_tree *tree, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(sg_file_read(&text, path, SG_YAML_MAX_SIZE, err));
    SG_TRY(sg_yaml_parse(tree, path, text.data, text.size, err));
done:
    sg_text_free(&text);
    return status;
}
