/* pixel_grid.c - every arc of a graph against those of a grid. */
#include "graph/pixel_grid.h"

static bool inside(const sg_pixel_grid *g, int64_t x, int64_t y)
{
    return x >= 0 && x < g->width && y >= 0 && y < g->height;
}

/* Are the neighbors of pixel (x, y) what they must be? */
static bool has_its_arcs(const sg_pixel_grid *g, const sg_one_graph *graph, int64_t x,
                         int64_t y)
{
    const uint32_t v = (uint32_t)(y * g->width + x);
    uint32_t a = graph->arc_offset[v];
    for (int64_t dy = -1; dy <= 1; dy++)
        for (int64_t dx = -1; dx <= 1; dx++) {
            const bool joined = dx == 0 ? dy != 0 : dy == 0 || g->diagonals;
            if (!joined || !inside(g, x + dx, y + dy)) continue;
            const uint32_t w = (uint32_t)((y + dy) * g->width + x + dx);
            if (a == graph->arc_offset[v + 1] || graph->neighbor[a] - graph->first != w)
                return false;
            a++;
        }
    return a == graph->arc_offset[v + 1];
}

bool sg_pixel_grid_find(sg_pixel_grid *grid, const sg_one_graph *graph)
{
    const uint32_t n = graph->n_nodes;
    const uint32_t degree = n > 0 ? graph->arc_offset[1] - graph->arc_offset[0] : 0;
    sg_pixel_grid found = {.width = n, .height = n > 0, .diagonals = degree == 3};
    if (graph->rules.loops) return false;
    if (degree > 1) {
        found.width = graph->neighbor[graph->arc_offset[0] + 1] - graph->first;
        found.height = n / found.width;
    }
    if (found.width * found.height != n) return false;
    for (int64_t y = 0; y < found.height; y++)
        for (int64_t x = 0; x < found.width; x++)
            if (!has_its_arcs(&found, graph, x, y)) return false;
    *grid = found;
    return true;
}
