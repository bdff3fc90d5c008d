/* typed_network.h - typed layers as the map that a description would be.
 *
 *     SG_TRY(sg_typed_network_read(&blueprint, options, err));
 */
#ifndef SG_CONFIG_TYPED_NETWORK_H
#define SG_CONFIG_TYPED_NETWORK_H

#include "model/blueprint.h"
#include "sharegnn/models.h"

/* Make a blueprint of options->layer, input and noise.  Fails with SG_EINVAL, SG_EFORMAT (a layer's
 * `settings`) or SG_ENOMEM. */
sg_status sg_typed_network_read(sg_blueprint *blueprint, const sg_model_options *options,
                                sg_error *err);

/* Set input and noise of a blueprint where the options say something.  Fails with SG_EINVAL. */
sg_status sg_typed_input_set(sg_blueprint *blueprint, const sg_model_options *options,
                             sg_error *err);

#endif
