/* transfer_between.c - the weights of one model for another: which layers count, and whether outputs mean the
 * same. */
#include "model/transfer.h"

static sg_status read_layers(sg_layer_set *set, const uint32_t *layer, uint32_t n,
                             uint32_t n_layers, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < n; i++) {
        SG_REQUIRE(layer[i] < n_layers && layer[i] < SG_LAYER_SET_SIZE, SG_EINVAL,
                   "from_layers[%u]: the model has no layer %lld; its last one is %u", i,
                   sg_as_meant(layer[i]), n_layers - 1);
        sg_layer_set_add(set, layer[i]);
    }
done:
    return status;
}

sg_status sg_transfer_between(sg_transfer *transfer, const sg_model *model,
                              const sg_model_on_data *m, const sg_model *from,
                              const uint32_t *layer, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sg_model_on_data alone = {0};
    sg_layer_set set = {0};
    SG_TRY(read_layers(&set, layer, layer != NULL ? n : 0, from->blueprint.n_layers, err));
    SG_TRY(sg_model_open_alone(&alone, from, 0, err));
    const sg_transfer_side mine = {m, &model->vocabularies},
                           theirs = {&alone, &from->vocabularies};
    const sg_transfer_options options = {.layers = layer != NULL ? &set : NULL,
                                         .same_outputs =
                                             sg_outputs_equal(&model->outputs, &from->outputs)};
    SG_TRY(sg_transfer_make(transfer, &mine, &theirs, &options, err));
done:
    sg_model_on_data_close(&alone);
    return status;
}
