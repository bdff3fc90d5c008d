/* blueprint_read.c - layers from a tree, with the place of whatever is wrong. */
#include "base/mem.h"
#include "base/nearest.h"
#include "model/blueprint_words.h"

#include <stdio.h>
#include <string.h>

const char *const sg_layer_words[SG_N_LAYER_WORDS] = {[SG_LAYER_ENCODER] = "encoder",
                                                      [SG_LAYER_DECODER] = "decoder",
                                                      [SG_LAYER_LINEAR] = "linear",
                                                      [SG_LAYER_NORM] = "norm",
                                                      [SG_LAYER_ACTIVATION] = "activation",
                                                      [SG_LAYER_DROPOUT] = "dropout",
                                                      [SG_LAYER_POOL] = "pool",
                                                      [SG_LAYER_RESIDUAL] = "residual"};

const char *const sg_pooling_words[SG_N_POOLING_WORDS] = {
    [SG_POOL_MEAN] = "mean", [SG_POOL_SUM] = "sum", [SG_POOL_MAX] = "max"};

const char *const sg_input_words[SG_N_INPUT_WORDS] = {[SG_INPUT_ONES] = "ones",
                                                      [SG_INPUT_LABELS] = "labels",
                                                      [SG_INPUT_ATTRIBUTES] = "attributes"};

enum { MAX_HEADS = 4096, MAX_OUTPUTS = 1 << 20, MAX_COUNT = 1000000000 };

/* What an expression's parser says, with the place in the file. */
static sg_status place(const sg_fields *f, const sg_node *node, const sg_error *inner,
                       sg_error *err)
{
    if (inner->status != SG_EINVAL)
        return sg_error_set(err, inner->status, SG_WHERE, "%s", inner->text);
    return sg_tree_fail(err, f->path, node, "%s: %s", f->name, inner->text);
}

static sg_status read_activation(sg_activation *activation, sg_fields *f, const char *name,
                                 sg_error *err)
{
    sg_error inner = {0};
    const char *text = NULL;
    sg_status status = SG_OK;
    SG_TRY(sg_field_text(&text, f, name, err));
    if (text != NULL && sg_activation_parse(activation, text, &inner) != SG_OK)
        SG_TRY(place(f, sg_field(f, name), &inner, err));
done:
    return status;
}

/* `outputs: 10`, or `classes` or `targets`: as many as the data has. */
static sg_status read_outputs(uint32_t *outputs, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *node = sg_field(f, "outputs");
    uint64_t n = 0;
    if (node == NULL) goto done;
    if (node->kind == SG_NODE_SCALAR &&
        (strcmp(node->text, "classes") == 0 || strcmp(node->text, "targets") == 0)) {
        *outputs = 0;
        goto done;
    }
    if (sg_node_whole(&n, node, "outputs", f->path, 1, MAX_OUTPUTS, NULL) != SG_OK)
        SG_TRY(sg_tree_fail(err, f->path, node,
                            "%s.outputs: a number from 1 on is wanted, or classes, or targets",
                            f->name));
    *outputs = (uint32_t)n;
done:
    return status;
}

/* ---- Heads ------------------------------------------------------------------------------------ */

static sg_status list_of_heads(const sg_node **list, sg_fields *f, const char *example,
                               sg_error *err)
{
    const sg_node *heads = sg_field(f, "heads");
    if (heads == NULL || heads->kind != SG_NODE_LIST || heads->n_children == 0 ||
        heads->n_children > MAX_HEADS) {
        (void)sg_tree_fail(err, f->path, heads != NULL ? heads : f->map,
                           "%s.heads: a list of heads is wanted, as in heads: [\"%s\"]",
                           f->name, example);
        return SG_EFORMAT;
    }
    *list = heads;
    return SG_OK;
}

/* Copies are cheap to write and expensive to make: together they are bounded like heads are. */
static sg_status count_copies(uint32_t *n_copies, uint32_t copies, const sg_node *head,
                              const sg_fields *f, sg_error *err)
{
    *n_copies += copies;
    if (*n_copies <= MAX_HEADS) return SG_OK;
    return sg_tree_fail(err, f->path, head, "%s.heads: with all copies they are more than %d",
                        f->name, MAX_HEADS);
}

/* What a layer says for all its heads that say nothing themselves. */
typedef struct head_defaults {
    const char *bias;
    sg_thresholds thresholds;
} head_defaults;

static sg_status read_defaults(head_defaults *defaults, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_field_text(&defaults->bias, f, "bias", err));
    SG_TRY(sg_field_whole(&defaults->thresholds.at_least, f, "at-least", 1, MAX_COUNT, err));
    SG_TRY(sg_field_whole(&defaults->thresholds.at_most, f, "at-most", 1, MAX_COUNT, err));
    if (defaults->bias != NULL &&
        (strcmp(defaults->bias, "false") == 0 || strcmp(defaults->bias, "none") == 0))
        defaults->bias = NULL;
done:
    return status;
}

static sg_status read_head(sg_head *head, const sg_node *node, const head_defaults *defaults,
                           const sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    const char *text = NULL;
    char *bias = NULL;
    uint32_t one = 1;
    SG_TRY(sg_node_text(&text, node, "heads", f->path, err));
    if (sg_head_parse(head, text, &inner) != SG_OK) SG_TRY(place(f, node, &inner, err));
    if (head->thresholds.at_least == 0)
        head->thresholds.at_least = defaults->thresholds.at_least;
    if (head->thresholds.at_most == 0) head->thresholds.at_most = defaults->thresholds.at_most;
    if (head->bias == NULL && defaults->bias != NULL) {
        if (sg_decoder_head_parse(&bias, &one, defaults->bias, &inner) != SG_OK)
            SG_TRY(place(f, sg_node_member(f->map, "bias"), &inner, err));
        head->bias = bias;
    }
done:
    if (status != SG_OK) sg_head_free(head);
    return status;
}

static sg_status read_encoder(sg_layer_design *layer, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *heads = NULL;
    head_defaults defaults = {0};
    uint32_t n_copies = 0;
    SG_TRY(list_of_heads(&heads, f, "wl:2 @ distance 0..6", err));
    SG_TRY(read_defaults(&defaults, f, err));
    SG_TRY(read_activation(&layer->activation, f, "activation", err));
    SG_ALLOC(layer->head, heads->n_children);
    for (size_t h = 0; h < heads->n_children; h++) {
        SG_TRY(read_head(&layer->head[h], heads->child[h], &defaults, f, err));
        layer->n_heads++;
        SG_TRY(count_copies(&n_copies, layer->head[h].copies, heads->child[h], f, err));
    }
done:
    return status;
}

static sg_status read_decoder(sg_layer_design *layer, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *heads = NULL;
    uint32_t pooling = SG_POOL_MEAN, n_copies = 0;
    layer->bias = true;
    SG_TRY(list_of_heads(&heads, f, "wl:2", err));
    SG_TRY(read_outputs(&layer->outputs, f, err));
    SG_TRY(sg_field_bool(&layer->bias, f, "bias", err));
    SG_TRY(sg_field_choice(&pooling, f, "pool", sg_pooling_words, 2, err));
    SG_TRY(read_activation(&layer->activation, f, "activation", err));
    layer->pooling = (sg_pooling)pooling;
    SG_ALLOC(layer->pooled_head, heads->n_children);
    for (size_t h = 0; h < heads->n_children; h++) {
        sg_error inner = {0};
        const char *text = NULL;
        sg_pooled_head *head = &layer->pooled_head[h];
        SG_TRY(sg_node_text(&text, heads->child[h], "heads", f->path, err));
        if (sg_decoder_head_parse(&head->label, &head->copies, text, &inner) != SG_OK)
            SG_TRY(place(f, heads->child[h], &inner, err));
        layer->n_heads++;
        SG_TRY(count_copies(&n_copies, head->copies, heads->child[h], f, err));
    }
done:
    return status;
}

/* ---- Layers ----------------------------------------------------------------------------------- */

static sg_status read_linear(sg_layer_design *layer, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    layer->bias = true;
    SG_TRY(read_outputs(&layer->outputs, f, err));
    SG_TRY(sg_field_bool(&layer->bias, f, "bias", err));
    SG_TRY(read_activation(&layer->activation, f, "activation", err));
done:
    return status;
}

static sg_status read_residual(sg_layer_design *layer, sg_fields *f, uint32_t number,
                               sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t from = UINT64_MAX;
    if (number == 0)
        SG_TRY(sg_field_whole(&from, f, "from", 1, 0, err)); /* nothing comes before it */
    else
        SG_TRY(sg_field_whole(&from, f, "from", 0, number - 1, err));
    layer->from = from == UINT64_MAX ? 0 : (uint32_t)from + 1;
done:
    return status;
}

static sg_status read_pool(sg_layer_design *layer, sg_fields *f, sg_error *err)
{
    uint32_t pooling = SG_POOL_MEAN;
    const sg_status status =
        sg_field_choice(&pooling, f, "kind", sg_pooling_words, SG_N_POOLING_WORDS, err);
    layer->pooling = (sg_pooling)pooling;
    return status;
}

static sg_status read_members(sg_layer_design *layer, sg_fields *f, uint32_t number,
                              sg_error *err)
{
    switch (layer->type) {
    case SG_LAYER_ENCODER:
        return read_encoder(layer, f, err);
    case SG_LAYER_DECODER:
        return read_decoder(layer, f, err);
    case SG_LAYER_LINEAR:
        return read_linear(layer, f, err);
    case SG_LAYER_NORM:
        return sg_field_bool(&layer->affine, f, "affine", err);
    case SG_LAYER_ACTIVATION:
        layer->activation = SG_ACTIVATION_TANH;
        return read_activation(&layer->activation, f, "kind", err);
    case SG_LAYER_DROPOUT:
        layer->rate = 0.5;
        return sg_field_real(&layer->rate, f, "rate", 0, 0.999, err);
    case SG_LAYER_POOL:
        return read_pool(layer, f, err);
    case SG_LAYER_RESIDUAL:
        return read_residual(layer, f, number, err);
    }
    return SG_OK;
}

static sg_status find_type(sg_layer_type *type, const sg_node *item, const char *path,
                           sg_error *err)
{
    if (item->kind != SG_NODE_MAP || item->n_children != 1)
        return sg_tree_fail(err, path, item,
                            "layers: each item is one layer, as in - encoder: {...}");
    const sg_node *member = item->child[0];
    sg_nearest nearest = {.wanted = member->key};
    for (uint32_t t = 0; t < SG_N_LAYER_WORDS; t++) {
        sg_nearest_offer(&nearest, sg_layer_words[t]);
        if (strcmp(member->key, sg_layer_words[t]) != 0) continue;
        *type = (sg_layer_type)t;
        return SG_OK;
    }
    return sg_tree_fail(err, path, item, "layers: unknown layer \"%.60s\"; %s%s%s", member->key,
                        nearest.name != NULL ? "did you mean "
                                             : "there are encoder, decoder, "
                                               "linear, norm, activation, "
                                               "dropout, pool, residual",
                        nearest.name != NULL ? nearest.name : "",
                        nearest.name != NULL ? "?" : "");
}

static sg_status read_layer(sg_layer_design *layer, const sg_node *item, uint32_t number,
                            const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_fields f;
    char name[40];
    SG_TRY(find_type(&layer->type, item, path, err));
    (void)snprintf(name, sizeof name, "layers.%u.%s", number, sg_layer_words[layer->type]);
    SG_TRY(sg_fields_open(&f, item->child[0], name, path, err));
    SG_TRY(read_members(layer, &f, number, err));
    SG_TRY(sg_fields_finish(&f, err));
done:
    return status;
}

sg_status sg_blueprint_read(sg_blueprint *blueprint, sg_fields *fields, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint made = {0};
    uint32_t input = SG_INPUT_ONES;
    SG_TRY(sg_field_choice(&input, fields, "input", sg_input_words, SG_N_INPUT_WORDS, err));
    SG_TRY(sg_field_real(&made.noise, fields, "noise", 0, 1e6, err));
    made.input = (sg_input)input;
    const sg_node *layers = sg_field(fields, "layers");
    if (layers == NULL || layers->kind != SG_NODE_LIST || layers->n_children == 0 ||
        layers->n_children > SG_MAX_LAYERS) {
        status = sg_tree_fail(err, fields->path, layers != NULL ? layers : fields->map,
                              "layers: a list of 1 to %d layers is wanted", SG_MAX_LAYERS);
        goto done;
    }
    SG_ALLOC(made.layer, layers->n_children);
    for (uint32_t l = 0; l < layers->n_children; l++) {
        made.n_layers++;
        SG_TRY(read_layer(&made.layer[l], layers->child[l], l, fields->path, err));
    }
    *blueprint = made;
    made = (sg_blueprint){0};
done:
    sg_blueprint_free(&made);
    return status;
}
