/* blueprint.h - a network by its expressions, before it meets any data.
 *
 * A blueprint says what each layer is: heads as text, activations, widths.  It comes from an
 * experiment file or a model file (the same words in both) or is put together by the program:
 *
 *     input: ones                      # ones | labels (one-hot) | attributes
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
 * Made concrete for a data set it is a binding (binding.h).
 */
#ifndef SG_MODEL_BLUEPRINT_H
#define SG_MODEL_BLUEPRINT_H

#include "base/fields.h"
#include "model/network_spec.h"
#include "plans/head.h"

typedef enum sg_input { SG_INPUT_ONES, SG_INPUT_LABELS, SG_INPUT_ATTRIBUTES } sg_input;

/* A head of a decoder: its labeling and the number of independent copies. */
typedef struct sg_pooled_head {
    char *label;
    uint32_t copies;
} sg_pooled_head;

typedef struct sg_layer_design {
    sg_layer_type type;
    sg_head *head;               /* encoder: [n_heads]                                       */
    sg_pooled_head *pooled_head; /* decoder: [n_heads]                          */
    uint32_t n_heads;
    uint32_t outputs; /* decoder, linear; 0: one per class or target            */
    sg_pooling pooling;
    bool bias;                /* decoder, linear                                */
    bool affine;              /* norm                                           */
    sg_activation activation; /* encoder, decoder, linear: behind it            */
    double rate;              /* dropout                                        */
    uint32_t from;            /* residual: number of an earlier layer, plus 1; 0: the input */
} sg_layer_design;

typedef struct sg_blueprint {
    sg_input input;
    double noise;
    sg_layer_design *layer; /* [n_layers] */
    uint32_t n_layers;
} sg_blueprint;

void sg_blueprint_free(sg_blueprint *blueprint);

/* Read `input`, `noise` and `layers` from an experiment or model file.
 * Fails with SG_EFORMAT (path:line:column, what is wrong, what is allowed) or SG_ENOMEM. */
sg_status sg_blueprint_read(sg_blueprint *blueprint, sg_fields *fields, sg_error *err);

/* Put the same members into `map`; reading them gives the same blueprint. */
sg_status sg_blueprint_put(sg_node *map, const sg_blueprint *blueprint, sg_error *err);

/* The paper's plain model: an encoder layer for each of encoder[0 .. n) (heads separated by ';'),
 * tanh, and a decoder with one output per class or target, bias and `pooling`; tanh behind it if
 * `bounded`.  Where a layer has several heads, a linear layer at the end joins them to one output
 * per class or target.  Fails with SG_EINVAL or SG_ENOMEM. */
sg_status sg_blueprint_compose(sg_blueprint *blueprint, const char *const *encoder,
                               size_t n_encoders, const char *decoder, sg_pooling pooling,
                               bool bounded, sg_error *err);

#endif
