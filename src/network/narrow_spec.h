/* narrow_spec.h - a network for some nodes of the data and what they hear.
 *
 * A batch of a few nodes of a large graph need not compute the rest of it.  Their field (graph/node_field.h) is a
 * graph of its own, and inputs, plans and labels are narrowed to it:
 *
 *     SG_TRY(sg_narrow_spec_open(&narrow, &spec, err));
 *     SG_TRY(sg_narrow_spec_fill(&narrow, item, n, parameters, err));     // for every batch
 *     SG_TRY(SG_R(sg_network_open)(&network, &narrow.spec, threads, err));
 *     out = SG_R(sg_network_forward)(network, narrow.item, n, true);
 *     sg_narrow_spec_close(&narrow);
 *
 * Outputs of the nodes are those of the whole network, and so are gradients.  Only random numbers are drawn
 * otherwise: they are named by rows of the field.
 */
#ifndef SG_NETWORK_NARROW_SPEC_H
#define SG_NETWORK_NARROW_SPEC_H

#include "graph/node_field.h"
#include "network/network_spec.h"

typedef struct sg_narrow_spec {
    const sg_network_spec *whole;
    sg_node_field field;
    sg_network_spec spec;  /* of the last batch                                        */
    uint32_t *item;        /* [items of the last batch] their numbers in the field     */
    sg_layer_spec *layer;  /* [n_layers]                                               */
    void **own;            /* [n_layers] the kinds' specs                              */
    sg_input_block *block; /* [n_inputs]                                               */
    void **row;            /* [n_inputs] the blocks' memory                            */
} sg_narrow_spec;

/* Whether all layers can be computed for some nodes; else SG_EINVAL, with the layer. */
sg_status sg_narrow_spec_check(const sg_network_spec *whole, sg_error *err);

/* Open without nodes; `whole` is borrowed until close.  Fails with SG_ENOMEM.  Memory O(nodes of the data). */
sg_status sg_narrow_spec_open(sg_narrow_spec *narrow, const sg_network_spec *whole,
                              sg_error *err);
void sg_narrow_spec_close(sg_narrow_spec *narrow);

/* Make the spec for some nodes.  Networks on it learn `parameters`, which are borrowed, in the precision of the
 * network.  Networks that were opened on the last one must be closed.
 * Fails with SG_ENOMEM; there are no nodes then.  Time O(nodes that are heard and their pairs). */
sg_status sg_narrow_spec_fill(sg_narrow_spec *narrow, const uint32_t *item, uint32_t n,
                              void *parameters, sg_error *err);

#endif
