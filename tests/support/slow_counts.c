/* slow_counts.c - one-to-one maps of a pattern into a graph, divided by its symmetries. */
#include "support/slow_counts.h"

#include <assert.h>

enum { MAX_NODES = 16 };

typedef struct matrix {
    uint32_t n;
    bool joined[MAX_NODES][MAX_NODES];
} matrix;

static void join(matrix *m, uint32_t u, uint32_t v)
{
    m->joined[u][v] = m->joined[v][u] = true;
}

static matrix make_cycle(uint32_t n)
{
    matrix m = {.n = n};
    for (uint32_t v = 0; v < n; v++) join(&m, v, (v + 1) % n);
    return m;
}

static matrix make_pattern(sg_substructure which)
{
    matrix m = {.n = 4};
    switch (which) {
    case SG_TRIANGLES:
        return make_cycle(3);
    case SG_4_CYCLES:
        return make_cycle(4);
    case SG_5_CYCLES:
        return make_cycle(5);
    case SG_6_CYCLES:
        return make_cycle(6);
    case SG_3_STARS:
        for (uint32_t v = 1; v < 4; v++) join(&m, 0, v);
        return m;
    default:
        m = make_cycle(3);
        m.n = 4;
        join(&m, 0, 3);
        return m;
    }
}

/* May pattern node `i` go to `v`, after the nodes before it went to image[0 .. i)? */
static bool fits(const matrix *pattern, const matrix *graph, const uint32_t *image, uint32_t i,
                 uint32_t v)
{
    for (uint32_t j = 0; j < i; j++) {
        if (image[j] == v) return false;
        if (pattern->joined[i][j] && !graph->joined[v][image[j]]) return false;
    }
    return true;
}

/* The number of one-to-one maps that send edges to edges and extend image[0 .. i). */
static uint64_t count_maps(const matrix *pattern, const matrix *graph, uint32_t *image,
                           uint32_t i)
{
    if (i == pattern->n) return 1;
    uint64_t n_maps = 0;
    for (uint32_t v = 0; v < graph->n; v++)
        if (fits(pattern, graph, image, i, v)) {
            image[i] = v;
            n_maps += count_maps(pattern, graph, image, i + 1);
        }
    return n_maps;
}

void slow_counts(uint64_t count[SG_N_SUBSTRUCTURES], const sg_graph *graph, uint32_t g)
{
    const uint32_t first = graph->graph_offset[g];
    matrix m = {.n = graph->graph_offset[g + 1] - first};
    assert(m.n <= MAX_NODES);
    for (uint32_t v = 0; v < m.n; v++)
        for (uint32_t a = graph->arc_offset[first + v]; a < graph->arc_offset[first + v + 1];
             a++)
            join(&m, v, graph->neighbor[a] - first);
    for (uint32_t i = 0; i < SG_N_SUBSTRUCTURES; i++) {
        const matrix pattern = make_pattern((sg_substructure)i);
        uint32_t image[MAX_NODES];
        count[i] =
            count_maps(&pattern, &m, image, 0) / count_maps(&pattern, &pattern, image, 0);
    }
}
