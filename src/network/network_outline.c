/* network_outline.c - states and tensors of a network, asked of its layers one by one. */
#include "network/network_spec.h"

#include "base/mem.h"

static const uint64_t MOST_PARAMETERS = UINT64_C(1) << 40;

/* ---- Counting ------------------------------------------------------------------------------- */

typedef struct tally {
    uint64_t n_parameters;
    uint32_t n_tensors;
} tally;

static void count_tensor(void *context, const sg_tensor *tensor)
{
    tally *t = context;
    const uint64_t left = UINT64_MAX - t->n_parameters;
    t->n_parameters += tensor->n < left ? tensor->n : left;
    t->n_tensors++;
}

/* Whether a layer gets the input: it is the first one, or the one before it goes back there. */
static bool is_at_input(const sg_network_spec *spec, uint32_t l)
{
    const sg_layer_spec *before = l > 0 ? &spec->layer[l - 1] : NULL;
    return l == 0 || (before->kind->goes_back && before->kind->reads(before->of, 0) == 0);
}

/* The states, and how much is behind each layer; `behind` is [n_layers + 1]. */
static sg_status measure_layers(sg_state *state, tally *behind, const sg_network_spec *spec,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t width = sg_network_input_width(spec);
    state[0] = (sg_state){
        .of_nodes = true, .axis = {{SG_AXIS_INPUTS, width}}, .n_axes = 1, .width = width};
    for (uint32_t l = 0; l < spec->n_layers; l++) {
        const sg_layer_spec *layer = &spec->layer[l];
        const sg_layer_place place = {l, state, is_at_input(spec, l)};
        SG_TRY(sg_layer_state(&state[l + 1], layer, &place, err));
        behind[l + 1] = behind[l];
        const sg_tensor_visitor visitor = {count_tensor, &behind[l + 1]};
        if (layer->kind->tensors != NULL) layer->kind->tensors(&visitor, layer->of, &state[l]);
        SG_REQUIRE(behind[l + 1].n_parameters <= MOST_PARAMETERS, SG_ELIMIT,
                   "layer %u: %llu weights are too many", l,
                   (unsigned long long)behind[l + 1].n_parameters);
    }
done:
    return status;
}

sg_status sg_network_measure(uint64_t *n_parameters, uint64_t *max_width,
                             const sg_network_spec *spec, sg_error *err)
{
    sg_status status = SG_OK;
    sg_state *state = NULL;
    tally *behind = NULL;
    uint64_t widest = 0;
    SG_ALLOC(state, spec->n_layers + (size_t)1);
    SG_ALLOC(behind, spec->n_layers + (size_t)1);
    SG_TRY(measure_layers(state, behind, spec, err));
    for (uint32_t l = 0; l <= spec->n_layers; l++)
        if (state[l].width > widest) widest = state[l].width;
    *n_parameters = behind[spec->n_layers].n_parameters;
    *max_width = widest;
done:
    sg_free(state);
    sg_free(behind);
    return status;
}

/* ---- Listing -------------------------------------------------------------------------------- */

void sg_network_outline_free(sg_network_outline *outline)
{
    sg_free(outline->state);
    sg_free(outline->tensor);
    sg_free(outline->first_tensor);
    *outline = (sg_network_outline){0};
}

typedef struct listing {
    sg_network_outline *outline;
    uint32_t layer;
} listing;

static void list_tensor(void *context, const sg_tensor *tensor)
{
    const listing *l = context;
    sg_network_outline *o = l->outline;
    sg_tensor *to = &o->tensor[o->n_tensors++];
    *to = *tensor;
    to->layer = l->layer;
    to->first = o->n_parameters;
    o->n_parameters += tensor->n;
}

sg_status sg_network_check_rows(const sg_state *last, sg_item_kind item, sg_error *err)
{
    sg_status status = SG_OK;
    sg_words words = {0};
    SG_REQUIRE(item == SG_ITEM_NODE || !last->of_nodes, SG_EINVAL,
               "model: the last layer must give a row per graph; end with a %s",
               sg_layer_kinds_that_pool(&words));
    SG_REQUIRE(
        item == SG_ITEM_GRAPH || last->of_nodes, SG_EINVAL,
        "model: the last layer must give a row per node; leave out layers that pool nodes, "
        "such as a %s, and end with a layer of nodes, such as linear",
        sg_layer_kinds_that_pool(&words));
done:
    return status;
}

sg_status sg_network_outline_make(sg_network_outline *outline, const sg_network_spec *spec,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    sg_network_outline made = {.n_layers = spec->n_layers};
    tally *behind = NULL;
    SG_REQUIRE(spec->n_layers > 0, SG_EINVAL, "model: has no layers");
    SG_ALLOC(made.state, spec->n_layers + (size_t)1);
    SG_ALLOC(made.first_tensor, spec->n_layers + (size_t)1);
    SG_ALLOC(behind, spec->n_layers + (size_t)1);
    SG_TRY(measure_layers(made.state, behind, spec, err));
    SG_TRY(sg_network_check_rows(&made.state[spec->n_layers], spec->item, err));
    SG_ALLOC(made.tensor, behind[spec->n_layers].n_tensors);
    for (uint32_t l = 0; l < spec->n_layers; l++) {
        const sg_layer_kind *kind = spec->layer[l].kind;
        listing of_layer = {&made, l};
        const sg_tensor_visitor visitor = {list_tensor, &of_layer};
        made.first_tensor[l] = made.n_tensors;
        if (kind->tensors != NULL) kind->tensors(&visitor, spec->layer[l].of, &made.state[l]);
    }
    made.first_tensor[spec->n_layers] = made.n_tensors;
    *outline = made;
    made = (sg_network_outline){0};
done:
    sg_free(behind);
    sg_network_outline_free(&made);
    return status;
}
