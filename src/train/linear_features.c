/* linear_features.c - counting, graph by graph: what occurs is listed, sorted and counted. */
#include "train/linear_features.h"

#include "base/mem.h"

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
    sg_network_outline outline;
    const sg_tensor *head; /* [n_heads] weights of labels, or of triples                 */
    uint32_t n_heads;
    const sg_tensor *bias; /* of labels; NULL: none                                      */
    bool of_labels;
    sg_pooling pooling;
    uint32_t *found; /* [n_found] features of a graph, as often as they occur */
    size_t n_found, capacity;
    uint32_t *sender; /* [largest graph] */
    uint32_t *slot;
} counting;

static void counting_free(counting *c)
{
    sg_network_outline_free(&c->outline);
    sg_free(c->found);
    sg_free(c->sender);
    sg_free(c->slot);
}

static bool has_sums(const sg_layer_spec *layer)
{
    return layer->kind->pools && layer->kind->pooling != NULL &&
           layer->kind->pooling(layer->of) != SG_POOL_MAX;
}

/* Nodes are pooled by label.  Several heads are added up. */
static bool counts_labels(counting *c, const sg_network_spec *spec)
{
    const sg_network_outline *o = &c->outline;
    const sg_layer_spec *layer = spec->layer;
    while (c->n_heads < o->n_tensors && c->head[c->n_heads].label != NULL) c->n_heads++;
    if (c->n_heads < o->n_tensors) c->bias = &o->tensor[c->n_heads];
    if (c->n_heads == 0 || c->n_heads + 1 < o->n_tensors || !has_sums(&layer[0])) return false;
    c->of_labels = true;
    c->pooling = layer[0].kind->pooling(layer[0].of);
    if (spec->n_layers == 1) return c->n_heads == 1;
    return spec->n_layers == 2 && layer[1].kind->adds_stretches &&
           o->state[2].width == c->head[0].axis[1].size;
}

/* Messages are pooled.  The heads are copies of one, so that every class has the same features. */
static bool counts_triples(counting *c, const sg_network_spec *spec)
{
    const sg_network_outline *o = &c->outline;
    const sg_layer_spec *layer = spec->layer;
    while (c->n_heads < o->n_tensors && c->head[c->n_heads].plan != NULL &&
           c->head[c->n_heads].plan == c->head[0].plan)
        c->n_heads++;
    if (c->n_heads == 0 || c->n_heads < o->n_tensors || spec->n_layers != 2) return false;
    if (c->head[0].plan->factor != NULL) return false;
    if (sg_layer_linearity(&layer[0]) != SG_LINEAR || !has_sums(&layer[1])) return false;
    c->pooling = layer[1].kind->pooling(layer[1].of);
    return true;
}

static sg_status recognize(counting *c, const sg_network_spec *spec, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_network_outline_make(&c->outline, spec, err));
    c->graph = spec->graph;
    c->head = c->outline.tensor;
    /* All parameters are those of the first layer. */
    SG_REQUIRE(
        sg_network_input_is_ones(spec) && spec->item == SG_ITEM_GRAPH &&
            c->outline.n_tensors > 0 && c->outline.first_tensor[1] == c->outline.n_tensors &&
            (c->head[0].plan != NULL ? counts_triples(c, spec) : counts_labels(c, spec)),
        SG_EINVAL,
        "training: a support vector machine needs input ones and either a decoder (and add) "
        "or an encoder with one head per class and a pool, without activations and weights of edges");
done:
    return status;
}

/* ---- Parameters ----------------------------------------------------------------------------- */

/* Labels of head after head, and behind them one that is 1 everywhere; or slots. */
static sg_status place_features(sg_linear_features *f, const counting *c, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_heads = c->of_labels ? c->n_heads : 1;
    const uint32_t outputs = c->of_labels ? c->head[0].axis[1].size : 1;
    uint64_t n = c->bias != NULL;
    for (uint32_t h = 0; h < n_heads; h++) n += c->head[h].axis[0].size;
    SG_REQUIRE(n <= UINT32_MAX, SG_ELIMIT, "training: more than 2^32 labels");
    SG_ALLOC(f->place, n);
    for (uint32_t h = 0; h < n_heads; h++)
        for (uint32_t i = 0; i < c->head[h].axis[0].size; i++)
            f->place[f->n_features++] = c->head[h].first + (size_t)i * outputs;
    if (c->bias != NULL) f->place[f->n_features++] = c->bias->first;
    f->step = c->of_labels ? 1 : c->head[0].n;
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
    for (uint32_t h = 0; h < c->n_heads; h++) {
        const sg_tensor *head = &c->head[h];
        for (uint32_t v = c->graph->graph_offset[g]; v < c->graph->graph_offset[g + 1]; v++)
            if (head->label[v] < head->axis[0].size)
                SG_TRY(note(c, first + head->label[v], err));
        first += head->axis[0].size;
    }
done:
    return status;
}

static sg_status list_slots(counting *c, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = c->graph->graph_offset[g + 1] - c->graph->graph_offset[g];
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t n_pairs =
            sg_plan_row(c->sender, c->slot, c->head[0].plan, c->graph, g, v);
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
    SG_TRY(c->of_labels ? list_labels(c, g, err) : list_slots(c, g, err));
    if (c->n_found > 0) qsort(c->found, c->n_found, sizeof *c->found, compare);
    f->begin[f->n_rows + 1] = f->begin[f->n_rows];
    for (size_t i = 0, end = 0; i < c->n_found; i = end) {
        while (end < c->n_found && c->found[end] == c->found[i]) end++;
        SG_TRY(add_number(f, c->found[i], (double)(end - i) / divisor, err));
    }
    if (c->bias != NULL) SG_TRY(add_number(f, f->n_features - 1, 1, err));
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
