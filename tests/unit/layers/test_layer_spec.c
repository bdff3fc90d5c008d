/* test_layer_spec.c - layers of networks: specs are made of settings, and states of states. */
#include "layers/layer_kind.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/layer_specs.h"
#include "support/small_data.h"

/* ---- Specs ------------------------------------------------------------------------------------ */

/* The spec of the only layer of a blueprint, for data with three classes. */
static void *spec_of(sg_blueprint *blueprint, const char *text)
{
    void *spec = NULL;
    const sg_layer_binding to = {.n_outputs = 3};
    *blueprint = small_blueprint(text);
    check_ok(sg_layer_bind(&spec, &blueprint->layer[0], &to, &err));
    return spec;
}

static void release(void *spec, sg_blueprint *blueprint)
{
    sg_layer_unbind(spec, blueprint->layer[0].kind);
    sg_blueprint_free(blueprint);
}

static void specs_are_copies_of_settings(void **state)
{
    (void)state;
    sg_blueprint b;
    void *spec = spec_of(&b, "layers: [{linear: {outputs: 7, bias: false}}]");
    assert_int_equal(((sg_linear_spec *)spec)->outputs, 7);
    assert_false(((sg_linear_spec *)spec)->bias);
    assert_ptr_not_equal(spec, b.layer[0].settings);
    release(spec, &b);
    spec = spec_of(&b, "layers: [{norm: {affine: true}}]");
    assert_true(((sg_norm_spec *)spec)->affine);
    release(spec, &b);
    spec = spec_of(&b, "layers: [{activation: {kind: gelu}}]");
    assert_int_equal(((sg_activation_spec *)spec)->activation, SG_ACTIVATION_GELU);
    release(spec, &b);
    spec = spec_of(&b, "layers: [{dropout: {rate: 0.25}}]");
    assert_true(((sg_dropout_spec *)spec)->rate == 0.25);
    release(spec, &b);
    spec = spec_of(&b, "layers: [{pool: {kind: max}}]");
    assert_int_equal(((sg_pool_spec *)spec)->pooling, SG_POOL_MAX);
    release(spec, &b);
}

/* Outputs that a file leaves open are as many as there are classes; the file still says so. */
static void open_outputs_are_filled_in(void **state)
{
    (void)state;
    sg_blueprint b;
    void *spec = spec_of(&b, "layers: [{linear: {outputs: classes}}]");
    assert_int_equal(((sg_linear_spec *)spec)->outputs, 3);
    assert_int_equal(((const sg_linear_spec *)b.layer[0].settings)->outputs, 0);
    assert_true(((sg_linear_spec *)spec)->bias);
    release(spec, &b);
}

/* Layers of blueprints become one or two layers of the network. */
static void residual_layers_find_the_layer_behind_which_they_read(void **state)
{
    (void)state;
    static const uint32_t LAST[] = {1, 2, 4};
    static const uint32_t WANTED[] = {0, 2, 3, 5};
    static const char *const texts[] = {"{}", "{from: 0}", "{from: 1}", "{from: 2}"};
    const sg_layer_binding to = {.number = 3, .last = LAST};
    for (int i = 0; i < 4; i++) {
        char text[120];
        void *spec = NULL;
        (void)snprintf(text, sizeof text,
                       "layers: [norm: {}, norm: {}, norm: {}, residual: %s]", texts[i]);
        sg_blueprint b = small_blueprint(text);
        check_ok(sg_layer_bind(&spec, &b.layer[3], &to, &err));
        assert_int_equal(((const sg_residual_spec *)spec)->from, WANTED[i]);
        sg_layer_unbind(spec, b.layer[3].kind);
        sg_blueprint_free(&b);
    }
}

static void nothing_is_released_as_nothing(void **state)
{
    (void)state;
    for (uint32_t i = 0; sg_layer_kind_at(i) != NULL; i++)
        sg_layer_unbind(NULL, sg_layer_kind_at(i));
}

/* ---- States ----------------------------------------------------------------------------------- */

/* A layer behind a state of 6 numbers per row, and what is behind it. */
typedef struct state_case {
    sg_layer_spec layer;
    bool of_nodes; /* the rows before it */
    bool behind;   /* and behind it      */
    sg_axis axis[SG_MAX_AXES];
    uint32_t n_axes, width;
} state_case;

static void check_state(const state_case *c)
{
    const sg_state before = {
        .of_nodes = c->of_nodes, .axis = {{SG_AXIS_OUTPUTS, 6}}, .n_axes = 1, .width = 6};
    const sg_layer_place place = {.state = &before, .at_input = true};
    sg_state behind = {0};
    check_ok(sg_layer_state(&behind, &c->layer, &place, &err));
    assert_int_equal(behind.of_nodes, c->behind);
    assert_int_equal(behind.n_axes, c->n_axes);
    assert_int_equal(behind.width, c->width);
    for (uint32_t a = 0; a < c->n_axes; a++) {
        assert_int_equal(behind.axis[a].kind, c->axis[a].kind);
        assert_int_equal(behind.axis[a].size, c->axis[a].size);
    }
}

static void states_behind_layers(void **state)
{
    (void)state;
    sg_encoder_head encoder[2] = {{0}};
    sg_decoder_head decoder[3] = {{0}};
    const sg_axis inputs = {SG_AXIS_INPUTS, 6};
    const sg_layer_spec norm = LAYER(norm, true), linear = LAYER(linear, .outputs = 5),
                        tanh = LAYER(activation, SG_ACTIVATION_TANH),
                        dropout = LAYER(dropout, 0.5), sum = LAYER(pool, SG_POOL_SUM),
                        residual = LAYER(residual, .from = 0),
                        two = LAYER(encoder, encoder, .n_heads = 2),
                        three = LAYER(decoder, decoder, .n_heads = 3, .outputs = 4);
    const state_case cases[] = {
        {norm, true, true, {inputs}, 1, 6},
        {norm, false, false, {inputs}, 1, 6},
        {linear, true, true, {{SG_AXIS_OUTPUTS, 5}}, 1, 5},
        {linear, false, false, {{SG_AXIS_OUTPUTS, 5}}, 1, 5},
        {tanh, true, true, {inputs}, 1, 6},
        {tanh, false, false, {inputs}, 1, 6},
        {dropout, true, true, {inputs}, 1, 6},
        {residual, false, false, {inputs}, 1, 6},
        {sum, true, false, {inputs}, 1, 6},
        {two, true, true, {{SG_AXIS_HEADS, 2}, inputs}, 2, 12},
        {three, true, false, {{SG_AXIS_HEADS, 3}, {SG_AXIS_OUTPUTS, 4}, inputs}, 3, 72}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_state(&cases[i]);
}

static void check_refused(sg_layer_spec layer, const sg_state *before, uint32_t number,
                          sg_status status, const char *text)
{
    sg_state behind = {.width = 99, .n_axes = 7};
    const sg_layer_place place = {.number = number, .state = before, .at_input = number == 0};
    check_fails(sg_layer_state(&behind, &layer, &place, &err), status, text);
    assert_true(behind.width == 99 && behind.n_axes == 7);
}

static void layers_that_cannot_stand_there(void **state)
{
    (void)state;
    const sg_state of_nodes[] = {{.of_nodes = true, .width = 6},
                                 {.of_nodes = true, .width = 4}},
                   pooled[] = {{.of_nodes = true, .width = 4}, {.of_nodes = false, .width = 4}};
    sg_encoder_head encoder = {0};
    sg_decoder_head decoder = {0};
    const char *late = "layer 1: needs a row per node, but a layer before it has pooled them";
    check_refused((sg_layer_spec)LAYER(encoder, &encoder, .n_heads = 1), pooled, 1, SG_EINVAL,
                  late);
    check_refused((sg_layer_spec)LAYER(decoder, &decoder, .n_heads = 1, .outputs = 1), pooled,
                  1, SG_EINVAL, late);
    check_refused((sg_layer_spec)LAYER(pool, SG_POOL_SUM), pooled, 1, SG_EINVAL, late);
    check_refused((sg_layer_spec)LAYER(encoder, &encoder, .n_heads = 0), of_nodes, 1, SG_EINVAL,
                  "layer 1: has no heads");
    check_refused((sg_layer_spec)LAYER(decoder, &decoder, .n_heads = 0, .outputs = 1), of_nodes,
                  0, SG_EINVAL, "layer 0: has no heads");
    check_refused((sg_layer_spec)LAYER(decoder, &decoder, .n_heads = 1, .outputs = 0), of_nodes,
                  1, SG_EINVAL, "layer 1: has no outputs");
    check_refused((sg_layer_spec)LAYER(linear, .outputs = 0), of_nodes, 1, SG_EINVAL,
                  "layer 1: has no outputs");
    check_refused((sg_layer_spec)LAYER(dropout, 1), of_nodes, 1, SG_EINVAL,
                  "layer 1: dropout: the rate must be in [0, 1), not 1");
    check_refused((sg_layer_spec)LAYER(dropout, NAN), of_nodes, 1, SG_EINVAL,
                  "layer 1: dropout");
    check_refused((sg_layer_spec)LAYER(residual, .from = 2), of_nodes, 1, SG_EINVAL,
                  "layer 1: residual: layer 1 does not come before it");
    check_refused((sg_layer_spec)LAYER(residual, .from = 0), of_nodes, 1, SG_EINVAL,
                  "layer 1: residual: 6 numbers per node cannot be added to 4 per node");
    check_refused((sg_layer_spec)LAYER(residual, .from = 0), pooled, 1, SG_EINVAL,
                  "layer 1: residual: 4 numbers per node cannot be added to 4 per graph");
    check_refused((sg_layer_spec)LAYER(residual, .from = 1, .drop = 1), of_nodes, 1, SG_EINVAL,
                  "layer 1: residual: drop must be in [0, 1), not 1");
    check_refused((sg_layer_spec)LAYER(concat, .n = 1, .from = {2}), of_nodes, 1, SG_EINVAL,
                  "layer 1: concat: layer 1 does not come before it");
    check_refused((sg_layer_spec)LAYER(concat, .n = 0), of_nodes, 1, SG_EINVAL,
                  "layer 1: concat: 1 to 64 layers are needed");
    check_refused((sg_layer_spec)LAYER(concat, .n = 1, .from = {0}), pooled, 1, SG_EINVAL,
                  "has a row per node, but here is one per graph");
    check_refused((sg_layer_spec)LAYER(gat, .outputs = 7, .heads = 2), of_nodes, 1, SG_EINVAL,
                  "layer 1: 7 outputs cannot be divided among 2 heads");
    check_refused((sg_layer_spec)LAYER(gatv2, .outputs = 7), of_nodes, 1, SG_EINVAL,
                  "layer 1: has no heads");
    check_refused(
        (sg_layer_spec)LAYER(gat, .outputs = 1 << 20, .heads = 1 << 20, .join = SG_JOIN_MEAN),
        of_nodes, 1, SG_EINVAL, "heads of 1048576 outputs are too many");
}

/* 2^28 numbers in a row and no more, whichever axes make them. */
static void rows_have_a_limit(void **state)
{
    (void)state;
    const uint32_t most = 1U << 28;
    const sg_state one = {.of_nodes = true, .width = 1},
                   wide = {.of_nodes = true, .width = 1U << 27};
    sg_encoder_head encoder[3] = {{0}};
    sg_decoder_head decoder[3] = {{0}};
    sg_state behind = {0};
    const sg_layer_spec linear = LAYER(linear, .outputs = most),
                        two = LAYER(encoder, encoder, .n_heads = 2),
                        decode = LAYER(decoder, decoder, .n_heads = 1, .outputs = 2);
    check_ok(sg_layer_state(&behind, &linear, &(sg_layer_place){.state = &one}, &err));
    assert_int_equal(behind.width, most);
    check_ok(sg_layer_state(&behind, &two, &(sg_layer_place){.state = &wide}, &err));
    assert_int_equal(behind.width, most);
    check_ok(sg_layer_state(&behind, &decode, &(sg_layer_place){.state = &wide}, &err));
    assert_int_equal(behind.width, most);
    const char *text = "layer 0: a row of more than 268435456 numbers";
    check_refused((sg_layer_spec)LAYER(linear, .outputs = most + 1), &one, 0, SG_ELIMIT, text);
    check_refused((sg_layer_spec)LAYER(linear, .outputs = UINT32_MAX), &one, 0, SG_ELIMIT,
                  text);
    check_refused((sg_layer_spec)LAYER(encoder, encoder, .n_heads = 3), &wide, 0, SG_ELIMIT,
                  text);
    check_refused((sg_layer_spec)LAYER(encoder, encoder, .n_heads = UINT32_MAX), &wide, 0,
                  SG_ELIMIT, text);
    /* (2^32 - 1)^2 * 2^27 is more than 2^64. */
    check_refused(
        (sg_layer_spec)LAYER(decoder, decoder, .n_heads = UINT32_MAX, .outputs = UINT32_MAX),
        &wide, 0, SG_ELIMIT, text);
}

/* ---- Tensors ---------------------------------------------------------------------------------- */

/* "name HxWx.. start" of every tensor, one behind the other. */
static void describe(void *context, const sg_tensor *tensor)
{
    static const char *const STARTS[] = {"weights", "biases", "fan-in", "ones", "zeros"};
    static const char AXES[] = {[SG_AXIS_INPUTS] = 'i',
                                [SG_AXIS_OUTPUTS] = 'o',
                                [SG_AXIS_HEADS] = 'h',
                                [SG_AXIS_LABELS] = 'l',
                                [SG_AXIS_TRIPLES] = 't'};
    char *text = context;
    text += strlen(text);
    text += sprintf(text, "%s", tensor->name);
    if (tensor->of_head) text += sprintf(text, "%u", tensor->head);
    for (uint32_t a = 0; a < tensor->n_axes; a++)
        text += sprintf(text, "[%c%u]", AXES[tensor->axis[a].kind], tensor->axis[a].size);
    text += sprintf(text, " %s", STARTS[tensor->start]);
    if (tensor->start == SG_START_FAN_IN) text += sprintf(text, " %u", tensor->fan_in);
    (void)sprintf(text, "; ");
}

static void check_tensors(sg_layer_spec layer, const char *expected)
{
    const sg_state before = {.of_nodes = true, .width = 6};
    char text[600] = "";
    if (layer.kind->tensors != NULL)
        layer.kind->tensors(&(sg_tensor_visitor){describe, text}, layer.of, &before);
    assert_string_equal(text, expected);
}

static void tensors_of_layers(void **state)
{
    (void)state;
    static const uint32_t LABEL[1] = {0};
    const sg_plan plan = {.n_slots = 11}, small = {.n_slots = 0};
    sg_encoder_head encoder[3] = {{.plan = &plan},
                                  {.plan = &small, .bias_label = LABEL, .n_bias_labels = 3},
                                  {.plan = &plan}};
    sg_decoder_head decoder[2] = {{LABEL, 5, "wl:1"}, {LABEL, 0, "wl:2"}};
    check_tensors((sg_layer_spec)LAYER(linear, .outputs = 4, .bias = true),
                  "weight[i6][o4] fan-in 6; bias[o4] fan-in 6; ");
    check_tensors((sg_layer_spec)LAYER(linear, .outputs = 4), "weight[i6][o4] fan-in 6; ");
    check_tensors((sg_layer_spec)LAYER(norm, true), "gain[i6] ones; shift[i6] zeros; ");
    check_tensors((sg_layer_spec)LAYER(norm, false), "");
    check_tensors((sg_layer_spec)LAYER(activation, SG_ACTIVATION_TANH), "");
    check_tensors((sg_layer_spec)LAYER(dropout, 0.5), "");
    check_tensors((sg_layer_spec)LAYER(pool, SG_POOL_MAX), "");
    check_tensors((sg_layer_spec)LAYER(residual, .from = 0), "");
    check_tensors((sg_layer_spec)LAYER(encoder, encoder, .n_heads = 3),
                  "weight0[t11] weights; weight1[t0] weights; bias1[l3][i6] biases; "
                  "weight2[t11] weights; ");
    check_tensors(
        (sg_layer_spec)LAYER(decoder, decoder, .n_heads = 2, .outputs = 4, .bias = true),
        "weight0[l5][o4] weights; weight1[l0][o4] weights; bias[h2][o4][i6] biases; ");
    check_tensors((sg_layer_spec)LAYER(decoder, decoder, .n_heads = 1, .outputs = 4),
                  "weight0[l5][o4] weights; ");
}

/* ---- For others ------------------------------------------------------------------------------- */

static void heads_and_linearity(void **state)
{
    (void)state;
    const struct {
        sg_layer_spec layer;
        uint32_t n_heads;
        sg_linearity linearity;
    } cases[] = {{LAYER(encoder, .n_heads = 7), 7, SG_LINEAR},
                 {LAYER(decoder, .n_heads = 5), 5, SG_LINEAR},
                 {LAYER(linear, .outputs = 2), 1, SG_LINEAR},
                 {LAYER(norm, true), 1, SG_NONLINEAR},
                 {LAYER(norm, false), 1, SG_NONLINEAR},
                 {LAYER(dropout, 0.5), 1, SG_LINEAR},
                 {LAYER(residual, .from = 0), 1, SG_LINEAR},
                 {LAYER(pool, SG_POOL_MEAN), 1, SG_LINEAR},
                 {LAYER(pool, SG_POOL_SUM), 1, SG_LINEAR},
                 {LAYER(pool, SG_POOL_MAX), 1, SG_PIECEWISE_LINEAR},
                 {LAYER(activation, SG_ACTIVATION_IDENTITY), 1, SG_LINEAR},
                 {LAYER(activation, SG_ACTIVATION_RELU), 1, SG_PIECEWISE_LINEAR},
                 {LAYER(activation, SG_ACTIVATION_LEAKY_RELU), 1, SG_PIECEWISE_LINEAR},
                 {LAYER(activation, SG_ACTIVATION_TANH), 1, SG_NONLINEAR},
                 {LAYER(activation, SG_ACTIVATION_SIGMOID), 1, SG_NONLINEAR},
                 {LAYER(activation, SG_ACTIVATION_GELU), 1, SG_NONLINEAR}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(sg_layer_heads(&cases[i].layer), cases[i].n_heads);
        assert_int_equal(sg_layer_linearity(&cases[i].layer), cases[i].linearity);
    }
}

/* Heads are named as users write them, but each copy alone; layers without heads by their word. */
static void heads_have_texts(void **state)
{
    (void)state;
    sg_head near = {0}, far = {0};
    check_ok(sg_head_parse(&near, "label->degree @ edge x3 at-least 2 bias wl:1", &err));
    check_ok(sg_head_parse(&far, "wl:2 @ distance 0..6", &err));
    sg_encoder_head encoder[] = {{.design = &near}, {.design = &far}};
    sg_decoder_head decoder[] = {{.expression = "wl:1"}, {.expression = "degree"}};
    const struct {
        sg_layer_spec layer;
        uint32_t head;
        const char *text;
    } cases[] = {{LAYER(encoder, encoder, .n_heads = 2), 0,
                  "label -> degree @ edge at-least 2 bias wl:1"},
                 {LAYER(encoder, encoder, .n_heads = 2), 1, "wl:2 @ distance 0..6"},
                 {LAYER(decoder, decoder, .n_heads = 2), 0, "wl:1"},
                 {LAYER(decoder, decoder, .n_heads = 2), 1, "degree"},
                 {LAYER(linear, .outputs = 2), 0, "linear"},
                 {LAYER(norm, true), 0, "norm"},
                 {LAYER(pool, SG_POOL_MAX), 0, "pool max"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = NULL;
        check_ok(sg_layer_head_text(&text, &cases[i].layer, cases[i].head, &err));
        assert_string_equal(text, cases[i].text);
        sg_free(text);
    }
    assert_int_equal(near.copies, 3); /* as it was */
    sg_head_free(&near);
    sg_head_free(&far);
}

static sg_status write_head(void *context, sg_error *err)
{
    char *text = NULL;
    const sg_status status = sg_layer_head_text(&text, context, 0, err);
    assert_true((status == SG_OK) == (text != NULL));
    sg_free(text);
    return status;
}

static void texts_of_heads_take_memory(void **state)
{
    (void)state;
    sg_head head = {0};
    check_ok(sg_head_parse(&head, "label @ edge", &err));
    sg_encoder_head encoder = {.design = &head};
    sg_decoder_head decoder = {.expression = "wl:1"};
    sg_layer_spec layers[] = {LAYER(encoder, &encoder, .n_heads = 1),
                              LAYER(decoder, &decoder, .n_heads = 1),
                              LAYER(linear, .outputs = 2)};
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++)
        assert_true(check_out_of_memory(write_head, &layers[i]) >= 1);
    sg_head_free(&head);
}

/* gine is gin with edges. */
static void gin_and_gine_are_described_alike(void **state)
{
    (void)state;
    assert_true(sg_gin_kind.state == sg_gin_state && sg_gine_kind.state == sg_gin_state);
    assert_true(sg_gin_kind.tensors == sg_gin_tensors &&
                sg_gine_kind.tensors == sg_gin_tensors);
    assert_ptr_equal(sg_gin_kind.ops_f32, sg_gine_kind.ops_f32);
}

/* Which earlier states are read besides the one before. */
static void some_layers_read_other_states(void **state)
{
    (void)state;
    for (uint32_t i = 0; sg_layer_kind_at(i) != NULL; i++)
        assert_true((sg_layer_kind_at(i)->reads != NULL) ==
                    (sg_layer_kind_at(i) == &sg_residual_kind ||
                     sg_layer_kind_at(i) == &sg_concat_kind ||
                     sg_layer_kind_at(i) == &sg_branch_kind));
    const sg_branch_spec branch = {.from = 3};
    assert_int_equal(sg_branch_kind.reads(&branch, 0), 3);
    assert_int_equal(sg_branch_kind.reads(&branch, 1), SG_NO_STATE);
    const sg_residual_spec spec = {.from = 4};
    assert_int_equal(sg_residual_kind.reads(&spec, 0), 4);
    assert_int_equal(sg_residual_kind.reads(&spec, 1), SG_NO_STATE);
    const sg_concat_spec concat = {.n = 2, .from = {4, 1}};
    assert_int_equal(sg_concat_kind.reads(&concat, 0), 4);
    assert_int_equal(sg_concat_kind.reads(&concat, 1), 1);
    assert_int_equal(sg_concat_kind.reads(&concat, 2), SG_NO_STATE);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static sg_status bind_all(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    static const uint32_t LAST[] = {0, 1, 2, 3, 4, 5};
    const sg_blueprint *b = context;
    for (uint32_t l = 0; l < b->n_layers; l++) {
        void *spec = NULL;
        const sg_layer_binding to = {.n_outputs = 2, .number = l, .last = LAST};
        SG_TRY(sg_layer_bind(&spec, &b->layer[l], &to, err));
        sg_layer_unbind(spec, b->layer[l].kind);
    }
done:
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_blueprint b =
        small_blueprint("layers: [linear: {}, norm: {}, activation: {}, dropout: {}, "
                        "residual: {from: 1}, pool: {}]");
    assert_int_equal(check_out_of_memory(bind_all, &b), 6);
    sg_blueprint_free(&b);
}

SG_TESTS(cmocka_unit_test(specs_are_copies_of_settings),
         cmocka_unit_test(open_outputs_are_filled_in),
         cmocka_unit_test(residual_layers_find_the_layer_behind_which_they_read),
         cmocka_unit_test(nothing_is_released_as_nothing),
         cmocka_unit_test(states_behind_layers),
         cmocka_unit_test(layers_that_cannot_stand_there), cmocka_unit_test(rows_have_a_limit),
         cmocka_unit_test(tensors_of_layers), cmocka_unit_test(heads_and_linearity),
         cmocka_unit_test(heads_have_texts), cmocka_unit_test(texts_of_heads_take_memory),
         cmocka_unit_test(gin_and_gine_are_described_alike),
         cmocka_unit_test(some_layers_read_other_states), cmocka_unit_test(out_of_memory))
