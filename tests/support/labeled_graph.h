/* labeled_graph.h - random graphs with random labels of nodes and edges, and renumbering them.
 *
 *     labeled_graph one = labeled_graph_draw(&rng, shape);
 *     labeled_graph two = labeled_graph_renumber(&one, new_id);
 *     sg_graph_view view = labeled_graph_view(&one);
 */
#ifndef SG_TESTS_SUPPORT_LABELED_GRAPH_H
#define SG_TESTS_SUPPORT_LABELED_GRAPH_H

#include "graph/view.h"
#include "support/random_graph.h"

typedef struct labeled_graph {
    sg_graph graph;
    int32_t *node_label; /* [n_nodes], 0 .. 3 */
    int32_t *edge_label; /* [n_arcs], 0 .. 2; the same for both arcs of an undirected edge */
} labeled_graph;

labeled_graph labeled_graph_draw(sg_rng *rng, random_shape shape);

/* The same by other rules; arcs of directed graphs have labels of their own. */
labeled_graph labeled_graph_draw_by(sg_rng *rng, random_shape shape, sg_arc_rules rules);

/* The same graphs with node v called new_id[v], labels and all. */
labeled_graph labeled_graph_renumber(const labeled_graph *graph, const uint32_t *new_id);

sg_graph_view labeled_graph_view(const labeled_graph *graph);

void labeled_graph_free(labeled_graph *graph);

#endif
