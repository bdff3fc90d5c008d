/* narrowing.c - copies of the rows that a field has. */
#include "layers/narrowing.h"

#include "base/mem.h"

#include <string.h>

/* A copy that was made here, to be released. */
static void *own(const void *copy)
{
    union {
        const void *seen;
        void *owned;
    } as = {copy};
    return as.owned;
}

sg_status sg_narrow_labels(const uint32_t **label, const sg_node_field *field, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t *whole = *label;
    uint32_t *made = NULL;
    *label = NULL;
    if (whole == NULL) goto done;
    SG_ALLOC(made, field->n);
    for (uint32_t i = 0; i < field->n; i++) made[i] = whole[field->node[i]];
    *label = made;
done:
    return status;
}

void sg_narrow_labels_free(const uint32_t **label)
{
    sg_free(own(*label));
    *label = NULL;
}

sg_status sg_narrow_plan(const sg_plan **plan, const sg_node_field *field, uint32_t depth,
                         sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *whole = *plan;
    sg_plan *made = NULL;
    *plan = NULL;
    if (whole == NULL) goto done;
    SG_ALLOC(made, 1);
    SG_TRY(sg_plan_narrow(made, whole, field, depth, err));
    *plan = made;
    made = NULL;
done:
    sg_free(made);
    return status;
}

void sg_narrow_plan_free(const sg_plan **plan)
{
    sg_plan *made = own(*plan);
    if (made != NULL) sg_plan_narrow_free(made);
    sg_free(made);
    *plan = NULL;
}

/* The arcs of a node are all there, in their order. */
static sg_status narrow_attributes(sg_edge_spec *edges, const double *whole,
                                   const sg_node_field *field, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = edges->n_attributes;
    double *made = NULL;
    if (whole == NULL || n == 0) goto done;
    SG_ALLOC(made, field->graph.n_arcs * n);
    for (uint32_t i = 0; i < field->n; i++) {
        const uint32_t first = field->graph.arc_offset[i];
        const size_t n_arcs = field->graph.arc_offset[i + 1] - first;
        memcpy(made + first * n, whole + field->whole->arc_offset[field->node[i]] * n,
               n_arcs * n * sizeof *made);
    }
    edges->attribute = made;
done:
    return status;
}

sg_status sg_narrow_edges(sg_edge_spec *edges, const sg_node_field *field, uint32_t depth,
                          sg_error *err)
{
    sg_status status = SG_OK;
    const double *attribute = edges->attribute;
    edges->attribute = NULL;
    SG_TRY(sg_narrow_plan(&edges->plan, field, depth, err));
    SG_TRY(narrow_attributes(edges, attribute, field, err));
done:
    return status;
}

void sg_narrow_edges_free(sg_edge_spec *edges)
{
    sg_narrow_plan_free(&edges->plan);
    sg_free(own(edges->attribute));
    edges->attribute = NULL;
}
