/* tree_path.c - finding and making nodes by their path. */
#include "base/document/tree.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/wording.h"

#include <stdio.h>
#include <string.h>

/* One name or position of a path. */
typedef struct part {
    const char *path; /* the whole of it */
    const char *at;
    size_t length;
} part;

static part part_at(const char *path, const char *at)
{
    return (part){path, at, strcspn(at, ".")};
}

static part next_part(const part *p)
{
    return part_at(p->path, p->at + p->length + 1);
}

static bool is_last(const part *p)
{
    return p->at[p->length] == '\0';
}

/* Report that the path ends before this part, which `reason` explains. */
static sg_status no_such_part(const part *p, const char *reason, sg_error *err)
{
    enum { LONGEST = 200 };
    const size_t length = (size_t)(p->at - p->path) + p->length;
    return sg_error_set(err, SG_ENOTFOUND, SG_WHERE, "%.*s%s: %s",
                        (int)(length < LONGEST ? length : LONGEST), p->path,
                        length < LONGEST ? "" : "...", reason);
}

static sg_status no_such_item(const sg_node *list, const part *p, sg_error *err)
{
    char reason[100];
    if (list->n_children == 0) return no_such_part(p, "no such item; the list is empty", err);
    (void)snprintf(reason, sizeof reason, "no such item; the list has the items 0 to %zu",
                   list->n_children - 1);
    return no_such_part(p, reason, err);
}

static sg_status no_such_key(const sg_node *map, const part *p, sg_error *err)
{
    char reason[300];
    sg_hint hint;
    sg_hint_begin(&hint, p->at, p->length);
    for (size_t i = 0; i < map->n_children; i++) sg_hint_offer(&hint, map->child[i]->key);
    (void)snprintf(reason, sizeof reason, "no such key; %s", sg_hint_end(&hint));
    return no_such_part(p, reason, err);
}

static sg_node *member(const sg_node *map, const part *p)
{
    for (size_t i = 0; i < map->n_children; i++)
        if (strncmp(map->child[i]->key, p->at, p->length) == 0 &&
            map->child[i]->key[p->length] == '\0')
            return map->child[i];
    return NULL;
}

/* `map` itself or, where it is an item of a list and has a single member that is a map, this
 * member, if the part is to be looked for there. */
static sg_node *where_to_look(sg_node *map, const part *p)
{
    const bool is_item = map->parent != NULL && map->parent->kind == SG_NODE_LIST;
    if (!is_item || map->n_children != 1 || map->child[0]->kind != SG_NODE_MAP) return map;
    return member(map, p) == NULL ? map->child[0] : map;
}

/* Make the members that the path names from `first` on, which `map` lacks.  They are complete
 * before they are hung there, so that nothing has to be undone. */
static sg_status make_members(sg_node **node, sg_node *map, const part *first, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *made = NULL, *outer = NULL;
    char *names = sg_text_copy(first->at);
    SG_REQUIRE(names != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sg_node_make(&made, SG_NODE_SCALAR, "", err));
    sg_node *const last = made;
    for (char *dot; (dot = strrchr(names, '.')) != NULL; *dot = '\0') {
        SG_TRY(sg_node_make(&outer, SG_NODE_MAP, NULL, err));
        SG_TRY(sg_node_append(outer, dot + 1, &made, err));
        made = outer;
        outer = NULL;
    }
    SG_TRY(sg_node_append(map, names, &made, err));
    *node = last;
done:
    sg_node_free(outer);
    sg_node_free(made);
    sg_free(names);
    return status;
}

/* Whether this part and all behind it can be names of new members: a number would have to be an
 * item of a list. */
static bool can_be_made(part p)
{
    for (uint64_t position;; p = next_part(&p)) {
        if (p.length == 0 || sg_number_whole(&position, p.at, p.length)) return false;
        if (is_last(&p)) return true;
    }
}

sg_status sg_tree_find(sg_node **node, sg_node *root, const char *path, bool create,
                       sg_error *err)
{
    sg_node *at = root;
    for (part p = part_at(path, path);; p = next_part(&p)) {
        if (at->kind == SG_NODE_SCALAR)
            return no_such_part(&p, "above it stands a single value, which has no members",
                                err);
        if (at->kind == SG_NODE_LIST) {
            uint64_t position = 0;
            if (!sg_number_whole(&position, p.at, p.length) || position >= at->n_children)
                return no_such_item(at, &p, err);
            at = at->child[position];
        } else {
            sg_node *const map = where_to_look(at, &p);
            at = member(map, &p);
            if (at == NULL && create && can_be_made(p)) return make_members(node, map, &p, err);
            if (at == NULL) return no_such_key(map, &p, err);
        }
        if (is_last(&p)) break;
    }
    *node = at;
    return SG_OK;
}
