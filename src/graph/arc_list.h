/* arc_list.h - arcs as they come, before they become a graph.
 *
 *     sg_arc_list arcs = {0};
 *     SG_TRY(sg_arc_list_add(&arcs, 0, 1, err));
 *     SG_TRY(sg_graph_build(&graph, NULL, NULL, &arcs, &graph_offset, 1, err));
 *
 * Files usually list arcs in order.  As long as they do, the list keeps the first arc of each
 * node instead of a node for each arc: half the memory, and what a graph needs in the end.  The
 * first arc out of order (or a self-loop) turns it into a plain list of pairs.
 */
#ifndef SG_GRAPH_ARC_LIST_H
#define SG_GRAPH_ARC_LIST_H

#include "base/status.h"

/* What of the arcs a graph keeps.  {0}: graphs are undirected and have no self-loops. */
typedef struct sg_arc_rules {
    bool directed; /* no reverse arc is added                                         */
    bool loops;    /* arcs from a node to itself stay                                 */
} sg_arc_rules;

/* Whether graphs may be other than simple and undirected. */
static inline bool sg_arcs_are_special(sg_arc_rules rules)
{
    return rules.directed || rules.loops;
}

typedef struct sg_arc_list {
    uint32_t *from; /* [n] of a list of pairs; NULL while arcs come in order                  */
    uint32_t *to;   /* [n] */
    size_t n;
    uint32_t *row; /* [n_rows] of a list in order: first arc of nodes 0 .. n_rows-1, of which
                      the last is the last node with an arc                                   */
    size_t n_rows;
    size_t from_capacity, to_capacity, row_capacity;
    sg_arc_rules rules;
    double
        *added; /* [n][n_added] borrowed, or NULL: numbers of the arcs, which are added up where
                      arcs of a directed graph are merged                                   */
    uint32_t n_added;
} sg_arc_list;

void sg_arc_list_free(sg_arc_list *arcs);

/* Make room for `more` arcs, so that adding them cannot fail for lack of `from` and `to`. */
sg_status sg_arc_list_reserve(sg_arc_list *arcs, size_t more, sg_error *err);

/* Append the arc (u, v).  Fails with SG_ENOMEM or SG_ELIMIT; the list is then unchanged. */
sg_status sg_arc_list_add(sg_arc_list *arcs, uint32_t u, uint32_t v, sg_error *err);

/* Turn a list in order into a list of pairs; nothing happens to any other.
 * Fails with SG_ENOMEM; the list is then unchanged. */
sg_status sg_arc_list_make_pairs(sg_arc_list *arcs, sg_error *err);

#endif
