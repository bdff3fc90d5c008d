/* golden_model.c - from the author's layer descriptions to our layers. */
#include "support/golden_model.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"

/* ---- Layers ------------------------------------------------------------------------------ */

/* The entry of "encoders" or "decoders" for their layer `number`. */
static const json_value *entry_of_layer(const json_value *entries, uint32_t number)
{
    for (const json_value *e = entries->first; e != NULL; e = e->next)
        if (golden_count(e, "layer") == number) return e;
    fail_msg("nothing is said of layer %u", number);
    return NULL;
}

static void add_encoder(golden_model *model, const json_value *layer, const json_value *encoder,
                        uint32_t l)
{
    const uint32_t n_heads = golden_count(encoder, "n_heads");
    uint32_t n_slots = 0;
    assert_true(n_heads <= GOLDEN_MAX_HEADS);
    for (uint32_t h = 0; h < n_heads; h++) {
        golden_head *head = &model->head[l][h];
        golden_encoder_head(head, &model->maker, layer, encoder, h);
        model->encoder[l][h] = (sg_encoder_head){.plan = &head->plan,
                                                 .bias_label = head->bias.label,
                                                 .n_bias_labels = head->bias.n_labels};
        n_slots += head->plan.n_slots;
    }
    assert_int_equal(n_slots, golden_count(encoder, "n_weights"));
    model->of[l].encoder = (sg_encoder_spec){model->encoder[l], n_heads};
    model->layer[l] = (sg_layer_spec){.kind = &sg_encoder_kind, .of = &model->of[l]};
}

static void add_decoder(golden_model *model, const json_value *layer, const json_value *decoder,
                        uint32_t l)
{
    const golden_labels *pooled = &model->head[l][0].pooled;
    golden_decoder_head(&model->head[l][0], &model->maker, layer, decoder);
    model->decoder[l] = (sg_decoder_head){.label = pooled->label, .n_labels = pooled->n_labels};
    model->of[l].decoder =
        (sg_decoder_spec){.head = &model->decoder[l],
                          .n_heads = 1,
                          .outputs = pooled->n_outputs,
                          .bias = json_field(layer, "bias")->kind == SG_JSON_TRUE,
                          .pooling = SG_POOL_SUM};
    model->layer[l] = (sg_layer_spec){.kind = &sg_decoder_kind, .of = &model->of[l]};
}

/* The activation behind a layer of theirs, "torch.nn.Tanh()". */
static sg_activation activation_of(const json_value *layer)
{
    const json_value *name = json_find(layer, "activation");
    if (name == NULL || json_is(name, "torch.nn.Identity()")) return SG_ACTIVATION_IDENTITY;
    if (json_is(name, "torch.nn.LeakyReLU()")) return SG_ACTIVATION_LEAKY_RELU;
    assert_true(json_is(name, "torch.nn.Tanh()"));
    return SG_ACTIVATION_TANH;
}

/* Add the layers of ours that one of theirs is; a reshape is none. */
static void add_layer(golden_model *model, const json_value *json, const json_value *layer,
                      uint32_t number)
{
    const uint32_t l = model->spec.n_layers;
    const json_value *type = json_field(layer, "layer_type");
    assert_true(l + 2 <= GOLDEN_MAX_LAYERS);
    if (json_is(type, "invariant_based_convolution")) {
        add_encoder(model, layer, entry_of_layer(json_field(json, "encoders"), number), l);
    } else if (json_is(type, "invariant_based_aggregation")) {
        add_decoder(model, layer, entry_of_layer(json_field(json, "decoders"), number), l);
    } else if (json_is(type, "linear")) {
        model->of[l].linear = (sg_linear_spec){golden_count(layer, "out_features"), true};
        model->layer[l] = (sg_layer_spec){.kind = &sg_linear_kind, .of = &model->of[l]};
    } else if (json_is(type, "layer_norm")) {
        model->of[l].norm = (sg_norm_spec){false};
        model->layer[l] = (sg_layer_spec){.kind = &sg_norm_kind, .of = &model->of[l]};
    } else {
        assert_true(json_is(type, "reshape"));
        return;
    }
    model->their_layer[model->spec.n_layers++] = number;
    const sg_activation activation = activation_of(layer);
    if (activation == SG_ACTIVATION_IDENTITY) return;
    any_layer_spec *of = &model->of[model->spec.n_layers];
    of->activation = (sg_activation_spec){activation};
    model->layer[model->spec.n_layers] = (sg_layer_spec){.kind = &sg_activation_kind, .of = of};
    model->their_layer[model->spec.n_layers++] = number;
}

static void read_tensors(golden_model *model, const json_value *params)
{
    for (const json_value *p = params->first; p != NULL; p = p->next) {
        size_t n_dims = 0;
        double *shape = json_numbers(json_item(p, 1), &n_dims);
        uint32_t size = 1;
        for (size_t d = 0; d < n_dims; d++) size *= (uint32_t)shape[d];
        sg_free(shape);
        assert_true(model->n_tensors < GOLDEN_MAX_TENSORS);
        (void)snprintf(model->tensor[model->n_tensors], sizeof model->tensor[0], "%.*s",
                       (int)p->first->size, p->first->text);
        model->size[model->n_tensors++] = size;
    }
}

void golden_model_open(golden_model *model, const json_value *json, const sg_dataset *data,
                       golden_source source)
{
    *model = (golden_model){.maker = {.data = data, .source = source}};
    const json_value *layers = json_field(json, "layers");
    for (const json_value *layer = layers->first; layer != NULL; layer = layer->next) {
        add_layer(model, json, layer, model->n_their_layers);
        model->last_layer[model->n_their_layers++] = model->spec.n_layers - 1;
    }
    read_tensors(model, json_field(json, "params"));
    model->spec.graph = &data->graph;
    model->spec.layer = model->layer;
    model->spec.max_batch = data->graph.n_graphs;
}

/* ---- Parameters -------------------------------------------------------------------------- */

static uint32_t find_tensor(const golden_model *model, uint32_t layer, const char *name)
{
    char wanted[64];
    (void)snprintf(wanted, sizeof wanted, "net_layers.%u.Param_%c", layer,
                   strcmp(name, "bias") == 0 ? 'b' : 'W');
    for (uint32_t t = 0; t < model->n_tensors; t++)
        if (strcmp(model->tensor[t], wanted) == 0) return t;
    fail_msg("there is no %s", wanted);
    return 0;
}

/* The positions of a tensor's items; NULL where both have the same order. */
static const uint32_t *indices_of(const golden_model *model, const sg_tensor *tensor)
{
    const golden_head *head = &model->head[tensor->layer][tensor->head];
    const bool bias = strcmp(tensor->name, "bias") == 0;
    if (model->layer[tensor->layer].kind == &sg_encoder_kind)
        return bias ? head->bias.index : head->slot_index;
    if (model->layer[tensor->layer].kind == &sg_decoder_kind && !bias)
        return head->pooled.index;
    return NULL;
}

golden_link *golden_model_links(const golden_model *model, const sg_tensor *tensor,
                                uint32_t n_tensors, size_t n_parameters)
{
    golden_link *link = check_alloc(n_parameters, sizeof *link);
    size_t first[GOLDEN_MAX_TENSORS + 1] = {0}, n_linked = 0;
    for (uint32_t t = 0; t < model->n_tensors; t++) first[t + 1] = first[t] + model->size[t];
    bool *seen = check_alloc(first[model->n_tensors], sizeof *seen);
    for (uint32_t i = 0; i < n_tensors; i++) {
        const uint32_t *index = indices_of(model, &tensor[i]);
        const uint32_t t =
            find_tensor(model, model->their_layer[tensor[i].layer], tensor[i].name);
        for (size_t e = 0; e < tensor[i].n; e++, n_linked++) {
            const golden_link made = {t, index != NULL ? index[e] : (uint32_t)e};
            assert_true(made.index < model->size[t] && !seen[first[t] + made.index]);
            seen[first[t] + made.index] = true;
            link[tensor[i].first + e] = made;
        }
    }
    assert_int_equal(n_linked, n_parameters);
    sg_free(seen);
    return link;
}

void golden_model_free(golden_model *model)
{
    for (uint32_t l = 0; l < GOLDEN_MAX_LAYERS; l++)
        for (uint32_t h = 0; h < GOLDEN_MAX_HEADS; h++) golden_head_free(&model->head[l][h]);
    *model = (golden_model){0};
}
