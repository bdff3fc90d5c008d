/* layer_numbers.h - members that name earlier layers: read, written, and bound to a network.
 *
 * Files count layers from 0.  Settings and specs have the number of the state instead, which is one more
 * and 0 for the input.  A layer of a blueprint may be two of a network, so that binding looks them up.
 */
#ifndef SG_LAYERS_LAYER_NUMBERS_H
#define SG_LAYERS_LAYER_NUMBERS_H

#include "layers/layer_kind.h"

/* Read the member `name`, SG_MEMBER_LAYER or SG_MEMBER_LAYERS, of layer `number`.
 * Fail with SG_EFORMAT or SG_ENOMEM. */
sg_status sg_layer_number_read(uint32_t *from, sg_fields *fields, const char *name,
                               uint32_t number, sg_error *err);
sg_status sg_layer_numbers_read(sg_earlier_layers *layers, sg_fields *fields, const char *name,
                                uint32_t number, sg_error *err);

/* Write it.  Fail with SG_ENOMEM. */
sg_status sg_layer_number_put(sg_node *map, const char *name, uint32_t from, sg_error *err);
sg_status sg_layer_numbers_put(sg_node *map, const char *name, const sg_earlier_layers *layers,
                               sg_error *err);

/* The network's numbers in place of the blueprint's; `last` as in sg_layer_binding. */
void sg_layer_number_bind(uint32_t *from, const uint32_t *last);
void sg_layer_numbers_bind(sg_earlier_layers *layers, const uint32_t *last);

#endif
