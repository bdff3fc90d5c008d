/* typed_network.c - typed layers become the map that a description would be. */
#include "config/typed_network.h"

#include "base/document/tree_put.h"
#include "base/struct_size.h"
#include "config/network_section.h"
#include "config/typed_members.h"
#include "text/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A layer --------------------------------------------------------------------------------- */

static const char *activation_word(size_t i)
{
    return i < SG_N_ACTIVATIONS ? sg_activation_name((sg_activation)i) : NULL;
}

static const char *pooling_word(size_t i)
{
    return i < SG_N_POOLINGS ? sg_pooling_words[i] : NULL;
}

#define AT(member) SG_TYPED_AT(sg_layer_options, member)

static const sg_typed_member MEMBERS[] = {
    {.key = "outputs", .type = SG_TYPED_COUNT, AT(n_outputs)},
    {.key = "bias", .type = SG_TYPED_YES_NO, AT(bias)},
    {.key = "bias", .type = SG_TYPED_TEXT, AT(bias_labels)},
    {.key = "at-least", .type = SG_TYPED_COUNT, AT(at_least)},
    {.key = "at-most", .type = SG_TYPED_COUNT, AT(at_most)},
    {.key = "affine", .type = SG_TYPED_YES_NO, AT(affine)},
    {.key = "rate", .type = SG_TYPED_REAL, AT(rate)},
    {.key = "repeat", .type = SG_TYPED_COUNT, AT(repeat)}};

/* What the kind of a layer calls its activation or its pooling: the name of the member that takes these words,
 * or `usual`, also for words that are no kind; reading the layer finds that out. */
static const char *name_of(const sg_layer_options *layer, sg_member_type type,
                           const char *const *words, const char *usual)
{
    const sg_layer_kind *kind = NULL;
    if (sg_layer_kind_find(&kind, layer->kind, NULL) != SG_OK) return usual;
    for (uint32_t m = 0; m < kind->n_members; m++)
        if (kind->member[m].type == type && kind->member[m].words == words)
            return kind->member[m].name;
    return usual;
}

static sg_status put_functions(sg_node *map, const sg_layer_options *layer, const char *what,
                               sg_error *err)
{
    const sg_typed_member functions[] = {
        {.key = name_of(layer, SG_MEMBER_ACTIVATION, NULL, "activation"),
         .type = SG_TYPED_CHOICE,
         AT(activation),
         .word_at = activation_word},
        {.key = name_of(layer, SG_MEMBER_WORD, sg_pooling_words, "pool"),
         .type = SG_TYPED_CHOICE,
         AT(pool),
         .word_at = pooling_word}};
    return sg_typed_put(map, functions, 2, layer, what, err);
}

static sg_status put_heads(sg_node *map, const sg_layer_options *layer, const char *what,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *list = NULL;
    SG_REQUIRE(layer->head == NULL || layer->n_heads > 0, SG_EINVAL,
               "%s->n_heads: it is 0, but %s->head is given", what, what);
    if (layer->n_heads == 0) goto done;
    SG_REQUIRE(layer->head != NULL, SG_EINVAL, "%s->head: it is NULL", what);
    SG_TRY(sg_put_list(&list, map, "heads", err));
    for (uint32_t h = 0; h < layer->n_heads; h++) {
        SG_REQUIRE(layer->head[h] != NULL, SG_EINVAL, "%s->head[%u]: it is NULL", what, h);
        SG_TRY(sg_put_text(list, NULL, layer->head[h], err));
    }
done:
    return status;
}

/* The members of a kind that the struct does not know. */
static sg_status put_settings(sg_node *map, const sg_layer_options *layer, const char *what,
                              sg_error *err)
{
    sg_status status = SG_OK;
    char path[64];
    sg_tree tree = {0};
    sg_node *copy = NULL;
    if (layer->settings == NULL) goto done;
    (void)snprintf(path, sizeof path, "%s->settings", what);
    SG_TRY(sg_yaml_parse(&tree, path, layer->settings, strlen(layer->settings), err));
    SG_REQUIRE(tree.root->kind == SG_NODE_MAP, SG_EFORMAT,
               "%s: members are needed, as in {start: zeros}", path);
    for (size_t i = 0; i < tree.root->n_children; i++) {
        const char *key = tree.root->child[i]->key;
        SG_REQUIRE(sg_node_member(map, key) == NULL, SG_EINVAL,
                   "%s: \"%.40s\" is a member of the struct that is set, too", path, key);
        SG_TRY(sg_node_copy(&copy, tree.root->child[i], err));
        sg_node_forget_places(copy);
        SG_TRY(sg_node_add(map, tree.root->child[i]->key, &copy, err));
    }
done:
    sg_node_free(copy);
    sg_tree_free(&tree);
    return status;
}

static sg_status put_layer(sg_node *list, const sg_layer_options *layer, const char *what,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *map = NULL;
    sg_error inner = {0};
    const sg_layer_kind *kind = NULL;
    SG_REQUIRE(layer->kind != NULL, SG_EINVAL, "%s->kind: it is NULL", what);
    SG_REQUIRE(sg_layer_kind_find(&kind, layer->kind, &inner) == SG_OK, SG_EINVAL,
               "%s->kind: %s", what, inner.text);
    SG_REQUIRE(layer->n_outputs <= SG_MAX_OUTPUTS, SG_EINVAL, "%s->n_outputs: %u is above %d",
               what, layer->n_outputs, SG_MAX_OUTPUTS);
    SG_REQUIRE(layer->bias == SG_BY_DEFAULT || layer->bias_labels == NULL, SG_EINVAL,
               "%s->bias: a layer has `bias` or `bias_labels`", what);
    SG_TRY(sg_put_layer(&map, list, layer->kind, err));
    SG_TRY(put_heads(map, layer, what, err));
    SG_TRY(sg_typed_put(map, MEMBERS, sizeof MEMBERS / sizeof *MEMBERS, layer, what, err));
    SG_TRY(put_functions(map, layer, what, err));
    if (layer->from != NULL) SG_TRY(sg_put_whole(map, "from", *layer->from, err));
    SG_TRY(put_settings(map, layer, what, err));
done:
    return status;
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* A layer of the caller's array, whose elements are as large as the first one says. */
static const sg_layer_options *layer_at(const sg_model_options *options, size_t l)
{
    return (const sg_layer_options *)(const void *)((const char *)options->layer +
                                                    l * options->layer->struct_size);
}

static sg_status put_layers(sg_node *list, const sg_model_options *o, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t stride = o->layer->struct_size;
    for (uint32_t l = 0; l < o->n_layers; l++) {
        char what[40];
        sg_layer_options layer;
        (void)snprintf(what, sizeof what, "options->layer[%u]", l);
        const sg_layer_options *given = layer_at(o, l);
        SG_TRY(sg_struct_read(&layer, sizeof layer, SG_SIZE_WITH(&layer, settings), given, what,
                              err));
        SG_REQUIRE(given->struct_size == stride, SG_EINVAL,
                   "%s->struct_size: it is not that of the first layer", what);
        SG_TRY(put_layer(list, &layer, what, err));
    }
done:
    return status;
}

static sg_status read_network(sg_blueprint *blueprint, sg_node *root, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint made = {0};
    sg_fields f;
    SG_TRY(sg_network_section_read(&made, &f, root, NULL, err));
    SG_TRY(sg_fields_finish(&f, err));
    *blueprint = made;
    made = (sg_blueprint){0};
done:
    sg_blueprint_free(&made);
    return status;
}

/* What `input` stands for in files. */
static const char *features_of(const sg_model_options *options)
{
    return options->features != NULL
               ? options->features
               : sg_input_words[options->input - SG_FEATURES_ONES + SG_INPUT_ONES];
}

sg_status sg_typed_input_set(sg_blueprint *blueprint, const sg_model_options *options,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_inputs made = {0};
    SG_REQUIRE((unsigned)options->input < SG_N_FEATURES, SG_EINVAL,
               "options->input: %d is none of the possible values", (int)options->input);
    SG_REQUIRE(options->noise >= 0 && options->noise <= 1e6, SG_EINVAL,
               "options->noise: %g is not between 0 and 1000000", options->noise);
    SG_REQUIRE(options->features == NULL || options->input == SG_FEATURES_DEFAULT, SG_EINVAL,
               "options->features: they are given besides options->input");
    if (options->features != NULL || options->input != SG_FEATURES_DEFAULT) {
        SG_TRY(sg_typed_failure(sg_inputs_parse(&made, features_of(options), &inner), &inner,
                                "options->features", err));
        sg_inputs_free(&blueprint->input);
        blueprint->input = made;
    }
    if (options->noise > 0) blueprint->noise = options->noise;
done:
    return status;
}

/* What the struct calls the member `key` of a layer in files; NULL: it has none. */
static const char *struct_name(const char *key, size_t length)
{
    static const struct {
        const char *key, *name;
    } others[] = {
        {"heads", "head"}, {"from", "from"}, {"pool", "pool"}, {"activation", "activation"}};
    for (size_t i = 0; i < sizeof MEMBERS / sizeof *MEMBERS; i++)
        if (strlen(MEMBERS[i].key) == length && memcmp(MEMBERS[i].key, key, length) == 0)
            return MEMBERS[i].name;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strlen(others[i].key) == length && memcmp(others[i].key, key, length) == 0)
            return others[i].name;
    return NULL;
}

/* What is said behind the member `head` of a layer: ".1: why" is about head[1]. */
static sg_status head_failure(unsigned long layer, const char *behind, const sg_error *inner,
                              sg_error *err)
{
    static const char EXAMPLE[] = "as in heads: [";
    const char *example = strstr(behind, EXAMPLE);
    const int number = (int)strcspn(behind, ":");
    if (*behind == '.')
        return sg_error_set(err, SG_EINVAL, inner->where, "options->layer[%lu]->head[%.*s]%s",
                            layer, number - 1, behind + 1, behind + number);
    if (example == NULL)
        return sg_error_set(err, SG_EINVAL, inner->where, "options->layer[%lu]->head%s", layer,
                            behind);
    example += sizeof EXAMPLE - 1;
    return sg_error_set(err, SG_EINVAL, inner->where,
                        "options->layer[%lu]->head: heads are needed, as in {%.*s}", layer,
                        (int)strcspn(example, "]"), example);
}

/* "layers.0.dropout.rate: ..." is about options->layer[0]->rate. */
static sg_status layer_failure(sg_status status, const sg_model_options *options,
                               const sg_error *inner, sg_error *err)
{
    static const char BEGIN[] = "layers.", UNKNOWN[] = ": unknown key \"";
    char *end = NULL;
    if (status != SG_EFORMAT || strncmp(inner->text, BEGIN, sizeof BEGIN - 1) != 0)
        return sg_typed_failure(status, inner, "options", err);
    const unsigned long layer = strtoul(inner->text + sizeof BEGIN - 1, &end, 10);
    if (*end != '.') return sg_typed_failure(status, inner, "options", err);
    const char *kind = end + 1;
    const int kind_length = (int)strcspn(kind, ".: ");
    const char *behind = kind + kind_length;
    const char *key = *behind == '.' ? behind + 1 : kind; /* of all kinds: repeat */
    const size_t key_length = strcspn(key, ".: ");
    const char *name = struct_name(key, key_length);
    if (name != NULL && strcmp(name, "head") == 0)
        return head_failure(layer, key + key_length, inner, err);
    if (name != NULL && strcmp(name, "bias") == 0 && layer < options->n_layers &&
        layer_at(options, layer)->bias_labels != NULL)
        name = "bias_labels";
    if (name != NULL)
        return sg_error_set(err, SG_EINVAL, inner->where, "options->layer[%lu]->%s%s", layer,
                            name, key + key_length);
    const char *unknown = behind + sizeof UNKNOWN - 1;
    if (strncmp(behind, UNKNOWN, sizeof UNKNOWN - 1) == 0 &&
        (name = struct_name(unknown, strcspn(unknown, "\""))) != NULL)
        return sg_error_set(err, SG_EINVAL, inner->where,
                            "options->layer[%lu]->%s: a layer of the kind %.*s has none", layer,
                            name, kind_length, kind);
    return sg_error_set(err, SG_EINVAL, inner->where, "options->layer[%lu]: %s", layer, kind);
}

sg_status sg_typed_network_read(sg_blueprint *blueprint, const sg_model_options *options,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_node *root = NULL, *list = NULL;
    sg_blueprint made = {0};
    SG_TRY(sg_node_make(&root, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_put_list(&list, root, "layers", err));
    SG_TRY(put_layers(list, options, err));
    SG_TRY(layer_failure(read_network(&made, root, &inner), options, &inner, err));
    SG_TRY(sg_typed_input_set(&made, options, err));
    *blueprint = made;
    made = (sg_blueprint){0};
done:
    sg_blueprint_free(&made);
    sg_node_free(root);
    return status;
}
