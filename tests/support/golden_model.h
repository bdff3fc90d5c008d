/* golden_model.h - a model of the reference files (golden/README.md) as a network of ours.
 *
 *     golden_model model;
 *     golden_model_open(&model, json_item(json_field(file.value, "models"), 0), &data,
 *                       GOLDEN_THEIR_INDICES);
 *     sg_network_open_f64(&network, &model.spec, NULL, &err);
 *     golden_link *link = golden_model_links(&model, tensors, n_tensors, n_parameters);
 */
#ifndef SG_TESTS_SUPPORT_GOLDEN_MODEL_H
#define SG_TESTS_SUPPORT_GOLDEN_MODEL_H

#include "support/golden_heads.h"
#include "support/layer_specs.h"

enum { GOLDEN_MAX_LAYERS = 12, GOLDEN_MAX_HEADS = 4, GOLDEN_MAX_TENSORS = 16 };

/* Where a parameter of ours is among theirs. */
typedef struct golden_link {
    uint32_t tensor; /* number in "params" */
    uint32_t index;  /* in the flat tensor */
} golden_link;

typedef struct golden_model {
    golden_maker maker;
    golden_head head[GOLDEN_MAX_LAYERS][GOLDEN_MAX_HEADS];
    sg_encoder_head encoder[GOLDEN_MAX_LAYERS][GOLDEN_MAX_HEADS];
    sg_decoder_head decoder[GOLDEN_MAX_LAYERS];
    any_layer_spec of[GOLDEN_MAX_LAYERS];
    sg_layer_spec layer[GOLDEN_MAX_LAYERS];
    uint32_t their_layer[GOLDEN_MAX_LAYERS]; /* which of theirs a layer of ours is part of   */
    uint32_t last_layer[GOLDEN_MAX_LAYERS];  /* the layer of ours that ends one of theirs    */
    uint32_t n_their_layers;
    sg_network_spec spec;
    char tensor[GOLDEN_MAX_TENSORS][64]; /* their parameters: name ...    */
    uint32_t size[GOLDEN_MAX_TENSORS];   /* ... and number of items       */
    uint32_t n_tensors;
} golden_model;

/* Make model->spec from an entry of "models"; `data` holds the file's graphs.  The model must
 * stay where it is, because the spec points into it. */
void golden_model_open(golden_model *model, const json_value *json, const sg_dataset *data,
                       golden_source source);

/* Where each of the `n_parameters` of a network of this model is among theirs; no item of
 * theirs is found twice.  Released with sg_free. */
golden_link *golden_model_links(const golden_model *model, const sg_tensor *tensor,
                                uint32_t n_tensors, size_t n_parameters);

void golden_model_free(golden_model *model);

#endif
