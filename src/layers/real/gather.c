/* gather.c - loops over arcs; rows are short and stay in the cache. */
#include "layers/real/gather.h"

#include "layers/real/asking.h"

#include <math.h>
#include <string.h>

static void add_row(sg_real *restrict to, sg_real factor, const sg_real *restrict row,
                    size_t width)
{
    for (size_t f = 0; f < width; f++) to[f] += factor * row[f];
}

/* The number of neighbors in the span; at least 1, to be divided by. */
static sg_real divisor_of(const sg_neighbors *near)
{
    uint32_t w = 0, n = 0;
    for (uint32_t i = 0; i < near->n; i++) n += sg_neighbor_at(&w, near, i);
    return (sg_real)(n > 0 ? n : 1);
}

static void gather_maxima(sg_real *restrict z, const sg_real *restrict x, size_t width,
                          const sg_neighbors *near)
{
    uint32_t w = 0;
    bool any = false;
    for (uint32_t i = 0; i < near->n; i++) {
        if (!sg_neighbor_at(&w, near, i)) continue;
        const sg_real *row = x + w * width;
        for (size_t f = 0; f < width; f++) z[f] = any && z[f] >= row[f] ? z[f] : row[f];
        any = true;
    }
}

void SG_R(sg_gather)(sg_real *z, const sg_real *x, size_t width, const sg_gather_from *from,
                     sg_gathering how)
{
    const size_t first = from->span->first_row * width;
    uint32_t w = 0;
    sg_row_asks asks = sg_row_asks_of(from->span->n, width);
    for (uint32_t v = 0; v < from->span->n; v++) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const sg_neighbors near = sg_neighbors_of(from, v);
        sg_real *row = z + first + v * width;
        memset(row, 0, width * sizeof *row);
        if (how == SG_GATHER_MAX) {
            gather_maxima(row, x + first, width, &near);
            continue;
        }
        for (uint32_t i = 0; i < near.n; i++)
            if (sg_neighbor_at(&w, &near, i)) add_row(row, 1, x + first + w * width, width);
        if (how != SG_GATHER_MEAN) continue;
        const sg_real divisor = divisor_of(&near);
        for (size_t f = 0; f < width; f++) row[f] /= divisor;
    }
}

/* The gradient of a node's maxima. */
static void send_maxima_back(sg_real *dx, const sg_real *dz, const sg_real *x, size_t width,
                             const sg_neighbors *near)
{
    for (size_t f = 0; f < width; f++) {
        uint32_t best = UINT32_MAX, w = 0;
        for (uint32_t i = 0; i < near->n; i++)
            if (sg_neighbor_at(&w, near, i) &&
                (best == UINT32_MAX || x[w * width + f] > x[best * width + f]))
                best = w;
        if (best != UINT32_MAX) dx[best * width + f] += dz[f];
    }
}

void SG_R(sg_gather_back)(sg_real *dx, const sg_real *dz, const sg_real *x, size_t width,
                          const sg_gather_from *from, sg_gathering how)
{
    const size_t first = from->span->first_row * width;
    uint32_t w = 0;
    sg_row_asks asks = sg_row_asks_of(from->span->n, width);
    for (uint32_t v = 0; v < from->span->n; v++) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const sg_neighbors near = sg_neighbors_of(from, v);
        const sg_real *row = dz + first + v * width;
        if (how == SG_GATHER_MAX) {
            send_maxima_back(dx + first, row, x + first, width, &near);
            continue;
        }
        const sg_real factor = how == SG_GATHER_MEAN ? 1 / divisor_of(&near) : 1;
        for (uint32_t i = 0; i < near.n; i++)
            if (sg_neighbor_at(&w, &near, i))
                add_row(dx + first + w * width, factor, row, width);
    }
}

void SG_R(sg_gather_symmetric)(sg_real *z, const sg_real *x, size_t width,
                               const sg_gather_from *from, bool add)
{
    const size_t first = from->span->first_row * width;
    uint32_t w = 0;
    sg_row_asks asks = sg_row_asks_of(from->span->n, width);
    for (uint32_t v = 0; v < from->span->n; v++) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const sg_neighbors near = sg_neighbors_of(from, v);
        const sg_real own = (sg_real)(near.n + 1);
        sg_real *row = z + first + v * width;
        if (!add) memset(row, 0, width * sizeof *row);
        add_row(row, 1 / own, x + first + v * width, width);
        for (uint32_t i = 0; i < near.n; i++) {
            if (!sg_neighbor_at(&w, &near, i)) continue;
            const sg_real other = (sg_real)(sg_neighbors_of(from, w).n + 1);
            add_row(row, 1 / (sg_real)sqrt((double)(own * other)), x + first + w * width,
                    width);
        }
    }
}
