/* linear_features.h - what the outputs of a network are linear in: counts of labels or of triples.
 *
 * Two networks on ones have outputs that are sums of weights over what a graph contains:
 *
 *     decoder, and perhaps add       a weight for every label of a node, and class
 *     encoder and pool               a weight for every triple of a pair; a head per class
 *
 * The counts are the features of graph kernels (vertex histogram, WL subtree, shortest paths), and a
 * linear machine on them is such a network.
 */
#ifndef SG_TRAIN_LINEAR_FEATURES_H
#define SG_TRAIN_LINEAR_FEATURES_H

#include "network/network_spec.h"
#include "svm/linear_svm.h"

typedef struct sg_linear_features {
    uint64_t *begin;   /* [n_rows + 1]                                                    */
    uint32_t *feature; /* [begin[n_rows]] ascending within a row                          */
    double *value;
    uint32_t n_rows, n_features;
    size_t *place; /* [n_features] the parameter that it has for the first class          */
    size_t step;   /* from the parameter of a class to that of the next                   */
    size_t capacity[2];
} sg_linear_features;

void sg_linear_features_free(sg_linear_features *features);

/* Count what some graphs contain.  Fails with SG_EINVAL where the network is none of these, or with
 * SG_ENOMEM.  Time O(nodes) for a decoder, O(pairs) for an encoder, times a logarithm. */
sg_status sg_linear_features_make(sg_linear_features *features, const sg_network_spec *spec,
                                  const uint32_t *item, uint32_t n, sg_error *err);

/* The rows, for a solver. */
sg_svm_rows sg_linear_features_rows(const sg_linear_features *features);

#endif
