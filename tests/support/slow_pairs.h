/* slow_pairs.h - what pair properties should find, and checking that they do.
 *
 *     check_pairs(&view, "path 0..6", SG_TAG_PATH, slow_path);
 *
 * The slow twins write the content of one pair of nodes at a time from the definition.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_PAIRS_H
#define SG_TESTS_SUPPORT_SLOW_PAIRS_H

#include "invariants/expression.h"
#include "support/labeled_graph.h"

enum { SLOW_PAIR_WORDS = 512 };

/* Two nodes of a graph. */
typedef struct slow_pair {
    const sg_one_graph *graph;
    const uint32_t *distance; /* [n_nodes][n_nodes], SLOW_NONE: not connected */
    uint32_t receiver, sender;
} slow_pair;

/* Writes the content of a pair and returns the number of words; 0: the pair has no value. */
typedef size_t slow_pair_content(uint64_t word[SLOW_PAIR_WORDS], const slow_pair *pair,
                                 const sg_property_parameters *parameters);

slow_pair_content slow_edge, slow_path, slow_cycle_distance;

/* The pairs that the expression finds in graph g are those with content, in order, with the keys
 * of their content; values are numbered as they appear. */
void check_pairs(const sg_graph_view *view, const char *expression, sg_tag tag,
                 slow_pair_content *content);

/* The same for 1,000 random graphs without labels, with the n expressions in turn. */
void check_random_pairs(sg_rng *rng, random_shape shape, const char *const *expression, int n,
                        sg_tag tag, slow_pair_content *content);

/* Pairs and keys move with their nodes when the nodes are renumbered; tried on n_graphs random
 * unions whose edges may have another label in each direction. */
void check_pairs_move(sg_rng *rng, const char *expression, int n_graphs);

/* Finding pairs survives every failing allocation and leaves nothing behind. */
void check_pairs_memory(const sg_graph_view *view, const char *expression);

/* Find the pairs of all graphs; fails as the property does. */
sg_status find_all_pairs(const sg_graph_view *view, const char *expression, sg_error *err);

/* Give every arc a label of its own, below n_labels. */
void draw_arc_labels(labeled_graph *graph, sg_rng *rng, uint32_t n_labels);

#endif
