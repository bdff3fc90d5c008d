/* slow_patterns.c - all subsets in all orders. */
#include "support/slow_patterns.h"

#include "support/check.h"

typedef struct matrix {
    uint32_t n;
    bool joined[SLOW_PATTERNS_NODES][SLOW_PATTERNS_NODES];
} matrix;

/* The next order of item[0 .. n) in the order of a dictionary; false after the last. */
static bool next_order(uint32_t *item, uint32_t n)
{
    for (uint32_t i = n; i-- > 1;) {
        if (item[i - 1] >= item[i]) continue;
        uint32_t j = n - 1;
        while (item[j] <= item[i - 1]) j--;
        uint32_t moved = item[j];
        item[j] = item[i - 1];
        item[i - 1] = moved;
        for (uint32_t a = i, b = n - 1; a < b; a++, b--) {
            moved = item[a];
            item[a] = item[b];
            item[b] = moved;
        }
        return true;
    }
    return false;
}

/* The code of the nodes node[0 .. n) in this order. */
static uint64_t code_of(const matrix *m, const uint32_t *node, uint32_t n)
{
    uint64_t code = (uint64_t)n << 16;
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t i = 0; i < j; i++)
            if (m->joined[node[i]][node[j]]) code |= (uint64_t)1 << (j * (j - 1) / 2 + i);
    return code;
}

/* The least code of the nodes node[0 .. n), which are ascending. */
static uint64_t least_code(const matrix *m, uint32_t *node, uint32_t n)
{
    uint64_t least = UINT64_MAX;
    do {
        const uint64_t code = code_of(m, node, n);
        if (code < least) least = code;
    } while (next_order(node, n));
    return least;
}

uint64_t slow_pattern_code(const sg_pattern *pattern)
{
    matrix m = {.n = pattern->n_nodes};
    uint32_t node[SG_PATTERN_MAX_NODES] = {0, 1, 2, 3, 4, 5};
    for (uint32_t i = 0; i < m.n; i++)
        for (uint32_t j = 0; j < m.n; j++)
            m.joined[i][j] = (pattern->adjacent[i] >> j & 1) != 0;
    return least_code(&m, node, m.n);
}

/* As many edges as the pattern: only then it is worth while to try all orders. */
static bool as_many_edges(const matrix *m, const uint32_t *node, uint32_t n, uint64_t code)
{
    return __builtin_popcountll(code_of(m, node, n)) == __builtin_popcountll(code);
}

void slow_patterns(uint64_t count[SLOW_PATTERNS_NODES], const sg_pattern *pattern,
                   const sg_graph *graph, uint32_t g)
{
    const uint32_t first = graph->graph_offset[g];
    const uint64_t code = slow_pattern_code(pattern);
    matrix m = {.n = graph->graph_offset[g + 1] - first};
    assert_true(m.n <= SLOW_PATTERNS_NODES);
    memset(count, 0, SLOW_PATTERNS_NODES * sizeof *count);
    for (uint32_t v = 0; v < m.n; v++)
        for (uint32_t a = graph->arc_offset[first + v]; a < graph->arc_offset[first + v + 1];
             a++)
            m.joined[v][graph->neighbor[a] - first] = true;
    for (uint32_t set = 1; set < 1U << m.n; set++) {
        uint32_t node[SLOW_PATTERNS_NODES], n = 0;
        if (__builtin_popcount(set) != pattern->n_nodes) continue;
        for (uint32_t v = 0; v < m.n; v++)
            if ((set >> v & 1) != 0) node[n++] = v;
        if (!as_many_edges(&m, node, n, code) || least_code(&m, node, n) != code) continue;
        for (uint32_t v = 0; v < m.n; v++) count[v] += set >> v & 1;
    }
}
