/* lens_heads.c - heads and their weights: for which labels and pair value each one is, and how often
 * the data has it. */
#include "explain/lens_parts.h"

#include "base/mem.h"

#include <string.h>

void sg_lens_heads_free(sg_lens *lens)
{
    for (uint32_t i = 0; i < lens->n_plans; i++) {
        sg_free(lens->plan[i].receiver);
        sg_free(lens->plan[i].sender);
        sg_free(lens->plan[i].value);
        sg_free(lens->plan[i].occurrences);
    }
    for (uint32_t i = 0; i < lens->n_values; i++) sg_pair_values_close(&lens->values[i]);
    for (uint32_t i = 0; lens->head_part != NULL && i < lens->n_heads; i++)
        sg_free(lens->head_part[i].text);
    sg_free(lens->plan);
    sg_free(lens->values);
    sg_free(lens->head_part);
    sg_free(lens->head);
}

/* ---- Pair values ----------------------------------------------------------------------------- */

static sg_status find_values(uint32_t *number, sg_lens *lens, const char *property,
                             sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < lens->n_values; i++)
        if (strcmp(lens->values[i].text, property) == 0) {
            *number = i;
            goto done;
        }
    SG_TRY(sg_pair_values_open(&lens->values[lens->n_values], property, err));
    *number = lens->n_values++;
done:
    return status;
}

/* The values of all heads, because heads with the same property share them. */
static sg_status make_values(sg_lens *lens, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_blueprint *blueprint = &lens->model->blueprint;
    for (uint32_t l = 0; l < blueprint->n_layers; l++)
        for (uint32_t h = 0;
             blueprint->layer[l].head != NULL && h < blueprint->layer[l].n_heads; h++) {
            const sg_head *head = &blueprint->layer[l].head[h];
            const sg_weight_keys *keys = NULL;
            uint32_t values = 0;
            SG_TRY(sg_knowledge_find(&keys, &lens->model->knowledge, head, err));
            SG_TRY(find_values(&values, lens, head->property, err));
            SG_TRY(sg_pair_values_add(&lens->values[values], keys, err));
        }
    for (uint32_t i = 0; i < lens->n_values; i++)
        SG_TRY(sg_pair_values_name(&lens->values[i], lens->data, err));
done:
    return status;
}

/* ---- Plans ----------------------------------------------------------------------------------- */

static uint32_t largest_graph(const sg_graph *graph)
{
    uint32_t largest = 0;
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint32_t n = graph->graph_offset[g + 1] - graph->graph_offset[g];
        if (n > largest) largest = n;
    }
    return largest;
}

static sg_status count_occurrences(uint64_t *count, const sg_plan *plan, const sg_graph *graph,
                                   sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t most = largest_graph(graph);
    uint16_t *sender = NULL;
    uint32_t *slot = NULL;
    SG_ALLOC(sender, most);
    SG_ALLOC(slot, most);
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t v = 0; v < graph->graph_offset[g + 1] - graph->graph_offset[g]; v++) {
            const uint32_t n = sg_plan_row(sender, slot, plan, graph, g, v);
            for (uint32_t p = 0; p < n; p++) count[slot[p]]++;
        }
done:
    sg_free(sender);
    sg_free(slot);
    return status;
}

static sg_status add_plan(sg_lens *lens, const sg_plan *plan, const sg_head *head,
                          const sg_explained_head *view, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_weight_keys *keys = NULL;
    const sg_table *receiver = &lens->labeling_part[view->receiver].number,
                   *sender = &lens->labeling_part[view->sender].number;
    sg_lens_plan *made = &lens->plan[lens->n_plans++];
    made->plan = plan;
    SG_TRY(sg_knowledge_find(&keys, &lens->model->knowledge, head, err));
    SG_TRY(find_values(&made->values, lens, head->property, err));
    SG_ALLOC(made->receiver, keys->n_slots);
    SG_ALLOC(made->sender, keys->n_slots);
    SG_ALLOC(made->value, keys->n_slots);
    SG_ALLOC(made->occurrences, keys->n_slots);
    for (uint32_t s = 0; s < keys->n_slots; s++) {
        made->receiver[s] = sg_table_find(receiver, keys->receiver[s]);
        made->sender[s] = sg_table_find(sender, keys->sender[s]);
        made->value[s] =
            sg_table_find(&lens->values[made->values].names.number, keys->value[s]);
    }
    SG_TRY(count_occurrences(made->occurrences, plan, &lens->data->graph, err));
done:
    return status;
}

static sg_status plan_of(uint32_t *number, sg_lens *lens, const sg_plan *plan,
                         const sg_head *head, const sg_explained_head *view, sg_error *err)
{
    for (uint32_t i = 0; i < lens->n_plans; i++)
        if (lens->plan[i].plan == plan) {
            *number = i;
            return SG_OK;
        }
    *number = lens->n_plans;
    return add_plan(lens, plan, head, view, err);
}

/* ---- Heads ----------------------------------------------------------------------------------- */

/* The parameters of a tensor, or NULL. */
static const double *tensor_of(const sg_lens *lens, uint32_t layer, uint32_t head,
                               const char *name)
{
    uint32_t n = 0;
    const sg_tensor *tensor = sg_network_tensors_f64(lens->worker[0].network, &n);
    for (uint32_t t = 0; t < n; t++)
        if (tensor[t].layer == layer && tensor[t].head == head &&
            strcmp(tensor[t].name, name) == 0)
            return lens->model->weight + tensor[t].first;
    return NULL;
}

static sg_status make_encoder_head(sg_lens *lens, uint32_t number, const sg_lens_layer *layer,
                                   const sg_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    sg_explained_head *view = &lens->head[number];
    sg_lens_head *part = &lens->head_part[number];
    const sg_encoder_head *bound =
        &lens->binding.spec.layer[layer->number].encoder_head[view->number];
    sg_head one = *head;
    one.copies = 1;
    SG_TRY(sg_head_write(&part->text, &one, err));
    SG_TRY(sg_lens_labeling_of(&view->receiver, lens, head->receiver, err));
    SG_TRY(sg_lens_labeling_of(&view->sender, lens, head->sender, err));
    if (head->bias != NULL) {
        SG_TRY(sg_lens_labeling_of(&view->bias, lens, head->bias, err));
        part->bias = tensor_of(lens, layer->number, view->number, "bias");
    }
    SG_TRY(plan_of(&part->plan, lens, bound->plan, head, view, err));
    const sg_lens_plan *plan = &lens->plan[part->plan];
    view->value = lens->values[plan->values].name;
    view->n_values = lens->values[plan->values].n;
    view->measure = lens->values[plan->values].property.kind->measure;
    view->n_weights = bound->plan->n_slots;
    view->weight = tensor_of(lens, layer->number, view->number, "weight");
    view->weight_receiver = plan->receiver;
    view->weight_sender = plan->sender;
    view->weight_value = plan->value;
    view->occurrences = plan->occurrences;
done:
    return status;
}

static sg_status make_decoder_head(sg_lens *lens, uint32_t number, const sg_lens_layer *layer,
                                   const char *label, sg_error *err)
{
    sg_status status = SG_OK;
    sg_explained_head *view = &lens->head[number];
    sg_lens_head *part = &lens->head_part[number];
    const sg_layer_spec *spec = &lens->binding.spec.layer[layer->number];
    const double *bias = tensor_of(lens, layer->number, 0, "bias");
    view->decodes = true;
    part->text = sg_text_copy(label);
    SG_REQUIRE(part->text != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sg_lens_labeling_of(&view->receiver, lens, label, err));
    view->n_weights = spec->decoder_head[view->number].n_labels * spec->outputs;
    view->weight = tensor_of(lens, layer->number, view->number, "weight");
    if (bias != NULL) part->bias = bias + (size_t)view->number * spec->outputs * layer->width;
done:
    return status;
}

static sg_status make_pool_head(sg_lens *lens, uint32_t number, sg_pooling pooling,
                                sg_error *err)
{
    static const char *const TEXT[] = {
        [SG_POOL_MEAN] = "pool mean", [SG_POOL_SUM] = "pool sum", [SG_POOL_MAX] = "pool max"};
    sg_status status = SG_OK;
    lens->head[number].decodes = true;
    lens->head_part[number].text = sg_text_copy(TEXT[pooling]);
    SG_REQUIRE(lens->head_part[number].text != NULL, SG_ENOMEM, "out of memory");
done:
    return status;
}

/* Head `number` of the lens, which is head h of a layer's design. */
static sg_status make_head(sg_lens *lens, uint32_t number, const sg_lens_layer *layer,
                           uint32_t h, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_layer_design *design = &lens->model->blueprint.layer[layer->of];
    lens->head[number] = (sg_explained_head){.layer = layer->of,
                                             .number = number - layer->first_head,
                                             .receiver = SG_NONE,
                                             .sender = SG_NONE,
                                             .bias = SG_NONE};
    if (design->type == SG_LAYER_ENCODER)
        SG_TRY(make_encoder_head(lens, number, layer, &design->head[h], err));
    else if (design->type == SG_LAYER_DECODER)
        SG_TRY(make_decoder_head(lens, number, layer, design->pooled_head[h].label, err));
    else
        SG_TRY(make_pool_head(lens, number, design->pooling, err));
    lens->head[number].text = lens->head_part[number].text;
done:
    return status;
}

static uint32_t copies_of(const sg_layer_design *design, uint32_t h)
{
    if (design->type == SG_LAYER_ENCODER) return design->head[h].copies;
    return design->type == SG_LAYER_DECODER ? design->pooled_head[h].copies : 1;
}

static sg_status make_layer_heads(sg_lens *lens, const sg_lens_layer *layer, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_layer_design *design = &lens->model->blueprint.layer[layer->of];
    uint32_t number = layer->first_head;
    for (uint32_t h = 0; number < layer->first_head + layer->n_heads; h++)
        for (uint32_t copy = 0; copy < copies_of(design, h); copy++)
            SG_TRY(make_head(lens, number++, layer, h, err));
done:
    return status;
}

sg_status sg_lens_make_heads(sg_lens *lens, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t l = 0; l < lens->n_layers; l++) {
        const sg_layer_spec *spec = &lens->binding.spec.layer[lens->layer[l].number];
        lens->layer[l].first_head = lens->n_heads;
        lens->layer[l].n_heads = spec->type == SG_LAYER_POOL ? 1 : spec->n_heads;
        lens->n_heads += lens->layer[l].n_heads;
    }
    SG_ALLOC(lens->head, lens->n_heads);
    SG_ALLOC(lens->head_part, lens->n_heads);
    SG_ALLOC(lens->plan, lens->n_heads);
    SG_ALLOC(lens->values, lens->n_heads);
    SG_TRY(make_values(lens, err));
    for (uint32_t l = 0; l < lens->n_layers; l++)
        SG_TRY(make_layer_heads(lens, &lens->layer[l], err));
done:
    return status;
}
