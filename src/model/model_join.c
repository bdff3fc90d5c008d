/* model_join.c - towers side by side, and a linear layer that adds up what they say. */
#include "model/model_join.h"

#include "base/mem.h"
#include "base/text.h"
#include "layers/kinds/branch_layer.h"
#include "layers/kinds/concat_layer.h"
#include "layers/kinds/linear_layer.h"

#include <string.h>

/* ---- What must be the same ------------------------------------------------------------------ */

static bool have_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool begin_alike(const sg_inputs *a, const sg_inputs *b)
{
    if (a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->part[i].kind != b->part[i].kind ||
            !have_same_text(a->part[i].labels, b->part[i].labels))
            return false;
    return true;
}

bool sg_blueprints_can_join(const sg_blueprint *first, const sg_blueprint *other, uint32_t n)
{
    const uint64_t n_layers =
        n * (uint64_t)(first->n_layers > other->n_layers ? first->n_layers : other->n_layers);
    return begin_alike(&first->input, &other->input) && n_layers + n + 1 <= SG_MAX_LAYERS;
}

static sg_status check_member(const sg_model *first, const sg_model *model, uint32_t number,
                              sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_model_check_trained(model, err));
    SG_TRY(sg_model_check_alike(first, model, number, err));
    SG_REQUIRE(begin_alike(&first->blueprint.input, &model->blueprint.input) &&
                   first->n_attributes == model->n_attributes,
               SG_EINVAL, "models: model %u begins with another input than the first one",
               number);
    SG_REQUIRE(have_same_text(first->form, model->form) &&
                   have_same_text(first->reading, model->reading),
               SG_EINVAL, "models: model %u reads its data in another way than the first one",
               number);
done:
    return status;
}

/* ---- Layers --------------------------------------------------------------------------------- */

static uint32_t count_layers(const sg_model *const *member, uint32_t n)
{
    uint32_t sum = n + 1; /* branches between towers, concat and linear */
    for (uint32_t i = 0; i < n; i++) sum += member[i]->blueprint.n_layers;
    return sum;
}

/* The layers of a member behind those that are there, which begins with the input. */
static sg_status add_tower(sg_blueprint *joined, const sg_blueprint *tower, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint copy = {0};
    SG_TRY(sg_blueprint_copy(&copy, tower, err));
    if (joined->n_layers > 0) {
        SG_TRY(sg_layer_design_make(&joined->layer[joined->n_layers], &sg_branch_kind, err));
        joined->n_layers++;
    }
    const uint32_t before = joined->n_layers;
    for (uint32_t l = 0; l < copy.n_layers; l++) {
        sg_layer_design_shift(&copy.layer[l], before);
        joined->layer[joined->n_layers++] = copy.layer[l];
        copy.layer[l] = (sg_layer_design){0};
    }
    copy.n_layers = 0; /* all have moved */
done:
    sg_blueprint_free(&copy);
    return status;
}

/* What towers have said side by side, and its sum. */
static sg_status add_end(sg_blueprint *joined, const uint32_t *end, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sg_layer_design *layer = &joined->layer[joined->n_layers];
    SG_TRY(sg_layer_design_make(layer, &sg_concat_kind, err));
    joined->n_layers++;
    sg_concat_spec *concat = layer->settings;
    concat->n = n;
    memcpy(concat->from, end, n * sizeof *end);
    SG_TRY(sg_layer_design_make(layer + 1, &sg_linear_kind, err));
    joined->n_layers++;
    *(sg_linear_spec *)layer[1].settings = (sg_linear_spec){.outputs = 0, .bias = true};
done:
    return status;
}

static sg_status join_layers(sg_blueprint *joined, const sg_model *const *member, uint32_t n,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint first = {0};
    uint32_t end[SG_MAX_EARLIER];
    const uint32_t n_layers = count_layers(member, n);
    SG_REQUIRE(n_layers <= SG_MAX_LAYERS, SG_EINVAL,
               "models: together they have more than %d layers", (int)SG_MAX_LAYERS);
    SG_TRY(sg_blueprint_copy(&first, &member[0]->blueprint, err));
    joined->input = first.input;
    first.input = (sg_inputs){0};
    SG_ALLOC(joined->layer, n_layers);
    for (uint32_t i = 0; i < n; i++) {
        SG_TRY(add_tower(joined, &member[i]->blueprint, err));
        end[i] = joined->n_layers; /* its last layer's number plus 1 */
    }
    SG_TRY(add_end(joined, end, n, err));
done:
    sg_blueprint_free(&first);
    return status;
}

/* ---- Weights -------------------------------------------------------------------------------- */

/* What output o of a member is multiplied by, and what is added, so that it has the unit of the first one. */
typedef struct unit {
    double factor, shift;
} unit;

static unit unit_of(const sg_outputs *first, const sg_outputs *outputs, uint32_t o)
{
    if (outputs->temperature != NULL) return (unit){1 / outputs->temperature[o], 0};
    if (outputs->scale == NULL) return (unit){1, 0};
    return (unit){outputs->scale[o] / first->scale[o],
                  (outputs->offset[o] - first->offset[o]) / first->scale[o]};
}

/* The matrix is [n members][outputs][outputs], and the bias comes behind it. */
static void fill_end(double *weight, const sg_model *const *member, const double *share,
                     uint32_t n)
{
    const sg_outputs *first = &member[0]->outputs;
    const size_t width = first->n;
    double *bias = weight + n * width * width, sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += share[i];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t o = 0; o < width; o++) {
            const unit u = unit_of(first, &member[i]->outputs, o);
            weight[(i * width + o) * width + o] = share[i] / sum * u.factor;
            bias[o] += share[i] / sum * u.shift;
        }
}

static sg_status join_weights(sg_model *joined, const sg_model *const *member,
                              const double *share, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t width = member[0]->outputs.n;
    size_t n_weights = (n * width + 1) * width, at = 0;
    for (uint32_t i = 0; i < n; i++) n_weights += member[i]->n_weights;
    SG_ALLOC(joined->weight, n_weights);
    joined->n_weights = n_weights;
    for (uint32_t i = 0; i < n; at += member[i++]->n_weights)
        if (member[i]->n_weights > 0)
            memcpy(joined->weight + at, member[i]->weight,
                   member[i]->n_weights * sizeof *joined->weight);
    fill_end(joined->weight + at, member, share, n);
done:
    return status;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static sg_status join_outputs(sg_outputs *outputs, const sg_outputs *first, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_outputs_copy(outputs, first, err));
    sg_free(outputs->temperature);
    sg_free(outputs->threshold);
    outputs->temperature = outputs->threshold = NULL;
done:
    return status;
}

/* Members that know what attributes are called say the same. */
static sg_status join_names(sg_model *joined, const sg_model *const *member, uint32_t n,
                            sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < n; i++) {
        const sg_names *said[2] = {&member[i]->node_attribute_name,
                                   &member[i]->edge_attribute_name};
        sg_names *known[2] = {&joined->node_attribute_name, &joined->edge_attribute_name};
        for (uint32_t k = 0; k < 2; k++) {
            SG_REQUIRE(said[k]->n == 0 || known[k]->n == 0 || sg_names_equal(said[k], known[k]),
                       SG_EINVAL,
                       "models: the attributes of model %u have other names, or another order, "
                       "than those of the models before it",
                       i);
            if (known[k]->n == 0) SG_TRY(sg_names_add_all(known[k], said[k], err));
        }
    }
done:
    return status;
}

/* Layers that do not fit together are found here. */
static sg_status check_joined(const sg_model *joined, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_model_on_data m = {0};
    const sg_status opened = sg_model_open_alone(&m, joined, 0, &inner);
    SG_REQUIRE(opened == SG_OK, opened == SG_ENOMEM ? SG_ENOMEM : SG_EINVAL,
               "models: they cannot be joined: %s", inner.text);
    status = sg_model_check_weights(joined, &m, err);
    sg_model_on_data_close(&m);
done:
    return status;
}

sg_status sg_model_join(sg_model *joined, const sg_model *const *member, const double *share,
                        uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *first = member[0];
    sg_model made = {.loss = first->loss,
                     .precision = first->precision,
                     .n_attributes = first->n_attributes,
                     .is_trained = true};
    SG_REQUIRE(n <= SG_MAX_EARLIER, SG_EINVAL, "models: at most %d can be joined",
               (int)SG_MAX_EARLIER);
    for (uint32_t i = 0; i < n; i++) {
        SG_REQUIRE(share[i] > 0, SG_EINVAL, "models: the share of model %u is %g, not above 0",
                   i, share[i]);
        SG_TRY(check_member(first, member[i], i, err));
        SG_TRY(sg_vocabularies_add(&made.vocabularies, &member[i]->vocabularies, err));
        made.sees |= member[i]->sees;
    }
    SG_TRY(join_layers(&made.blueprint, member, n, err));
    SG_TRY(join_outputs(&made.outputs, &first->outputs, err));
    SG_TRY(sg_model_keep_form(&made, first->form, first->rules, err));
    SG_TRY(join_names(&made, member, n, err));
    SG_TRY(sg_experience_copy(&made.met, &first->met, err));
    SG_TRY(join_weights(&made, member, share, n, err));
    SG_TRY(check_joined(&made, err));
    *joined = made;
    made = (sg_model){0};
done:
    sg_model_free(&made);
    return status;
}
