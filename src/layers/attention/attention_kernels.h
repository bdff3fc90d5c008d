/* attention_kernels.h - inner loops of gat and gatv2, for each kind of processor.
 *
 * What a node needs of those that it looks at is in attention.h.  Every variant gives the same bits: the
 * same additions in the same order, in wider registers.
 */
#ifndef SG_LAYERS_ATTENTION_ATTENTION_KERNELS_H
#define SG_LAYERS_ATTENTION_ATTENTION_KERNELS_H

#include "layers/attention/attention.h"

typedef struct SG_R(sg_attention_kernels) {
    /* gat: p . S and q . S of rows. */
    void (*weigh_rows)(const SG_R(sg_attention) *a, sg_row_range rows);

    /* The scores of a node, less the largest of every head. */
    void (*score)(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a);

    /* Exponentials become shares of their sum, for every head. */
    void (*divide)(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a);

    /* y = bias + the weighted sum of what the others send. */
    void (*join)(sg_real *y, const SG_R(sg_attended) *to, const SG_R(sg_attention) *a);

    /* d_score from dy, and what that means for S, which is added to ds unless that is NULL. */
    void (*score_gradient)(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a,
                           const sg_real *dy, sg_real *ds);

    /* gatv2: what d_score means for T, p and S.  The latter goes to its rows, or to `room` for one. */
    void (*receive)(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a, sg_real *room);

    /* gat: what p . S and q . S mean for S. */
    void (*rows_back)(const SG_R(sg_attention) *a, sg_row_range rows);
} SG_R(sg_attention_kernels);

/* The fastest kernels for this processor. */
const SG_R(sg_attention_kernels) *SG_R(sg_attention_kernels_best)(void);

/* All that this processor can run, the portable ones first; NULL from some i on.  For tests. */
const SG_R(sg_attention_kernels) *SG_R(sg_attention_kernels_variant)(size_t i);

#endif
