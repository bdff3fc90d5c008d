/* pixel_grid.h - graphs that are images: pixels row by row, joined to their 4 or 8 neighbors.
 *
 *     sg_pixel_grid grid;
 *     if (sg_pixel_grid_find(&grid, &one)) draw(grid.width, grid.height);
 *
 * The width follows from the neighbors of the first pixel, and every arc is compared with what such a grid
 * must have.  A single line of pixels is a row.
 */
#ifndef SG_GRAPH_PIXEL_GRID_H
#define SG_GRAPH_PIXEL_GRID_H

#include "graph/view.h"

typedef struct sg_pixel_grid {
    int64_t width, height;
    bool diagonals; /* 8 neighbors instead of 4 */
} sg_pixel_grid;

/* Whether `graph` is an image, and of which size; `grid` is unchanged where it is none.
 * Time O(nodes + arcs). */
bool sg_pixel_grid_find(sg_pixel_grid *grid, const sg_one_graph *graph);

#endif
