/* test_model_parts.c - what tensors are called in model files. */
#include "store/model_parts.h"

#include "support/check.h"
#include "support/small_data.h"

static void check_name(const sg_model_on_data *m, sg_tensor tensor, const char *expected)
{
    char name[SG_MODEL_NAME_SIZE];
    sg_model_tensor_name(name, m, &tensor);
    assert_string_equal(name, expected);
}

/* Names have the blueprint's numbers, not those of the network, which may leave layers out. */
static void layers_are_those_of_the_blueprint(void **state)
{
    (void)state;
    uint32_t layer_of[] = {0, 2, 4000000000};
    const sg_model_on_data m = {.layer_of = layer_of};
    check_name(&m, (sg_tensor){.layer = 0, .name = "weight"}, "layers.0.weight");
    check_name(&m, (sg_tensor){.layer = 1, .name = "bias", .head = 3}, "layers.2.bias");
    check_name(&m, (sg_tensor){.layer = 1, .name = "bias", .head = 3, .of_head = true},
               "layers.2.heads.3.bias");
    check_name(&m,
               (sg_tensor){.layer = 2, .name = "weight", .head = UINT32_MAX, .of_head = true},
               "layers.4000000000.heads.4294967295.weight");
}

/* A name that is too long is cut off where its room ends. */
static void long_names_end_in_time(void **state)
{
    (void)state;
    uint32_t layer_of[] = {0};
    char name[SG_MODEL_NAME_SIZE], kind[100];
    const sg_model_on_data m = {.layer_of = layer_of};
    memset(kind, 'x', sizeof kind - 1);
    kind[sizeof kind - 1] = '\0';
    sg_model_tensor_name(name, &m, &(sg_tensor){.name = kind});
    assert_int_equal(strlen(name), SG_MODEL_NAME_SIZE - 1);
    assert_memory_equal(name, "layers.0.xxx", 12);
}

static void a_model_by_hand(void **state)
{
    (void)state;
    static const char *const expected[] = {"layers.0.heads.0.weight",
                                           "layers.0.heads.0.bias",
                                           "layers.0.heads.1.weight",
                                           "layers.2.heads.0.weight",
                                           "layers.2.bias",
                                           "layers.3.weight",
                                           "layers.3.bias"};
    sg_dataset data = small_data("0: 5 9 / 0-1", "1: 5");
    sg_model model =
        small_model(&data, "layers: [{encoder: {heads: ['label @ distance 0..1 bias degree',"
                           " 'label @ edge']}}, {dropout: {}}, {decoder: {heads: [label]}},"
                           " {linear: {outputs: targets}}]");
    sg_model_on_data m = {0};
    small_model_place(&m, &model, &data);
    assert_int_equal(m.outline.n_tensors, 7);
    for (uint32_t t = 0; t < 7; t++) check_name(&m, m.outline.tensor[t], expected[t]);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(layers_are_those_of_the_blueprint),
         cmocka_unit_test(long_names_end_in_time), cmocka_unit_test(a_model_by_hand))
