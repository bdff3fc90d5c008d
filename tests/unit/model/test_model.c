/* test_model.c - what a model owns, and how it is opened. */
#include "model/model.h"

#include "base/mem.h"
#include "model/model_words.h"
#include "support/check.h"
#include "support/small_data.h"

#define PATH "0: 5 5 9 / 0-1 1-2", "7: 5"
#define PLAIN                                                                                  \
    "layers: [{encoder: {heads: [label @ distance 0..1]}}, {decoder: {heads: [label]}}]"

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
    sg_model blind = {0}, looking = {.blueprint = {.input = {{{SG_INPUT_ATTRIBUTES, NULL}}, 1}},
                                     .n_attributes = 2};
    check_ok(sg_model_check_data(&blind, &none, &err));
    check_ok(sg_model_check_data(&blind, &two, &err));
    check_ok(sg_model_check_data(&looking, &two, &err));
    check_fails(sg_model_check_data(&looking, &none, &err), SG_EINVAL,
                "model: it looks at 2 node attributes, but the data set ");
    sg_names wanted = {0}, no_names = {0};
    check_ok(sg_names_add(&wanted, "a", 1, &err));
    check_ok(sg_names_add(&two.node_attribute_name, "b", 1, &err));
    check_ok(sg_model_name_attributes(&looking, &wanted, &no_names, &err));
    check_fails(sg_model_check_data(&looking, &two, &err), SG_EINVAL,
                "attribute 0 of nodes was called \"a\"");
    check_ok(sg_model_name_attributes(&looking, &no_names, &no_names, &err));
    sg_names_free(&wanted);
    looking.n_attributes = 3;
    check_fails(sg_model_check_data(&looking, &two, &err), SG_EINVAL, "3 node attributes");
    sg_dataset_free(&none);
    sg_dataset_free(&two);
}

static void labels_must_be_there(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH), empty = {0};
    sg_model blind = {0}, looking = {.sees = SG_SEES_NODE_LABELS},
             bonds = {.sees = SG_SEES_EDGE_LABELS};
    check_ok(sg_model_check_labels(&blind, &data, &err));
    check_ok(sg_model_check_labels(&looking, &data, &err));
    check_fails(sg_model_check_labels(&bonds, &data, &err), SG_EINVAL,
                "model: it looks at edge labels, but the data set ");
    const uint32_t n_columns = data.node_label.n_columns;
    data.node_label.n_columns = 0;
    check_ok(sg_model_check_labels(&blind, &data, &err));
    check_fails(sg_model_check_labels(&looking, &data, &err), SG_EINVAL,
                "model: it looks at node labels, but the data set ");
    data.node_label.n_columns = n_columns;
    check_ok(sg_model_check_labels(&looking, &empty, &err)); /* no nodes have no labels */
    check_ok(sg_model_check_labels(&bonds, &empty, &err));
    sg_dataset_free(&data);
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

static void weights_come_with_training(void **state)
{
    (void)state;
    check_ok(sg_model_check_idle(&(sg_model){0}, &err));
    check_fails(sg_model_check_idle(&(sg_model){.in_training = true}, &err), SG_EINVAL,
                "being trained");
    check_ok(sg_model_check_trained(&(sg_model){.is_trained = true}, &err));
    check_fails(sg_model_check_trained(&(sg_model){0}, &err), SG_EINVAL,
                "model: it has not been trained");
    const sg_model changed = {.n_changes = 2};
    check_ok(sg_model_check_changes(&changed, 2, "feed", &err));
    check_fails(sg_model_check_changes(&changed, 1, "feed", &err), SG_EINVAL,
                "feed: its model has other weights than when it was opened");
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
    model.outputs.n = 3;
    check_fails(sg_model_check_weights(&model, &m, &err), SG_EFORMAT,
                "model: its last layer has 2 outputs, but it predicts 3");
    assert_null(learner);
    model.outputs.n = 2;
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
    sg_model model = {0};
    sg_plan_cache *cache = NULL;
    check_ok(sg_plan_cache_open(&cache, data, NULL, NULL, &err));
    sg_model_keep_data(&model, &cache, data);
    assert_null(cache);
    sg_dataset_hold_release(data->hold); /* its user has closed it */
    assert_int_equal(model.kept.data->graph.n_graphs, 2);
    sg_model_leave_data(&model);
    assert_true(model.kept.cache == NULL && model.kept.data == NULL && model.kept.hold == NULL);
    sg_model_leave_data(&model);
    assert_int_equal(sg_mem_live(), live);
    sg_model_free(&model);
    sg_model_free(&model);
}

static sg_status open_learner(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *whole = context;
    sg_model_on_data m = {0};
    sg_learner *learner = NULL;
    SG_TRY(sg_model_open_alone(&m, whole, 0, err));
    SG_TRY(sg_model_open_learner(&learner, whole, &m, NULL, err));
done:
    sg_learner_close(learner);
    sg_model_on_data_close(&m);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = small_model(&data, PLAIN);
    assert_true(check_out_of_memory(open_learner, &model) > 20);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- Several models, and where they go --------------------------------------------------------- */

static void models_alike_predict_the_same(void **state)
{
    (void)state;
    int64_t low[] = {0, 1}, high[] = {0, 2};
    double scale[] = {2, 3};
    const sg_model first = {.outputs = {.n = 2, .class_name = low}};
    const sg_model other[] = {{.outputs = {.n = 1, .class_name = low}},
                              {.outputs = {.n = 2, .class_name = high}},
                              {.outputs = {.n = 2, .task = SG_REGRESSION}}};
    const sg_model scaled = {.outputs = {.n = 2, .class_name = low, .scale = scale}};
    check_ok(sg_model_check_alike(&first, &first, 0, &err));
    check_ok(sg_model_check_alike(&first, &scaled, 1, &err)); /* units may differ */
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        check_fails(sg_model_check_alike(&first, &other[i], 3, &err), SG_EINVAL,
                    "models: model 3 does not predict what the first one does");
}

/* What the model knows counts, whatever the placement says about it. */
static void models_are_placed_with_what_they_know(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH), other = small_data("0: 9 9 4 / 0-1 1-2", "7: 3");
    sg_model model = small_model(&data, PLAIN);
    const sg_vocabularies nothing = {0};
    sg_model_on_data m;
    sg_placement on = {.data = &other, .known = &nothing, .max_batch = 2};
    check_ok(sg_model_place_on(&m, &model, &on, &err));
    assert_int_equal(m.outline.n_parameters, model.n_weights);
    assert_ptr_equal(m.spec.graph, &other.graph);
    assert_int_equal(m.spec.max_batch, 2);
    assert_ptr_equal(on.known, &nothing);
    sg_model_on_data_close(&m);
    on.max_weights = model.n_weights - 1;
    const long live = sg_mem_live();
    check_fails(sg_model_place_on(&m, &model, &on, &err), SG_EFORMAT,
                "model: its layers need 11 weights, more than the file has");
    assert_int_equal(sg_mem_live(), live);
    sg_model_free(&model);
    small_data_attributes(&data, 3);
    model = small_model(&data, "input: attributes\nlayers: [{linear: {}}, {pool: {}}]");
    on = (sg_placement){.n_attributes = 7, .max_batch = 1};
    check_ok(sg_model_place_on(&m, &model, &on, &err));
    assert_int_equal(sg_network_input_width(&m.spec), 3);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

static void molecules_are_read_as_the_model_says(void **state)
{
    (void)state;
    const sg_model silent = {0}, normal = {.form = (char[]){"form=normal"}};
    assert_string_equal(sg_model_form_text(&silent), "form=as-written");
    assert_string_equal(sg_model_form_text(&normal), "form=normal");
}

/* What of the data was kept is part of the settings by which other data is to be read. */
static void forms_are_kept(void **state)
{
    (void)state;
    sg_model model = {0};
    assert_string_equal(sg_model_form_text(&model), "form=as-written");
    check_ok(sg_model_keep_form(&model, "form=normal", (sg_arc_rules){0}, &err));
    assert_string_equal(sg_model_form_text(&model), "form=normal");
    check_ok(sg_model_keep_form(&model, "form=normal", (sg_arc_rules){true, true}, &err));
    assert_string_equal(sg_model_form_text(&model), "form=normal&directed=yes&self-loops=keep");
    check_ok(sg_model_keep_form(&model, NULL, (sg_arc_rules){.directed = true}, &err));
    assert_string_equal(sg_model_form_text(&model), "form=as-written&directed=yes");
    check_ok(sg_model_keep_form(&model, NULL, (sg_arc_rules){0}, &err));
    assert_string_equal(sg_model_form_text(&model), "form=as-written");
    sg_model_free(&model);
}

SG_TESTS(cmocka_unit_test(labels_must_be_there),
         cmocka_unit_test(molecules_are_read_as_the_model_says),
         cmocka_unit_test(forms_are_kept), cmocka_unit_test(models_alike_predict_the_same),
         cmocka_unit_test(models_are_placed_with_what_they_know),
         cmocka_unit_test(words_of_model_files), cmocka_unit_test(attributes_must_be_as_many),
         cmocka_unit_test(parameters_have_the_precision),
         cmocka_unit_test(weights_come_with_training), cmocka_unit_test(weights_must_fit),
         cmocka_unit_test(learners_have_the_weights),
         cmocka_unit_test(models_alone_tell_what_they_are),
         cmocka_unit_test(models_hold_their_data), cmocka_unit_test(out_of_memory))
