/* edge_union.c - which row counts for both directions of an edge. */
#include "data/nodes/edge_union.h"

#include "base/mem.h"

#include <string.h>

static uint32_t row_of(const uint32_t *source, uint32_t arc)
{
    return source != NULL ? source[arc] : arc;
}

static bool differ(const double *attribute, size_t width, size_t a, size_t b)
{
    for (size_t c = 0; c < width; c++)
        if (attribute[a * width + c] != attribute[b * width + c]) return true;
    return false;
}

/* Rows of neighbors ascend, so that the arcs which lead to a node come in the order of those that leave it. */
sg_status sg_edge_rows_unite(uint32_t **source, sg_reading *reading, const sg_graph *graph,
                             const double *attribute, uint32_t width, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes;
    uint32_t *next = NULL, n_differ = 0;
    if (graph->rules.directed || width == 0 || n == 0) goto done;
    SG_ALLOC(next, n);
    memcpy(next, graph->arc_offset, n * sizeof *next);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t back = next[graph->neighbor[a]]++;
            const uint32_t row = row_of(*source, a), other = row_of(*source, back);
            if (back <= a || !differ(attribute, width, row, other)) continue;
            if (*source == NULL) {
                SG_ALLOC(*source, graph->n_arcs);
                for (uint32_t i = 0; i < graph->n_arcs; i++) (*source)[i] = i;
            }
            (*source)[a] = (*source)[back] = row < other ? row : other;
            n_differ++;
        }
    if (n_differ > 0)
        SG_TRY(sg_reading_note(reading, err,
                               "%u %s other attributes in one direction than in the other; "
                               "the row that came first counts for both",
                               n_differ, n_differ == 1 ? "edge has" : "edges have"));
done:
    sg_free(next);
    return status;
}
