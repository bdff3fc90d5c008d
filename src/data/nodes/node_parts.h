/* node_parts.h - whether nodes can train and test as the data says.
 *
 *     SG_TRY(sg_node_parts_check(&data.items, n_nodes, &(sg_node_lines){path, line_of, rows}, err));
 */
#ifndef SG_DATA_NODES_NODE_PARTS_H
#define SG_DATA_NODES_NODE_PARTS_H

#include "data/items.h"

/* Where nodes stand, for messages. */
typedef struct sg_node_lines {
    const char *path;
    uint64_t (*line_of)(const void *context, uint32_t node);
    const void *context;
} sg_node_lines;

/* Every node in a part has a class or target, and every class has a node that trains, unless none trains at
 * all: such data is there to be predicted.  Items that are graphs, or say no parts, are always good.
 * Fails with SG_EFORMAT or SG_ENOMEM. */
sg_status sg_node_parts_check(const sg_items *items, uint32_t n_nodes,
                              const sg_node_lines *lines, sg_error *err);

#endif
