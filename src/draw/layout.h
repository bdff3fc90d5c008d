/* layout.h - where the nodes of a graph are drawn.
 *
 *     sg_layout layout = {0};
 *     SG_TRY(sg_layout_find(&layout, &one_graph, err));
 *     draw(v, layout.at[v].x * scale, layout.at[v].y * scale);
 *     sg_layout_free(&layout);
 *
 * One unit is the length of a bond.  Rings are regular polygons, fused rings share their edges,
 * chains zig-zag at 120 degrees, as chemists draw them; what rings and trees cannot explain is
 * drawn such that distances on paper are like distances in the graph.  Connected parts stand side
 * by side.  docs/decisions/007-layout.md says why we do it ourselves.
 */
#ifndef SG_DRAW_LAYOUT_H
#define SG_DRAW_LAYOUT_H

#include "graph/view.h"

typedef struct sg_point {
    double x, y; /* y grows downwards */
} sg_point;

/* {0} is an empty layout. */
typedef struct sg_layout {
    uint32_t n_nodes;
    sg_point *at;         /* [n_nodes] each within (0, 0) and (width, height)          */
    double width, height; /* 0 where all nodes are in a column or row                  */
} sg_layout;

void sg_layout_free(sg_layout *layout);

/* Find places for the nodes of `graph`.
 *
 * Always the same for the same graph.  Fails with SG_ENOMEM, or SG_ELIMIT for a graph of more
 * than SG_LAYOUT_LARGEST nodes; `layout` is then unchanged.
 * Time O(n^2 + n m) for the parts with cycles, memory O(n^2) for the largest part that rings and
 * trees cannot explain. */
enum { SG_LAYOUT_LARGEST = 2000 };
sg_status sg_layout_find(sg_layout *layout, const sg_one_graph *graph, sg_error *err);

/* Whether edges cross so often that lines can hardly be followed: more often than one edge of four does, on
 * average.  `layout` is one of `graph`.  Time O(m^2) for m edges. */
bool sg_layout_is_tangled(const sg_layout *layout, const sg_one_graph *graph);

/* The smallest distance of two nodes; infinite where there are fewer.  Time O(n^2). */
double sg_layout_closest(const sg_point *at, uint32_t n_nodes);

#endif
