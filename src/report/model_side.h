/* model_side.h - a model without data as one side of a comparison.
 */
#ifndef SG_REPORT_MODEL_SIDE_H
#define SG_REPORT_MODEL_SIDE_H

#include "model/transfer.h"
#include "sharegnn/inspection.h"
#include "store/model_parts.h"

/* `frame` is the model's. */
static inline sg_transfer_side sg_frame_side(const sg_model_frame *frame, const sg_model *model)
{
    return (sg_transfer_side){&model->blueprint, &model->knowledge, &frame->binding,
                              frame->learner};
}

#endif
