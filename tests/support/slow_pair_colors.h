/* slow_pair_colors.h - the slow twins of invariants/colors: refinement of pairs, and of graphs with
 * marked nodes, without hashing.
 *
 * A color is a number, the same for pairs that nothing tells apart, over all graphs of the view.
 * The pair (v, w) of graph g is number slow_pair_number(view, g, v, w).
 *
 *     uint32_t *color = slow_fwl(&view, UINT32_MAX, 2);
 *     ...
 *     sg_free(color);
 */
#ifndef SG_TESTS_SUPPORT_SLOW_PAIR_COLORS_H
#define SG_TESTS_SUPPORT_SLOW_PAIR_COLORS_H

#include "graph/view.h"

/* The number of a pair; that of the pair (0, 0) of the graph behind the last is the number of all. */
uint32_t slow_pair_number(const sg_graph_view *view, uint32_t g, uint32_t v, uint32_t w);

/* Rounds of the folklore refinement of pairs that are at most `within` steps apart; UINT32_MAX: all.
 * The color of other pairs is UINT32_MAX. */
uint32_t *slow_fwl(const sg_graph_view *view, uint32_t within, uint32_t rounds);

/* What `rounds` rounds of refinement see in the graph with both nodes marked: one copy of a graph for
 * each of its pairs.  With a distance, UINT32_MAX being none, a copy has only nodes that are so near to
 * both, and the color of pairs that are not so near is UINT32_MAX. */
uint32_t *slow_marked(const sg_graph_view *view, uint32_t within, uint32_t rounds);

#endif
