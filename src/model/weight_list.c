/* weight_list.c - from tensors back to triples, labels, rows and columns. */
#include "model/weight_list.h"

#include "base/mem.h"

#include <string.h>

uint32_t sg_layer_heads(uint32_t *out, const sg_layer_design *layer)
{
    uint32_t n = 0;
    for (uint32_t h = 0; h < layer->n_heads; h++) {
        const uint32_t copies =
            layer->head != NULL ? layer->head[h].copies : layer->pooled_head[h].copies;
        for (uint32_t copy = 0; copy < copies; copy++, n++)
            if (out != NULL) out[n] = h;
    }
    return n;
}

sg_status sg_layer_head_text(char **text, const sg_layer_design *layer, uint32_t design,
                             sg_error *err)
{
    sg_status status = SG_OK;
    if (layer->head != NULL) {
        sg_head one = layer->head[design];
        one.copies = 1;
        SG_TRY(sg_head_write(text, &one, err));
    } else {
        *text = sg_text_copy(layer->pooled_head[design].label);
        SG_REQUIRE(*text != NULL, SG_ENOMEM, "out of memory");
    }
done:
    return status;
}

static sg_status fill_triples(sg_weight_info *info, const sg_tensor *t,
                              const sg_knowledge *knowledge, const sg_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    char *text = NULL;
    SG_TRY(sg_head_name_weights(&text, head, err));
    const sg_known_weights *known = sg_knowledge_weights(knowledge, text);
    SG_REQUIRE(known != NULL && known->keys.n_slots == t->n, SG_EFORMAT,
               "model: it does not know the weights of \"%s\"", text);
    for (size_t i = 0; i < t->n; i++) {
        info[i].kind = SG_WEIGHT_TRIPLE;
        info[i].receiver = known->keys.receiver[i];
        info[i].sender = known->keys.sender[i];
        info[i].pair = known->keys.value[i];
    }
done:
    sg_free(text);
    return status;
}

/* [labels][columns] */
static sg_status fill_labels(sg_weight_info *info, const sg_tensor *t,
                             const sg_knowledge *knowledge, const char *expression,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_known_labels *known = sg_knowledge_labels(knowledge, expression);
    const uint32_t n_labels = t->shape[0], width = t->shape[1];
    SG_REQUIRE(known != NULL && known->n_labels == n_labels, SG_EFORMAT,
               "model: it does not know the labels of \"%s\"", expression);
    for (uint32_t l = 0; l < n_labels; l++)
        for (uint32_t c = 0; c < width; c++) {
            sg_weight_info *of = &info[(size_t)l * width + c];
            of->kind = SG_WEIGHT_LABEL;
            of->receiver = known->key[l];
            of->column = c;
        }
done:
    return status;
}

/* The last dimension is the column, all before it make the row. */
static void fill_plain(sg_weight_info *info, const sg_tensor *t)
{
    const uint32_t width = t->shape[t->n_dims - 1];
    for (size_t i = 0; i < t->n; i++) {
        info[i].kind = SG_WEIGHT_PLAIN;
        info[i].row = (uint32_t)(i / width);
        info[i].column = (uint32_t)(i % width);
    }
}

static sg_status fill_tensor(sg_weight_info *info, const sg_tensor *t,
                             const sg_transfer_side *side, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t l = side->binding->layer_of[t->layer];
    const sg_layer_design *layer = &side->blueprint->layer[l];
    const bool is_bias = strcmp(t->name, "bias") == 0;
    uint32_t *design = NULL;
    for (size_t i = 0; i < t->n; i++)
        info[i] = (sg_weight_info){.layer = l, .head = t->head, .name = t->name};
    SG_ALLOC(design, sg_layer_heads(NULL, layer));
    (void)sg_layer_heads(design, layer);
    if (layer->type == SG_LAYER_ENCODER && is_bias)
        SG_TRY(fill_labels(info, t, side->knowledge, layer->head[design[t->head]].bias, err));
    else if (layer->type == SG_LAYER_ENCODER)
        SG_TRY(fill_triples(info, t, side->knowledge, &layer->head[design[t->head]], err));
    else if (layer->type == SG_LAYER_DECODER && !is_bias)
        SG_TRY(fill_labels(info, t, side->knowledge, layer->pooled_head[design[t->head]].label,
                           err));
    else
        fill_plain(info, t);
done:
    sg_free(design);
    return status;
}

sg_status sg_weight_list_fill(sg_weight_info *info, const sg_transfer_side *side,
                              const double *weight, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n = 0;
    const sg_tensor *tensor = sg_learner_tensors(side->learner, &n);
    for (uint32_t t = 0; t < n; t++) {
        SG_TRY(fill_tensor(info + tensor[t].first, &tensor[t], side, err));
        for (size_t i = 0; i < tensor[t].n; i++)
            info[tensor[t].first + i].value = weight[tensor[t].first + i];
    }
done:
    return status;
}
