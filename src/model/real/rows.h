/* rows.h - which rows a piece of a batch has.
 */
#ifndef SG_MODEL_REAL_ROWS_H
#define SG_MODEL_REAL_ROWS_H

#include "model/real/layer.h"

typedef struct sg_row_range {
    uint32_t first, n;
} sg_row_range;

/* The rows of a piece before a layer: of its nodes, or of its graphs. */
static inline sg_row_range SG_R(sg_rows_of)(const SG_R(sg_layer) *layer,
                                            const SG_R(sg_flow) *flow, sg_batch_piece piece)
{
    if (!layer->in_nodes)
        return (sg_row_range){piece.first_graph, piece.behind_graph - piece.first_graph};
    const uint32_t *first_row = flow->batch->first_row;
    return (sg_row_range){first_row[piece.first_graph],
                          first_row[piece.behind_graph] - first_row[piece.first_graph]};
}

#endif
