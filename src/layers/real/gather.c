/* gather.c - loops over arcs; rows are short and stay in the cache. */
#include "layers/real/gather.h"

#include "layers/real/asking.h"
#include "layers/real/prefetch.h"
#include "layers/real/row_sums.h"

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
    asks.next += from->rows.first;
    for (uint32_t v = from->rows.first; v < from->rows.first + from->rows.n; v++) {
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
    asks.next += from->rows.first;
    for (uint32_t v = from->rows.first; v < from->rows.first + from->rows.n; v++) {
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

void SG_R(sg_gather_back_rows)(sg_real *dx, const sg_real *dz, size_t width,
                               const sg_gather_from *from, sg_gathering how)
{
    const size_t first = from->span->first_row * width;
    SG_R(sg_row_terms) terms;
    for (uint32_t w = from->rows.first; w < from->rows.first + from->rows.n; w++) {
        const sg_neighbors hearers = sg_neighbors_in(from->hearers, from->span, w);
        uint32_t v = 0;
        for (uint32_t i = 0; i < hearers.n;) {
            for (terms.n = 0; i < hearers.n && terms.n < SG_ROW_TERMS; i++) {
                if (!sg_neighbor_at(&v, &hearers, i)) continue;
                const sg_neighbors near = sg_neighbors_of(from, v);
                terms.factor[terms.n] = how == SG_GATHER_MEAN ? 1 / divisor_of(&near) : 1;
                terms.row[terms.n++] = v;
            }
            SG_R(sg_row_terms_add)(dx + first + w * width, &terms, dz + first, width);
        }
    }
}

/* Whether w is the first neighbor of v whose number in a column is this one, the largest. */
static bool is_first(const sg_gather_from *from, uint32_t v, uint32_t w, const sg_real *column,
                     size_t width, sg_real largest)
{
    const sg_neighbors near = sg_neighbors_of(from, v);
    uint32_t u = 0;
    for (uint32_t i = 0; i < near.n; i++)
        if (sg_neighbor_at(&u, &near, i) && column[u * width] == largest) return u == w;
    return false;
}

/* Most numbers are not the largest of any hearer, so hardly ever are other neighbors looked at. */
void SG_R(sg_gather_back_maxima)(sg_real *dx, const sg_real *dz, const sg_real *x,
                                 const sg_real *z, size_t width, const sg_gather_from *from)
{
    const size_t first = from->span->first_row * width;
    sg_row_asks asks = sg_row_asks_of(from->span->n, width);
    asks.next += from->rows.first;
    for (uint32_t w = from->rows.first; w < from->rows.first + from->rows.n; w++) {
        if (w == asks.next && sg_row_asks_stop(&asks)) return;
        const sg_neighbors hearers = sg_neighbors_in(from->hearers, from->span, w);
        const sg_real *own = x + first + w * width;
        uint32_t v = 0;
        for (uint32_t i = 0; i < hearers.n; i++) {
            if (!sg_neighbor_at(&v, &hearers, i)) continue;
            const size_t row = first + v * width;
            for (size_t f = 0; f < width; f++)
                if (own[f] == z[row + f] && is_first(from, v, w, x + first + f, width, own[f]))
                    dx[first + w * width + f] += dz[row + f];
        }
    }
}

/* 1 / sqrt(k) for small k, which nearly all products of two degrees are.  It pays in large graphs alone. */
typedef struct roots {
    sg_real inverse[1024];
    uint32_t n; /* of them; 0: none */
} roots;

static sg_real inverse_root(sg_real k)
{
    return 1 / (sg_real)sqrt((double)k);
}

static void fill_roots(roots *r, uint32_t n_rows)
{
    enum { ALL = sizeof r->inverse / sizeof *r->inverse };
    r->n = n_rows >= ALL ? ALL : 0;
    for (uint32_t k = 1; k < r->n; k++) r->inverse[k] = inverse_root((sg_real)k);
}

/* The neighbors of node v of the span, without itself; only graphs that keep self-loops have to look. */
static uint64_t count_others(const sg_gather_from *from, uint32_t v, bool loops)
{
    const sg_neighbors near = sg_neighbors_of(from, v);
    uint32_t n = near.n, w = 0;
    if (!loops) return n;
    for (uint32_t i = 0; i < near.n; i++) n -= sg_neighbor_at(&w, &near, i) && w == v;
    return n;
}

/* The neighbors from number *i on that fit into a list of terms, with 1 / sqrt((d(v) + 1) (d(w) + 1)). */
__attribute__((always_inline)) static inline void
list_symmetric(SG_R(sg_row_terms) *terms, uint32_t *i, uint32_t v, const sg_neighbors *near,
               const sg_gather_from *from, const roots *r)
{
    const bool loops = from->graph->rules.loops;
    const uint64_t own = count_others(from, v, loops) + 1;
    uint32_t w = 0;
    terms->n = 0;
    for (; *i < near->n && terms->n < SG_ROW_TERMS; ++*i) {
        if (!sg_neighbor_at(&w, near, *i) || (loops && w == v)) continue;
        const uint64_t other = count_others(from, w, loops) + 1;
        terms->factor[terms->n] = own * other < r->n
                                      ? r->inverse[own * other]
                                      : inverse_root((sg_real)own * (sg_real)other);
        terms->row[terms->n++] = w;
    }
}

static void average(sg_real *z, const sg_real *x, size_t width, const sg_gather_from *from,
                    bool add)
{
    const size_t first = from->span->first_row * width;
    SG_R(sg_row_terms) terms;
    roots r;
    fill_roots(&r, from->span->n);
    sg_row_asks asks = sg_row_asks_of(from->span->n, width);
    asks.next += from->rows.first;
    for (uint32_t v = from->rows.first; v < from->rows.first + from->rows.n; v++) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const sg_neighbors near = sg_neighbors_of(from, v);
        sg_real *row = z + first + v * width;
        if (!add) memset(row, 0, width * sizeof *row);
        add_row(row, 1 / (sg_real)(count_others(from, v, from->graph->rules.loops) + 1),
                x + first + v * width, width);
        for (uint32_t i = 0; i < near.n;) {
            list_symmetric(&terms, &i, v, &near, from, &r);
            SG_R(sg_row_terms_add)(row, &terms, x + first, width);
        }
    }
}

void SG_R(sg_gather_symmetric)(sg_real *z, const sg_real *x, size_t width,
                               const sg_gather_from *from)
{
    average(z, x, width, from, false);
}

/* Every node sends its row to its neighbors. */
static void spread(sg_real *dx, const sg_real *dz, size_t width, const sg_gather_from *from)
{
    const size_t first = from->span->first_row * width;
    SG_R(sg_row_terms) terms;
    roots r;
    fill_roots(&r, from->span->n);
    sg_row_asks asks = sg_row_asks_of(from->span->n, width);
    asks.next += from->rows.first;
    for (uint32_t v = from->rows.first; v < from->rows.first + from->rows.n; v++) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const sg_neighbors near = sg_neighbors_of(from, v);
        const sg_real *row = dz + first + v * width;
        add_row(dx + first + v * width,
                1 / (sg_real)(count_others(from, v, from->graph->rules.loops) + 1), row, width);
        for (uint32_t i = 0; i < near.n;) {
            list_symmetric(&terms, &i, v, &near, from, &r);
            for (uint32_t t = 0; t < terms.n; t++)
                add_row(dx + first + terms.row[t] * width, terms.factor[t], row, width);
        }
    }
}

void SG_R(sg_gather_symmetric_back)(sg_real *dx, const sg_real *dz, size_t width,
                                    const sg_gather_from *from, bool add)
{
    sg_real *first = dx + from->span->first_row * width;
    if (!from->graph->rules.directed) {
        average(dx, dz, width, from, add);
        return;
    }
    if (!add) memset(first, 0, from->span->n * width * sizeof *first);
    spread(dx, dz, width, from);
}

/* ---- Some rows of large graphs -------------------------------------------------------------- */

/* 1 / sqrt(d(v) + 1) */
static sg_real root_of(const sg_gather_from *from, uint32_t v)
{
    return inverse_root((sg_real)(count_others(from, v, from->graph->rules.loops) + 1));
}

void SG_R(sg_scale_rows)(sg_real *scaled, const sg_real *x, size_t width,
                         const sg_gather_from *from)
{
    for (uint32_t v = from->rows.first; v < from->rows.first + from->rows.n; v++) {
        const size_t first = (from->span->first_row + (size_t)v) * width;
        const sg_real root = root_of(from, v);
        for (size_t f = 0; f < width; f++) scaled[first + f] = root * x[first + f];
    }
}

/* Some columns, as many as the compiler knows, of the sum of a row and those of its neighbors, v itself not being
 * one of them. */
static inline void sum_some(sg_real *restrict to, const sg_neighbors *near, uint32_t v,
                            const sg_real *restrict x, size_t width, size_t n)
{
    sg_real sum[16];
    uint32_t w = 0;
    for (size_t f = 0; f < n; f++) sum[f] = x[v * width + f];
    for (uint32_t i = 0; i < near->n; i++) {
        if (!sg_neighbor_at(&w, near, i) || w == v) continue;
        for (size_t f = 0; f < n; f++) sum[f] += x[w * width + f];
    }
    for (size_t f = 0; f < n; f++) to[f] = sum[f];
}

/* The rows of the nodes some arcs behind those of `near`, in graphs that no cache holds. */
static void fetch_behind(const sg_neighbors *near, const sg_graph *lists, const sg_real *x,
                         size_t width)
{
    enum { AHEAD = 24, LARGE = 1 << 13 };
    const uint32_t *end = lists->neighbor + lists->n_arcs;
    if (near->size < LARGE) return;
    for (uint32_t i = 0; i < near->n && near->node + i + AHEAD < end; i++) {
        const uint32_t w = near->node[i + AHEAD] - near->first;
        if (w < near->size) sg_prefetch(x + w * width, width * sizeof *x);
    }
}

void SG_R(sg_gather_scaled)(sg_real *z, const sg_real *scaled, size_t width,
                            const sg_gather_from *from, const sg_graph *lists, bool add)
{
    enum { MOST = 64 };
    const sg_real *x = scaled + from->span->first_row * width;
    sg_real sum[MOST];
    for (uint32_t v = from->rows.first; v < from->rows.first + from->rows.n; v++) {
        const sg_neighbors near = sg_neighbors_in(lists, from->span, v);
        const sg_real root = root_of(from, v);
        sg_real *row = z + (from->span->first_row + (size_t)v) * width;
        fetch_behind(&near, lists, x, width);
        for (size_t first = 0; first < width; first += MOST) {
            const size_t n = width - first < MOST ? width - first : MOST;
            size_t f = 0;
            for (; f + 16 <= n; f += 16) sum_some(sum + f, &near, v, x + first + f, width, 16);
            for (; f + 4 <= n; f += 4) sum_some(sum + f, &near, v, x + first + f, width, 4);
            for (; f < n; f++) sum_some(sum + f, &near, v, x + first + f, width, 1);
            for (f = 0; f < n; f++) row[first + f] = root * sum[f] + (add ? row[first + f] : 0);
        }
    }
}
