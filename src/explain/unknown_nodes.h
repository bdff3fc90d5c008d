/* unknown_nodes.h - which nodes of a graph are strange to a model, so that nobody reads what they contribute
 * as learned.
 *
 *     SG_TRY(sg_known_parts_mark(&met, explainer, training, err));      // where the training graphs are known
 *     SG_TRY(sg_unknown_nodes(unknown, &explanation, layer, &met, err));
 *     sg_known_parts_free(&met);
 *
 * A node is unknown in a layer if a label of the model's input is new in it (a germanium atom in a model that
 * never had one), if a label of the layer's heads is new, or if it receives messages none of which has a
 * weight.
 */
#ifndef SG_EXPLAIN_UNKNOWN_NODES_H
#define SG_EXPLAIN_UNKNOWN_NODES_H

#include "explain/explainer.h"

/* What some graphs have of a model.  {0} is all that it has columns and weights for. */
typedef struct sg_known_parts {
    bool **
        input; /* [n_inputs][columns] labels of the input; an element is NULL where it has none */
    uint32_t n_inputs;
    uint64_t **uses; /* [n_heads][n_weights] as of sg_explainer_count_uses; NULL: no messages */
    uint32_t n_heads;
} sg_known_parts;

/* Note what the chosen graphs have; chosen is [graphs of the data].  Fails with SG_ENOMEM. */
sg_status sg_known_parts_mark(sg_known_parts *met, const sg_explainer *explainer,
                              const bool *chosen, sg_error *err);

void sg_known_parts_free(sg_known_parts *met);

/* Mark the nodes of the explained graph that are unknown in a layer of the explanation.
 *
 *   unknown  out; [n_nodes of the explanation]
 *   met      what is known; NULL: all that the model has
 *
 * Fails with SG_ENOMEM.  Time O(nodes and messages of the layer). */
sg_status sg_unknown_nodes(bool *unknown, const sg_explanation *explanation,
                           const sg_layer_explanation *layer, const sg_known_parts *met,
                           sg_error *err);

#endif
