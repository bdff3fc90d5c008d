/* slow_triples.h - the slow twin of invariants/triples.h for the pair property `distance`.
 *
 * Distances by Floyd-Warshall, triples as a list that is searched from its beginning; slow and
 * simple by design.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_TRIPLES_H
#define SG_TESTS_SUPPORT_SLOW_TRIPLES_H

#include "invariants/labels.h"

typedef struct slow_triple {
    uint32_t receiver, sender, value;
    uint64_t count;
} slow_triple;

typedef struct slow_triples {
    uint32_t *distance;    /* [n_values] the distance that a value is                       */
    uint64_t *value_count; /* [n_values] by which values are ordered; then by content key   */
    uint32_t n_values;
    slow_triple *triple; /* [n_triples] by receiver, sender, value                        */
    uint32_t n_triples;
    uint32_t *triple_of; /* [n_nodes][n_nodes] of receiver and sender; SLOW_NONE: no pair */
    uint64_t n_pairs;
} slow_triples;

/* Collect the triples of all pairs of one graph whose distance counts for `parameters`. */
slow_triples slow_triples_collect(const sg_labels *receiver, const sg_labels *sender,
                                  const sg_property_parameters *parameters,
                                  const sg_graph *graph);

void slow_triples_free(slow_triples *triples);

#endif
