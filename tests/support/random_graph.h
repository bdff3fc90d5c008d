/* random_graph.h - random unions of small graphs, for comparing a function with its slow twin.
 *
 *     sg_rng rng = check_rng("diameters");
 *     for (int i = 0; i < 1000; i++) {
 *         sg_graph graph = random_graph(&rng, (random_shape){.max_graphs = 4, .max_nodes = 9});
 *         ...
 *         sg_graph_free(&graph);
 *     }
 *
 * There are graphs without nodes, without edges, sparse and dense ones, trees, rings, stars and
 * complete graphs, all with shuffled node numbers.  Nothing here returns an error: a test that
 * runs out of memory fails.
 */
#ifndef SG_TESTS_SUPPORT_RANDOM_GRAPH_H
#define SG_TESTS_SUPPORT_RANDOM_GRAPH_H

#include "base/rng.h"
#include "graph/graph.h"

typedef struct random_shape {
    uint32_t max_graphs;
    uint32_t max_nodes; /* of each graph */
} random_shape;

/* A union as a file may give it: self-loops, repeated arcs, edges given in one direction, in any
 * order; each of these disorders is there or not by chance, so some lists are in perfect order.
 * It is what sg_graph_build takes. */
typedef struct random_union {
    uint32_t n_graphs;
    uint32_t *graph_offset; /* [n_graphs + 1]            */
    sg_arc_list arcs;       /* pairs, even if in order   */
} random_union;

random_union random_union_draw(sg_rng *rng, random_shape shape);
random_union random_union_copy(const random_union *u);

/* The same list with node v called new_id[v]. */
random_union random_union_renumber(const random_union *u, const uint32_t *new_id);

void random_union_free(random_union *u);

/* A random union, built: simple, undirected, in order; or by other rules. */
sg_graph random_graph(sg_rng *rng, random_shape shape);
sg_graph random_graph_by(sg_rng *rng, random_shape shape, sg_arc_rules rules);

/* new_id[v] = a new number of node v within its graph; [graph_offset[n_graphs]]. */
void random_permutation(uint32_t *new_id, sg_rng *rng, const uint32_t *graph_offset,
                        uint32_t n_graphs);

/* The same graph with node v called new_id[v]. */
sg_graph renumbered_graph(const sg_graph *graph, const uint32_t *new_id);

#endif
