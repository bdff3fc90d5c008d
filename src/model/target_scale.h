/* target_scale.h - the unit in which a network learns its targets.
 *
 * Targets may be of any size; a network learns best where they are around 0 with a deviation of 1.  What it
 * says is turned back into the targets' own unit (sg_outputs.scale, offset).  A target that is the same for all items,
 * or missing for all of them, has the unit 1.
 *
 *     SG_TRY(sg_outputs_scale(&outputs, SG_SCALE_STANDARD, data, NULL, 0, err));
 */
#ifndef SG_MODEL_TARGET_SCALE_H
#define SG_MODEL_TARGET_SCALE_H

#include "model/outputs.h"

typedef enum sg_target_scale {
    SG_SCALE_NONE,     /* as they are                             */
    SG_SCALE_STD,      /* divided by their standard deviation     */
    SG_SCALE_STANDARD, /* centered, too                           */
    SG_N_TARGET_SCALES
} sg_target_scale;

extern const char *const sg_target_scale_words[SG_N_TARGET_SCALES];

/* Give outputs for targets the unit that follows from the items item[0 .. n) of the data (NULL: all).
 * Other tasks than regression have none.  Fails with SG_ENOMEM. */
sg_status sg_outputs_scale(sg_outputs *outputs, sg_target_scale scale, const sg_dataset *data,
                           const uint32_t *item, uint32_t n, sg_error *err);

#endif
