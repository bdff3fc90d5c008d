/* activation.c - names of activation functions. */
#include "kernels/activation.h"

#include "base/nearest.h"

#include <string.h>

static const char *const NAMES[SG_N_ACTIVATIONS] = {"identity", "tanh", "relu",   "leaky-relu",
                                                    "elu",      "gelu", "sigmoid"};

const char *sg_activation_name(sg_activation activation)
{
    return NAMES[activation];
}

sg_status sg_activation_parse(sg_activation *activation, const char *name, sg_error *err)
{
    sg_nearest nearest = {.wanted = name};
    for (int i = 0; i < SG_N_ACTIVATIONS; i++) {
        sg_nearest_offer(&nearest, NAMES[i]);
        if (strcmp(name, NAMES[i]) != 0) continue;
        *activation = (sg_activation)i;
        return SG_OK;
    }
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "unknown activation \"%.40s\"%s%s; allowed are identity, tanh, relu, "
                        "leaky-relu, elu, gelu and sigmoid",
                        name, nearest.name != NULL ? ", did you mean " : "",
                        nearest.name != NULL ? nearest.name : "");
}

bool sg_activation_needs_input(sg_activation activation)
{
    return activation == SG_ACTIVATION_GELU;
}
