/* activation.c - names of activation functions. */
#include "kernels/activation.h"

#include "base/wording.h"

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
    sg_words words = {0};
    for (int i = 0; i < SG_N_ACTIVATIONS; i++) {
        sg_nearest_offer(&nearest, NAMES[i]);
        sg_words_add(&words, NAMES[i]);
        if (strcmp(name, NAMES[i]) != 0) continue;
        *activation = (sg_activation)i;
        return SG_OK;
    }
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "unknown activation \"%.40s\"%s%s; allowed are %s", name,
                        nearest.name != NULL ? ", did you mean " : "",
                        nearest.name != NULL ? nearest.name : "", sg_words_end(&words, "and"));
}
