/* model_parts.h - what the writer and the reader of model files share.
 */
#ifndef SG_STORE_MODEL_PARTS_H
#define SG_STORE_MODEL_PARTS_H

#include "model/model.h"

enum { SG_MODEL_NAME_SIZE = 64 };

/* A model bound to no graphs at all: its tensors without any data. */
typedef struct sg_model_frame {
    sg_dataset nothing;
    sg_shelf *shelf;
    sg_binding binding;
    sg_learner *learner;
} sg_model_frame;

/* Open a frame for a model whose weights need not be there yet.
 * Fails with SG_EFORMAT where layers and knowledge do not fit together or there would be more than
 * `max_weights` weights, or SG_ENOMEM. */
sg_status sg_model_frame_open(sg_model_frame *frame, const sg_model *model,
                              uint64_t max_weights, sg_error *err);

void sg_model_frame_close(sg_model_frame *frame);

/* The name of a tensor in the file. */
void sg_model_tensor_name(char name[SG_MODEL_NAME_SIZE], const sg_model_frame *frame,
                          const sg_tensor *tensor);

#endif
