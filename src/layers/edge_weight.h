/* edge_weight.h - layers whose messages are multiplied by an attribute of their edge.
 *
 *     weight: 0        # the attribute's number; absent: messages count alike
 *
 * A spec is what a file says, and, on data, the attributes of all edges.
 */
#ifndef SG_LAYERS_EDGE_WEIGHT_H
#define SG_LAYERS_EDGE_WEIGHT_H

#include "layers/edge_features.h"

/* {0}: messages count alike. */
typedef struct sg_edge_weight {
    bool weighs;
    uint32_t column; /* of the attributes                        */
    sg_edge_spec of; /* on data: attributes alone, of all columns */
} sg_edge_weight;

/* The member `weight` of settings, for a kind's table; `checks` may be NULL, see sg_member. */
#define SG_WEIGHT_MEMBER(settings, checks)                                                     \
    {                                                                                          \
        .name = "weight", .type = SG_MEMBER_WEIGHT, .offset = offsetof(settings, weight),      \
        .check = (checks),                                                                     \
        .help = "the attribute of edges (from 0 on) that messages are multiplied by"           \
    }

/* Read and write it.  Reading fails with SG_EFORMAT. */
sg_status sg_edge_weight_read(sg_edge_weight *weight, sg_fields *fields, sg_error *err);
sg_status sg_edge_weight_put(sg_node *map, const sg_edge_weight *weight, sg_error *err);

/* Find the attributes of the data.  Fails with SG_EINVAL where there is no such column. */
sg_status sg_edge_weight_bind(sg_edge_weight *weight, const sg_plan_cache *cache,
                              sg_error *err);

#endif
