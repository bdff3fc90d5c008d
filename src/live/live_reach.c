/* live_reach.c - labelings, properties and layers are asked how far they look. */
#include "live/live_reach.h"

#include "base/mem.h"

#include <stdio.h>

void sg_live_reach_free(sg_live_reach *reach)
{
    sg_free(reach->label);
    *reach = (sg_live_reach){0};
}

/* Only the first reason is kept. */
static void blame(sg_live_reach *reach, const char *what, const char *name)
{
    if (reach->reason[0] != '\0') return;
    (void)snprintf(reach->reason, sizeof reach->reason, "%s %s looks at the whole graph", what,
                   name);
}

/* The reach of the heads of one layer. */
typedef struct heads_reach {
    uint32_t steps;
    sg_live_reach *reach;
} heads_reach;

static sg_status widen_by_head(void *context, const sg_need *need, sg_error *err)
{
    sg_status status = SG_OK;
    heads_reach *h = context;
    sg_property property = {0};
    if (need->head == NULL) goto done;
    SG_TRY(sg_property_parse(&property, need->head->property, err));
    const uint32_t radius = sg_property_radius(&property);
    if (radius > h->steps) h->steps = radius;
    if (radius == SG_EVERYWHERE) blame(h->reach, "the pair property", need->head->property);
done:
    sg_property_free(&property);
    return status;
}

static sg_status add_layer(sg_live_reach *reach, const sg_layer_design *layer, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t steps = sg_layer_reach(layer->kind);
    heads_reach heads = {.steps = steps, .reach = reach};
    const sg_need_visitor visitor = {widen_by_head, &heads};
    if (steps == SG_EVERYWHERE) blame(reach, "the layer", layer->kind->word);
    if (layer->kind->needs != NULL) SG_TRY(layer->kind->needs(&visitor, layer->settings, err));
    if (heads.steps > 0 && (reach->shortest == 0 || heads.steps < reach->shortest))
        reach->shortest = heads.steps;
    reach->state =
        heads.steps < SG_EVERYWHERE - reach->state ? reach->state + heads.steps : SG_EVERYWHERE;
done:
    return status;
}

sg_status sg_live_reach_find(sg_live_reach *reach, const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    sg_live_reach made = {0};
    const sg_vocabularies *known = &model->vocabularies;
    SG_ALLOC(made.label, known->n_labelings);
    for (uint32_t i = 0; i < known->n_labelings; i++) {
        SG_TRY(sg_label_text_radius(&made.label[i], known->labels[i].expression, err));
        if (made.label[i] == SG_EVERYWHERE)
            blame(&made, "the labeling", known->labels[i].expression);
    }
    for (uint32_t l = 0; l < model->blueprint.n_layers; l++)
        SG_TRY(add_layer(&made, &model->blueprint.layer[l], err));
    *reach = made;
    made = (sg_live_reach){0};
done:
    sg_live_reach_free(&made);
    return status;
}
