/* live_reach.h - how far an edit of a graph reaches in a model: through labels, pairs and layers.
 *
 *     SG_TRY(sg_live_reach_find(&reach, model, err));
 *     reach.label[i]     // steps around a node that decide its label of labeling i
 *     reach.state        // steps around a node that decide its state before it is pooled, given labels
 *     sg_live_reach_free(&reach);
 */
#ifndef SG_LIVE_LIVE_REACH_H
#define SG_LIVE_LIVE_REACH_H

#include "model/model.h"

/* SG_EVERYWHERE stands for the whole graph. */
typedef struct sg_live_reach {
    uint32_t *label;   /* [n_labelings] of the model's vocabularies                     */
    uint32_t state;    /* all layers that pass messages together                        */
    uint32_t shortest; /* of a layer that passes messages; 0: there is none             */
    char reason[200];  /* what cannot be updated where it changes only; "": nothing     */
} sg_live_reach;

/* Fails with SG_EINVAL (expressions) or SG_ENOMEM. */
sg_status sg_live_reach_find(sg_live_reach *reach, const sg_model *model, sg_error *err);

void sg_live_reach_free(sg_live_reach *reach);

#endif
