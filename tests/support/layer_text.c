/* layer_text.c - see layer_text.h. */
#include "support/layer_text.h"

#include "base/document/tree_put.h"
#include "base/mem.h"
#include "support/check.h"
#include "text/tree_json.h"

char *layer_text(const sg_layer_design *layer)
{
    sg_node *root = NULL, *members = NULL;
    sg_text line = {0};
    sg_json_writer json = sg_json_write_to(&line);
    check_ok(sg_node_make(&root, SG_NODE_MAP, NULL, &err));
    check_ok(sg_put_map(&members, root, layer->kind->word, &err));
    check_ok(sg_layer_design_put(members, layer, &err));
    check_ok(sg_json_put_node(&json, root, &err));
    sg_node_free(root);
    for (char *c = line.data; *c != '\0'; c++)
        if (*c == '"') *c = '\'';
    return line.data;
}

void check_layer(const sg_layer_design *layer, const char *line)
{
    char *text = layer_text(layer);
    assert_string_equal(text, line);
    sg_free(text);
}
