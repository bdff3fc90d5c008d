/* block_model.h - nodes of three classes whose neighbors are mostly of their own, with Gaussian attributes.
 *
 * A stochastic block model: 10,000 nodes, 30,000 edges.  Both ends of an edge are of the same class with probability
 * 0.8.  A node has three attributes, normal with variance 1; the mean of the one that belongs to its class is 1, the
 * others' is 0.  The class of a node is what should be predicted; 4,000 nodes train, 2,000 validate, 4,000 test.
 *
 * What can be known about a node is known: belief propagation with the true parameters gives the probabilities of its
 * classes, given the attributes of all nodes within some steps and the edges between them.  Such graphs are nearly
 * trees near every node, where that is Bayes' rule.
 *
 *     SG_TRY(sg_block_model_make(&data, seed, err));
 *     SG_TRY(sg_block_beliefs(belief, &data.graph, data.node_attribute.value, 2, err));
 *
 * Reference: Deshpande, Sen, Montanari, Mossel, Contextual stochastic block models, NeurIPS 2018.
 */
#ifndef SG_GENERATORS_BLOCK_MODEL_H
#define SG_GENERATORS_BLOCK_MODEL_H

#include "base/text.h"
#include "data/dataset.h"

enum { SG_BLOCK_CLASSES = 3 };

/* Make the data set.  Fails with SG_ENOMEM; `data` is then unchanged. */
sg_status sg_block_model_make(sg_dataset *data, uint32_t seed, sg_error *err);

/* The probabilities of the classes of every node, belief[n_nodes][SG_BLOCK_CLASSES], given what is within `radius`
 * steps; attribute is [n_nodes][SG_BLOCK_CLASSES].
 * Fails with SG_ENOMEM.  Time O(radius n_arcs log(degree)), memory O(n_arcs). */
sg_status sg_block_beliefs(double *belief, const sg_graph *graph, const double *attribute,
                           uint32_t radius, sg_error *err);

/* A sentence with the accuracies of beliefs on test nodes, for radii from 0 to 3.  Fails with SG_ENOMEM. */
sg_status sg_block_model_answer(sg_text *text, const sg_dataset *data, sg_error *err);

#endif
