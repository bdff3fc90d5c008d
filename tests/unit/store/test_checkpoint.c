/* test_checkpoint.c - a training that was put aside goes on as if nothing had happened. */
#include "store/checkpoint.h"

#include "base/mem.h"
#include "model/model_on_data.h"
#include "sharegnn.h"
#include "support/check.h"
#include "support/folder.h"
#include "train/batches.h"

enum { RUN = 77, N_EPOCHS = 6 };

/* A training on CSL and all that it borrows. */
typedef struct training {
    sg_dataset *data;
    sg_blueprint blueprint;
    sg_model_on_data on_data;
    sg_train_options options;
    sg_training_spec spec;
    uint32_t graph[40];
    sg_trainer *trainer;
} training;

static void open_training(training *t)
{
    const char *encoder = "cycles:6 @ distance 0..1";
    *t = (training){.options = sg_train_defaults(SG_CLASSIFICATION)};
    t->options.n_epochs = N_EPOCHS;
    for (uint32_t i = 0; i < 40; i++) t->graph[i] = 3 * i;
    check_ok(sg_data_generate(&t->data, "CSL", 0, &err));
    t->spec = (sg_training_spec){
        .options = &t->options,
        .targets = {.item_class = t->data->items.item_class, .n_columns = 10},
        .item = {t->graph},
        .n_items = {40},
        .seed = 7};
    check_ok(
        sg_blueprint_compose(&t->blueprint, &encoder, 1, "cycles:6", SG_POOL_MEAN, true, &err));
    const sg_placement on = {.data = t->data,
                             .max_batch =
                                 sg_train_batch_limits(&t->spec, NULL, SG_ITEM_GRAPH).items};
    check_ok(sg_model_on_data_open(&t->on_data, &t->blueprint, 10, &on, &err));
    check_ok(sg_trainer_open(&t->trainer, &t->on_data.spec, &t->spec, NULL, &err));
}

static void close_training(training *t)
{
    sg_trainer_close(t->trainer);
    sg_model_on_data_close(&t->on_data);
    sg_blueprint_free(&t->blueprint);
    sg_data_close(t->data);
}

static double train_epochs(training *t, uint32_t n)
{
    sg_epoch epoch = {0};
    for (uint32_t i = 0; i < n; i++) check_ok(sg_trainer_epoch(&epoch, t->trainer, &err));
    return epoch.loss[0];
}

static void a_training_goes_on(void **state)
{
    (void)state;
    training whole, first, second;
    const sg_ledger_epoch epochs[] = {{.epoch = 1, .seconds = 0.5}, {.epoch = 2}};
    sg_ledger_epoch *read = NULL;
    size_t n_epochs = 7, capacity = 0;
    open_training(&whole);
    open_training(&first);
    open_training(&second);
    const double wanted = train_epochs(&whole, N_EPOCHS);
    check_ok(sg_checkpoint_read(second.trainer, &read, &n_epochs, &capacity, path_of("c"), RUN,
                                &err));
    assert_int_equal(n_epochs, 0);
    (void)train_epochs(&first, 2);
    check_ok(sg_checkpoint_write(path_of("c"), RUN, first.trainer, epochs, 2, &err));
    check_ok(sg_checkpoint_read(second.trainer, &read, &n_epochs, &capacity, path_of("c"), RUN,
                                &err));
    assert_int_equal(n_epochs, 2);
    assert_int_equal(read[1].epoch, 2);
    assert_true(read[0].seconds == 0.5);
    assert_true(train_epochs(&second, N_EPOCHS - 2) == wanted);
    sg_free(read);
    close_training(&whole);
    close_training(&first);
    close_training(&second);
}

static void what_is_of_another_run_or_damaged_is_refused(void **state)
{
    (void)state;
    training t;
    sg_ledger_epoch *read = NULL;
    size_t n_epochs = 0, capacity = 0;
    open_training(&t);
    check_ok(sg_checkpoint_write(path_of("c"), RUN, t.trainer, NULL, 0, &err));
    check_fails(
        sg_checkpoint_read(t.trainer, &read, &n_epochs, &capacity, path_of("c"), RUN + 1, &err),
        SG_EFORMAT, "");
    check_write(folder, "c", "no checkpoint");
    check_fails(
        sg_checkpoint_read(t.trainer, &read, &n_epochs, &capacity, path_of("c"), RUN, &err),
        SG_EFORMAT, "");
    sg_free(read);
    close_training(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_training_goes_on),
        cmocka_unit_test(what_is_of_another_run_or_damaged_is_refused)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
