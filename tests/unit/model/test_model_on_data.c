/* test_model_on_data.c - a blueprint on data: its network's layers, input, states, tensors and
 * cache. */
#include "model/model_on_data.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/layer_specs.h"
#include "support/small_data.h"

#define PATH "0: 5 5 9 / 0-1 1-2", "1: 5"

/* Seven layers, of which three have an activation behind them. */
#define DEEP                                                                                   \
    "noise: 0.25\n"                                                                            \
    "layers:\n"                                                                                \
    "- linear: {outputs: 4, activation: relu}\n"                                               \
    "- encoder: {heads: [label @ distance 0..1], activation: identity}\n"                      \
    "- residual: {from: 0}\n"                                                                  \
    "- dropout: {rate: 0.5}\n"                                                                 \
    "- residual: {from: 2}\n"                                                                  \
    "- decoder: {heads: [label x2], outputs: 3, activation: tanh}\n"                           \
    "- linear: {outputs: classes, activation: sigmoid}\n"

/* ---- Layers ----------------------------------------------------------------------------------- */

static void activations_are_layers_of_their_own(void **state)
{
    (void)state;
    static const struct {
        const sg_layer_kind *kind;
        uint32_t of;
    } LAYER_OF[] = {{&sg_linear_kind, 0},    {&sg_activation_kind, 0}, {&sg_encoder_kind, 1},
                    {&sg_residual_kind, 2},  {&sg_dropout_kind, 3},    {&sg_residual_kind, 4},
                    {&sg_decoder_kind, 5},   {&sg_activation_kind, 5}, {&sg_linear_kind, 6},
                    {&sg_activation_kind, 6}};
    static const uint32_t FIRST[] = {0, 2, 3, 4, 5, 6, 8};
    sg_dataset data = small_data(PATH);
    sg_blueprint b = small_blueprint(DEEP);
    sg_model_on_data m;
    const sg_placement on = {.data = &data, .max_batch = 2};
    check_ok(sg_model_on_data_open(&m, &b, 2, &on, &err));
    assert_int_equal(m.spec.n_layers, 10);
    for (uint32_t l = 0; l < 10; l++) {
        assert_ptr_equal(m.spec.layer[l].kind, LAYER_OF[l].kind);
        assert_int_equal(m.layer_of[l], LAYER_OF[l].of);
        assert_false(m.spec.layer[l].frozen);
    }
    for (uint32_t l = 0; l < 7; l++) assert_int_equal(sg_model_on_data_layer(&m, l), FIRST[l]);
    /* States are numbered through the network: behind layer 0 with its activation, behind layer
     * 2. */
    assert_int_equal(((const sg_residual_spec *)m.layer[3].of)->from, 2);
    assert_int_equal(((const sg_residual_spec *)m.layer[5].of)->from, 4);
    assert_int_equal(((const sg_activation_spec *)m.layer[7].of)->activation,
                     SG_ACTIVATION_TANH);
    assert_int_equal(((const sg_linear_spec *)m.layer[8].of)->outputs, 2);
    assert_int_equal(sg_model_on_data_outputs(&m), 2);
    assert_true(m.spec.noise == 0.25);
    assert_int_equal(m.spec.max_batch, 2);
    assert_int_equal(m.spec.item, SG_ITEM_GRAPH);
    assert_ptr_equal(m.spec.graph, &data.graph);
    sg_model_on_data_close(&m);
    assert_true(m.spec.n_layers == 0 && m.cache == NULL && m.outline.state == NULL);
    sg_model_on_data_close(&m);
    sg_blueprint_free(&b);
    sg_dataset_free(&data);
}

static void weights_are_counted_by_layer(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_blueprint b = small_blueprint(DEEP);
    sg_model_on_data m;
    uint64_t n[7], sum = 0;
    check_ok(
        sg_model_on_data_open(&m, &b, 2, &(sg_placement){.data = &data, .max_batch = 1}, &err));
    sg_model_on_data_weights(n, &m);
    /* 1 x 4 and biases; five triples; 2 heads with 2 labels and 3 outputs each, with biases for
     * the four columns of each output; from 2 x 3 x 4 numbers to two. */
    static const uint64_t WANTED[] = {8, 5, 0, 0, 0, 2 * 2 * 3 + 2 * 3 * 4, 24 * 2 + 2};
    for (int l = 0; l < 7; l++) {
        assert_int_equal(n[l], WANTED[l]);
        sum += n[l];
    }
    assert_int_equal(sum, m.outline.n_parameters);
    sg_model_on_data_close(&m);
    sg_blueprint_free(&b);
    sg_dataset_free(&data);
}

static void layers_are_frozen_by_their_numbers(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_blueprint b = small_blueprint(DEEP);
    sg_model_on_data m;
    sg_layer_set set = {0};
    check_ok(
        sg_model_on_data_open(&m, &b, 2, &(sg_placement){.data = &data, .max_batch = 1}, &err));
    sg_layer_set_add(&set, 1);
    sg_layer_set_add(&set, 5);
    check_ok(sg_model_on_data_freeze(&m, &set, &err));
    for (uint32_t l = 0; l < 10; l++)
        assert_int_equal(m.spec.layer[l].frozen, m.layer_of[l] == 1 || m.layer_of[l] == 5);
    /* There are seven; a set that names an eighth changes nothing. */
    sg_layer_set wrong = {0};
    sg_layer_set_add(&wrong, 0);
    sg_layer_set_add(&wrong, 7);
    check_fails(sg_model_on_data_freeze(&m, &wrong, &err), SG_EINVAL,
                "freeze: there is no layer 7; there are 7, numbered from 0");
    assert_false(m.spec.layer[0].frozen);
    assert_true(m.spec.layer[2].frozen);
    check_ok(sg_model_on_data_freeze(&m, &(sg_layer_set){0}, &err));
    for (uint32_t l = 0; l < 10; l++) assert_false(m.spec.layer[l].frozen);
    sg_model_on_data_close(&m);
    sg_blueprint_free(&b);
    sg_dataset_free(&data);
}

/* ---- Input ------------------------------------------------------------------------------------ */

#define POOLED "layers: [{linear: {outputs: 2}}, {pool: {}}]"

static void inputs_are_of_three_kinds_and_side_by_side(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    small_data_attributes(&data, 3);
    const sg_placement on = {.data = &data, .max_batch = 1};
    sg_model_on_data m;
    sg_blueprint b = small_blueprint(POOLED);
    check_ok(sg_model_on_data_open(&m, &b, 2, &on, &err));
    assert_true(sg_network_input_is_ones(&m.spec) && sg_network_input_width(&m.spec) == 1);
    sg_model_on_data_close(&m);
    sg_blueprint_free(&b);
    b = small_blueprint("input: labels\n" POOLED);
    check_ok(sg_model_on_data_open(&m, &b, 2, &on, &err));
    assert_true(m.block[0].value == NULL && sg_network_input_width(&m.spec) == 2);
    assert_false(sg_network_input_is_ones(&m.spec));
    const uint32_t *label = m.block[0].label;
    assert_true(label[0] == label[1] && label[1] != label[2] && label[3] == label[0]);
    sg_model_on_data_close(&m);
    sg_blueprint_free(&b);
    b = small_blueprint("input: attributes\n" POOLED);
    check_ok(sg_model_on_data_open(&m, &b, 2, &on, &err));
    assert_true(m.block[0].value == data.node_attribute.value &&
                sg_network_input_width(&m.spec) == 3);
    assert_int_equal(m.outline.n_parameters, 3 * 2 + 2);
    sg_model_on_data_close(&m);
    sg_blueprint_free(&b);
    b = small_blueprint("input: [labels degree, attributes, ones]\n" POOLED);
    check_ok(sg_model_on_data_open(&m, &b, 2, &on, &err));
    assert_int_equal(sg_network_inputs(&m.spec), 3);
    assert_int_equal(sg_network_input_width(&m.spec), m.block[0].width + 3 + 1);
    assert_true(m.block[0].label != NULL && m.block[1].value == data.node_attribute.value);
    assert_true(sg_network_input(&m.spec, 2).width == 1 && m.block[2].value == NULL);
    sg_model_on_data_close(&m);
    sg_blueprint_free(&b);
    sg_dataset_free(&data);
}

static void attributes_must_be_there(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_blueprint b = small_blueprint("input: attributes\n" POOLED);
    sg_model_on_data m;
    const long live = sg_mem_live();
    check_fails(
        sg_model_on_data_open(&m, &b, 2, &(sg_placement){.data = &data, .max_batch = 1}, &err),
        SG_EINVAL,
        "input: attributes: the data set small has no node attributes; ones and labels "
        "are possible");
    assert_int_equal(sg_mem_live(), live);
    sg_blueprint_free(&b);
    sg_dataset_free(&data);
}

/* One attribute is enough, and data without a name is refused, too. */
static void attributes_are_checked_by_themselves(void **state)
{
    (void)state;
    double value = 0;
    const sg_dataset with = {.node_attribute = {&value, 1}}, without = {0};
    check_ok(sg_input_check_attributes(&with, &err));
    check_fails(sg_input_check_attributes(&without, &err), SG_EINVAL,
                "input: attributes: the data set  has no node attributes");
}

/* ---- Where it goes ---------------------------------------------------------------------------- */

/* Labels and plans of a cache that others use, too, are not made again, and not closed. */
static void a_shelf_is_shared(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_blueprint b = small_blueprint(DEEP);
    sg_plan_cache *cache = NULL;
    sg_model_on_data first, second;
    check_ok(sg_plan_cache_open(&cache, &data, NULL, NULL, &err));
    const sg_placement on = {.cache = cache, .max_batch = 1};
    check_ok(sg_model_on_data_open(&first, &b, 2, &on, &err));
    assert_int_equal(sg_plan_cache_plan_count(cache), 1);
    check_ok(sg_model_on_data_open(&second, &b, 2, &on, &err));
    assert_int_equal(sg_plan_cache_plan_count(cache), 1);
    const sg_encoder_spec *one = first.layer[2].of, *two = second.layer[2].of;
    assert_ptr_equal(one->head[0].plan, two->head[0].plan);
    assert_true(first.cache == cache && first.own_cache == NULL);
    sg_model_on_data_close(&first);
    assert_int_equal(two->head[0].plan->n_slots, 5);
    sg_model_on_data_close(&second);
    assert_int_equal(sg_plan_cache_plan_count(cache), 1);
    sg_plan_cache_close(cache);
    sg_blueprint_free(&b);
    sg_dataset_free(&data);
}

/* A model's vocabularies counts, not what the data has. */
static void knowledge_decides_what_has_a_weight(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH), other = small_data("0: 9 9 7 / 0-1 1-2", "1: 3");
    sg_model model = small_model(&data, "layers: [{encoder: {heads: [label @ distance 0..1]}}, "
                                        "{decoder: {heads: [label]}}]");
    sg_model_on_data m;
    const sg_placement on = {.data = &other, .known = &model.vocabularies, .max_batch = 2};
    check_ok(sg_model_on_data_open(&m, &model.blueprint, 2, &on, &err));
    assert_int_equal(m.outline.n_parameters, model.n_weights);
    const sg_decoder_spec *decoder = m.layer[1].of;
    assert_int_equal(decoder->head[0].n_labels, 2);
    assert_true(decoder->head[0].label[0] < 2 && decoder->head[0].label[1] < 2);
    assert_int_equal(decoder->head[0].label[2], 2);
    assert_int_equal(decoder->head[0].label[3], 2);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

/* Tables that were made once give the same. */
static void an_index_gives_the_same(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH),
               other = small_data("0: 9 9 7 / 0-1 1-2", "1: 5 5 / 0-1");
    sg_model model = small_model(&data, "layers: [{encoder: {heads: [label @ distance 0..1]}}, "
                                        "{decoder: {heads: [label]}}]");
    sg_vocabularies_index index = {0};
    sg_model_on_data with, without;
    check_ok(sg_vocabularies_index_make(&index, &model.vocabularies, &err));
    sg_placement on = {.data = &other, .known = &model.vocabularies, .max_batch = 2};
    check_ok(sg_model_on_data_open(&without, &model.blueprint, 2, &on, &err));
    on.index = &index;
    check_ok(sg_model_on_data_open(&with, &model.blueprint, 2, &on, &err));
    assert_int_equal(with.outline.n_parameters, without.outline.n_parameters);
    for (uint32_t g = 0; g < 2; g++)
        for (uint32_t v = 0; v < 3 - g; v++) {
            uint32_t sender[2][3];
            uint32_t slot[2][3];
            const uint32_t n = sg_plan_row(sender[0], slot[0], with.outline.tensor[0].plan,
                                           &other.graph, g, v);
            assert_int_equal(sg_plan_row(sender[1], slot[1], without.outline.tensor[0].plan,
                                         &other.graph, g, v),
                             n);
            for (uint32_t p = 0; p < n; p++)
                assert_true(sender[0][p] == sender[1][p] && slot[0][p] == slot[1][p]);
        }
    sg_model_on_data_close(&with);
    sg_model_on_data_close(&without);
    sg_vocabularies_index_free(&index);
    sg_model_free(&model);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

/* Without data a model still tells what it consists of. */
static void no_data_at_all(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    small_data_attributes(&data, 3);
    sg_model model =
        small_model(&data, "input: attributes\nlayers: [{encoder: {heads: [label @ distance "
                           "0..1]}}, {decoder: {heads: [label]}}, {linear: {}}]");
    sg_model_on_data m;
    const sg_placement nowhere = {
        .known = &model.vocabularies, .n_attributes = 3, .max_batch = 1};
    check_ok(sg_model_on_data_open(&m, &model.blueprint, 2, &nowhere, &err));
    assert_int_equal(m.spec.graph->n_graphs, 0);
    assert_int_equal(sg_network_input_width(&m.spec), 3);
    assert_int_equal(m.outline.n_parameters, model.n_weights);
    assert_int_equal(m.outline.tensor[0].n, 5);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* The parameters are handed on to the network, which then only predicts. */
static void parameters_are_handed_on(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_blueprint b = small_blueprint(POOLED);
    sg_model_on_data m;
    double parameter[4];
    const sg_placement on = {.data = &data, .max_batch = 1, .parameters = parameter};
    check_ok(sg_model_on_data_open(&m, &b, 2, &on, &err));
    assert_ptr_equal(m.spec.parameters, parameter);
    sg_model_on_data_close(&m);
    sg_blueprint_free(&b);
    sg_dataset_free(&data);
}

/* ---- Refusals --------------------------------------------------------------------------------- */

static void check_refused(const char *text, const sg_placement *on, sg_status status,
                          const char *part)
{
    sg_blueprint b = small_blueprint(text);
    sg_model_on_data m;
    const long live = sg_mem_live();
    check_fails(sg_model_on_data_open(&m, &b, 2, on, &err), status, part);
    assert_int_equal(sg_mem_live(), live);
    assert_null(m.layer);
    sg_model_on_data_close(&m);
    sg_blueprint_free(&b);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = small_model(&data, "layers: [{decoder: {heads: [label]}}]");
    const sg_placement on = {.data = &data, .max_batch = 1};
    check_refused("layers: [linear: {}]", &on, SG_EINVAL,
                  "model: the last layer must give a row per graph");
    check_refused("layers: [{pool: {}}, {encoder: {heads: [label @ edge]}}]", &on, SG_EINVAL,
                  "layer 1: needs a row per node");
    /* Layers are numbered in the network: an activation stands before this one. */
    check_refused(
        "layers: [{linear: {outputs: 3, activation: tanh}}, {residual: {}}, {pool: {}}]", &on,
        SG_EINVAL, "layer 2: residual: 1 numbers per node cannot be added to 3 per node");
    const sg_placement known = {.data = &data, .known = &model.vocabularies, .max_batch = 1};
    check_refused("layers: [{decoder: {heads: [degree]}}]", &known, SG_EFORMAT,
                  "model: it knows no labels of \"degree\"");
    check_refused("input: labels\nlayers: [{encoder: {heads: [label @ edge]}}, {pool: {}}]",
                  &known, SG_EFORMAT, "model: it knows no weights of \"label @ edge\"");
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* Two labels with two outputs and their biases are six weights. */
static void more_weights_than_allowed(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    const char *text = "layers: [{decoder: {heads: [label]}}]";
    sg_blueprint b = small_blueprint(text);
    sg_model_on_data m;
    sg_placement on = {.data = &data, .max_batch = 1, .max_weights = 5};
    check_refused(text, &on, SG_EFORMAT,
                  "model: its layers need 6 weights, more than the file has");
    on.max_weights = 6;
    check_ok(sg_model_on_data_open(&m, &b, 2, &on, &err));
    assert_int_equal(m.outline.n_parameters, 6);
    sg_model_on_data_close(&m);
    sg_blueprint_free(&b);
    /* A row may not be wider than there are weights, either. */
    b = small_blueprint("layers: [{encoder: {heads: [label @ edge]}}, {pool: {}}]");
    check_ok(sg_model_on_data_open(&m, &b, 2, &on, &err));
    sg_model_on_data_close(&m);
    sg_blueprint_free(&b);
    check_refused("layers: [{encoder: {heads: ['label @ distance 5 x7']}}, {pool: {}}]", &on,
                  SG_EFORMAT, "more than the file has");
    sg_dataset_free(&data);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

typedef struct ground {
    const sg_dataset *data;
    const sg_blueprint *blueprint;
} ground;

static sg_status open_once(void *context, sg_error *err)
{
    const ground *g = context;
    sg_model_on_data m;
    const sg_placement on = {.data = g->data, .max_batch = 2, .max_weights = 1000};
    const sg_status status = sg_model_on_data_open(&m, g->blueprint, 2, &on, err);
    sg_model_on_data_close(&m);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_blueprint b = small_blueprint("input: labels\n"
                                     "layers: [{encoder: {heads: [label @ edge bias degree], "
                                     "activation: tanh}}, {decoder: {heads: [wl:1]}}]");
    ground g = {&data, &b};
    assert_true(check_out_of_memory(open_once, &g) > 40);
    sg_blueprint_free(&b);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(activations_are_layers_of_their_own),
         cmocka_unit_test(weights_are_counted_by_layer),
         cmocka_unit_test(layers_are_frozen_by_their_numbers),
         cmocka_unit_test(inputs_are_of_three_kinds_and_side_by_side),
         cmocka_unit_test(attributes_must_be_there),
         cmocka_unit_test(attributes_are_checked_by_themselves),
         cmocka_unit_test(a_shelf_is_shared),
         cmocka_unit_test(knowledge_decides_what_has_a_weight),
         cmocka_unit_test(an_index_gives_the_same), cmocka_unit_test(no_data_at_all),
         cmocka_unit_test(parameters_are_handed_on),
         cmocka_unit_test(what_does_not_fit_is_refused),
         cmocka_unit_test(more_weights_than_allowed), cmocka_unit_test(out_of_memory))
