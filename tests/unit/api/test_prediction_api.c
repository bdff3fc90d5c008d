/* test_prediction_api.c - a model on data that it predicts again and again, through sharegnn.h. */
#include "sharegnn.h"

#include "support/check.h"
#include "support/folder.h"

/* Few molecules whose classes are words. */
static sg_dataset *molecules(void)
{
    sg_dataset *data = NULL;
    char name[1200];
    check_write(folder, "few.csv", "smiles,y\nCC=O,yes\nC[NH3+],no\nCCO,yes\nCCCN,no\n");
    (void)snprintf(name, sizeof name, "%s?smiles=smiles&target=y", path_of("few.csv"));
    check_ok(sg_data_open(&data, name, NULL, &err));
    return data;
}

static sg_model *trained(const sg_dataset *data)
{
    sg_model *model = NULL;
    const char *encoder = "label @ distance 0..2";
    const sg_model_options options = {.struct_size = sizeof options,
                                      .encoder = &encoder,
                                      .n_encoders = 1,
                                      .decoder = "label"};
    const sg_training_options training = {
        .struct_size = sizeof training, .settings = "{epochs: 2}", .n_threads = 1};
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    return model;
}

static void graphs_are_predicted_in_any_order(void **state)
{
    (void)state;
    sg_dataset *data = molecules();
    sg_model *model = trained(data);
    sg_prediction *prediction = NULL;
    const uint32_t order[] = {3, 0, 2, 1};
    double all[8], some[10];
    check_ok(sg_model_predict(all, model, data, NULL, &err));
    check_ok(sg_prediction_open(&prediction, model, data, NULL, &err));
    for (int again = 0; again < 2; again++) {
        sg_prediction_run(some, prediction, order, 4);
        for (int i = 0; i < 4; i++)
            for (int c = 0; c < 2; c++)
                assert_true(some[2 * i + c] == all[2 * order[i] + (uint32_t)c]);
    }
    sg_prediction_close(prediction);
    sg_prediction_close(NULL);
    sg_model_close(model);
    sg_data_close(data);
}

static void classes_that_are_words_have_names(void **state)
{
    (void)state;
    sg_dataset *data = molecules();
    sg_model *model = trained(data);
    const char *first = sg_model_class_word(model, 0), *second = sg_model_class_word(model, 1);
    assert_string_equal(first, sg_data_class_word(data, 0));
    assert_string_equal(second, sg_data_class_word(data, 1));
    assert_string_not_equal(first, second);
    assert_null(sg_model_class_word(model, 2));
    sg_model_close(model);
    sg_data_close(data);
}

/* The second of two molecules is wrong; classes go by their words, whatever their order. */
static void scores_agree_with_data_or_not(void **state)
{
    (void)state;
    sg_dataset *data = molecules(), *two = NULL, *numbers = NULL;
    sg_model *model = trained(data);
    const bool yes_first = strcmp(sg_model_class_word(model, 0), "yes") == 0;
    const double sure[] = {yes_first ? 0.9 : 0.1, yes_first ? 0.1 : 0.9}; /* always yes */
    const double score[] = {sure[0], sure[1], sure[0], sure[1],
                            sure[0], sure[1], sure[0], sure[1]};
    double value = 77;
    uint64_t n = 77;
    check_ok(sg_model_agreement(&value, &n, model, data, score, &err));
    assert_int_equal(n, 4);
    assert_true(value == 0.5);
    check_ok(sg_data_select(&two, data, (const uint32_t[]){2, 0}, 2, &err));
    check_ok(sg_model_agreement(&value, &n, model, two, score, &err));
    assert_int_equal(n, 2);
    assert_true(value == 1);
    /* Data that says nothing is no failure. */
    check_write(folder, "bare.smi", "CC\nCO\n");
    check_ok(sg_data_open(&numbers, path_of("bare.smi"), NULL, &err));
    check_ok(sg_model_agreement(&value, &n, model, numbers, score, &err));
    assert_int_equal(n, 0);
    assert_true(isnan(value));
    sg_model_close(model);
    sg_data_close(data);
    sg_data_close(two);
    sg_data_close(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(graphs_are_predicted_in_any_order),
                                       cmocka_unit_test(classes_that_are_words_have_names),
                                       cmocka_unit_test(scores_agree_with_data_or_not)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
