/* rows.h - which rows a piece of a batch has before a layer. */
#ifndef SG_LAYERS_REAL_ROWS_H
#define SG_LAYERS_REAL_ROWS_H

#include "layers/real/layer.h"

/* The rows of a piece before a layer: of its nodes, or of its graphs. */
static inline sg_row_range SG_R(sg_rows_of)(const SG_R(sg_layer) *layer,
                                            const SG_R(sg_flow) *flow, sg_batch_piece piece)
{
    return sg_batch_rows(flow->batch, piece, layer->in_nodes);
}

/* All rows of the batch before a layer, or of the part that counts. */
static inline sg_row_range SG_R(sg_all_rows)(const SG_R(sg_layer) *layer,
                                             const SG_R(sg_flow) *flow)
{
    return SG_R(sg_rows_of)(layer, flow, flow->part);
}

#endif
