/* slow_wl.h - the slow twin of invariants/labelings/wl.c: refinement of colors without hashing.
 *
 * A color is the number of the first node that has it, over all graphs of the view; two nodes are
 * compared by everything that makes their colors.  Slow and simple by design.
 *
 *     uint32_t *color = slow_colors(&view);
 *     slow_colors_by_label(color, &view);
 *     slow_wl_refine(color, &view, 2, false);
 *     sg_free(color);
 */
#ifndef SG_TESTS_SUPPORT_SLOW_WL_H
#define SG_TESTS_SUPPORT_SLOW_WL_H

#include "graph/view.h"

/* Room for a color of every node, all the same. */
uint32_t *slow_colors(const sg_graph_view *view);

/* Start from the node labels of the view, all columns; the same for all where there are none. */
void slow_colors_by_label(uint32_t *color, const sg_graph_view *view);

/* Start from the degrees. */
void slow_colors_by_degree(uint32_t *color, const sg_graph_view *view);

/* In every round a node's color is made of its own and the multiset of its neighbors', each with
 * the labels of the edge if `with_edges`. */
void slow_wl_refine(uint32_t *color, const sg_graph_view *view, uint32_t rounds,
                    bool with_edges);

/* Alike are nodes that are alike in both. */
void slow_colors_join(uint32_t *color, const uint32_t *other, uint32_t n_nodes);

#endif
