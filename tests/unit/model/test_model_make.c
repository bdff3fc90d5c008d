/* test_model_make.c - models without weights: what blueprints and data make of them. */
#include "model/model_make.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"

#define GRAPHS "0: 5 5 9 / 0-1 1-2", "7: 5"
#define PLAIN                                                                                  \
    "layers: [{encoder: {heads: [label @ distance 0..1]}}, {decoder: {heads: [label]}}]"

/* A model that predicts the classes of `data`. */
static sg_model classifier_of(const sg_dataset *data)
{
    sg_model model = {0};
    check_ok(sg_outputs_describe(&model.outputs, data, SG_CLASSIFICATION, NULL, 0, &err));
    return model;
}

/* ---- Outline -------------------------------------------------------------------------------- */

static void blueprints_are_moved(void **state)
{
    (void)state;
    sg_dataset data = small_data(GRAPHS);
    small_data_attributes(&data, 3);
    sg_model model = classifier_of(&data);
    sg_blueprint blueprint = small_blueprint(PLAIN);
    const sg_layer_design *layer = blueprint.layer;
    check_ok(sg_model_outline(&model, &blueprint, &data, &err));
    assert_ptr_equal(model.blueprint.layer, layer);
    assert_true(blueprint.layer == NULL && blueprint.n_layers == 0);
    assert_int_equal(model.n_attributes, 0); /* it does not look at them */
    assert_true(model.weight == NULL && !model.is_trained);
    assert_int_equal(model.vocabularies.n_labelings, 0);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

static void models_note_what_they_look_at(void **state)
{
    (void)state;
    static const struct {
        const char *layers;
        uint32_t sees;
    } of[] = {
        {PLAIN, SG_SEES_NODE_LABELS},
        {"layers: [{decoder: {heads: [degree]}}]", 0},
        {"layers: [{encoder: {heads: [degree @ edge]}}, {decoder: {heads: [degree]}}]", 0},
        {"input: labels wl:1\nlayers: [{pool: {kind: sum}}, {linear: {}}]",
         SG_SEES_NODE_LABELS}};
    sg_dataset data = small_data(GRAPHS); /* without labels of edges */
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        sg_model model = {0};
        sg_blueprint blueprint = small_blueprint(of[i].layers);
        check_ok(sg_model_note_data(&model, &blueprint, &data, &err));
        assert_int_equal(model.sees, of[i].sees);
        sg_blueprint_free(&blueprint);
        sg_model_free(&model);
    }
    sg_dataset_free(&data);
}

static void the_task_says_which_loss(void **state)
{
    (void)state;
    sg_dataset data = small_data(GRAPHS);
    for (int task = 0; task < SG_N_TASKS; task++) {
        sg_model model = {.outputs = {.task = (sg_task)task}};
        sg_blueprint blueprint = small_blueprint(PLAIN);
        check_ok(sg_model_outline(&model, &blueprint, &data, &err));
        assert_ptr_equal(model.loss, sg_loss_default((sg_task)task));
        sg_model_free(&model);
    }
    sg_dataset_free(&data);
}

static void attributes_must_be_there(void **state)
{
    (void)state;
    sg_dataset data = small_data(GRAPHS);
    sg_model model = classifier_of(&data);
    sg_blueprint blueprint = small_blueprint("input: attributes\n" PLAIN);
    check_fails(sg_model_outline(&model, &blueprint, &data, &err), SG_EINVAL,
                "input: attributes: the data set small has no node attributes; ones and labels "
                "are possible");
    assert_int_equal(blueprint.n_layers, 2); /* still the caller's */
    assert_int_equal(model.blueprint.n_layers, 0);
    small_data_attributes(&data, 3);
    check_ok(sg_model_outline(&model, &blueprint, &data, &err));
    assert_int_equal(model.n_attributes, 3);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* A model of a description with all words of the data. */
static sg_status make(sg_model *model, const sg_dataset *data, const char *description,
                      const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    *model = classifier_of(data);
    sg_blueprint blueprint = small_blueprint(description);
    SG_TRY(sg_model_outline(model, &blueprint, data, err));
    SG_TRY(sg_model_learn_words(model, data, NULL, 0, options, NULL, err));
done:
    sg_blueprint_free(&blueprint);
    return status;
}

static void words_have_room_for_weights(void **state)
{
    (void)state;
    sg_dataset data = small_data(GRAPHS);
    sg_model model;
    check_ok(make(&model, &data, PLAIN, NULL, &err));
    /* The triples 5-5 and 9-9 at 0, 5-5, 5-9 and 9-5 at 1; two labels and a bias for two classes. */
    assert_int_equal(model.n_weights, 5 + 2 * 2 + 2);
    for (size_t i = 0; i < model.n_weights; i++) assert_true(model.weight[i] == 0);
    assert_false(model.is_trained);
    assert_int_equal(sg_vocabularies_labels(&model.vocabularies, "label")->n_labels, 2);
    assert_int_equal(
        sg_vocabularies_triples(&model.vocabularies, "label @ distance 0..1")->keys.n_slots, 5);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* Words of some items: what only the others have gets no weight. */
static void words_of_some_items(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 5");
    sg_model model = classifier_of(&data);
    sg_blueprint blueprint = small_blueprint(PLAIN);
    const uint32_t second = 1;
    check_ok(sg_model_outline(&model, &blueprint, &data, &err));
    check_ok(sg_model_learn_words(&model, &data, &second, 1, NULL, NULL, &err));
    /* The triple 5-5 at 0; a label and a bias for two classes. */
    assert_int_equal(model.n_weights, 1 + 2 + 2);
    assert_int_equal(sg_vocabularies_labels(&model.vocabularies, "label")->n_labels, 1);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

static void data_that_can_be_held_is_kept(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    sg_dataset made = small_data(GRAPHS), *data = NULL;
    sg_model model;
    check_ok(make(&model, &made, PLAIN, NULL, &err));
    assert_null(model.kept.cache); /* it may go away at any time */
    sg_model_free(&model);
    check_ok(sg_dataset_publish(&data, &made, &err));
    check_ok(make(&model, data, PLAIN, NULL, &err));
    assert_non_null(model.kept.cache);
    assert_ptr_equal(model.kept.data, data);
    sg_dataset_hold_release(data->hold); /* its user has closed it */
    assert_int_equal(model.kept.data->graph.n_graphs, 2);
    sg_model_free(&model);
    assert_int_equal(sg_mem_live(), live);
}

static bool stop(void *context, const sg_progress *progress)
{
    (void)context;
    (void)progress;
    return false;
}

static void failures_leave_a_model_to_free(void **state)
{
    (void)state;
    sg_dataset data = small_data(GRAPHS);
    const sg_observer observer = {stop, NULL};
    const sg_invariant_options stopped = {.observer = &observer};
    const long live = sg_mem_live();
    sg_model model;
    check_fails(
        make(&model, &data, "layers: [{decoder: {heads: [label, degree]}}]", NULL, &err),
        SG_EINVAL,
        "model: its last layer has 4 outputs, but 2 are needed; several heads give as "
        "many times the outputs, which a linear layer at the end can join");
    assert_null(model.weight);
    sg_model_free(&model);
    check_fails(make(&model, &data, "layers: [{linear: {}}]", NULL, &err), SG_EINVAL,
                "last layer must give a row per graph");
    sg_model_free(&model);
    check_fails(make(&model, &data, PLAIN, &stopped, &err), SG_ECANCELED, "");
    sg_model_free(&model);
    assert_int_equal(sg_mem_live(), live);
    sg_dataset_free(&data);
}

static sg_status learn_words(void *context, sg_error *err)
{
    sg_model *model = context;
    const sg_status status =
        sg_model_learn_words(model, model->kept.data, NULL, 0, NULL, NULL, err);
    sg_vocabularies_free(&model->vocabularies);
    sg_experience_free(&model->met);
    sg_free(model->weight);
    model->weight = NULL;
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data(GRAPHS);
    sg_model model = classifier_of(&data);
    sg_blueprint blueprint = small_blueprint(PLAIN);
    check_ok(sg_model_outline(&model, &blueprint, &data, &err));
    model.kept.data = &data;
    assert_true(check_out_of_memory(learn_words, &model) > 50);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(models_note_what_they_look_at),
         cmocka_unit_test(blueprints_are_moved), cmocka_unit_test(the_task_says_which_loss),
         cmocka_unit_test(attributes_must_be_there), cmocka_unit_test(words_of_some_items),
         cmocka_unit_test(words_have_room_for_weights),
         cmocka_unit_test(data_that_can_be_held_is_kept),
         cmocka_unit_test(failures_leave_a_model_to_free), cmocka_unit_test(out_of_memory))
