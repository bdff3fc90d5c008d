/* isomorphism.h - whether two graphs are the same but for the numbers of their nodes, labels and all.
 *
 *     SG_TRY(sg_graph_key(&key, &view, g, err));                     // other keys: not the same
 *     SG_TRY(sg_graphs_same(&same, &view, g, h, budget, err));       // the truth
 *
 * Node labels and edge labels (both arcs of an edge) count; attributes do not.
 */
#ifndef SG_GRAPH_ISOMORPHISM_H
#define SG_GRAPH_ISOMORPHISM_H

#include "base/status.h"
#include "graph/view.h"

/* The answer to whether graphs are the same. */
typedef enum sg_sameness { SG_DIFFERENT, SG_SAME, SG_UNDECIDED } sg_sameness;

/* A key that is the same for graphs that are the same, and on every machine.  Graphs with the same
 * key cannot be told apart by color refinement (up to chance, 2^-64 per pair).
 * Fails with SG_ENOMEM.  Time O((nodes + arcs) log nodes). */
sg_status sg_graph_key(uint64_t *key, const sg_graph_view *view, uint32_t g, sg_error *err);

/* Decide it: color refinement of both graphs at once, then a search that gives a node of one graph
 * the part of a node of the other, and refines again.
 *
 *   budget  search steps (nodes that are tried) before giving up with SG_UNDECIDED
 *
 * Fails with SG_ENOMEM.  Time exponential at worst; without a search step where refinement tells all
 * nodes apart. */
sg_status sg_graphs_same(sg_sameness *same, const sg_graph_view *view, uint32_t g, uint32_t h,
                         uint64_t budget, sg_error *err);

#endif
