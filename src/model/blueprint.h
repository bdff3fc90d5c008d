/* blueprint.h - a network by its expressions, before it meets any data.
 *
 * A blueprint says what each layer is: heads as text, activations, widths.  It comes from an
 * experiment file or a model file (the same words in both) or is put together by the program:
 *
 *     input: ones                      # ones | labels [LABEL] (one-hot) | attributes, or a list
 *     noise: 0.5                       # standard deviation of noise on the input while training
 *     layers:
 *       - linear: { outputs: 10, activation: leaky-relu }
 *       - norm: { affine: false }
 *       - encoder: { heads: ["wl:2 @ distance 0..6 x2"], bias: label, activation: tanh }
 *       - residual: { from: 1 }        # add the state after layer 1 (from 0); absent: the input
 *       - dropout: { rate: 0.2 }
 *       - decoder: { heads: ["wl:2"], outputs: classes, bias: true, pool: mean, activation: tanh }
 *       - pool: { kind: sum }          # instead of a decoder: all nodes alike
 *       - activation: { kind: relu }
 *
 * Placed on a data set it is a model on data (model_on_data.h).
 */
#ifndef SG_MODEL_BLUEPRINT_H
#define SG_MODEL_BLUEPRINT_H

#include "layers/layer_kind.h"
#include "layers/pooling.h"
#include "model/inputs.h"

enum { SG_MAX_LAYERS = 1000 };

typedef struct sg_blueprint {
    sg_inputs input;
    double noise;
    sg_layer_design *layer; /* [n_layers] */
    uint32_t n_layers;
    char *path; /* of the file that has the lines of its layers; NULL: none */
} sg_blueprint;

void sg_blueprint_free(sg_blueprint *blueprint);

/* Read `input`, `noise` and `layers` from an experiment or model file.
 * Fails with SG_EFORMAT (path:line:column, what is wrong, what is allowed) or SG_ENOMEM. */
sg_status sg_blueprint_read(sg_blueprint *blueprint, sg_fields *fields, sg_error *err);

/* Put the same members into `map`; reading them gives the same blueprint. */
sg_status sg_blueprint_put(sg_node *map, const sg_blueprint *blueprint, sg_error *err);

/* Make `copy`, which is empty, the same.  Fails with SG_ENOMEM; it is empty then. */
sg_status sg_blueprint_copy(sg_blueprint *copy, const sg_blueprint *blueprint, sg_error *err);

/* Say what is wrong with a layer on some data, with its place in the file where it has one; only SG_EINVAL has
 * to do with the layer.  Returns inner->status. */
sg_status sg_blueprint_fail(const sg_blueprint *blueprint, uint32_t layer,
                            const sg_error *inner, sg_error *err);

/* Name all that a blueprint needs of the data; what several layers need is named several times.  Fails
 * only where the visitor does, with the place of the layer. */
sg_status sg_blueprint_needs(const sg_need_visitor *visitor, const sg_blueprint *blueprint,
                             sg_error *err);

/* What its outputs are for: graphs where a layer pools their nodes, else nodes. */
sg_item_kind sg_blueprint_item(const sg_blueprint *blueprint);

/* Give a blueprint without layers those of the paper's plain model: an encoder layer for each of
 * encoder[0 .. n) (heads separated by ';'), tanh, and a decoder with one output per class or target,
 * bias and `pooling`.  Where a layer has several heads, or nodes begin with anything but ones
 * (blueprint->input, which is set before), a linear layer at the end joins their results to one output per
 * class or target; the decoder then has tanh behind it if `bounded`.  Nothing is behind the last layer, so
 * that probabilities may come near 0 and 1.  Fails with SG_EINVAL or SG_ENOMEM. */
sg_status sg_blueprint_compose(sg_blueprint *blueprint, const char *const *encoder,
                               size_t n_encoders, const char *decoder, sg_pooling pooling,
                               bool bounded, sg_error *err);

#endif
