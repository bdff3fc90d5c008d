/* activation.h - the activation functions by name.
 *
 *     sg_activation act;
 *     SG_TRY(sg_activation_parse(&act, "leaky-relu", err));
 *     kernels->forward[act](y, x, n);
 */
#ifndef SG_KERNELS_ACTIVATION_H
#define SG_KERNELS_ACTIVATION_H

#include "base/status.h"

typedef enum sg_activation {
    SG_ACTIVATION_IDENTITY,   /* x                                        */
    SG_ACTIVATION_TANH,       /* tanh(x)                                  */
    SG_ACTIVATION_RELU,       /* max(x, 0)                                */
    SG_ACTIVATION_LEAKY_RELU, /* x > 0 ? x : 0.01 x                       */
    SG_ACTIVATION_ELU,        /* x > 0 ? x : exp(x) - 1                   */
    SG_ACTIVATION_GELU,       /* x P(N <= x) for a standard normal N      */
    SG_ACTIVATION_SIGMOID     /* 1 / (1 + exp(-x))                        */
} sg_activation;

enum { SG_N_ACTIVATIONS = 7 };

/* The name of an activation: "leaky-relu". */
const char *sg_activation_name(sg_activation activation);

/* Find an activation by its name.  Fails with SG_EINVAL; the text lists what is allowed. */
sg_status sg_activation_parse(sg_activation *activation, const char *name, sg_error *err);

#endif
