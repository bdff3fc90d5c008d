/* blueprint.c - owning, writing and composing; reading is in blueprint_read.c. */
#include "model/blueprint.h"

#include "base/mem.h"
#include "base/text.h"
#include "base/tree_put.h"
#include "model/blueprint_words.h"

#include <string.h>

void sg_layer_design_free(sg_layer_design *layer)
{
    for (uint32_t h = 0; h < layer->n_heads; h++) {
        if (layer->head != NULL) sg_head_free(&layer->head[h]);
        if (layer->pooled_head != NULL) sg_free(layer->pooled_head[h].label);
    }
    sg_free(layer->head);
    sg_free(layer->pooled_head);
    *layer = (sg_layer_design){0};
}

void sg_blueprint_free(sg_blueprint *blueprint)
{
    for (uint32_t l = 0; l < blueprint->n_layers; l++)
        sg_layer_design_free(&blueprint->layer[l]);
    sg_free(blueprint->layer);
    *blueprint = (sg_blueprint){0};
}

/* ---- Writing -------------------------------------------------------------------------------- */

static sg_status put_heads(sg_node *map, const sg_layer_design *layer, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *heads = NULL;
    sg_text pooled = {0};
    char *text = NULL;
    SG_TRY(sg_put_list(&heads, map, "heads", err));
    for (uint32_t h = 0; h < layer->n_heads; h++) {
        if (layer->type == SG_LAYER_ENCODER) {
            SG_TRY(sg_head_write(&text, &layer->head[h], err));
            SG_TRY(sg_put_text(heads, NULL, text, err));
            sg_free(text);
            text = NULL;
        } else {
            const sg_pooled_head *head = &layer->pooled_head[h];
            pooled.size = 0;
            SG_TRY(sg_text_add(&pooled, err, "%s", head->label));
            if (head->copies > 1) SG_TRY(sg_text_add(&pooled, err, " x%u", head->copies));
            SG_TRY(sg_put_text(heads, NULL, pooled.data, err));
        }
    }
done:
    sg_free(text);
    sg_text_free(&pooled);
    return status;
}

static sg_status put_outputs(sg_node *map, const sg_layer_design *layer, sg_error *err)
{
    return layer->outputs == 0 ? sg_put_text(map, "outputs", "targets", err)
                               : sg_put_whole(map, "outputs", layer->outputs, err);
}

static sg_status put_activation(sg_node *map, const sg_layer_design *layer, sg_error *err)
{
    return sg_put_text(map, "activation", sg_activation_name(layer->activation), err);
}

static sg_status put_members(sg_node *map, const sg_layer_design *layer, sg_error *err)
{
    sg_status status = SG_OK;
    switch (layer->type) {
    case SG_LAYER_ENCODER:
        SG_TRY(put_heads(map, layer, err));
        SG_TRY(put_activation(map, layer, err));
        break;
    case SG_LAYER_DECODER:
        SG_TRY(put_heads(map, layer, err));
        SG_TRY(put_outputs(map, layer, err));
        SG_TRY(sg_put_bool(map, "bias", layer->bias, err));
        SG_TRY(sg_put_text(map, "pool", sg_pooling_words[layer->pooling], err));
        SG_TRY(put_activation(map, layer, err));
        break;
    case SG_LAYER_LINEAR:
        SG_TRY(put_outputs(map, layer, err));
        SG_TRY(sg_put_bool(map, "bias", layer->bias, err));
        SG_TRY(put_activation(map, layer, err));
        break;
    case SG_LAYER_NORM:
        SG_TRY(sg_put_bool(map, "affine", layer->affine, err));
        break;
    case SG_LAYER_ACTIVATION:
        SG_TRY(sg_put_text(map, "kind", sg_activation_name(layer->activation), err));
        break;
    case SG_LAYER_DROPOUT:
        SG_TRY(sg_put_real(map, "rate", layer->rate, err));
        break;
    case SG_LAYER_POOL:
        SG_TRY(sg_put_text(map, "kind", sg_pooling_words[layer->pooling], err));
        break;
    case SG_LAYER_RESIDUAL:
        if (layer->from > 0) SG_TRY(sg_put_whole(map, "from", layer->from - 1, err));
        break;
    }
done:
    return status;
}

sg_status sg_blueprint_put(sg_node *map, const sg_blueprint *blueprint, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *layers = NULL;
    SG_TRY(sg_put_text(map, "input", sg_input_words[blueprint->input], err));
    SG_TRY(sg_put_real(map, "noise", blueprint->noise, err));
    SG_TRY(sg_put_list(&layers, map, "layers", err));
    for (uint32_t l = 0; l < blueprint->n_layers; l++) {
        const sg_layer_design *layer = &blueprint->layer[l];
        sg_node *item = NULL, *members = NULL;
        SG_TRY(sg_put_map(&item, layers, NULL, err));
        SG_TRY(sg_put_map(&members, item, sg_layer_words[layer->type], err));
        SG_TRY(put_members(members, layer, err));
    }
done:
    return status;
}

/* ---- Composing ------------------------------------------------------------------------------ */

static sg_status compose_heads(sg_layer_design *layer, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    char *copy = sg_text_copy(text), *rest = copy;
    size_t n = 1;
    SG_REQUIRE(copy != NULL, SG_ENOMEM, "out of memory");
    for (const char *p = text; *p != '\0'; p++) n += *p == ';';
    SG_ALLOC(layer->head, n);
    while (layer->n_heads < n) {
        char *next = strchr(rest, ';');
        if (next != NULL) *next = '\0';
        SG_TRY(sg_head_parse(&layer->head[layer->n_heads], rest, err));
        layer->n_heads++;
        if (next != NULL) rest = next + 1;
    }
done:
    sg_free(copy);
    return status;
}

/* Rows of several heads stand side by side: how wide the last encoder makes a row of width 1. */
static uint64_t count_columns(const sg_blueprint *blueprint)
{
    uint64_t width = 1;
    for (uint32_t l = 0; l < blueprint->n_layers && width <= UINT32_MAX; l++) {
        uint64_t heads = 0;
        for (uint32_t h = 0; h < blueprint->layer[l].n_heads; h++)
            heads += blueprint->layer[l].head[h].copies;
        width *= heads;
    }
    return width;
}

sg_status sg_blueprint_compose(sg_blueprint *blueprint, const char *const *encoder,
                               size_t n_encoders, const char *decoder, sg_pooling pooling,
                               bool bounded, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint made = {0};
    SG_REQUIRE(n_encoders <= SG_MAX_LAYERS, SG_EINVAL, "model: more than %d encoders",
               SG_MAX_LAYERS);
    SG_ALLOC(made.layer, n_encoders + 2);
    for (size_t l = 0; l < n_encoders; l++) {
        made.n_layers++;
        made.layer[l] =
            (sg_layer_design){.type = SG_LAYER_ENCODER, .activation = SG_ACTIVATION_TANH};
        SG_TRY(compose_heads(&made.layer[l], encoder[l], err));
    }
    const uint64_t columns = count_columns(&made);
    sg_layer_design *last = &made.layer[made.n_layers++];
    *last =
        (sg_layer_design){.type = SG_LAYER_DECODER,
                          .bias = true,
                          .pooling = pooling,
                          .activation = bounded ? SG_ACTIVATION_TANH : SG_ACTIVATION_IDENTITY};
    SG_ALLOC(last->pooled_head, 1);
    last->n_heads = 1;
    SG_TRY(sg_decoder_head_parse(&last->pooled_head[0].label, &last->pooled_head[0].copies,
                                 decoder, err));
    if (columns * last->pooled_head[0].copies > 1)
        made.layer[made.n_layers++] = (sg_layer_design){.type = SG_LAYER_LINEAR, .bias = true};
    *blueprint = made;
    made = (sg_blueprint){0};
done:
    sg_blueprint_free(&made);
    return status;
}
