/* model_inspection.c - what is inside of a model: layers, heads, labelings, weights. */
#include "sharegnn/inspection.h"

#include "base/document/tree_put.h"
#include "base/mem.h"
#include "base/sort.h"
#include "model/model.h"
#include "model/weight_list.h"
#include "model/weight_text.h"
#include "text/yaml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The texts of a layer, which its info points to. */
typedef struct layer_texts {
    char *text;
    char **head;            /* [n_heads] */
    uint64_t *head_weights; /* [n_heads] */
    uint32_t n_heads;
} layer_texts;

struct sg_contents {
    const sg_model *model;
    sg_model_on_data alone; /* its layers, without data */
    sg_key_names names;
    sg_layer_info *layer; /* [n_layers] */
    layer_texts *texts;   /* [n_layers] */
    uint32_t n_layers;
    sg_labeling_info *labeling; /* [n_labelings] */
    sg_weight_info *weight;     /* [n_weights] by layer, the largest first */
};

void sg_contents_close(sg_contents *c)
{
    if (c == NULL) return;
    for (uint32_t l = 0; c->texts != NULL && l < c->n_layers; l++) {
        for (uint32_t h = 0; c->texts[l].head != NULL && h < c->texts[l].n_heads; h++)
            sg_free(c->texts[l].head[h]);
        sg_free(c->texts[l].head);
        sg_free(c->texts[l].head_weights);
        sg_free(c->texts[l].text);
    }
    sg_free(c->texts);
    sg_free(c->layer);
    sg_free(c->labeling);
    sg_free(c->weight);
    sg_key_names_free(&c->names);
    sg_model_on_data_close(&c->alone);
    sg_free(c);
}

/* ---- Layers ------------------------------------------------------------------------------------ */

/* A member as in experiment files: a word or number, or a list of them. */
static sg_status write_member(sg_text *line, const sg_node *member, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(line, err, "%s%s: %s", line->size > 0 ? ", " : "", member->key,
                       member->text != NULL ? member->text : ""));
    if (member->kind != SG_NODE_LIST) goto done;
    SG_TRY(sg_text_add(line, err, "["));
    for (size_t i = 0; i < member->n_children; i++)
        SG_TRY(sg_text_add(line, err, "%s%s", i > 0 ? ", " : "", member->child[i]->text));
    SG_TRY(sg_text_add(line, err, "]"));
done:
    return status;
}

/* The layer as in experiment files, in one line. */
static sg_status write_layer(char **text, const sg_node *layers, uint32_t l, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text line = {0};
    const sg_node *members = layers->child[l]->child[0];
    for (size_t i = 0; i < members->n_children; i++) {
        const sg_node *member = members->child[i];
        if (strcmp(member->key, "heads") == 0 && member->kind != SG_NODE_SCALAR) continue;
        SG_TRY(write_member(&line, member, err));
    }
    SG_TRY(sg_text_add(&line, err, "%s", ""));
    *text = line.data;
    line = (sg_text){0};
done:
    sg_text_free(&line);
    return status;
}

static sg_status list_heads(layer_texts *texts, const sg_layer_spec *layer, sg_error *err)
{
    sg_status status = SG_OK;
    if (layer->kind->n_heads == NULL) goto done;
    texts->n_heads = sg_layer_heads(layer);
    SG_ALLOC(texts->head, texts->n_heads);
    SG_ALLOC(texts->head_weights, texts->n_heads);
    for (uint32_t h = 0; h < texts->n_heads; h++)
        SG_TRY(sg_layer_head_text(&texts->head[h], layer, h, err));
done:
    return status;
}

/* A decoder's bias belongs to all of its heads, so to none. */
static bool is_of_head(const sg_weight_info *w)
{
    return w->kind != SG_WEIGHT_PLAIN;
}

static sg_status describe_layers(sg_contents *c, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_blueprint *blueprint = &c->model->blueprint;
    sg_node *map = NULL;
    SG_ALLOC(c->layer, blueprint->n_layers);
    SG_ALLOC(c->texts, blueprint->n_layers);
    c->n_layers = blueprint->n_layers;
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_blueprint_put(map, blueprint, err));
    for (uint32_t l = 0; l < c->n_layers; l++) {
        SG_TRY(write_layer(&c->texts[l].text, sg_node_member(map, "layers"), l, err));
        SG_TRY(list_heads(&c->texts[l], &c->alone.layer[sg_model_on_data_layer(&c->alone, l)],
                          err));
    }
    for (size_t i = 0; i < c->model->n_weights; i++) {
        const sg_weight_info *w = &c->weight[i];
        c->layer[w->layer].n_weights++;
        if (is_of_head(w)) c->texts[w->layer].head_weights[w->head]++;
    }
    for (uint32_t l = 0; l < c->n_layers; l++) {
        c->layer[l].kind = blueprint->layer[l].kind->word;
        c->layer[l].text = c->texts[l].text;
        c->layer[l].head = (const char *const *)c->texts[l].head;
        c->layer[l].head_weights = c->texts[l].head_weights;
        c->layer[l].n_heads = c->texts[l].n_heads;
    }
done:
    sg_node_free(map);
    return status;
}

static sg_status describe_labelings(sg_contents *c, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_vocabularies *known = &c->model->vocabularies;
    SG_ALLOC(c->labeling, known->n_labelings);
    for (uint32_t i = 0; i < known->n_labelings; i++) {
        const sg_label_vocabulary *labels = &known->labels[i];
        c->labeling[i] = (sg_labeling_info){labels->expression, labels->n_labels, 0};
        for (uint32_t l = 0; l < labels->n_labels; l++)
            c->labeling[i].n_nodes += labels->count[l];
    }
done:
    return status;
}

/* By layer, then by size; among equals by what they belong to, so that the order is always the
 * same. */
static int compare_weights(const void *a, const void *b)
{
    const sg_weight_info *x = a, *y = b;
    const uint64_t left[] = {x->head, x->kind, x->receiver, x->sender,
                             x->pair, x->row,  x->column};
    const uint64_t right[] = {y->head, y->kind, y->receiver, y->sender,
                              y->pair, y->row,  y->column};
    if (x->layer != y->layer) return x->layer < y->layer ? -1 : 1;
    if (fabs(x->value) != fabs(y->value)) return fabs(x->value) > fabs(y->value) ? -1 : 1;
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
    return 0;
}

sg_status sg_contents_open(sg_contents **contents, const sg_model *model, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(contents);
    SG_REQUIRE_ARGUMENT(model);
    sg_status status = SG_OK;
    sg_contents *c = NULL;
    SG_ALLOC(c, 1);
    c->model = model;
    SG_TRY(sg_model_open_alone(&c->alone, model, 0, err));
    SG_TRY(sg_key_names_make(&c->names, err));
    SG_ALLOC(c->weight, model->n_weights);
    SG_TRY(sg_weight_list_fill(c->weight, &c->alone, &model->vocabularies, model->weight, err));
    SG_TRY(sg_sort(c->weight, model->n_weights, sizeof *c->weight, compare_weights, err));
    SG_TRY(describe_layers(c, err));
    SG_TRY(describe_labelings(c, err));
    *contents = c;
    c = NULL;
done:
    sg_contents_close(c);
    return status;
}

const sg_layer_info *sg_contents_layers(size_t *n, const sg_contents *contents)
{
    if (n == NULL) return NULL;
    *n = contents == NULL ? 0 : contents->n_layers;
    return contents == NULL ? NULL : contents->layer;
}

const sg_labeling_info *sg_contents_labelings(size_t *n, const sg_contents *contents)
{
    if (n == NULL) return NULL;
    *n = contents == NULL ? 0 : contents->model->vocabularies.n_labelings;
    return contents == NULL ? NULL : contents->labeling;
}

/* ---- Weights ----------------------------------------------------------------------------------- */

size_t sg_contents_largest(sg_weight_info *weight, size_t n, const sg_contents *c,
                           uint32_t layer, uint32_t head)
{
    if (c == NULL || (weight == NULL && n > 0)) return 0;
    size_t n_found = 0;
    for (size_t i = 0; n_found < n && i < c->model->n_weights; i++) {
        const sg_weight_info *w = &c->weight[i];
        if (w->layer != layer) continue;
        if (head == UINT32_MAX || (is_of_head(w) && w->head == head)) weight[n_found++] = *w;
    }
    return n_found;
}

void sg_contents_key_text(char text[32], const sg_contents *contents, uint64_t key)
{
    if (text == NULL || contents == NULL) return;
    (void)sg_key_text(text, &contents->names, key);
}

size_t sg_contents_weight_text(char *text, size_t room, const sg_contents *contents,
                               const sg_weight_info *weight)
{
    if (contents == NULL || weight == NULL || (text == NULL && room > 0)) return 0;
    return sg_weight_text(text, room, weight, &contents->names);
}
