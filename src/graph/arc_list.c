/* arc_list.c - rows while it can, pairs when it must. */
#include "graph/arc_list.h"

#include "base/mem.h"

/* A list whose nodes run far ahead of its arcs is not kept in order: a few huge numbers in a file
 * must not make us reserve rows for all the nodes before them. */
enum { FREE_ROWS = 1 << 20, ROWS_PER_ARC = 8 };

void sg_arc_list_free(sg_arc_list *arcs)
{
    sg_free(arcs->from);
    sg_free(arcs->to);
    sg_free(arcs->row);
    *arcs = (sg_arc_list){0};
}

sg_status sg_arc_list_reserve(sg_arc_list *arcs, size_t more, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&arcs->to, &arcs->to_capacity, arcs->n + more, sizeof *arcs->to, err));
    if (arcs->from != NULL)
        SG_TRY(sg_grow(&arcs->from, &arcs->from_capacity, arcs->n + more, sizeof *arcs->from,
                       err));
done:
    return status;
}

sg_status sg_arc_list_make_pairs(sg_arc_list *arcs, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *from = NULL;
    size_t capacity = 0;
    if (arcs->from != NULL) goto done;
    SG_TRY(sg_grow(&from, &capacity, arcs->to_capacity + 1, sizeof *from, err));
    for (size_t u = 0; u < arcs->n_rows; u++) {
        const size_t end = u + 1 < arcs->n_rows ? arcs->row[u + 1] : arcs->n;
        for (size_t a = arcs->row[u]; a < end; a++) from[a] = (uint32_t)u;
    }
    sg_free(arcs->row);
    arcs->row = NULL;
    arcs->n_rows = arcs->row_capacity = 0;
    arcs->from = from;
    arcs->from_capacity = capacity;
done:
    return status;
}

static bool comes_in_order(const sg_arc_list *arcs, uint32_t u, uint32_t v)
{
    if (u == v || u > FREE_ROWS + ROWS_PER_ARC * arcs->n) return false;
    if (u >= arcs->n_rows) return true;
    return u + (size_t)1 == arcs->n_rows && v > arcs->to[arcs->n - 1];
}

sg_status sg_arc_list_add(sg_arc_list *arcs, uint32_t u, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(arcs->n < UINT32_MAX - 1, SG_ELIMIT, "graph: more than 2^32-2 arcs");
    if (arcs->from == NULL && !comes_in_order(arcs, u, v))
        SG_TRY(sg_arc_list_make_pairs(arcs, err));
    SG_TRY(sg_arc_list_reserve(arcs, 1, err));
    if (arcs->from != NULL) {
        arcs->from[arcs->n] = u;
    } else {
        SG_TRY(sg_grow(&arcs->row, &arcs->row_capacity, u + (size_t)1, sizeof *arcs->row, err));
        while (arcs->n_rows <= u) arcs->row[arcs->n_rows++] = (uint32_t)arcs->n;
    }
    arcs->to[arcs->n++] = v;
done:
    return status;
}
