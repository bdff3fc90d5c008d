/* triples.h - the distinct (receiver label, sender label, pair value) of a data set, and which
 * one every pair of nodes has.
 *
 *     sg_triples triples = {0};
 *     SG_TRY(sg_triples_collect(&triples, &labels, &labels, &property, &view, threads, err));
 *     for (uint64_t p = triples.row[v]; p < triples.row[v + 1]; p++)
 *         use(triples.sender_node[p], triples.triple[p]);
 *
 * Triples are numbered by receiver label, then sender label, then value: an order that depends on
 * content alone, because labels and values are ordered so (vocabulary.h); and one in which the
 * triples of a receiver stand close together.
 */
#ifndef SG_INVARIANTS_TRIPLES_H
#define SG_INVARIANTS_TRIPLES_H

#include "invariants/labels.h"

typedef struct sg_triples {
    uint32_t n_triples;
    uint32_t *receiver; /* [n_triples] label                                             */
    uint32_t *sender;   /* [n_triples] label                                             */
    uint32_t *value;    /* [n_triples] number of the pair property's value               */
    uint64_t *count;    /* [n_triples] ordered pairs of nodes that have it               */
    sg_vocabulary values;

    uint64_t *row;         /* [n_nodes + 1] first pair of a receiver                     */
    uint32_t *sender_node; /* [n_pairs] local to the graph                               */
    uint32_t *triple;      /* [n_pairs]                                                  */
    uint64_t n_pairs;
} sg_triples;

void sg_triples_free(sg_triples *triples);

/* Find all pairs of all graphs and number their triples.  The result does not depend on the
 * number of threads.
 * Fails with SG_ENOMEM, SG_ELIMIT (2^32 triples), or what the property fails with.
 * Time O(pairs), memory O(pairs + triples). */
sg_status sg_triples_collect(sg_triples *triples, const sg_labels *receiver,
                             const sg_labels *sender, const sg_property *property,
                             const sg_graph_view *view, sg_threads *threads, sg_error *err);

#endif
