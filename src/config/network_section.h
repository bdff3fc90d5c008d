/* network_section.h - `layers`, `input` and `noise` of a document, read and checked.
 *
 *     SG_TRY(sg_network_section_read(&blueprint, &f, root, path, err));
 *     ... sg_field(&f, "train") ...
 *     SG_TRY(sg_fields_finish(&f, err));
 */
#ifndef SG_CONFIG_NETWORK_SECTION_H
#define SG_CONFIG_NETWORK_SECTION_H

#include "model/blueprint.h"

/* Read a network from the map `root`, whose layers are spelled out first (layer_blocks.h).  Fails with SG_EFORMAT where a layer needs a row per node and there is none any more,
 * or the last one gives rows of nodes; or with SG_ENOMEM.
 *
 *   fields   out; open on `root` for what else there is, as long as that is there */
sg_status sg_network_section_read(sg_blueprint *blueprint, sg_fields *fields, sg_node *root,
                                  const char *path, sg_error *err);

#endif
