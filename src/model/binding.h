/* binding.h - a blueprint made concrete for a data set: everything a network needs.
 *
 *     SG_TRY(sg_binding_make(&binding, shelf, &blueprint, n_outputs, max_batch, err));
 *     SG_TRY(sg_network_open_f32(&network, &binding.spec, pool, err));
 *
 * Plans and labels belong to the shelf; a binding is small, and many can share a shelf.
 */
#ifndef SG_MODEL_BINDING_H
#define SG_MODEL_BINDING_H

#include "model/blueprint.h"
#include "model/layer_set.h"
#include "plans/shelf.h"

typedef struct sg_binding {
    sg_network_spec spec;
    sg_layer_spec *layer; /* [spec.n_layers] owned                                           */
    uint32_t *layer_of;   /* [spec.n_layers] number of the blueprint's layer                 */
    void **heads;         /* [spec.n_layers] the heads of an encoder or decoder, owned       */
} sg_binding;

void sg_binding_free(sg_binding *binding);

/* Make a binding.
 *
 *   n_outputs  what a layer gives that has as many outputs as there are classes or targets
 *   max_batch  graphs in the largest batch
 *
 * Fails with SG_EINVAL (the data has no attributes but the blueprint wants them, ...), or like
 * sg_shelf_plan. */
sg_status sg_binding_make(sg_binding *binding, sg_shelf *shelf, const sg_blueprint *blueprint,
                          uint32_t n_outputs, uint32_t max_batch, sg_error *err);

/* Freeze layers, named by their numbers in the blueprint, which has n_layers: their weights do not
 * move in training.  Fails with SG_EINVAL where there is no such layer. */
sg_status sg_binding_freeze(sg_binding *binding, const sg_layer_set *layers, uint32_t n_layers,
                            sg_error *err);

/* Add a copy of what the shelf knows of the blueprint's labels and triples to `knowledge`, where it
 * is not there yet.  On failure some of it may have been added; it is the caller's to free. */
sg_status sg_binding_learn(sg_knowledge *knowledge, sg_shelf *shelf,
                           const sg_blueprint *blueprint, sg_error *err);

#endif
