/* network_spec.h - a network made concrete: layers with their plans and labels, ready to compute.
 *
 * The state that flows through a network is a row of `width` numbers per node, and from a decoder or
 * a pool on a row per graph.  Rows of several heads stand side by side, head-major.
 */
#ifndef SG_MODEL_NETWORK_SPEC_H
#define SG_MODEL_NETWORK_SPEC_H

#include "kernels/activation.h"
#include "plans/plan.h"

typedef enum sg_layer_type {
    SG_LAYER_ENCODER, /* Y_h = W_h X + B_h, heads side by side                              */
    SG_LAYER_DECODER, /* Z_h = s(n) W_h X + B_h with W_h[o][i] = w_h(label(i), o)           */
    SG_LAYER_LINEAR,  /* Y = X W + b, for rows of nodes or of graphs                        */
    SG_LAYER_NORM,    /* every row to mean 0 and variance 1, then gain and shift, if affine */
    SG_LAYER_ACTIVATION, /* element by element                                                 */
    SG_LAYER_DROPOUT, /* during training, elements become 0 with probability `rate`         */
    SG_LAYER_POOL,    /* all nodes of a graph: sum, mean or maximum                         */
    SG_LAYER_RESIDUAL /* Y = X + the state after an earlier layer                           */
} sg_layer_type;

typedef enum sg_pooling { SG_POOL_MEAN, SG_POOL_SUM, SG_POOL_MAX } sg_pooling;

/* One head of an encoder; copies are heads of their own that share the plan. */
typedef struct sg_encoder_head {
    const sg_plan *plan;
    const uint32_t *bias_label; /* [n_nodes] of the data set, or SG_NO_LABEL; NULL: no bias */
    uint32_t n_bias_labels;
} sg_encoder_head;

typedef struct sg_decoder_head {
    const uint32_t *label; /* [n_nodes] of the data set, or SG_NO_LABEL */
    uint32_t n_labels;
} sg_decoder_head;

/* A layer; which fields count depends on its type. */
typedef struct sg_layer_spec {
    sg_layer_type type;
    uint32_t n_heads;
    const sg_encoder_head *encoder_head; /* [n_heads] */
    const sg_decoder_head *decoder_head; /* [n_heads] */
    uint32_t outputs;                    /* decoder: m of every head; linear: width         */
    sg_pooling pooling;
    bool bias;   /* decoder, linear                                 */
    bool affine; /* norm                                            */
    bool frozen; /* its parameters do not move while the network learns                     */
    sg_activation activation;
    double rate;   /* dropout                                         */
    uint32_t from; /* residual: number of the earlier layer, plus 1; 0: the input */
} sg_layer_spec;

/* Everything is borrowed until the network is closed. */
typedef struct sg_network_spec {
    const sg_graph *graph;
    /* The input: [n_nodes][input_width]; or one-hot, [n_nodes] which of input_width columns is 1,
     * SG_NO_LABEL: none; or both NULL: ones. */
    const double *input;
    const uint32_t *input_label;
    uint32_t input_width; /* 1 for ones                                                  */
    double noise;         /* standard deviation of normal noise on the input in training */
    const sg_layer_spec *layer; /* [n_layers] */
    uint32_t n_layers;
    uint32_t max_batch; /* graphs in the largest batch */
    uint64_t seed;      /* of dropout and noise        */
    /* The parameters in the network's precision, for predictions alone: nothing can be learned then,
     * opening takes no longer for a large model than for a small one, and the outputs of a graph have
     * the same bits whatever other graphs there are.  NULL: the network has its own. */
    void *parameters;
} sg_network_spec;

/* How many parameters a network of this spec has, and how many numbers its widest state has per row,
 * found without allocating anything.  Fails with SG_ELIMIT where they are more than can be counted:
 * 2^40 parameters, 2^28 numbers. */
sg_status sg_network_measure(uint64_t *n_parameters, uint64_t *max_width,
                             const sg_network_spec *spec, sg_error *err);

/* A named stretch of the parameters. */
typedef struct sg_tensor {
    uint32_t layer, head;
    const char *name; /* "weight", "bias", "gain", "shift"                  */
    size_t first, n;
    uint32_t shape[3];
    uint32_t n_dims;
    uint32_t fan_in; /* inputs that one output sums over; 0: not meaningful */
} sg_tensor;

#endif
