/* graph_classes.h - which graphs an invariant tells apart: their multisets of labels or triples,
 * compared exactly.
 *
 *     SG_TRY(sg_graph_classes_by_labels(&classes, &labels, view.graph, err));
 *     classes.class_of[g] == classes.class_of[h];          // nothing tells g and h apart
 *
 * A model is as expressive as its invariants: graphs of one class get the same prediction from every
 * model that is built on them.
 */
#ifndef SG_INVARIANTS_GRAPH_CLASSES_H
#define SG_INVARIANTS_GRAPH_CLASSES_H

#include "invariants/triples.h"

/* The multiset of graph g: word[i] occurs count[i] times, i from begin[g] to begin[g + 1], by
 * ascending word.  A word is the number of a label or triple. */
typedef struct sg_graph_classes {
    uint32_t n_graphs;
    uint64_t *begin;    /* [n_graphs + 1] */
    uint32_t *word;     /* [begin[n_graphs]] */
    uint32_t *count;    /* [begin[n_graphs]] */
    uint32_t *class_of; /* [n_graphs] numbered as they appear */
    uint32_t n_classes;
} sg_graph_classes;

void sg_graph_classes_free(sg_graph_classes *classes);

/* Class the graphs by the labels of their nodes.  Fails with SG_ENOMEM.  Time O(n log n) for the
 * nodes, memory O(n). */
sg_status sg_graph_classes_by_labels(sg_graph_classes *classes, const sg_labels *labels,
                                     const sg_graph *graph, sg_error *err);

/* Class the graphs by the triples of their pairs; the same for pairs. */
sg_status sg_graph_classes_by_triples(sg_graph_classes *classes, const sg_triples *triples,
                                      const sg_graph *graph, sg_error *err);

/* A word that two graphs have in different numbers, the one with the least number. */
typedef struct sg_class_witness {
    uint32_t word;
    uint32_t count[2];
} sg_class_witness;

/* False: nothing tells them apart. */
bool sg_graph_classes_witness(sg_class_witness *witness, const sg_graph_classes *classes,
                              uint32_t first, uint32_t second);

#endif
