/* network_measure.c - sizes of a network before it exists: what a file claims is checked with it. */
#include "model/network_spec.h"

static const uint64_t MOST_PARAMETERS = UINT64_C(1) << 40, WIDEST = UINT64_C(1) << 28;

/* Factors stay below 2^28 * 2^32, so that products do not overflow. */
static uint64_t count_heads(uint64_t *heads_width, const sg_layer_spec *layer, uint64_t width)
{
    uint64_t sum = 0;
    for (uint32_t h = 0; h < layer->n_heads && sum <= MOST_PARAMETERS; h++)
        if (layer->type == SG_LAYER_ENCODER) {
            const sg_encoder_head *head = &layer->encoder_head[h];
            sum += head->plan->n_slots;
            if (head->bias_label != NULL) sum += width * head->n_bias_labels;
        } else {
            sum += (uint64_t)layer->decoder_head[h].n_labels * layer->outputs;
        }
    *heads_width = width * layer->n_heads;
    return sum;
}

sg_status sg_network_measure(uint64_t *n_parameters, uint64_t *max_width,
                             const sg_network_spec *spec, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t width = spec->input_width, widest = width, n = 0;
    for (uint32_t l = 0; l < spec->n_layers; l++) {
        const sg_layer_spec *layer = &spec->layer[l];
        if (layer->type == SG_LAYER_ENCODER) n += count_heads(&width, layer, width);
        if (layer->type == SG_LAYER_DECODER) {
            n += count_heads(&width, layer, width);
            SG_REQUIRE(width <= WIDEST, SG_ELIMIT, "layer %u: its heads are too wide", l);
            width *= layer->outputs;
            if (layer->bias) n += width;
        }
        if (layer->type == SG_LAYER_LINEAR) {
            n += width * layer->outputs + (layer->bias ? layer->outputs : 0);
            width = layer->outputs;
        }
        if (layer->type == SG_LAYER_NORM && layer->affine) n += 2 * width;
        SG_REQUIRE(width <= WIDEST && n <= MOST_PARAMETERS, SG_ELIMIT,
                   "layer %u: %llu numbers per row and %llu weights are too many", l,
                   (unsigned long long)width, (unsigned long long)n);
        if (width > widest) widest = width;
    }
    *n_parameters = n;
    *max_width = widest;
done:
    return status;
}
