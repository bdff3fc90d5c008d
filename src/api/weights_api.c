/* weights_api.c - weights as arrays behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/struct_size.h"
#include "model/model.h"
#include "model/weight_text.h"
#include "store/model_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct sg_weights {
    const sg_model *model;
    sg_model_on_data alone; /* the model's layers, without data */
    sg_key_names names;
    char (*name)[SG_MODEL_NAME_SIZE]; /* [n_tensors]                              */
    const sg_weight_keys **triples;   /* [n_tensors] NULL where the tensor has no triples */
    const sg_label_vocabulary **labels;
};

/* ---- Opening and closing ----------------------------------------------------------------------- */

void sg_weights_close(sg_weights *weights)
{
    if (weights == NULL) return;
    sg_free(weights->labels);
    sg_free(weights->triples);
    sg_free(weights->name);
    sg_key_names_free(&weights->names);
    sg_model_on_data_close(&weights->alone);
    sg_free(weights);
}

/* What the first axis of a tensor refers to; only that one has keys. */
static sg_status find_keys(sg_weights *w, uint32_t number, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_tensor *t = &w->alone.outline.tensor[number];
    const sg_vocabularies *known = &w->model->vocabularies;
    if (t->axis[0].kind == SG_AXIS_TRIPLES) {
        SG_TRY(sg_vocabularies_find(&w->triples[number], known, t->triples, err));
        SG_REQUIRE(w->triples[number]->n_slots == t->axis[0].size, SG_EFORMAT,
                   "model: it knows %u triples of %s, which has %u",
                   w->triples[number]->n_slots, w->name[number], t->axis[0].size);
    }
    if (t->axis[0].kind == SG_AXIS_LABELS) {
        w->labels[number] = sg_vocabularies_labels(known, t->expression);
        SG_REQUIRE(w->labels[number] != NULL && w->labels[number]->n_labels == t->axis[0].size,
                   SG_EFORMAT, "model: it does not know the labels of \"%s\"", t->expression);
    }
done:
    return status;
}

sg_status sg_weights_open(sg_weights **weights, const sg_model *model, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(weights);
    SG_REQUIRE_ARGUMENT(model);
    sg_status status = SG_OK;
    sg_weights *w = NULL;
    SG_ALLOC(w, 1);
    w->model = model;
    SG_TRY(sg_model_open_alone(&w->alone, model, 0, err));
    SG_TRY(sg_model_check_weights(model, &w->alone, err));
    SG_TRY(sg_key_names_make(&w->names, err));
    SG_ALLOC(w->name, w->alone.outline.n_tensors);
    /* Arrays of pointers. NOLINTBEGIN(bugprone-sizeof-expression) */
    SG_ALLOC(w->triples, w->alone.outline.n_tensors);
    SG_ALLOC(w->labels, w->alone.outline.n_tensors);
    /* NOLINTEND(bugprone-sizeof-expression) */
    for (uint32_t t = 0; t < w->alone.outline.n_tensors; t++) {
        sg_model_tensor_name(w->name[t], &w->alone, &w->alone.outline.tensor[t]);
        SG_TRY(find_keys(w, t, err));
    }
    *weights = w;
    w = NULL;
done:
    sg_weights_close(w);
    return status;
}

/* ---- What there is ----------------------------------------------------------------------------- */

uint32_t sg_weights_count(const sg_weights *weights)
{
    return weights != NULL ? weights->alone.outline.n_tensors : 0;
}

static sg_status check_tensor(const sg_weights *w, uint32_t number, sg_error *err)
{
    if (number < w->alone.outline.n_tensors) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "tensor: there is no tensor %u; the model has %u, numbered from 0",
                        number, w->alone.outline.n_tensors);
}

sg_status sg_weights_tensor(sg_weight_tensor *tensor, const sg_weights *weights,
                            uint32_t number, sg_error *err)
{
    SG_REQUIRE_RESULT(tensor, n);
    SG_REQUIRE_ARGUMENT(weights);
    sg_status status = SG_OK;
    SG_TRY(check_tensor(weights, number, err));
    const sg_tensor *t = &weights->alone.outline.tensor[number];
    const sg_weight_tensor made = {.struct_size = sizeof made,
                                   .name = weights->name[number],
                                   .part = t->name,
                                   .layer = weights->alone.layer_of[t->layer],
                                   .head = t->of_head ? t->head : UINT32_MAX,
                                   .n_axes = t->n_axes,
                                   .first = t->first,
                                   .n = t->n};
    sg_struct_write(tensor, &made, sizeof made);
done:
    return status;
}

/* The text of a head as the vocabularies have it, without copies and bias. */
static const char *head_text(const sg_weights *w, const sg_weight_keys *keys)
{
    const sg_vocabularies *known = &w->model->vocabularies;
    for (uint32_t h = 0; h < known->n_heads; h++)
        if (&known->weights[h].keys == keys) return known->weights[h].head;
    return NULL;
}

sg_status sg_weights_axis(sg_weight_axis *axis, const sg_weights *weights, uint32_t tensor,
                          uint32_t number, sg_error *err)
{
    static const sg_weight_axis_kind KINDS[] = {[SG_AXIS_INPUTS] = SG_WEIGHTS_PER_INPUT,
                                                [SG_AXIS_OUTPUTS] = SG_WEIGHTS_PER_OUTPUT,
                                                [SG_AXIS_HEADS] = SG_WEIGHTS_PER_HEAD,
                                                [SG_AXIS_LABELS] = SG_WEIGHTS_PER_LABEL,
                                                [SG_AXIS_TRIPLES] = SG_WEIGHTS_PER_TRIPLE};
    SG_REQUIRE_RESULT(axis, pair);
    SG_REQUIRE_ARGUMENT(weights);
    sg_status status = SG_OK;
    SG_TRY(check_tensor(weights, tensor, err));
    const sg_tensor *t = &weights->alone.outline.tensor[tensor];
    SG_REQUIRE(number < t->n_axes, SG_EINVAL,
               "axis: there is no axis %u; %s has %u, numbered from 0", number,
               weights->name[tensor], t->n_axes);
    sg_weight_axis made = {.struct_size = sizeof made,
                           .kind = KINDS[t->axis[number].kind],
                           .size = t->axis[number].size};
    const sg_weight_keys *triples = number == 0 ? weights->triples[tensor] : NULL;
    const sg_label_vocabulary *labels = number == 0 ? weights->labels[tensor] : NULL;
    if (triples != NULL) {
        made.text = head_text(weights, triples);
        made.receiver = triples->receiver;
        made.sender = triples->sender;
        made.pair = triples->value;
    }
    if (labels != NULL) {
        made.text = labels->expression;
        made.label = labels->key;
    }
    sg_struct_write(axis, &made, sizeof made);
done:
    return status;
}

/* ---- Names ------------------------------------------------------------------------------------- */

enum { NAME_SIZE = 160 };

/* The words are those of `sharegnn model`. */
static void write_name(char name[NAME_SIZE], const sg_weights *w, uint32_t tensor, uint64_t i)
{
    const sg_tensor *t = &w->alone.outline.tensor[tensor];
    const sg_weight_keys *triples = w->triples[tensor];
    const uint32_t width = t->axis[t->n_axes - 1].size;
    const uint64_t slot = t->n_axes > 1 ? i / width : i;
    sg_weight_info weight = {.name = t->name,
                             .kind = SG_WEIGHT_PLAIN,
                             .row = (uint32_t)(i / width),
                             .column = (uint32_t)(i % width)};
    if (triples != NULL) {
        weight.kind = SG_WEIGHT_TRIPLE;
        weight.receiver = triples->receiver[slot];
        weight.sender = triples->sender[slot];
        weight.pair = triples->value[slot];
    } else if (w->labels[tensor] != NULL) {
        weight.kind = SG_WEIGHT_LABEL;
        weight.receiver = w->labels[tensor]->key[slot];
    }
    const size_t n = sg_weight_text(name, NAME_SIZE, &weight, &w->names);
    if (triples != NULL && t->n_axes > 1 && n < NAME_SIZE)
        (void)snprintf(name + n, NAME_SIZE - n, ", column %" PRIu32, weight.column);
}

size_t sg_weights_name(char *text, size_t room, const sg_weights *weights, uint32_t tensor,
                       uint64_t i)
{
    char name[NAME_SIZE];
    if (weights == NULL || (text == NULL && room > 0)) return 0;
    if (room > 0) text[0] = '\0';
    if (tensor >= sg_weights_count(weights)) return 0;
    if (i >= weights->alone.outline.tensor[tensor].n) return 0;
    write_name(name, weights, tensor, i);
    (void)snprintf(text, room, "%s", name);
    return strlen(name);
}

/* ---- Out --------------------------------------------------------------------------------------- */

/* Consecutive weights of a model, and what they are called. */
typedef struct stretch {
    size_t first, n;
    const char *name;
} stretch;

static sg_status find_stretch(stretch *found, const sg_weights *w, uint32_t tensor,
                              sg_error *err)
{
    sg_status status = SG_OK;
    if (tensor == SG_ALL_TENSORS) {
        *found = (stretch){0, w->model->n_weights, "the model"};
        goto done;
    }
    SG_TRY(check_tensor(w, tensor, err));
    const sg_tensor *t = &w->alone.outline.tensor[tensor];
    *found = (stretch){t->first, t->n, w->name[tensor]};
done:
    return status;
}

static sg_status check_count(const stretch *s, uint64_t n, sg_error *err)
{
    if (s->n == n) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "weights: %s has %zu weights, not %" PRIu64,
                        s->name, s->n, n);
}

sg_status sg_weights_get(double *value, uint64_t n, const sg_weights *weights, uint32_t tensor,
                         sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARRAY(value, n);
    SG_REQUIRE_ARGUMENT(weights);
    sg_status status = SG_OK;
    stretch s = {0};
    SG_TRY(sg_model_check_trained(weights->model, err));
    SG_TRY(find_stretch(&s, weights, tensor, err));
    SG_TRY(check_count(&s, n, err));
    if (s.n > 0) memcpy(value, weights->model->weight + s.first, s.n * sizeof *value);
done:
    return status;
}

const double *sg_weights_view(uint64_t *n, const sg_weights *weights, uint32_t tensor)
{
    stretch s = {0};
    if (n == NULL) return NULL;
    *n = 0;
    if (weights == NULL) return NULL;
    if (!weights->model->is_trained || find_stretch(&s, weights, tensor, NULL) != SG_OK)
        return NULL;
    *n = s.n;
    return weights->model->weight + s.first;
}

/* ---- In ---------------------------------------------------------------------------------------- */

/* A weight as the model computes with it. */
static double rounded(const sg_model *model, double value)
{
    return model->precision == SG_PRECISION_DOUBLE ? value : (double)(float)value;
}

/* The tensor of a weight, for messages; there is one. */
static uint32_t tensor_of(const sg_weights *w, size_t weight)
{
    uint32_t t = 0;
    const sg_tensor *tensor = w->alone.outline.tensor;
    while (weight >= tensor[t].first + tensor[t].n) t++;
    return t;
}

static sg_status check_values(const sg_weights *w, const stretch *s, const double *value,
                              sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t i = 0; i < s->n; i++) {
        if (isfinite(rounded(w->model, value[i]))) continue;
        const uint32_t t = tensor_of(w, s->first + i);
        const size_t at = s->first + i - w->alone.outline.tensor[t].first;
        char name[NAME_SIZE];
        write_name(name, w, t, at);
        SG_REQUIRE(!isfinite(value[i]), SG_EINVAL,
                   "value[%zu]: weight %zu of %s (%s) is %g, too large for float", i, at,
                   w->name[t], name, value[i]);
        SG_REQUIRE(false, SG_EINVAL, "value[%zu]: weight %zu of %s (%s) is not a finite number",
                   i, at, w->name[t], name);
    }
done:
    return status;
}

sg_status sg_weights_set(sg_model *model, const sg_weights *weights, uint32_t tensor,
                         const double *value, uint64_t n, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(weights);
    SG_REQUIRE_ARRAY(value, n);
    sg_status status = SG_OK;
    stretch s = {0};
    SG_TRY(sg_model_check_idle(model, err));
    SG_REQUIRE(weights->model == model, SG_EINVAL,
               "weights: they are those of another model, which has %zu weights; this model "
               "has %zu",
               weights->model->n_weights, model->n_weights);
    SG_TRY(find_stretch(&s, weights, tensor, err));
    SG_REQUIRE(model->is_trained || s.n == model->n_weights, SG_EINVAL,
               "model: it has not been trained; set all its weights before those of %s alone",
               s.name);
    SG_TRY(check_count(&s, n, err));
    SG_TRY(check_values(weights, &s, value, err));
    for (size_t i = 0; i < s.n; i++) model->weight[s.first + i] = rounded(model, value[i]);
    model->is_trained = true;
    model->n_changes++;
    sg_model_forget_intervals(model);
    sg_model_leave_data(model);
done:
    return status;
}
