/* tree_json.c - trees are at most 64 deep (yaml.h), so recursion is bounded. */
#include "text/tree_json.h"

#include "base/document/fields.h"

#include <math.h>
#include <string.h>

static sg_status put_scalar(sg_json_writer *json, const sg_node *node, sg_error *err)
{
    double value = 0;
    if (!node->quoted) {
        if (strcmp(node->text, "null") == 0) return sg_json_put_null(json, err);
        if (strcmp(node->text, "true") == 0) return sg_json_put_bool(json, true, err);
        if (strcmp(node->text, "false") == 0) return sg_json_put_bool(json, false, err);
        if (sg_node_real(&value, node, "", "", -INFINITY, INFINITY, NULL) == SG_OK)
            return sg_json_put_real(json, value, err);
    }
    return sg_json_put_text(json, node->text, err);
}

sg_status sg_json_put_node(sg_json_writer *json, const sg_node *node, sg_error *err)
{
    sg_status status = SG_OK;
    if (node->kind == SG_NODE_SCALAR) return put_scalar(json, node, err);
    SG_TRY(node->kind == SG_NODE_MAP ? sg_json_open_object(json, err)
                                     : sg_json_open_array(json, err));
    for (size_t i = 0; i < node->n_children; i++) {
        if (node->kind == SG_NODE_MAP) SG_TRY(sg_json_put_key(json, node->child[i]->key, err));
        SG_TRY(sg_json_put_node(json, node->child[i], err));
    }
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}
