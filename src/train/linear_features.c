/* linear_features.c - counting, graph by graph: what occurs is listed, sorted and counted. */
#include "train/linear_features.h"

#include "base/mem.h"
#include "layers/decoder/decoder_layer.h"
#include "layers/encoder/encoder_layer.h"
#include "layers/kinds/add_layer.h"
#include "layers/kinds/pool_layer.h"

#include <stdlib.h>
#include <string.h>

void sg_linear_features_free(sg_linear_features *features)
{
    sg_free(features->begin);
    sg_free(features->feature);
    sg_free(features->value);
    sg_free(features->place);
    *features = (sg_linear_features){0};
}

sg_svm_rows sg_linear_features_rows(const sg_linear_features *f)
{
    return (sg_svm_rows){f->begin, f->feature, f->value, f->n_rows, f->n_features};
}

/* ---- Which network -------------------------------------------------------------------------- */

/* What is counted, and how. */
typedef struct counting {
    const sg_graph *graph;
    const sg_decoder_spec *decoder; /* or */
    const sg_plan *plan;
    sg_pooling pooling;
    uint32_t *found; /* [n_found] features of a graph, as often as they occur */
    size_t n_found, capacity;
    uint32_t *sender; /* [largest graph] */
    uint32_t *slot;
} counting;

static void counting_free(counting *c)
{
    sg_free(c->found);
    sg_free(c->sender);
    sg_free(c->slot);
}

/* Copies of one head, so that every class has the same features. */
static const sg_plan *plan_of(const sg_encoder_spec *encoder)
{
    for (uint32_t h = 0; h < encoder->n_heads; h++)
        if (encoder->head[h].plan != encoder->head[0].plan ||
            encoder->head[h].bias_label != NULL)
            return NULL;
    return encoder->n_heads > 0 ? encoder->head[0].plan : NULL;
}

static sg_status recognize(counting *c, const sg_network_spec *spec, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_layer_spec *layer = spec->layer;
    const bool ones = spec->n_blocks == 0 && spec->input == NULL && spec->input_label == NULL &&
                      spec->noise == 0;
    c->graph = spec->graph;
    if (layer[0].kind == &sg_decoder_kind &&
        (spec->n_layers == 1 || (spec->n_layers == 2 && layer[1].kind == &sg_add_kind))) {
        c->decoder = layer[0].of;
        c->pooling = c->decoder->pooling;
        if (spec->n_layers == 1 && c->decoder->n_heads > 1) c->decoder = NULL;
    } else if (layer[0].kind == &sg_encoder_kind && spec->n_layers == 2 &&
               layer[1].kind == &sg_pool_kind) {
        c->plan = plan_of(layer[0].of);
        c->pooling = ((const sg_pool_spec *)layer[1].of)->pooling;
    }
    SG_REQUIRE(
        ones && spec->item == SG_ITEM_GRAPH && c->pooling != SG_POOL_MAX &&
            (c->decoder != NULL || c->plan != NULL),
        SG_EINVAL,
        "train: a support vector machine needs input ones and either a decoder (and add) "
        "or an encoder with one head per class and a pool, without activations");
done:
    return status;
}

/* ---- Parameters ----------------------------------------------------------------------------- */

/* Labels of head after head, and behind them one that is 1 everywhere; or slots. */
static sg_status place_features(sg_linear_features *f, const counting *c, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_decoder_spec *d = c->decoder;
    uint64_t n_labels = 0;
    for (uint32_t h = 0; d != NULL && h < d->n_heads; h++) n_labels += d->head[h].n_labels;
    SG_REQUIRE(n_labels < UINT32_MAX, SG_ELIMIT, "train: more than 2^32 labels");
    f->n_features = d != NULL ? (uint32_t)n_labels + d->bias : c->plan->n_slots;
    f->step = d != NULL ? 1 : c->plan->n_slots;
    SG_ALLOC(f->place, f->n_features);
    for (uint32_t i = 0; i < f->n_features; i++)
        f->place[i] = d != NULL ? (size_t)i * d->outputs : i;
done:
    return status;
}

/* ---- Counting ------------------------------------------------------------------------------- */

static sg_status note(counting *c, uint32_t feature, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&c->found, &c->capacity, c->n_found + 1, sizeof *c->found, err));
    c->found[c->n_found++] = feature;
done:
    return status;
}

static sg_status list_labels(counting *c, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t first = 0;
    for (uint32_t h = 0; h < c->decoder->n_heads; h++) {
        const sg_decoder_head *head = &c->decoder->head[h];
        for (uint32_t v = c->graph->graph_offset[g]; v < c->graph->graph_offset[g + 1]; v++)
            if (head->label[v] != SG_NO_LABEL) SG_TRY(note(c, first + head->label[v], err));
        first += head->n_labels;
    }
done:
    return status;
}

static sg_status list_slots(counting *c, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = c->graph->graph_offset[g + 1] - c->graph->graph_offset[g];
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t n_pairs = sg_plan_row(c->sender, c->slot, c->plan, c->graph, g, v);
        for (uint32_t p = 0; p < n_pairs; p++) SG_TRY(note(c, c->slot[p], err));
    }
done:
    return status;
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static sg_status add_number(sg_linear_features *f, uint32_t feature, double value,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = f->begin[f->n_rows + 1];
    SG_TRY(sg_grow(&f->feature, &f->capacity[0], n + 1, sizeof *f->feature, err));
    SG_TRY(sg_grow(&f->value, &f->capacity[1], n + 1, sizeof *f->value, err));
    f->feature[n] = feature;
    f->value[n] = value;
    f->begin[f->n_rows + 1]++;
done:
    return status;
}

static sg_status add_row(sg_linear_features *f, counting *c, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_nodes = c->graph->graph_offset[g + 1] - c->graph->graph_offset[g];
    const double divisor = sg_pooling_divisor(c->pooling, n_nodes);
    c->n_found = 0;
    SG_TRY(c->decoder != NULL ? list_labels(c, g, err) : list_slots(c, g, err));
    if (c->n_found > 0) qsort(c->found, c->n_found, sizeof *c->found, compare);
    f->begin[f->n_rows + 1] = f->begin[f->n_rows];
    for (size_t i = 0, end = 0; i < c->n_found; i = end) {
        while (end < c->n_found && c->found[end] == c->found[i]) end++;
        SG_TRY(add_number(f, c->found[i], (double)(end - i) / divisor, err));
    }
    if (c->decoder != NULL && c->decoder->bias)
        SG_TRY(add_number(f, f->n_features - 1, 1, err));
    f->n_rows++;
done:
    return status;
}

sg_status sg_linear_features_make(sg_linear_features *features, const sg_network_spec *spec,
                                  const uint32_t *item, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sg_linear_features made = {0};
    counting c = {0};
    uint32_t largest = 1;
    SG_TRY(recognize(&c, spec, err));
    for (uint32_t g = 0; g < spec->graph->n_graphs; g++) {
        const uint32_t size = spec->graph->graph_offset[g + 1] - spec->graph->graph_offset[g];
        if (size > largest) largest = size;
    }
    SG_ALLOC(c.sender, largest);
    SG_ALLOC(c.slot, largest);
    SG_ALLOC(made.begin, (size_t)n + 1);
    SG_TRY(place_features(&made, &c, err));
    for (uint32_t i = 0; i < n; i++) SG_TRY(add_row(&made, &c, item[i], err));
    *features = made;
    made = (sg_linear_features){0};
done:
    sg_linear_features_free(&made);
    counting_free(&c);
    return status;
}
