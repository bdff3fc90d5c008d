/* test_trainer.c - epochs, batches, the best epoch, stopping early. */
#include "unit/train/trainer_bench.inc"

/* ---- Batches ------------------------------------------------------------------------------ */

/* numpy: seed(42 + 5 e), shuffle the same array again, array_split(array, 10 // 3). */
static const uint32_t BATCHES[3][10] = {{24, 3, 15, 0, /**/ 21, 6, 27, /**/ 12, 9, 18},
                                        {15, 3, 21, 6, /**/ 0, 9, 24, /**/ 18, 27, 12},
                                        {12, 3, 27, 6, /**/ 21, 15, 0, /**/ 24, 18, 9}};

static const uint32_t SIZES[3] = {4, 3, 3};

/* How many of the outputs' largest are at the class of their graph. */
static double percent_right(const double *output, const uint32_t *graph, uint32_t n)
{
    uint32_t right = 0;
    for (uint32_t i = 0; i < n; i++) {
        const double *row = output + (size_t)i * N_CLASSES;
        uint32_t best = 0;
        for (uint32_t c = 1; c < N_CLASSES; c++)
            if (row[c] > row[best]) best = c;
        right += best == data->items.item_class[graph[i]];
    }
    return 100.0 * right / n;
}

static void batches_are_those_of_numpy(void **state)
{
    (void)state;
    bench b;
    prepare(&b);
    choose_items(&b, 10, 20, 10);
    b.options.batch_size = 3;
    b.training.shuffle_first = 42;
    b.training.shuffle_step = 5;
    open_trainer(&b, NULL);
    const sg_learner_options learning = {.optimizer = b.options.optimizer,
                                         .loss = b.options.loss,
                                         .targets = b.training.targets};
    sg_learner *twin = NULL;
    check_ok(sg_learner_open(&twin, &b.on_data.spec, &learning, NULL, &err));
    sg_learner_start(twin, &b.options.init, &b.options.bias_init, b.training.seed);
    double output[20 * N_CLASSES];
    for (uint32_t e = 0; e < 3; e++) {
        const sg_epoch epoch = train(&b);
        for (uint32_t k = 0, first = 0; k < 3; first += SIZES[k++])
            (void)sg_learner_step(output + first * N_CLASSES, twin, BATCHES[e] + first,
                                  SIZES[k], 0.01);
        double *mine = weights_of(sg_trainer_learner(b.trainer)), *his = weights_of(twin);
        assert_memory_equal(mine, his, sg_learner_size(twin) * sizeof *mine);
        free(mine);
        free(his);
        assert_int_equal(epoch.epoch, e + 1);
        check_near(epoch.learning_rate, 0.01, 0, 0);
        check_near(epoch.metric[0], percent_right(output, BATCHES[e], 10), 0, 0);
        sg_learner_predict(output, twin, b.item[1], 20);
        check_near(epoch.metric[1], percent_right(output, b.item[1], 20), 0, 0);
        sg_learner_predict(output, twin, b.item[2], 10);
        check_near(epoch.metric[2], percent_right(output, b.item[2], 10), 0, 0);
    }
    sg_learner_close(twin);
    close_bench(&b);
}

static void the_largest_batch_is_known_before(void **state)
{
    (void)state;
    static const uint32_t cases[][3] = {/* graphs, batch size, the largest batch or 128 */
                                        {10, 3, 128}, {1000, 300, 334}, {1000, 1000, 1000},
                                        {5, 64, 128}, {999, 1000, 999}, {257, 128, 129},
                                        {1, 1, 128},  {1000, 1, 128}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const sg_train_options options = {.batch_size = cases[i][1]};
        const sg_training_spec training = {.options = &options, .n_items = {cases[i][0]}};
        assert_int_equal(sg_train_batch_limits(&training, NULL, SG_ITEM_GRAPH).items,
                         cases[i][2]);
    }
}

static void one_graph_is_a_batch(void **state)
{
    (void)state;
    bench b;
    prepare(&b);
    choose_items(&b, 1, 1, 0);
    b.options.batch_size = 1;
    open_trainer(&b, NULL);
    assert_int_equal(sg_trainer_steps(b.trainer), 1);
    const sg_epoch first = train(&b), second = train(&b);
    assert_true(second.loss[0] < first.loss[0]);
    assert_true(isnan(first.loss[2]) && isnan(first.metric[2]));
    close_bench(&b);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    bench alone, many;
    prepare(&alone);
    open_trainer(&alone, NULL);
    for (int e = 0; e < 3; e++) (void)train(&alone);
    for (uint32_t n = 2; n <= 8; n += 3) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, n, &err));
        prepare(&many);
        open_trainer(&many, threads);
        for (int e = 0; e < 3; e++) (void)train(&many);
        check_same_weights(&alone, &many);
        close_bench(&many);
        sg_threads_close(threads);
    }
    close_bench(&alone);
}

/* ---- The best epoch ----------------------------------------------------------------------- */

static void among_equals_the_last_is_best(void **state)
{
    (void)state;
    bench b;
    prepare(&b);
    b.options.learning_rate = 0;
    b.options.patience = 2;
    b.options.n_epochs = 9;
    open_trainer(&b, NULL);
    assert_int_equal(sg_trainer_best(b.trainer).epoch, 0);
    for (uint32_t e = 1; !sg_trainer_is_over(b.trainer); e++) {
        assert_true(train(&b).best);
        assert_int_equal(sg_trainer_best(b.trainer).epoch, e);
    }
    assert_int_equal(sg_trainer_best(b.trainer).epoch, 9);
    close_bench(&b);
}

/* Values that are learnt for the training graphs, and grow wrong for the validation graphs. */
static void prepare_worsening(bench *b)
{
    prepare(b);
    for (uint32_t g = 0; g < 150; g++) b->value[g] = g % 3 == 0 ? 100 : -100;
    const sg_train_options regression = sg_train_defaults(SG_REGRESSION);
    b->options.loss = regression.loss;
    b->options.metric = regression.metric;
    b->training.targets = (sg_targets){.value = b->value, .n_columns = 1};
}

static void training_stops_when_patience_ends(void **state)
{
    (void)state;
    bench b, one;
    for (uint32_t patience = 1; patience <= 4; patience++) {
        prepare_worsening(&b);
        b.options.patience = patience;
        open_trainer(&b, NULL);
        uint32_t n = 0;
        for (double last = 0; !sg_trainer_is_over(b.trainer); n++) {
            const sg_epoch epoch = train(&b);
            assert_true(epoch.metric[1] > last);
            assert_int_equal(epoch.best, n == 0);
            last = epoch.metric[1];
        }
        assert_int_equal(n, 1 + patience);
        assert_int_equal(sg_trainer_best(b.trainer).epoch, 1);

        /* Its weights are those after one epoch. */
        prepare_worsening(&one);
        open_trainer(&one, NULL);
        (void)train(&one);
        sg_trainer_recall(b.trainer);
        check_same_weights(&b, &one);
        close_bench(&one);
        close_bench(&b);
    }
}

static void without_patience_all_epochs_are_done(void **state)
{
    (void)state;
    bench b;
    prepare_worsening(&b);
    b.options.n_epochs = 7;
    open_trainer(&b, NULL);
    for (int e = 0; e < 7; e++) {
        assert_false(sg_trainer_is_over(b.trainer));
        (void)train(&b);
    }
    assert_true(sg_trainer_is_over(b.trainer));
    assert_int_equal(sg_trainer_best(b.trainer).epoch, 1);
    close_bench(&b);
}

static void without_validation_the_last_is_best(void **state)
{
    (void)state;
    bench b;
    prepare_worsening(&b);
    choose_items(&b, 10, 0, 5);
    b.options.patience = 1;
    b.options.n_epochs = 4;
    open_trainer(&b, NULL);
    for (uint32_t e = 1; !sg_trainer_is_over(b.trainer); e++) {
        const sg_epoch epoch = train(&b);
        assert_true(epoch.best && isnan(epoch.metric[1]) && isfinite(epoch.metric[2]));
    }
    assert_int_equal(sg_trainer_best(b.trainer).epoch, 4);
    close_bench(&b);
}

static void test_graphs_can_stay_unseen(void **state)
{
    (void)state;
    bench b;
    prepare(&b);
    b.training.without_test = true;
    open_trainer(&b, NULL);
    const sg_epoch epoch = train(&b);
    assert_true(isnan(epoch.loss[2]) && isnan(epoch.metric[2]) && isfinite(epoch.metric[1]));
    close_bench(&b);
}

/* Errors are in the unit of the targets, losses in the network's. */
static void targets_may_have_a_unit(void **state)
{
    (void)state;
    const double scale[] = {1000};
    bench b;
    prepare_worsening(&b);
    b.training.scale = scale;
    open_trainer(&b, NULL);
    const sg_epoch epoch = train(&b);
    check_near(epoch.metric[1], 1000 * epoch.loss[1], 1e-12, 0);
    close_bench(&b);
}

/* ---- What cannot be trained --------------------------------------------------------------- */

static void trainings_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    sg_trainer *trainer = NULL;
    bench b;
    prepare(&b);
    open_trainer(&b, NULL);
    sg_training_spec training = b.training;
    training.n_items[0] = 0;
    check_fails(sg_trainer_open(&trainer, &b.on_data.spec, &training, NULL, &err), SG_EINVAL,
                "training: there are no training items");
    training = b.training;
    training.targets.n_columns = 3;
    check_fails(sg_trainer_open(&trainer, &b.on_data.spec, &training, NULL, &err), SG_EINVAL,
                "model: it has 10 outputs, but the data has 3 classes");
    training = b.training;
    training.targets.item_class = NULL;
    check_fails(sg_trainer_open(&trainer, &b.on_data.spec, &training, NULL, &err), SG_EINVAL,
                "the data set has no classes");
    sg_train_options options = b.options;
    training = b.training;
    training.options = &options;
    options.metric = &sg_metric_mae;
    check_fails(sg_trainer_open(&trainer, &b.on_data.spec, &training, NULL, &err), SG_EINVAL,
                "metric mae is not for classification");
    options.loss = &sg_loss_mse;
    check_fails(sg_trainer_open(&trainer, &b.on_data.spec, &training, NULL, &err), SG_EINVAL,
                "the data set has no targets");
    assert_null(trainer);
    close_bench(&b);
}

static sg_status train_a_little(void *context, sg_error *err)
{
    const bench *b = context;
    sg_status status = SG_OK;
    sg_trainer *trainer = NULL;
    sg_epoch epoch;
    SG_TRY(sg_trainer_open(&trainer, &b->on_data.spec, &b->training, NULL, err));
    SG_TRY(sg_trainer_epoch(&epoch, trainer, err));
done:
    sg_trainer_close(trainer);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    bench b;
    prepare_all(&b);
    b.options.metric = &sg_metric_roc_auc;
    open_trainer(&b, NULL);
    assert_true(check_out_of_memory(train_a_little, &b) > 10);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batches_are_those_of_numpy),
        cmocka_unit_test(the_largest_batch_is_known_before),
        cmocka_unit_test(one_graph_is_a_batch),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(among_equals_the_last_is_best),
        cmocka_unit_test(training_stops_when_patience_ends),
        cmocka_unit_test(without_patience_all_epochs_are_done),
        cmocka_unit_test(without_validation_the_last_is_best),
        cmocka_unit_test(test_graphs_can_stay_unseen),
        cmocka_unit_test(targets_may_have_a_unit),
        cmocka_unit_test(trainings_that_make_no_sense_are_refused),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, open_data, close_data);
}
