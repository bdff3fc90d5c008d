/* explainer_heads.c - heads and their weights: for which labels and pair value each one is, and how
 * often the data has it. */
#include "explain/explainer_parts.h"

#include "base/mem.h"
#include "base/observer.h"

#include <string.h>

void sg_explainer_heads_free(sg_explainer *explainer)
{
    for (uint32_t i = 0; i < explainer->n_plans; i++) {
        sg_free(explainer->plan[i].receiver);
        sg_free(explainer->plan[i].sender);
        sg_free(explainer->plan[i].value);
        sg_free(explainer->plan[i].occurrences);
    }
    for (uint32_t i = 0; i < explainer->n_values; i++)
        sg_pair_values_close(&explainer->values[i]);
    for (uint32_t i = 0; explainer->head_part != NULL && i < explainer->n_heads; i++)
        sg_free(explainer->head_part[i].text);
    sg_free(explainer->plan);
    sg_free(explainer->values);
    sg_free(explainer->head_part);
    sg_free(explainer->head);
}

/* ---- Pair values ----------------------------------------------------------------------------- */

static sg_status find_values(uint32_t *number, sg_explainer *explainer, const char *property,
                             sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < explainer->n_values; i++)
        if (strcmp(explainer->values[i].text, property) == 0) {
            *number = i;
            goto done;
        }
    SG_TRY(sg_pair_values_open(&explainer->values[explainer->n_values], property, err));
    *number = explainer->n_values++;
done:
    return status;
}

static sg_status add_values(void *context, const sg_need *need, sg_error *err)
{
    sg_status status = SG_OK;
    sg_explainer *explainer = context;
    const sg_weight_keys *keys = NULL;
    uint32_t values = 0;
    if (need->head == NULL) goto done;
    SG_TRY(sg_vocabularies_find(&keys, &explainer->model->vocabularies, need->head, err));
    SG_TRY(find_values(&values, explainer, need->head->property, err));
    SG_TRY(sg_pair_values_add(&explainer->values[values], keys, err));
done:
    return status;
}

/* The values of all heads, because heads with the same property share them. */
static sg_status make_values(sg_explainer *explainer, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_need_visitor visitor = {add_values, explainer};
    SG_TRY(sg_blueprint_needs(&visitor, &explainer->model->blueprint, err));
    for (uint32_t i = 0; i < explainer->n_values; i++)
        SG_TRY(sg_pair_values_name(&explainer->values[i], explainer->data, err));
done:
    return status;
}

/* ---- Plans ----------------------------------------------------------------------------------- */

/* In all graphs, or in those that are `chosen`. */
static sg_status count_occurrences(uint64_t *count, const sg_plan *plan, const sg_graph *graph,
                                   const bool *chosen, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t most = sg_graph_largest(graph->graph_offset, graph->n_graphs);
    uint32_t *sender = NULL;
    uint32_t *slot = NULL;
    SG_ALLOC(sender, most);
    SG_ALLOC(slot, most);
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        if (chosen != NULL && !chosen[g]) continue;
        SG_TRY(sg_watch_ask(err));
        for (uint32_t v = 0; v < graph->graph_offset[g + 1] - graph->graph_offset[g]; v++) {
            const uint32_t n = sg_plan_row(sender, slot, plan, graph, g, v);
            for (uint32_t p = 0; p < n; p++) count[slot[p]]++;
        }
    }
done:
    sg_free(sender);
    sg_free(slot);
    return status;
}

static sg_status add_plan(sg_explainer *explainer, const sg_plan *plan, const sg_head *head,
                          const sg_explained_head *view, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_weight_keys *keys = NULL;
    const sg_table *receiver = &explainer->labeling_part[view->receiver].number,
                   *sender = &explainer->labeling_part[view->sender].number;
    sg_explainer_plan *made = &explainer->plan[explainer->n_plans++];
    made->plan = plan;
    SG_TRY(sg_vocabularies_find(&keys, &explainer->model->vocabularies, head, err));
    SG_TRY(find_values(&made->values, explainer, head->property, err));
    SG_ALLOC(made->receiver, keys->n_slots);
    SG_ALLOC(made->sender, keys->n_slots);
    SG_ALLOC(made->value, keys->n_slots);
    SG_ALLOC(made->occurrences, keys->n_slots);
    for (uint32_t s = 0; s < keys->n_slots; s++) {
        SG_TRY(sg_watch_ask_at(s, err));
        made->receiver[s] = sg_table_find(receiver, keys->receiver[s]);
        made->sender[s] = sg_table_find(sender, keys->sender[s]);
        made->value[s] =
            sg_table_find(&explainer->values[made->values].names.number, keys->value[s]);
    }
    SG_TRY(count_occurrences(made->occurrences, plan, &explainer->data->graph, NULL, err));
done:
    return status;
}

static sg_status plan_of(uint32_t *number, sg_explainer *explainer, const sg_plan *plan,
                         const sg_head *head, const sg_explained_head *view, sg_error *err)
{
    for (uint32_t i = 0; i < explainer->n_plans; i++)
        if (explainer->plan[i].plan == plan) {
            *number = i;
            return SG_OK;
        }
    *number = explainer->n_plans;
    return add_plan(explainer, plan, head, view, err);
}

/* ---- Heads ----------------------------------------------------------------------------------- */

/* The tensor of a head that counts through triples or labels first, or NULL. */
static const sg_tensor *tensor_of(const sg_explainer *explainer, uint32_t layer, uint32_t head,
                                  sg_axis_kind first)
{
    const sg_network_outline *o = &explainer->on_data.outline;
    for (uint32_t t = o->first_tensor[layer]; t < o->first_tensor[layer + 1]; t++)
        if (o->tensor[t].of_head && o->tensor[t].head == head &&
            o->tensor[t].axis[0].kind == first)
            return &o->tensor[t];
    return NULL;
}

/* A head that passes messages. */
static sg_status make_message_head(sg_explainer *explainer, uint32_t number,
                                   const sg_explainer_layer *layer, sg_error *err)
{
    sg_status status = SG_OK;
    sg_explained_head *view = &explainer->head[number];
    sg_explainer_head *part = &explainer->head_part[number];
    const sg_tensor *weight =
                        tensor_of(explainer, layer->number, view->number, SG_AXIS_TRIPLES),
                    *bias = tensor_of(explainer, layer->number, view->number, SG_AXIS_LABELS);
    const sg_head *head = weight->triples;
    SG_TRY(sg_explainer_labeling_of(&view->receiver, explainer, head->receiver, err));
    SG_TRY(sg_explainer_labeling_of(&view->sender, explainer, head->sender, err));
    if (head->bias != NULL) {
        SG_TRY(sg_explainer_labeling_of(&view->bias, explainer, head->bias, err));
        part->bias = bias != NULL ? explainer->model->weight + bias->first : NULL;
    }
    SG_TRY(plan_of(&part->plan, explainer, weight->plan, head, view, err));
    const sg_explainer_plan *plan = &explainer->plan[part->plan];
    view->value = explainer->values[plan->values].name;
    view->n_values = explainer->values[plan->values].n;
    view->measure = explainer->values[plan->values].property.kind->measure;
    view->n_weights = weight->plan->n_slots;
    view->weight = explainer->model->weight + weight->first;
    view->weight_receiver = plan->receiver;
    view->weight_sender = plan->sender;
    view->weight_value = plan->value;
    view->occurrences = plan->occurrences;
done:
    return status;
}

/* A head that pools, perhaps by labels. */
static sg_status make_pooling_head(sg_explainer *explainer, uint32_t number,
                                   const sg_explainer_layer *layer, sg_error *err)
{
    sg_status status = SG_OK;
    sg_explained_head *view = &explainer->head[number];
    const sg_tensor *weight = tensor_of(explainer, layer->number, view->number, SG_AXIS_LABELS);
    view->decodes = true;
    if (weight == NULL) goto done;
    SG_TRY(sg_explainer_labeling_of(&view->receiver, explainer, weight->expression, err));
    view->n_weights = (uint32_t)weight->n;
    view->weight = explainer->model->weight + weight->first;
done:
    return status;
}

static sg_status make_head(sg_explainer *explainer, uint32_t number,
                           const sg_explainer_layer *layer, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_layer_spec *spec = &explainer->on_data.layer[layer->number];
    sg_explained_head *head = &explainer->head[number];
    *head = (sg_explained_head){.layer = layer->of,
                                .kind = spec->kind->word,
                                .number = number - layer->first_head,
                                .receiver = SG_NONE,
                                .sender = SG_NONE,
                                .bias = SG_NONE};
    SG_TRY(sg_layer_head_text(&explainer->head_part[number].text, spec, head->number, err));
    head->text = explainer->head_part[number].text;
    SG_TRY(layer->decodes ? make_pooling_head(explainer, number, layer, err)
                          : make_message_head(explainer, number, layer, err));
done:
    return status;
}

sg_status sg_explainer_make_heads(sg_explainer *explainer, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t l = 0; l < explainer->n_layers; l++) {
        sg_explainer_layer *layer = &explainer->layer[l];
        layer->first_head = explainer->n_heads;
        layer->n_heads = sg_layer_heads(&explainer->on_data.layer[layer->number]);
        explainer->n_heads += layer->n_heads;
    }
    SG_ALLOC(explainer->head, explainer->n_heads);
    SG_ALLOC(explainer->head_part, explainer->n_heads);
    SG_ALLOC(explainer->plan, explainer->n_heads);
    SG_ALLOC(explainer->values, explainer->n_heads);
    SG_TRY(make_values(explainer, err));
    for (uint32_t l = 0; l < explainer->n_layers; l++)
        for (uint32_t h = 0; h < explainer->layer[l].n_heads; h++)
            SG_TRY(make_head(explainer, explainer->layer[l].first_head + h,
                             &explainer->layer[l], err));
done:
    return status;
}

sg_status sg_explainer_count_uses(uint64_t *uses, const sg_explainer *explainer, uint32_t head,
                                  const bool *chosen, sg_error *err)
{
    const sg_explainer_plan *plan = &explainer->plan[explainer->head_part[head].plan];
    memset(uses, 0, explainer->head[head].n_weights * sizeof *uses);
    return count_occurrences(uses, plan->plan, &explainer->data->graph, chosen, err);
}
