/* edge_features.h - what layers know of edges: a learned row per kind of edge, and attributes.
 *
 *     edges: "none @ edge"           # a head: pairs with the same triple have the same row; none: no rows
 *     edge-attributes: 3             # as many as the data has; a matrix makes a row of them
 *
 * Of the pairs of the head those count that are edges.  An edge whose triple a model has never seen
 * has a row of zeros.
 */
#ifndef SG_LAYERS_EDGE_FEATURES_H
#define SG_LAYERS_EDGE_FEATURES_H

#include "layers/layer_kind.h"

/* As a file says; {0}: nothing. */
typedef struct sg_edge_settings {
    sg_head head; /* receiver NULL: no rows */
    uint32_t n_attributes;
} sg_edge_settings;

/* On data; {0}: nothing. */
typedef struct sg_edge_spec {
    const sg_plan *plan;     /* NULL: no rows                                       */
    const sg_head *design;   /* NULL where the network was made by hand             */
    const double *attribute; /* [n_arcs][n_attributes]                              */
    uint32_t n_attributes;
} sg_edge_spec;

/* The two members, for a kind's table; the first one reads and writes both. */
#define SG_EDGE_MEMBERS(reader, writer)                                                        \
    {.name = "edges",                                                                          \
     .type = SG_MEMBER_OWN,                                                                    \
     .read = (reader),                                                                         \
     .put = (writer),                                                                          \
     .help = "a head whose triples of edges have rows, as in \"none @ edge\"; or none"},       \
    {                                                                                          \
        .name = "edge-attributes", .type = SG_MEMBER_OWN,                                      \
        .help = "how many attributes of edges the data has that it looks at"                   \
    }

/* Read both; `preset` is the head where a file names none, NULL: no rows.  Fails with SG_EFORMAT or
 * SG_ENOMEM. */
sg_status sg_edge_settings_read(sg_edge_settings *edges, sg_fields *fields, const char *preset,
                                sg_error *err);
sg_status sg_edge_settings_put(sg_node *map, const sg_edge_settings *edges, sg_error *err);
void sg_edge_settings_free(sg_edge_settings *edges);

/* Name what they need of the data. */
sg_status sg_edge_settings_needs(const sg_need_visitor *visitor, const sg_edge_settings *edges,
                                 sg_error *err);

/* Find plan and attributes.  Fails like sg_plan_cache_plan, or with SG_EINVAL where the data has another
 * number of attributes. */
sg_status sg_edge_bind(sg_edge_spec *spec, const sg_edge_settings *edges, sg_plan_cache *cache,
                       sg_error *err);

/* Hand on the tensors "edge" [triples][columns] and "edge-attribute" [attributes][columns]. */
void sg_edge_tensors(const sg_tensor_visitor *visitor, const sg_edge_spec *spec,
                     sg_axis columns);

/* Rows of both tensors together. */
static inline size_t sg_edge_rows(const sg_edge_spec *spec)
{
    return (spec->plan != NULL ? spec->plan->n_slots : 0) + (size_t)spec->n_attributes;
}

/* The slot of every arc, [n_arcs], or SG_NO_SLOT; NULL where there is no plan.  sg_free it.  Fails with
 * SG_ENOMEM.  Time O(pairs of the plan). */
sg_status sg_edge_slots(uint32_t **slot, const sg_edge_spec *spec, const sg_graph *graph,
                        sg_error *err);

#endif
