/* head_list.c - reading lists of heads. */
#include "layers/head_list.h"

enum { MAX_HEADS = 4096 };

sg_status sg_head_list_open(sg_head_list *list, sg_fields *f, const char *example,
                            sg_error *err)
{
    const sg_node *heads = sg_field(f, "heads");
    if (heads == NULL || heads->kind != SG_NODE_LIST || heads->n_children == 0 ||
        heads->n_children > MAX_HEADS)
        return sg_tree_fail(err, f->path, heads != NULL ? heads : f->map,
                            "%s.heads: a list of heads is needed, as in heads: [\"%s\"]",
                            f->name, example);
    *list = (sg_head_list){.node = heads, .n = heads->n_children, .fields = f};
    return SG_OK;
}

sg_status sg_head_list_text(const char **text, const sg_head_list *list, size_t h,
                            sg_error *err)
{
    return sg_node_text(text, list->node->child[h], "heads", list->fields->path, err);
}

sg_status sg_head_list_fail(const sg_head_list *list, size_t h, const sg_error *inner,
                            sg_error *err)
{
    if (inner->status != SG_EINVAL)
        return sg_error_set(err, inner->status, SG_WHERE, "%s", inner->text);
    if (list->fields->path == NULL)
        return sg_error_set(err, SG_EFORMAT, SG_WHERE, "%s.heads.%zu: %s", list->fields->name,
                            h, inner->text);
    return sg_tree_fail(err, list->fields->path, list->node->child[h], "%s: %s",
                        list->fields->name, inner->text);
}

sg_status sg_head_list_count(sg_head_list *list, size_t h, uint32_t copies, sg_error *err)
{
    list->n_copies += copies;
    if (list->n_copies <= MAX_HEADS) return SG_OK;
    return sg_tree_fail(err, list->fields->path, list->node->child[h],
                        "%s.heads: with all copies they are more than %d", list->fields->name,
                        MAX_HEADS);
}
