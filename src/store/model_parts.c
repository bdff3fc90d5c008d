/* model_parts.c - tensors of a model that has no data. */
#include "store/model_parts.h"

#include "base/mem.h"

#include <stdio.h>
#include <string.h>

sg_status sg_model_frame_open(sg_model_frame *frame, const sg_model *model,
                              uint64_t max_weights, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t n_weights = 0, width = 0;
    const sg_learner_options options = {.precision = model->precision,
                                        .optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD),
                                        .loss = model->loss};
    *frame = (sg_model_frame){.nothing.node_attribute.n_columns = model->n_attributes};
    SG_ALLOC(frame->nothing.graph.graph_offset, 1);
    SG_ALLOC(frame->nothing.graph.arc_offset, 1);
    SG_TRY(sg_shelf_open(&frame->shelf, &frame->nothing, &model->knowledge, NULL, err));
    SG_TRY(sg_binding_make(&frame->binding, frame->shelf, &model->blueprint, model->n_outputs,
                           1, err));
    SG_TRY(sg_network_measure(&n_weights, &width, &frame->binding.spec, err));
    SG_REQUIRE(n_weights <= max_weights && width <= max_weights, SG_EFORMAT,
               "model: its layers need %llu weights, more than the file has",
               (unsigned long long)n_weights);
    SG_TRY(sg_learner_open(&frame->learner, &frame->binding.spec, &options, NULL, err));
done:
    if (status != SG_OK) sg_model_frame_close(frame);
    return status;
}

void sg_model_frame_close(sg_model_frame *frame)
{
    sg_learner_close(frame->learner);
    sg_binding_free(&frame->binding);
    sg_shelf_close(frame->shelf);
    sg_dataset_free(&frame->nothing);
    *frame = (sg_model_frame){0};
}

void sg_model_tensor_name(char name[SG_MODEL_NAME_SIZE], const sg_model_frame *frame,
                          const sg_tensor *tensor)
{
    const uint32_t layer = frame->binding.layer_of[tensor->layer];
    const sg_layer_type type = frame->binding.layer[tensor->layer].type;
    const bool of_head = type == SG_LAYER_ENCODER ||
                         (type == SG_LAYER_DECODER && strcmp(tensor->name, "weight") == 0);
    if (of_head)
        (void)snprintf(name, SG_MODEL_NAME_SIZE, "layers.%u.heads.%u.%s", layer, tensor->head,
                       tensor->name);
    else
        (void)snprintf(name, SG_MODEL_NAME_SIZE, "layers.%u.%s", layer, tensor->name);
}
