/* test_model.c - what a model owns, what its outputs mean, and how it is opened. */
#include "model/model.h"

#include "base/mem.h"
#include "model/model_words.h"
#include "support/check.h"
#include "support/small_data.h"

#define PATH "0: 5 5 9 / 0-1 1-2", "7: 5"
#define PLAIN                                                                                  \
    "layers: [{encoder: {heads: [label @ distance 0..1]}}, {decoder: {heads: [label]}}]"

/* ---- Outputs ---------------------------------------------------------------------------------- */

/* Give data of two graphs the targets of two columns, the second of which has a name. */
static void add_targets(sg_dataset *data)
{
    static const double VALUES[] = {1, 2, 3, 4};
    data->items.target.n_columns = 2;
    data->items.target.value = sg_alloc(4, sizeof(double));
    assert_non_null(data->items.target.value);
    memcpy(data->items.target.value, VALUES, sizeof VALUES);
    check_ok(sg_names_add(&data->items.target_name, "mass", 4, &err));
}

static void classes_are_outputs(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = {0};
    check_ok(sg_names_add(&data.items.class_word, "no", 2, &err));
    check_ok(sg_names_add(&data.items.class_word, "yes", 3, &err));
    check_ok(sg_model_describe_outputs(&model, &data, SG_CLASSIFICATION, NULL, 0, &err));
    assert_int_equal(model.task, SG_CLASSIFICATION);
    assert_int_equal(model.n_outputs, 2);
    assert_true(model.class_name[0] == 0 && model.class_name[1] == 7);
    assert_string_equal(sg_names_at(&model.class_word, 1), "yes");
    assert_true(model.target_name == NULL && model.scale == NULL);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

static void targets_are_outputs(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = {0};
    add_targets(&data);
    check_ok(sg_model_describe_outputs(&model, &data, SG_MULTILABEL, NULL, 0, &err));
    assert_int_equal(model.task, SG_MULTILABEL);
    assert_int_equal(model.n_outputs, 2);
    assert_string_equal(model.target_name[0], "mass");
    assert_string_equal(model.target_name[1], "target 1");
    /* Again, with other columns: what was said before is forgotten. */
    check_ok(sg_model_describe_outputs(&model, &data, SG_REGRESSION,
                                       (const uint32_t[]){1, 0, 1}, 3, &err));
    assert_int_equal(model.n_outputs, 3);
    static const uint32_t COLUMNS[] = {1, 0, 1};
    for (int c = 0; c < 3; c++) {
        assert_int_equal(model.target_column[c], COLUMNS[c]);
        assert_string_equal(model.target_name[c], COLUMNS[c] == 0 ? "mass" : "target 1");
        assert_true(model.scale[c] == 1 && model.offset[c] == 0);
    }
    assert_null(model.class_name);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

static void outputs_that_the_data_lacks(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH), nothing = {0};
    sg_model model = {.n_outputs = 99};
    check_fails(sg_model_describe_outputs(&model, &data, SG_REGRESSION, NULL, 0, &err),
                SG_EINVAL, "task: regression: the data set has no targets; it has 2 classes");
    check_fails(sg_model_describe_outputs(&model, &nothing, SG_MULTILABEL, NULL, 0, &err),
                SG_EINVAL, "neither classes nor targets");
    add_targets(&data);
    check_fails(sg_model_describe_outputs(&model, &data, SG_REGRESSION,
                                          (const uint32_t[]){0, 2}, 2, &err),
                SG_EINVAL, "target: there is no column 2; the data has 2");
    sg_free(data.items.item_class);
    data.items.item_class = NULL;
    check_fails(sg_model_describe_outputs(&model, &data, SG_CLASSIFICATION, NULL, 0, &err),
                SG_EINVAL,
                "task: classification: the data set has no classes; it has 2 targets for "
                "regression");
    assert_int_equal(model.n_outputs, 99);
    sg_dataset_free(&data);
}

static void outputs_become_what_users_want(void **state)
{
    (void)state;
    double scale[] = {2, 10}, offset[] = {1, -1};
    sg_model model = {.task = SG_REGRESSION, .n_outputs = 2, .scale = scale, .offset = offset};
    double values[] = {3, 4, 0, -1}, scores[] = {0, 0, 1000, 999, 0, log(3)},
           labels[] = {0, log(3), -1000, 1000};
    sg_model_finish_outputs(values, 2, &model);
    assert_true(values[0] == 7 && values[1] == 39 && values[2] == 1 && values[3] == -11);
    model = (sg_model){.task = SG_CLASSIFICATION, .n_outputs = 2};
    sg_model_finish_outputs(scores, 3, &model);
    assert_true(scores[0] == 0.5 && scores[1] == 0.5);
    check_near(scores[2], 1 / (1 + exp(-1)), 1e-15, 0);
    check_near(scores[2] + scores[3], 1, 1e-15, 0);
    check_near(scores[4], 0.25, 1e-15, 0);
    check_near(scores[5], 0.75, 1e-15, 0);
    model = (sg_model){.task = SG_MULTILABEL, .n_outputs = 2};
    sg_model_finish_outputs(labels, 2, &model);
    assert_true(labels[0] == 0.5);
    check_near(labels[1], 0.75, 1e-15, 0);
    assert_true(labels[2] == 0 && labels[3] == 1);
    sg_model_finish_outputs(NULL, 0, &model);
}

/* ---- Words ------------------------------------------------------------------------------------ */

static void words_of_model_files(void **state)
{
    (void)state;
    assert_string_equal(sg_precision_words[SG_PRECISION_FLOAT], "float");
    assert_string_equal(sg_precision_words[SG_PRECISION_DOUBLE], "double");
}

/* ---- Attributes ------------------------------------------------------------------------------- */

static void attributes_must_be_as_many(void **state)
{
    (void)state;
    sg_dataset none = small_data(PATH), two = small_data(PATH);
    small_data_attributes(&two, 2);
    sg_model blind = {.blueprint = {.input = SG_INPUT_ONES}},
             looking = {.blueprint = {.input = SG_INPUT_ATTRIBUTES}, .n_attributes = 2};
    check_ok(sg_model_check_attributes(&blind, &none, &err));
    check_ok(sg_model_check_attributes(&blind, &two, &err));
    check_ok(sg_model_check_attributes(&looking, &two, &err));
    check_fails(sg_model_check_attributes(&looking, &none, &err), SG_EINVAL,
                "model: it looks at 2 node attributes, but the data has 0");
    looking.n_attributes = 3;
    check_fails(sg_model_check_attributes(&looking, &two, &err), SG_EINVAL,
                "3 node attributes");
    sg_dataset_free(&none);
    sg_dataset_free(&two);
}

/* ---- Weights ---------------------------------------------------------------------------------- */

static void parameters_have_the_precision(void **state)
{
    (void)state;
    double weight[] = {1, 1.0 / 3, 1e-300};
    sg_model model = {.weight = weight, .n_weights = 3, .precision = SG_PRECISION_DOUBLE};
    void *parameters = NULL;
    check_ok(sg_model_parameters(&parameters, &model, &err));
    assert_memory_equal(parameters, weight, sizeof weight);
    sg_free(parameters);
    model.precision = SG_PRECISION_FLOAT;
    check_ok(sg_model_parameters(&parameters, &model, &err));
    const float rounded[] = {1, 1.0F / 3, 0};
    assert_memory_equal(parameters, rounded, sizeof rounded);
    sg_free(parameters);
    model.n_weights = 0;
    check_ok(sg_model_parameters(&parameters, &model, &err));
    sg_free(parameters);
}

static void weights_must_fit(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = small_model(&data, PLAIN);
    sg_model_on_data m;
    sg_learner *learner = NULL;
    small_model_place(&m, &model, &data);
    check_ok(sg_model_check_weights(&model, &m, &err));
    model.n_weights++;
    check_fails(sg_model_check_weights(&model, &m, &err), SG_EFORMAT,
                "model: its layers have 11 weights, but there are 12");
    check_fails(sg_model_open_learner(&learner, &model, &m, NULL, &err), SG_EFORMAT,
                "model: its layers have 11 weights");
    model.n_weights--;
    model.n_outputs = 3;
    check_fails(sg_model_check_weights(&model, &m, &err), SG_EFORMAT,
                "model: its last layer has 2 outputs, but it predicts 3");
    assert_null(learner);
    model.n_outputs = 2;
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* A learner with the model's weights, or with parameters that others have. */
static void learners_have_the_weights(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = small_model(&data, PLAIN);
    for (int precision = 0; precision < 2; precision++)
        for (int given = 0; given < 2; given++) {
            sg_model_on_data m;
            sg_learner *learner = NULL;
            void *parameters = NULL;
            double weight[11];
            model.precision = (sg_precision)precision;
            if (given == 1) check_ok(sg_model_parameters(&parameters, &model, &err));
            const sg_placement on = {.data = &data,
                                     .known = &model.vocabularies,
                                     .max_batch = 2,
                                     .parameters = parameters};
            check_ok(sg_model_on_data_open(&m, &model.blueprint, 2, &on, &err));
            check_ok(sg_model_open_learner(&learner, &model, &m, NULL, &err));
            sg_learner_read(weight, learner);
            assert_memory_equal(weight, model.weight, sizeof weight);
            sg_learner_close(learner);
            sg_model_on_data_close(&m);
            sg_free(parameters);
        }
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- Alone ------------------------------------------------------------------------------------ */

static void models_alone_tell_what_they_are(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = small_model(&data, PLAIN);
    sg_model_on_data m;
    for (uint64_t most = 0; most < 12; most += 11) {
        check_ok(sg_model_open_alone(&m, &model, most, &err));
        assert_int_equal(m.outline.n_parameters, 11);
        assert_int_equal(m.outline.tensor[0].n, 5);
        assert_int_equal(m.outline.tensor[1].n, 4);
        assert_int_equal(m.outline.tensor[2].n, 2);
        assert_int_equal(m.spec.graph->n_graphs, 0);
        sg_model_on_data_close(&m);
    }
    check_fails(sg_model_open_alone(&m, &model, 10, &err), SG_EFORMAT,
                "model: its layers need 11 weights, more than the file has");
    sg_vocabularies_free(&model.vocabularies);
    check_fails(sg_model_open_alone(&m, &model, 0, &err), SG_EFORMAT,
                "model: it knows no labels of \"label\"");
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- Owning ----------------------------------------------------------------------------------- */

/* A model that was built for data keeps it until it leaves; leaving twice does no harm. */
static void models_hold_their_data(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    sg_dataset made = small_data(PATH), *data = NULL;
    check_ok(sg_dataset_publish(&data, &made, &err));
    sg_model model = {.built_for = data, .hold = sg_dataset_hold_take(data)};
    check_ok(sg_plan_cache_open(&model.cache, data, NULL, NULL, &err));
    sg_dataset_hold_release(data->hold); /* its user has closed it */
    assert_int_equal(model.built_for->graph.n_graphs, 2);
    sg_model_leave_data(&model);
    assert_true(model.cache == NULL && model.built_for == NULL && model.hold == NULL);
    sg_model_leave_data(&model);
    assert_int_equal(sg_mem_live(), live);
    sg_model_free(&model);
    sg_model_free(&model);
}

static sg_status describe_and_open(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *whole = context;
    sg_model model = {0};
    sg_model_on_data m = {0};
    sg_learner *learner = NULL;
    sg_dataset data = {.items = {.target = {.n_columns = 2}}};
    SG_TRY(sg_model_describe_outputs(&model, &data, SG_REGRESSION, NULL, 0, err));
    SG_TRY(sg_model_open_alone(&m, whole, 0, err));
    SG_TRY(sg_model_open_learner(&learner, whole, &m, NULL, err));
done:
    sg_learner_close(learner);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = small_model(&data, PLAIN);
    assert_true(check_out_of_memory(describe_and_open, &model) > 40);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(classes_are_outputs), cmocka_unit_test(targets_are_outputs),
         cmocka_unit_test(outputs_that_the_data_lacks),
         cmocka_unit_test(outputs_become_what_users_want),
         cmocka_unit_test(words_of_model_files), cmocka_unit_test(attributes_must_be_as_many),
         cmocka_unit_test(parameters_have_the_precision), cmocka_unit_test(weights_must_fit),
         cmocka_unit_test(learners_have_the_weights),
         cmocka_unit_test(models_alone_tell_what_they_are),
         cmocka_unit_test(models_hold_their_data), cmocka_unit_test(out_of_memory))
