/* inspect_parts.h - a model without data as one side of a comparison.
 */
#ifndef SG_API_INSPECT_PARTS_H
#define SG_API_INSPECT_PARTS_H

#include "model/transfer.h"
#include "store/model_parts.h"

/* `frame` is the model's. */
static inline sg_transfer_side sg_frame_side(const sg_model_frame *frame, const sg_model *model)
{
    return (sg_transfer_side){&model->blueprint, &model->knowledge, &frame->binding,
                              frame->learner};
}

#endif
