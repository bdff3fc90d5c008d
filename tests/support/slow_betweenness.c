/* slow_betweenness.c - the definition, term by term. */
#include "support/slow_betweenness.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/slow_graph.h"

/* n_paths[u * n + v]: by ascending distance, from the nodes one step before v. */
static long double *count_paths(const sg_graph *graph, uint32_t g, const uint32_t *d, size_t n)
{
    const uint32_t first = graph->graph_offset[g];
    long double *n_paths = sg_alloc(n * n, sizeof *n_paths);
    assert_non_null(n_paths);
    for (size_t u = 0; u < n; u++) n_paths[u * n + u] = 1;
    for (uint32_t distance = 1; distance < n; distance++)
        for (size_t u = 0; u < n; u++)
            for (size_t v = 0; v < n; v++) {
                if (d[u * n + v] != distance) continue;
                for (uint32_t a = graph->arc_offset[first + v];
                     a < graph->arc_offset[first + v + 1]; a++) {
                    const size_t before = u * n + (graph->neighbor[a] - first);
                    if (d[before] + 1 == distance) n_paths[u * n + v] += n_paths[before];
                }
            }
    return n_paths;
}

void slow_betweenness(double *value, const sg_graph *graph, uint32_t g)
{
    const size_t n = graph->graph_offset[g + 1] - graph->graph_offset[g];
    uint32_t *d = slow_distances(graph, g);
    long double *n_paths = count_paths(graph, g, d, n);
    for (size_t v = 0; v < n; v++) {
        long double sum = 0;
        for (size_t s = 0; s < n; s++)
            for (size_t t = 0; t < s; t++) {
                if (s == v || t == v || d[s * n + t] == SLOW_NONE) continue;
                if (d[s * n + v] == SLOW_NONE) continue;
                if (d[s * n + v] + d[v * n + t] == d[s * n + t])
                    sum += n_paths[s * n + v] * n_paths[v * n + t] / n_paths[s * n + t];
            }
        value[v] =
            n > 2 ? (double)(sum / ((long double)(n - 1) * (long double)(n - 2) / 2)) : 0;
    }
    sg_free(n_paths);
    sg_free(d);
}
