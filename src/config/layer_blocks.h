/* layer_blocks.h - layers that a document says in short, spelled out one by one.
 *
 *     - linear: { outputs: 48, repeat: 2 }          # two of it
 *     - block:                                      # four times these layers, each time with a
 *         depth: 4                                  # residual from before them to behind them
 *         drop-path: 0.1                            # of the residuals: their `drop`
 *         layers: [ ... ]
 *     - norm: batch                                 # batch-norm: {}
 *     - encoder: { backoff: [none, label], ... }    # backoff_layers.h
 *
 * `residual: false` leaves out the residuals.  Numbers of layers within a block, as in `residual: {from:
 * 0}`, count the layers of the block.  Blocks may stand in blocks.
 */
#ifndef SG_CONFIG_LAYER_BLOCKS_H
#define SG_CONFIG_LAYER_BLOCKS_H

#include "base/document/tree.h"

/* Put what is meant in the place of `layers` of a document.  Fails with SG_EFORMAT, where there are more
 * than SG_MAX_LAYERS say, or SG_ENOMEM.  Time O(layers). */
sg_status sg_layers_spell_out(sg_node *root, const char *path, sg_error *err);

/* Remove `repeat` from an item of `layers`, if it is there. */
void sg_layer_forget_repeat(sg_node *item);

#endif
