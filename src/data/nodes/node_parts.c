/* node_parts.c - nodes without targets, classes without training. */
#include "data/nodes/node_parts.h"

#include "base/mem.h"

static sg_place place_of(const sg_node_lines *lines, uint32_t node)
{
    return (sg_place){lines->path, lines->line_of(lines->context, node), 0};
}

static sg_status fail_untrained(const sg_items *items, const sg_node_lines *lines,
                                uint32_t node, sg_error *err)
{
    char name[100];
    sg_items_class_name(name, sizeof name, items, items->item_class[node]);
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, place_of(lines, node),
                       "no node of the class \"%s\" trains; every class needs one", name);
}

static sg_status check_classes(const sg_items *items, uint32_t n_nodes,
                               const sg_node_lines *lines, sg_error *err)
{
    sg_status status = SG_OK;
    bool *trained = NULL, any = false;
    SG_ALLOC(trained, items->n_classes);
    for (uint32_t v = 0; v < n_nodes; v++)
        if (items->part[v] == SG_TRAIN) any = trained[items->item_class[v]] = true;
    for (uint32_t v = 0; any && v < n_nodes; v++)
        if (items->item_class[v] != SG_NO_CLASS && !trained[items->item_class[v]])
            SG_TRY(fail_untrained(items, lines, v, err));
done:
    sg_free(trained);
    return status;
}

sg_status sg_node_parts_check(const sg_items *items, uint32_t n_nodes,
                              const sg_node_lines *lines, sg_error *err)
{
    if (items->kind != SG_ITEM_NODE || items->part == NULL) return SG_OK;
    for (uint32_t v = 0; v < n_nodes; v++)
        if (items->part[v] != SG_NO_PART && !sg_items_known(items, v))
            return sg_error_at(
                err, SG_EFORMAT, SG_WHERE, place_of(lines, v),
                "a node that trains, validates or tests needs a class or target");
    return items->item_class != NULL ? check_classes(items, n_nodes, lines, err) : SG_OK;
}
