/* keys_of.h - the keys that a labeling gives to the nodes of a graph, without ceremony.
 *
 *     sg_graph graph = graph_of(5, "0-1 1-2 2-0 2-3");
 *     sg_key *key = keys_of(&graph, "cliques:3");
 *     ...
 *     sg_free(key);
 *     sg_graph_free(&graph);
 *
 * Nothing here returns an error: where something fails, the test fails.
 */
#ifndef SG_TESTS_SUPPORT_KEYS_OF_H
#define SG_TESTS_SUPPORT_KEYS_OF_H

#include "base/rng.h"
#include "invariants/expression.h"

/* One graph of n nodes from its edges, with blanks between them. */
sg_graph graph_of(uint32_t n_nodes, const char *edges);

/* The keys of all nodes of the union. */
sg_key *keys_of(const sg_graph *graph, const char *expression);

/* Label the only graph of `graph` with a budget; fails as the labeling does. */
sg_status label_with_budget(const sg_graph *graph, const char *expression, uint64_t budget,
                            sg_error *err);

void check_same_key(sg_key found, sg_key expected);

/* A graph without nodes can be labeled. */
void check_without_nodes(const char *expression);

/* Keys move with their nodes when the nodes are renumbered; tried on n_graphs random unions. */
void check_keys_move(sg_rng *rng, const char *expression, int n_graphs);

/* Labeling survives every failing allocation and leaves nothing behind. */
void check_labeling_memory(const sg_graph *graph, const char *expression);

#endif
