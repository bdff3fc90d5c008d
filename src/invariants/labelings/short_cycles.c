/* short_cycles.c - a cycle through v is its two halves.
 *
 * Write p(u, w) for the number of common neighbors of u and w, u ~ w for adjacent nodes, t(u) for
 * the triangles through u and [..] for 1 or 0.  The far end of an even cycle is a node, of an odd
 * one an edge; sums over far ends count every cycle once.
 *
 * Length 3: half the sum of p(v, a) over a ~ v.
 *
 * Length 4, far end u: two of the p(v, u) ways there.
 *
 * Length 5, far end b ~ c: a way v-a-b and a way v-d-c.  There are p(v, b) - [c ~ v] first ways
 * that avoid c and p(v, c) - [b ~ v] second ways that avoid b.  Pairs with a = d are triangles abc
 * without v at neighbors a of v: the sum of t(a) - p(v, a) over a ~ v.
 *
 * Length 6, far end c: two ways v-a-b-c and v-a'-b'-c with nothing in common.  Of all ways, x(w)
 * have a = w and y(w) have b = w; s is their number.  Among the s^2 ordered pairs, those with
 * a = a', b = b', a = b' or b = a' are, one by one, the sums of x^2, y^2, xy and xy over all w.
 * Two of these hold at once only for a = a' and b = b', s pairs, or a = b' and b = a', which is one
 * pair for every a ~ b that are both common neighbors of v and c; call these e.  So
 *
 *     s^2 - sum (x(w) + y(w))^2 + s + e
 *
 * pairs are good, each cycle twice.  For w ~ v, w != c: x(w) = p(w, c) - [v ~ c], and for w ~ c,
 * w != v: y(w) = p(w, v) - [v ~ c]; all others are 0.  The sum of e over all c is the sum of
 * p(a, b) - 1 over all a ~ b that are both neighbors of v.
 *
 * Reference: Harary and Manvel, On the number of cycles in a graph (1971), count whole graphs in
 * this way. */
#include "invariants/labelings/short_cycles.h"

#include <string.h>

/* Blocks with more nodes are searched: the table of p would not fit the cache. */
enum { MAX_LENGTH = 6, MAX_NODES = 2048, SUMS_PER_STEP = 4 };

typedef struct formulas {
    const sg_cycle_request *request;
    const sg_block_graph *block;
    uint32_t *common;   /* [n][n] p(u, w)                                     */
    uint64_t *triangle; /* [n] t(u)                                           */
    uint32_t *ways;     /* [n] x(w) + y(w) for one far end, 0 between uses    */
    uint32_t *near;     /* [n] 1 for the neighbors of the node being counted  */
} formulas;

bool sg_short_cycles_apply(const sg_cycle_request *request)
{
    const sg_block_graph *block = request->block;
    return request->max <= MAX_LENGTH && block->n_nodes <= MAX_NODES &&
           block->n_arcs >= 4 * block->n_nodes;
}

static const uint32_t *common_row(const formulas *f, uint32_t u)
{
    return f->common + (size_t)u * f->block->n_nodes;
}

static void fill_tables(formulas *f)
{
    const sg_block_graph *g = f->block;
    for (uint32_t u = 0; u < g->n_nodes; u++) {
        uint32_t *row = f->common + (size_t)u * g->n_nodes;
        uint64_t sum = 0;
        memset(row, 0, g->n_nodes * sizeof *row);
        for (uint32_t a = g->arc_offset[u]; a < g->arc_offset[u + 1]; a++) {
            const uint32_t v = g->neighbor[a];
            for (uint32_t b = g->arc_offset[v]; b < g->arc_offset[v + 1]; b++)
                row[g->neighbor[b]]++;
        }
        for (uint32_t a = g->arc_offset[u]; a < g->arc_offset[u + 1]; a++)
            sum += row[g->neighbor[a]];
        f->triangle[u] = sum / 2;
    }
}

static uint64_t count_4(const formulas *f, uint32_t v)
{
    const uint32_t *p = common_row(f, v);
    uint64_t sum = 0;
    for (uint32_t u = 0; u < f->block->n_nodes; u++)
        if (u != v && p[u] > 1) sum += (uint64_t)p[u] * (p[u] - 1) / 2;
    return sum;
}

static uint64_t count_5(const formulas *f, uint32_t v)
{
    const sg_block_graph *g = f->block;
    const uint32_t *p = common_row(f, v), *near = f->near;
    uint64_t sum = 0;
    for (uint32_t b = 0; b < g->n_nodes; b++) {
        if (b == v || p[b] == 0) continue;
        for (uint32_t a = g->arc_offset[b]; a < g->arc_offset[b + 1]; a++) {
            const uint32_t c = g->neighbor[a];
            if (c < b && c != v && p[c] > 0)
                sum += (uint64_t)(p[b] - near[c]) * (p[c] - near[b]);
        }
    }
    for (uint32_t a = g->arc_offset[v]; a < g->arc_offset[v + 1]; a++)
        sum -= f->triangle[g->neighbor[a]] - p[g->neighbor[a]];
    return sum;
}

/* Twice the number of cycles of length 6 with far end c, less e. */
static uint64_t count_pairs(const formulas *f, uint32_t v, uint32_t c)
{
    const sg_block_graph *g = f->block;
    const uint32_t *from_v = common_row(f, v), *from_c = common_row(f, c);
    const uint32_t edge = f->near[c], *begin = g->neighbor + g->arc_offset[v],
                   *end = g->neighbor + g->arc_offset[v + 1];
    uint64_t n_ways = 0, squares = 0;
    for (const uint32_t *w = begin; w < end; w++) {
        f->ways[*w] = *w != c ? from_c[*w] - edge : 0;
        n_ways += f->ways[*w];
    }
    for (uint32_t a = g->arc_offset[c]; a < g->arc_offset[c + 1]; a++) {
        const uint32_t w = g->neighbor[a];
        if (w == v) continue;
        const uint64_t both = (uint64_t)f->ways[w] + (from_v[w] - edge);
        squares += both * both;
        f->ways[w] = 0;
    }
    for (const uint32_t *w = begin; w < end; w++) {
        squares += (uint64_t)f->ways[*w] * f->ways[*w];
        f->ways[*w] = 0;
    }
    return n_ways * n_ways + n_ways - squares;
}

static uint64_t count_6(const formulas *f, uint32_t v)
{
    const sg_block_graph *g = f->block;
    uint64_t twice = 0;
    for (uint32_t c = 0; c < g->n_nodes; c++)
        if (c != v) twice += count_pairs(f, v, c);
    for (uint32_t a = g->arc_offset[v]; a < g->arc_offset[v + 1]; a++) {
        const uint32_t u = g->neighbor[a], *p = common_row(f, u);
        for (uint32_t b = g->arc_offset[u]; b < g->arc_offset[u + 1]; b++)
            if (f->near[g->neighbor[b]] != 0) twice += p[g->neighbor[b]] - 1;
    }
    return twice / 2;
}

static void count_node(const formulas *f, uint32_t v)
{
    const sg_block_graph *g = f->block;
    const uint32_t min = f->request->min, max = f->request->max;
    uint64_t *row = sg_cycle_row(f->request, v);
    for (uint32_t a = g->arc_offset[v]; a < g->arc_offset[v + 1]; a++)
        f->near[g->neighbor[a]] = 1;
    if (min <= 3) row[3 - min] += f->triangle[v];
    if (min <= 4 && max >= 4) row[4 - min] += count_4(f, v);
    if (min <= 5 && max >= 5) row[5 - min] += count_5(f, v);
    if (max >= 6) row[6 - min] += count_6(f, v);
    for (uint32_t a = g->arc_offset[v]; a < g->arc_offset[v + 1]; a++)
        f->near[g->neighbor[a]] = 0;
}

sg_status sg_short_cycles_count(const sg_cycle_request *request, sg_error *err)
{
    sg_status status = SG_OK;
    sg_scratch *scratch = request->work->scratch;
    const size_t n = request->block->n_nodes;
    formulas f = {.request = request, .block = request->block};
    SG_TAKE(f.common, scratch, n * n);
    SG_TAKE(f.triangle, scratch, n);
    SG_TAKE(f.ways, scratch, n);
    SG_TAKE(f.near, scratch, n);
    memset(f.ways, 0, n * sizeof *f.ways);
    memset(f.near, 0, n * sizeof *f.near);
    fill_tables(&f);
    for (uint32_t v = 0; v < request->block->n_nodes; v++) {
        SG_TRY(sg_budget_spend(request->work, request->labeling,
                               request->block->n_arcs / SUMS_PER_STEP, err));
        count_node(&f, v);
    }
done:
    return status;
}
