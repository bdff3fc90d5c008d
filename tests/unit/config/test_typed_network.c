/* test_typed_network.c - typed layers are the layers of a description. */
#include "config/typed_network.h"

#include "base/mem.h"
#include "model/model.h"
#include "sharegnn/sources.h"
#include "sharegnn/training.h"
#include "support/check.h"

static sg_dataset *csl;

static int open_csl(void **state)
{
    (void)state;
    check_ok(sg_data_generate(&csl, "CSL", 0, &err));
    return 0;
}

static int close_csl(void **state)
{
    (void)state;
    sg_data_close(csl);
    return 0;
}

/* A model of these options after two epochs. */
static sg_model *trained(const sg_model_options *options)
{
    sg_model *model = NULL;
    const sg_training_options training = {.struct_size = sizeof training,
                                          .n_epochs = 2,
                                          .init = SG_BEGIN_HE,
                                          .bias_init = SG_BEGIN_NORMAL,
                                          .bias_init_second = 1,
                                          .seed = 3,
                                          .n_threads = 1};
    check_ok(sg_model_build(&model, csl, options, &err));
    check_ok(sg_model_train(NULL, model, csl, &training, &err));
    return model;
}

static void check_same(const sg_model_options *typed, const char *description)
{
    const sg_model_options written = {.struct_size = sizeof written,
                                      .description = description};
    sg_model *one = trained(typed), *two = trained(&written);
    assert_int_equal(one->n_weights, two->n_weights);
    assert_memory_equal(one->weight, two->weight, one->n_weights * sizeof *one->weight);
    assert_int_equal(one->blueprint.input.n, two->blueprint.input.n);
    sg_model_close(one);
    sg_model_close(two);
}

#define LAYER(...)                                                                             \
    {                                                                                          \
        .struct_size = sizeof(sg_layer_options), __VA_ARGS__                                   \
    }
#define HEADS(...)                                                                             \
    .head = (const char *const[])                                                              \
    {                                                                                          \
        __VA_ARGS__                                                                            \
    }

/* Every kind with every member. */
static void layers_are_those_of_a_description(void **state)
{
    (void)state;
    const uint32_t three = 3;
    const sg_layer_options many[] = {
        LAYER(.kind = "linear", .n_outputs = 3, .activation = SG_ACTIVATE_RELU),
        LAYER(.kind = "norm", .affine = SG_YES),
        LAYER(.kind = "encoder", HEADS("degree @ distance 0..1 x2"), .n_heads = 1,
              .bias_labels = "degree", .activation = SG_ACTIVATE_TANH, .repeat = 2),
        LAYER(.kind = "activation", .activation = SG_ACTIVATE_ELU),
        LAYER(.kind = "residual", .from = &three),
        LAYER(.kind = "dropout", .rate = 0.25),
        LAYER(.kind = "decoder", HEADS("cycles:6", "degree x2"), .n_heads = 2, .n_outputs = 2,
              .pool = SG_POOL_BY_SUM, .bias = SG_NO),
        LAYER(.kind = "linear")};
    const sg_layer_options few[] = {
        LAYER(.kind = "encoder", HEADS("degree -> cycles:6 @ distance 1"), .n_heads = 1,
              .at_least = 2, .at_most = 100000, .activation = SG_ACTIVATE_SIGMOID),
        LAYER(.kind = "dropout", .rate = SG_ZERO),
        LAYER(.kind = "norm", .affine = SG_NO),
        LAYER(.kind = "residual"),
        LAYER(.kind = "pool", .pool = SG_POOL_BY_MAX),
        LAYER(.kind = "linear", .bias = SG_NO, .activation = SG_ACTIVATE_LEAKY_RELU),
        LAYER(.kind = "activation", .activation = SG_ACTIVATE_GELU)};
    check_same(&(sg_model_options){.struct_size = sizeof(sg_model_options),
                                   .layer = many,
                                   .n_layers = 8,
                                   .input = SG_FEATURES_LABELS,
                                   .noise = 0.1},
               "{ input: labels, noise: 0.1, layers: [linear: { outputs: 3, activation: relu },"
               " norm: { affine: true }, encoder: { heads: ['degree @ distance 0..1 x2'],"
               " bias: degree, activation: tanh, repeat: 2 }, activation: { kind: elu },"
               " residual: { from: 3 }, dropout: { rate: 0.25 },"
               " decoder: { heads: ['cycles:6', 'degree x2'], outputs: 2, pool: sum,"
               " bias: false }, linear: { outputs: classes }] }");
    check_same(
        &(sg_model_options){
            .struct_size = sizeof(sg_model_options), .layer = few, .n_layers = 7},
        "{ layers: [encoder: { heads: ['degree -> cycles:6 @ distance 1'], at-least: 2,"
        " at-most: 100000, activation: sigmoid }, dropout: { rate: 0 },"
        " norm: { affine: false }, residual: {}, pool: { kind: max },"
        " linear: { bias: false, activation: leaky-relu }, activation: { kind: gelu }] }");
}

/* Members of any kind, also of kinds that the struct does not know. */
static void settings_have_all_members(void **state)
{
    (void)state;
    const sg_layer_options layer[] = {LAYER(.kind = "encoder",
                                            .settings = "{heads: [degree @ edge], at-least: 2}",
                                            .activation = SG_ACTIVATE_IDENTITY),
                                      LAYER(.kind = "decoder", HEADS("degree"), .n_heads = 1)};
    check_same(&(sg_model_options){.struct_size = sizeof(sg_model_options),
                                   .layer = layer,
                                   .n_layers = 2},
               "layers: [encoder: {heads: [degree @ edge], at-least: 2}, decoder: {heads: "
               "[degree]}]");
}

static void input_goes_with_encoders(void **state)
{
    (void)state;
    const char *encoder = "degree @ edge";
    const sg_model_options options = {.struct_size = sizeof options,
                                      .encoder = &encoder,
                                      .n_encoders = 1,
                                      .decoder = "degree",
                                      .input = SG_FEATURES_LABELS,
                                      .noise = 0.5};
    sg_model *model = NULL;
    check_ok(sg_model_build(&model, csl, &options, &err));
    assert_true(sg_inputs_have(&model->blueprint.input, SG_INPUT_LABELS));
    check_near(model->blueprint.noise, 0.5, 0, 0);
    sg_model_close(model);
}

/* A later version's layers are larger. */
static void layers_may_grow(void **state)
{
    (void)state;
    struct {
        sg_layer_options layer;
        uint64_t later;
    } layer[2] = {{.layer = {.struct_size = sizeof *layer, .kind = "pool"}},
                  {.layer = {.struct_size = sizeof *layer, .kind = "linear"}}};
    sg_model_options options = {
        .struct_size = sizeof options, .layer = &layer[0].layer, .n_layers = 2};
    check_same(&options, "layers: [pool: {}, linear: {}]");
    sg_model *model = NULL;
    layer[1].later = 1;
    check_fails(sg_model_build(&model, csl, &options, &err), SG_EINVAL,
                "options->layer[1]->struct_size: ");
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    static const uint32_t nine = 9;
    static const char *const none[] = {NULL};
    static const struct {
        sg_layer_options layer;
        sg_status status;
        const char *text;
    } cases[] = {
        {{0}, SG_EINVAL, "options->layer[0]->struct_size: 0"},
        {LAYER(0), SG_EINVAL, "options->layer[0]->kind: it is NULL"},
        {LAYER(.kind = "encodr"), SG_EINVAL, "did you mean"},
        {LAYER(.kind = "norm", .rate = 0.5), SG_EINVAL,
         "options->layer[0]->rate: a layer of the kind norm has none"},
        {LAYER(.kind = "dropout", .rate = 2), SG_EINVAL, "options->layer[0]->rate: "},
        {LAYER(.kind = "dropout", .rate = NAN), SG_EINVAL, "options->layer[0]->rate: it is"},
        {LAYER(.kind = "encoder", .n_heads = 1), SG_EINVAL, "options->layer[0]->head: it is"},
        {LAYER(.kind = "encoder", .head = none, .n_heads = 1), SG_EINVAL, "->head[0]: it is"},
        {LAYER(.kind = "encoder"), SG_EINVAL, "options->layer[0]->head: heads are needed"},
        {LAYER(.kind = "linear", .activation = SG_N_ACTIVATE), SG_EINVAL, "->activation: 8 is"},
        {LAYER(.kind = "pool", .pool = SG_N_POOL_BY), SG_EINVAL, "->pool: 4 is none"},
        {LAYER(.kind = "linear", .bias = SG_YES, .bias_labels = "wl:1"), SG_EINVAL, "->bias: "},
        {LAYER(.kind = "residual", .from = &nine), SG_EINVAL, "options->layer[0]->from: "},
        {LAYER(.kind = "pool", .repeat = 2000), SG_EINVAL, "options->layer[0]->repeat: "},
        {LAYER(.kind = "pool", .settings = "{"), SG_EFORMAT, "options->layer[0]->settings:"},
        {LAYER(.kind = "pool", .settings = "7"), SG_EFORMAT, "members are needed"},
        {LAYER(.kind = "norm"), SG_EINVAL, "the last layer must give a row per graph"}};
    sg_model *model = NULL;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const sg_model_options options = {
            .struct_size = sizeof options, .layer = &cases[i].layer, .n_layers = 1};
        check_fails(sg_model_build(&model, csl, &options, &err), cases[i].status,
                    cases[i].text);
    }
    const sg_layer_options pool = LAYER(.kind = "pool");
    sg_model_options o = {
        .struct_size = sizeof o, .layer = &pool, .n_layers = 1, .decoder = "degree"};
    check_fails(sg_model_build(&model, csl, &o, &err), SG_EINVAL, "there are also encoders");
    o.decoder = NULL;
    o.description = "layers: [pool: {}]";
    check_fails(sg_model_build(&model, csl, &o, &err), SG_EINVAL, "layers in the description");
    o.layer = NULL;
    o.n_layers = 0;
    o.noise = 1;
    check_fails(sg_model_build(&model, csl, &o, &err), SG_EINVAL, "options->noise: ");
    o.description = NULL;
    o.layer = &pool;
    o.n_layers = 1;
    o.noise = -1;
    check_fails(sg_model_build(&model, csl, &o, &err), SG_EINVAL, "options->noise: -1");
    o.input = SG_N_FEATURES;
    check_fails(sg_model_build(&model, csl, &o, &err), SG_EINVAL, "options->input: 4");
    o.layer = NULL;
    check_fails(sg_model_build(&model, csl, &o, &err), SG_EINVAL, "options->layer: it is NULL");
    assert_null(model);
}

static sg_status preview(void *context, sg_error *err)
{
    sg_model_size size = {.struct_size = sizeof size};
    return sg_model_preview(&size, csl, context, err);
}

static void out_of_memory(void **state)
{
    (void)state;
    const sg_layer_options layer[] = {
        LAYER(.kind = "encoder", HEADS("degree @ edge"), .n_heads = 1, .repeat = 2,
              .settings = "{at-least: 2}"),
        LAYER(.kind = "pool", .pool = SG_POOL_BY_SUM), LAYER(.kind = "linear")};
    sg_model_options options = {.struct_size = sizeof options, .layer = layer, .n_layers = 3};
    assert_true(check_out_of_memory(preview, &options) > 20);
}

/* ---- Blueprints without data ------------------------------------------------------------------ */

static void blueprints_are_read(void **state)
{
    (void)state;
    const sg_layer_options layer[] = {
        LAYER(.kind = "linear", .n_outputs = 3, .activation = SG_ACTIVATE_RELU),
        LAYER(.kind = "norm", .repeat = 2), LAYER(.kind = "pool")};
    const sg_model_options options = {.struct_size = sizeof options,
                                      .layer = layer,
                                      .n_layers = 3,
                                      .input = SG_FEATURES_ATTRIBUTES,
                                      .noise = 0.5};
    static const char *const words[] = {"linear", "norm", "norm", "pool"};
    sg_blueprint blueprint = {0};
    check_ok(sg_typed_network_read(&blueprint, &options, &err));
    assert_int_equal(blueprint.n_layers, 4);
    for (int l = 0; l < 4; l++) assert_string_equal(blueprint.layer[l].kind->word, words[l]);
    assert_true(sg_inputs_have(&blueprint.input, SG_INPUT_ATTRIBUTES));
    check_near(blueprint.noise, 0.5, 0, 0);
    sg_blueprint_free(&blueprint);
}

/* A failure behind the layers is one, too, and leaves nothing behind. */
static void blueprints_that_fail_stay_as_they_are(void **state)
{
    (void)state;
    const sg_layer_options pool = LAYER(.kind = "pool"), wrong = LAYER(.kind = "pol");
    sg_model_options options = {
        .struct_size = sizeof options, .layer = &pool, .n_layers = 1, .noise = NAN};
    sg_blueprint blueprint = {.noise = 7};
    const long live = sg_mem_live();
    check_fails(sg_typed_network_read(&blueprint, &options, &err), SG_EINVAL,
                "options->noise: nan is not between");
    options.noise = 0;
    options.layer = &wrong;
    check_fails(sg_typed_network_read(&blueprint, &options, &err), SG_EINVAL,
                "options->layer[0]->kind: unknown layer");
    assert_true(blueprint.noise == 7 && blueprint.layer == NULL && blueprint.n_layers == 0);
    assert_int_equal(sg_mem_live(), live);
}

static void input_is_set_where_options_say_it(void **state)
{
    (void)state;
    sg_model_options options = {.struct_size = sizeof options};
    sg_blueprint blueprint = {.noise = 0.25};
    check_ok(sg_inputs_parse(&blueprint.input, "labels", &err));
    check_ok(sg_typed_input_set(&blueprint, &options, &err));
    assert_true(sg_inputs_have(&blueprint.input, SG_INPUT_LABELS) && blueprint.noise == 0.25);
    options.input = SG_FEATURES_ONES;
    check_ok(sg_typed_input_set(&blueprint, &options, &err));
    assert_true(sg_inputs_have(&blueprint.input, SG_INPUT_ONES) && blueprint.noise == 0.25);
    options.noise = 1e6;
    check_ok(sg_typed_input_set(&blueprint, &options, &err));
    assert_true(sg_inputs_have(&blueprint.input, SG_INPUT_ONES) && blueprint.noise == 1e6);
    options.input = SG_FEATURES_LABELS;
    options.noise = 1e7;
    check_fails(sg_typed_input_set(&blueprint, &options, &err), SG_EINVAL,
                "options->noise: 1e+07 is not between 0 and 1000000");
    options.input = SG_N_FEATURES;
    check_fails(sg_typed_input_set(&blueprint, &options, &err), SG_EINVAL,
                "options->input: 4 is none of the possible values");
    assert_true(sg_inputs_have(&blueprint.input, SG_INPUT_ONES) && blueprint.noise == 1e6);
    options.input = SG_FEATURES_ONES;
    options.noise = 0;
    options.features = "labels wl:1; attributes";
    check_fails(sg_typed_input_set(&blueprint, &options, &err), SG_EINVAL,
                "options->features: they are given besides options->input");
    options.input = SG_FEATURES_DEFAULT;
    check_ok(sg_typed_input_set(&blueprint, &options, &err));
    assert_int_equal(blueprint.input.n, 2);
    assert_string_equal(blueprint.input.part[0].labels, "wl:1");
    assert_int_equal(blueprint.input.part[1].kind, SG_INPUT_ATTRIBUTES);
    options.features = "lables";
    check_fails(
        sg_typed_input_set(&blueprint, &options, &err), SG_EINVAL,
        "options->features: \"lables\" is none of the choices; did you mean \"labels\"?");
    assert_int_equal(blueprint.input.n, 2);
    sg_blueprint_free(&blueprint);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_are_those_of_a_description),
        cmocka_unit_test(settings_have_all_members),
        cmocka_unit_test(input_goes_with_encoders),
        cmocka_unit_test(layers_may_grow),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(out_of_memory),
        cmocka_unit_test(blueprints_are_read),
        cmocka_unit_test(blueprints_that_fail_stay_as_they_are),
        cmocka_unit_test(input_is_set_where_options_say_it),
    };
    return cmocka_run_group_tests(tests, open_csl, close_csl);
}
