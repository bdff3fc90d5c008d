/* blueprint_words.h - the words of a blueprint, shared by its reader and writer.
 */
#ifndef SG_MODEL_BLUEPRINT_WORDS_H
#define SG_MODEL_BLUEPRINT_WORDS_H

#include "model/blueprint.h"

enum {
    SG_N_LAYER_WORDS = 8,
    SG_N_POOLING_WORDS = 3,
    SG_N_INPUT_WORDS = 3,
    SG_MAX_LAYERS = 1000
};

/* By sg_layer_type, sg_pooling and sg_input. */
extern const char *const sg_layer_words[SG_N_LAYER_WORDS];
extern const char *const sg_pooling_words[SG_N_POOLING_WORDS];
extern const char *const sg_input_words[SG_N_INPUT_WORDS];

void sg_layer_design_free(sg_layer_design *layer);

#endif
