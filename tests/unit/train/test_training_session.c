/* test_training_session.c - a model on its data, trained without the public functions around it. */
#include "support/check.h"
#include "train/training_session.h"

#include "sharegnn.h"

enum { N_EPOCHS = 5 };

static sg_train_options short_training(void)
{
    sg_train_options options = sg_train_defaults(SG_CLASSIFICATION);
    options.n_epochs = N_EPOCHS;
    return options;
}

static sg_model *untrained_model(const sg_dataset *data)
{
    sg_model *model = NULL;
    check_ok(sg_model_build(
        &model, data,
        &(sg_model_options){.struct_size = sizeof(sg_model_options), .decoder = "degree"},
        &err));
    return model;
}

/* Stop after some epochs. */
static bool stop_after(void *context, const sg_epoch *epoch)
{
    return epoch->epoch < *(const uint32_t *)context;
}

static void a_session_trains_like_the_public_function(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_epoch best = {0}, expected = {0};
    sg_training_session session = {0};
    const sg_training_options request = {.struct_size = sizeof request, .seed = 3};
    const sg_train_options options = short_training();
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    sg_model *model = untrained_model(data), *other = untrained_model(data);
    check_ok(sg_training_session_open(&session, model, data, &options, &request, &err));
    check_ok(sg_training_session_compare(&session, data, &err)); /* it is alone */
    check_ok(sg_training_session_run(&best, &session, &err));
    sg_training_session_close(&session);
    sg_training_session_close(&session); /* twice is fine */
    check_ok(sg_model_train(&expected, other, data,
                            &(sg_training_options){.struct_size = sizeof(sg_training_options),
                                                   .seed = 3,
                                                   .n_epochs = N_EPOCHS},
                            &err));
    assert_int_equal(best.epoch, expected.epoch);
    assert_true(best.loss[SG_TRAIN] == expected.loss[SG_TRAIN]);
    assert_true(best.epoch > 0);
    sg_model_close(other);
    sg_model_close(model);
    sg_data_close(data);
}

static void who_stops_keeps_what_was_learned(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    uint32_t patience = 2;
    double score[150 * 10];
    sg_epoch best = {0};
    sg_training_session session = {0};
    const sg_training_options request = {
        .struct_size = sizeof request, .epoch = stop_after, .context = &patience};
    const sg_train_options options = short_training();
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    sg_model *model = untrained_model(data);
    check_ok(sg_training_session_open(&session, model, data, &options, &request, &err));
    check_fails(sg_training_session_run(&best, &session, &err), SG_ECANCELED,
                "training was stopped after epoch 2");
    sg_training_session_close(&session);
    check_ok(sg_model_predict(score, model, data, NULL, &err));
    sg_model_close(model);
    sg_data_close(data);
}

static void items_that_are_not_there_are_refused(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_training_session session = {0};
    const sg_training_options request = {.struct_size = sizeof request,
                                         .item = {(const uint32_t[]){0, 150}, NULL, NULL},
                                         .n_items = {2, 0, 0}};
    const sg_train_options options = short_training();
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    sg_model *model = untrained_model(data);
    check_fails(sg_training_session_open(&session, model, data, &options, &request, &err),
                SG_EINVAL, "there is no item 150; the data set CSL has 150");
    sg_training_session_close(&session);
    sg_model_close(model);
    sg_data_close(data);
}

/* What settings alone tell, without items and data. */
static void settings_go_together(void **state)
{
    (void)state;
    sg_train_options options = sg_train_defaults(SG_CLASSIFICATION);
    check_ok(sg_training_settings_check(&options, SG_ITEM_GRAPH, &err));
    options.batch_nodes = 5;
    check_ok(sg_training_settings_check(&options, SG_ITEM_NODE, &err));
    check_fails(sg_training_settings_check(&options, SG_ITEM_GRAPH, &err), SG_EINVAL,
                "training->batch_nodes: the model predicts graphs");
    options.batch_nodes = 0;
    options.schedule.warm_up = options.n_epochs + 1;
    check_fails(sg_training_settings_check(&options, SG_ITEM_GRAPH, &err), SG_EINVAL,
                "training->warm_up: it lasts");
    options.schedule.warm_up_by_step = true; /* the data decides how many there are */
    check_ok(sg_training_settings_check(&options, SG_ITEM_GRAPH, &err));
}

SG_TESTS(cmocka_unit_test(settings_go_together),
         cmocka_unit_test(a_session_trains_like_the_public_function),
         cmocka_unit_test(who_stops_keeps_what_was_learned),
         cmocka_unit_test(items_that_are_not_there_are_refused))
