/* tree_put.c - numbers and words are scalars; containers are filled after they were added. */
#include "base/document/tree_put.h"

#include "base/number.h"
#include "base/text.h"

static sg_status put(sg_node *map, const char *key, const char *value, bool quoted,
                     sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *node = NULL;
    SG_TRY(sg_node_make(&node, SG_NODE_SCALAR, value, err));
    node->quoted = quoted;
    SG_TRY(sg_node_add(map, key, &node, err));
done:
    sg_node_free(node);
    return status;
}

sg_status sg_put_text(sg_node *map, const char *key, const char *value, sg_error *err)
{
    return put(map, key, value, true, err);
}

sg_status sg_put_bool(sg_node *map, const char *key, bool value, sg_error *err)
{
    return put(map, key, value ? "true" : "false", false, err);
}

sg_status sg_put_real(sg_node *map, const char *key, double value, sg_error *err)
{
    char text[SG_NUMBER_ROOM];
    sg_number_write(text, value);
    return put(map, key, text, false, err);
}

sg_status sg_put_whole(sg_node *map, const char *key, uint64_t value, sg_error *err)
{
    sg_text text = {0};
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(&text, err, "%llu", (unsigned long long)value));
    SG_TRY(put(map, key, text.data, false, err));
done:
    sg_text_free(&text);
    return status;
}

static sg_status put_container(sg_node **made, sg_node *map, const char *key, sg_node_kind kind,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *node = NULL;
    SG_TRY(sg_node_make(&node, kind, NULL, err));
    sg_node *added = node;
    SG_TRY(sg_node_add(map, key, &node, err));
    *made = added;
done:
    sg_node_free(node);
    return status;
}

sg_status sg_put_map(sg_node **made, sg_node *map, const char *key, sg_error *err)
{
    return put_container(made, map, key, SG_NODE_MAP, err);
}

sg_status sg_put_list(sg_node **made, sg_node *map, const char *key, sg_error *err)
{
    return put_container(made, map, key, SG_NODE_LIST, err);
}

sg_status sg_put_layer(sg_node **members, sg_node *list, const char *word, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *item = NULL;
    SG_TRY(sg_put_map(&item, list, NULL, err));
    SG_TRY(sg_put_map(members, item, word, err));
done:
    return status;
}
