/* slow_graph.c - matrices instead of rows. */
#include "support/slow_graph.h"

#include "base/mem.h"
#include "support/check.h"

static uint32_t *alloc_matrix(size_t n, uint32_t value)
{
    uint32_t *matrix = sg_alloc(n * n, sizeof *matrix);
    assert_non_null(matrix);
    for (size_t i = 0; i < n * n; i++) matrix[i] = value;
    return matrix;
}

/* Every arc before position i is below arc i. */
static bool is_ascending(const sg_arc_list *arcs)
{
    for (size_t i = 1; i < arcs->n; i++) {
        if (arcs->from[i - 1] > arcs->from[i]) return false;
        if (arcs->from[i - 1] == arcs->from[i] && arcs->to[i - 1] >= arcs->to[i]) return false;
    }
    return true;
}

slow_graph slow_graph_build(const sg_arc_list *arcs, uint32_t n_nodes)
{
    const size_t n = n_nodes;
    slow_graph slow = {.n_nodes = n_nodes, .source = alloc_matrix(n, SLOW_NONE)};
    uint32_t *given = alloc_matrix(n, SLOW_NONE);
    for (size_t i = 0; i < arcs->n; i++) {
        uint32_t *first = &given[arcs->from[i] * n + arcs->to[i]];
        if (arcs->from[i] == arcs->to[i])
            slow.repairs.self_loops++;
        else if (*first != SLOW_NONE)
            slow.repairs.duplicates++;
        else
            *first = (uint32_t)i;
    }
    for (size_t u = 0; u < n; u++)
        for (size_t v = 0; v < n; v++) {
            const uint32_t there = given[u * n + v], back = given[v * n + u];
            if (there == SLOW_NONE && back != SLOW_NONE) slow.repairs.one_way++;
            slow.source[u * n + v] = there != SLOW_NONE ? there : back;
            if (slow.source[u * n + v] != SLOW_NONE) slow.n_arcs++;
        }
    const sg_graph_repairs *r = &slow.repairs;
    slow.in_order = is_ascending(arcs) && r->self_loops + r->duplicates + r->one_way == 0;
    sg_free(given);
    return slow;
}

void slow_graph_free(slow_graph *slow)
{
    sg_free(slow->source);
    *slow = (slow_graph){0};
}

uint32_t *slow_distances(const sg_graph *graph, uint32_t g)
{
    const size_t first = graph->graph_offset[g], n = graph->graph_offset[g + 1] - first;
    uint32_t *d = alloc_matrix(n, SLOW_NONE);
    for (size_t u = 0; u < n; u++) {
        d[u * n + u] = 0;
        for (uint32_t a = graph->arc_offset[first + u]; a < graph->arc_offset[first + u + 1];
             a++)
            if (graph->neighbor[a] != first + u) d[u * n + (graph->neighbor[a] - first)] = 1;
    }
    for (size_t w = 0; w < n; w++)
        for (size_t u = 0; u < n; u++)
            for (size_t v = 0; v < n; v++) {
                const uint32_t to = d[u * n + w], from = d[w * n + v];
                if (to == SLOW_NONE || from == SLOW_NONE) continue;
                if (to + from < d[u * n + v]) d[u * n + v] = to + from;
            }
    return d;
}

/* The greatest distance from and to the nodes that u can reach, or SLOW_NONE if one of them has
 * a smaller number than u: then it speaks for the component. */
static uint32_t diameter_at(const uint32_t *d, size_t n, size_t u)
{
    uint32_t diameter = 0;
    for (size_t v = 0; v < n; v++) {
        if (d[u * n + v] == SLOW_NONE) continue;
        if (v < u) return SLOW_NONE;
        for (size_t w = 0; w < n; w++)
            if (d[v * n + w] != SLOW_NONE && d[v * n + w] > diameter) diameter = d[v * n + w];
    }
    return diameter;
}

sg_diameters slow_diameters(const sg_graph *graph)
{
    sg_diameters all = {.min = UINT32_MAX};
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const size_t n = graph->graph_offset[g + 1] - graph->graph_offset[g];
        uint32_t *d = slow_distances(graph, g);
        for (size_t u = 0; u < n; u++) {
            const uint32_t diameter = diameter_at(d, n, u);
            if (diameter == SLOW_NONE) continue;
            all.n_components++;
            all.sum += diameter;
            if (diameter > all.max) all.max = diameter;
            if (diameter < all.min) all.min = diameter;
        }
        sg_free(d);
    }
    if (all.n_components == 0) all.min = 0;
    return all;
}
