/* edge_table.c - rows of edges are made arc by arc: most come from a table of a few rows. */
#include "layers/real/edge_table.h"

#include "base/mem.h"
#include "layers/real/asking.h"

#include <string.h>

/* The row of the table that an arc has, or SG_NO_SLOT. */
static uint32_t slot_of(const SG_R(sg_edge_table) *t, uint32_t arc)
{
    return t->slot != NULL ? t->slot[arc] : SG_NO_SLOT;
}

static size_t attribute_rows(const SG_R(sg_edge_table) *t)
{
    return sg_edge_rows(t->spec) - t->spec->n_attributes;
}

const sg_real *SG_R(sg_edge_row)(sg_real *room, const SG_R(sg_edge_table) *t, uint32_t arc)
{
    const uint32_t slot = slot_of(t, arc), n = t->spec->n_attributes;
    const size_t size = t->width * sizeof *room;
    if (n == 0 && slot != SG_NO_SLOT) return t->parameter + slot * t->width;
    if (slot != SG_NO_SLOT)
        memcpy(room, t->parameter + slot * t->width, size);
    else
        memset(room, 0, size);
    for (uint32_t k = 0; k < n; k++) {
        const sg_real *a = t->parameter + (attribute_rows(t) + k) * t->width;
        const sg_real value = (sg_real)t->spec->attribute[(size_t)arc * n + k];
        for (size_t f = 0; f < t->width; f++) room[f] += value * a[f];
    }
    return room;
}

void SG_R(sg_edge_row_back)(sg_real *gradient, const SG_R(sg_edge_table) *t, uint32_t arc,
                            const sg_real *d_row)
{
    const uint32_t slot = slot_of(t, arc), n = t->spec->n_attributes;
    sg_real *to = gradient + (slot != SG_NO_SLOT ? slot * t->width : 0);
    for (size_t f = 0; slot != SG_NO_SLOT && f < t->width; f++) to[f] += d_row[f];
    to = gradient + attribute_rows(t) * t->width;
    for (uint32_t k = 0; k < n; k++, to += t->width) {
        const sg_real value = (sg_real)t->spec->attribute[(size_t)arc * n + k];
        for (size_t f = 0; f < t->width; f++) to[f] += value * d_row[f];
    }
}

static uint32_t first_arc(const sg_gather_from *from, uint32_t v)
{
    return from->graph->arc_offset[from->span->first_node + v];
}

void SG_R(sg_gather_edges)(sg_real *z, const sg_real *x, const SG_R(sg_edge_table) *table,
                           const sg_gather_from *from, sg_real *room)
{
    const size_t width = table->width, first = from->span->first_row * width;
    uint32_t w = 0;
    sg_row_asks asks = sg_row_asks_of(from->span->n, width);
    asks.next += from->rows.first;
    for (uint32_t v = from->rows.first; v < from->rows.first + from->rows.n; v++) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const sg_neighbors near = sg_neighbors_of(from, v);
        sg_real *row = z + first + v * width;
        memset(row, 0, width * sizeof *row);
        for (uint32_t i = 0; i < near.n; i++) {
            if (!sg_neighbor_at(&w, &near, i)) continue;
            const sg_real *edge = SG_R(sg_edge_row)(room, table, first_arc(from, v) + i),
                          *other = x + first + w * width;
            for (size_t f = 0; f < width; f++) {
                const sg_real sum = other[f] + edge[f];
                row[f] += sum > 0 ? sum : 0;
            }
        }
    }
}

sg_status SG_R(sg_edges_heard)(uint32_t **arc, const sg_graph *graph, const sg_graph *hearers,
                               sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes;
    uint32_t *made = NULL, *next = NULL;
    SG_ALLOC(made, hearers->n_arcs);
    SG_ALLOC(next, n);
    if (n > 0) memcpy(next, hearers->arc_offset, n * sizeof *next);
    for (uint32_t a = 0; a < graph->n_arcs; a++)
        if (graph->neighbor[a] < n) made[next[graph->neighbor[a]]++] = a;
    *arc = made;
    made = NULL;
done:
    sg_free(made);
    sg_free(next);
    return status;
}

void SG_R(sg_gather_edges_back_rows)(sg_real *dx, const sg_real *dz, const sg_real *x,
                                     const SG_R(sg_edge_table) *table, const uint32_t *heard,
                                     const sg_gather_from *from, sg_real *room)
{
    const size_t width = table->width, first = from->span->first_row * width;
    for (uint32_t w = from->rows.first; w < from->rows.first + from->rows.n; w++) {
        const sg_neighbors hearers = sg_neighbors_in(from->hearers, from->span, w);
        const uint32_t *arc =
            heard + from->hearers->arc_offset[from->span->first_node + (size_t)w];
        const sg_real *own = x + first + w * width;
        sg_real *to = dx + first + w * width;
        uint32_t v = 0;
        for (uint32_t i = 0; i < hearers.n; i++) {
            if (!sg_neighbor_at(&v, &hearers, i)) continue;
            const sg_real *edge = SG_R(sg_edge_row)(room, table, arc[i]),
                          *row = dz + first + v * width;
            for (size_t f = 0; f < width; f++) to[f] += own[f] + edge[f] > 0 ? row[f] : 0;
        }
    }
}

void SG_R(sg_gather_edges_back)(sg_real *dx, sg_real *gradient, const sg_real *dz,
                                const sg_real *x, const SG_R(sg_edge_table) *table,
                                const sg_gather_from *from, sg_real *room)
{
    const size_t width = table->width, first = from->span->first_row * width;
    sg_real *d_row = room + width;
    uint32_t w = 0;
    sg_row_asks asks = sg_row_asks_of(from->span->n, width);
    asks.next += from->rows.first;
    for (uint32_t v = from->rows.first; v < from->rows.first + from->rows.n; v++) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const sg_neighbors near = sg_neighbors_of(from, v);
        const sg_real *row = dz + first + v * width;
        for (uint32_t i = 0; i < near.n; i++) {
            if (!sg_neighbor_at(&w, &near, i)) continue;
            const uint32_t arc = first_arc(from, v) + i;
            const sg_real *edge = SG_R(sg_edge_row)(room, table, arc),
                          *other = x + first + w * width;
            for (size_t f = 0; f < width; f++) d_row[f] = other[f] + edge[f] > 0 ? row[f] : 0;
            for (size_t f = 0; dx != NULL && f < width; f++)
                dx[first + w * width + f] += d_row[f];
            if (gradient != NULL) SG_R(sg_edge_row_back)(gradient, table, arc, d_row);
        }
    }
}
