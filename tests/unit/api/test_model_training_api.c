/* test_model_training_api.c - training through sharegnn.h: ways to learn, going on, stopping,
 * and all kinds of tasks. */
#include "base/mem.h"
#include "unit/api/written_models.inc"

/* ---- Training ----------------------------------------------------------------------------- */

static void parts_may_be_small_or_empty(void **state)
{
    (void)state;
    static const uint32_t three[] = {0, 1, 2}, one[] = {7}, like[] = {8};
    sg_model *model = build_csl();
    sg_epoch best = {0};
    sg_training_options t = {.struct_size = sizeof t,
                             .settings = "{epochs: 2}",
                             .item = {three, one, NULL},
                             .n_items = {3, 0, 0}};
    check_ok(sg_model_train(&best, model, csl, &t, &err));
    assert_int_equal(best.epoch, 2);
    assert_true(isnan(best.metric[SG_VALIDATION]) && isnan(best.metric[SG_TEST]));
    t = (sg_training_options){.struct_size = sizeof(sg_training_options),
                              .settings = "{epochs: 2, batch-size: 1}",
                              .item = {three, one, like},
                              .n_items = {1, 1, 1}};
    check_ok(sg_model_train(&best, model, csl, &t, &err));
    assert_true(isfinite(best.loss[SG_VALIDATION]));
    check_near(best.loss[SG_TEST], best.loss[SG_VALIDATION], 1e-6, 0);
    t.n_items[SG_TRAIN] = 0;
    check_fails(sg_model_train(&best, model, csl, &t, &err), SG_EINVAL,
                "there are no training items");
    static const uint32_t beyond[] = {3, 150};
    t = (sg_training_options){
        .struct_size = sizeof(sg_training_options), .item = {three, beyond}, .n_items = {3, 2}};
    check_fails(
        sg_model_train(&best, model, csl, &t, &err), SG_EINVAL,
        "training->item[SG_VALIDATION][1]: there is no item 150; the data set CSL has 150");
    sg_model_close(model);
}

static void defaults_train(void **state)
{
    (void)state;
    sg_model *model = build_csl();
    check_ok(sg_model_train(NULL, model, csl, NULL, &err));
    sg_model_close(model);
}

static void every_way_to_learn_learns(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "optimizer: adam",
        "optimizer: adamw",
        "{optimizer: sgd, learning-rate: 5}",
        "{optimizer: sgd, momentum: 0.9, learning-rate: 1}",
        "{optimizer: adam, weight-decay: 0.001}",
        "{optimizer: adam, clip: 0.05}",
        "{optimizer: adam, average: 0.5}",
        "{optimizer: adam, average: 0.5, clip: 1, precision: double}",
        "{schedule: cosine warm-up 2 epochs}",
        "{schedule: step 3 0.5}",
        "{schedule: plateau factor 0.5 patience 1 min 1e-4}",
        "metric: loss",
        "metric: balanced-accuracy",
        "metric: f1",
        "metric: roc-auc",
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        char text[300];
        const char *s = settings[i];
        const bool map = s[0] == '{';
        (void)snprintf(text, sizeof text, "{init: he, epochs: 30, batch-size: 30, %.*s}",
                       (int)strlen(s) - 2 * map, s + map);
        sg_model *trained = build_csl();
        const sg_epoch best = train(trained, csl, text, 1);
        if (!(best.loss[SG_TRAIN] < 2.2)) fail_msg("%s: loss %g", text, best.loss[SG_TRAIN]);
        assert_int_equal(best.epoch, 30);
        check_saved(csl, trained);
        sg_model_close(trained);
    }
}

/* The averaged weights are what is evaluated and kept. */
static void averages_are_the_models_weights(void **state)
{
    (void)state;
    uint32_t odd[75]; /* and all others train */
    for (uint32_t i = 0; i < 75; i++) odd[i] = 2 * i + 1;
    sg_model *model = build_csl(), *plain = build_csl();
    sg_training_options t = {.struct_size = sizeof t,
                             .settings = "{epochs: 8, init: he, average: 0.8}",
                             .item = {NULL, odd},
                             .n_items = {0, 75},
                             .seed = 3};
    sg_epoch best = {0}, other = {0};
    check_ok(sg_model_train(&best, model, csl, &t, &err));
    t.settings = "{epochs: 8, init: he}";
    check_ok(sg_model_train(&other, plain, csl, &t, &err));
    assert_true(best.loss[SG_VALIDATION] != other.loss[SG_VALIDATION]);
    sg_model *models[] = {model, plain};
    const sg_epoch epochs[] = {best, other};
    for (int m = 0; m < 2; m++) {
        double *score = predict(models[m], csl, 1), loss = 0;
        for (uint32_t g = 1; g < 150; g += 2)
            loss -= log(score[10 * g + sg_data_view_of(csl).graph_class[g]]) / 75;
        check_near(loss, epochs[m].loss[SG_VALIDATION], 1e-5, 0);
        free(score);
    }
    sg_model_close(model);
    sg_model_close(plain);
}

/* A model that has been trained goes on from its weights, also when it comes from a file. */
static void training_goes_on(void **state)
{
    (void)state;
    sg_model *model = build_csl(), *opened = NULL;
    const sg_epoch first = train(model, csl, "{epochs: 1, init: he}", 1);
    (void)train(model, csl, "{epochs: 30, init: he}", 1);
    check_ok(sg_model_save(model, path_of("on.model"), &err));
    check_ok(sg_model_open(&opened, path_of("on.model"), &err));
    const sg_epoch a = train(model, csl, "{epochs: 1}", 1);
    const sg_epoch b = train(opened, csl, "{epochs: 1}", 1);
    assert_true(a.loss[SG_TRAIN] < first.loss[SG_TRAIN] - 0.1);
    check_near(a.loss[SG_TRAIN], b.loss[SG_TRAIN], 0, 0);
    check_ok(sg_model_save(model, path_of("a.model"), &err));
    check_ok(sg_model_save(opened, path_of("b.model"), &err));
    check_same_files("a.model", "b.model");
    sg_model_close(model);
    sg_model_close(opened);
}

/* Stops after so many epochs. */
static bool stop_after(void *context, const sg_epoch *epoch)
{
    const uint32_t *n = context;
    assert_true(epoch->epoch <= *n && epoch->seconds >= 0);
    return epoch->epoch < *n;
}

static void the_caller_may_stop(void **state)
{
    (void)state;
    uint32_t n = 3;
    sg_epoch best = {0};
    sg_training_options t = {.struct_size = sizeof t,
                             .settings = "{epochs: 50, init: he}",
                             .seed = 1,
                             .epoch = stop_after,
                             .context = &n};
    sg_model *stopped = build_csl(), *whole = build_csl();
    check_fails(sg_model_train(&best, stopped, csl, &t, &err), SG_ECANCELED,
                "training was stopped after epoch 3");
    assert_int_equal(best.epoch, 3);
    /* It has learnt as much as in a training that ends there. */
    t.settings = "{epochs: 3, init: he}";
    check_ok(sg_model_train(&best, whole, csl, &t, &err)); /* it was over, not stopped */
    check_ok(sg_model_save(stopped, path_of("a.model"), &err));
    check_ok(sg_model_save(whole, path_of("b.model"), &err));
    check_same_files("a.model", "b.model");
    sg_model_close(stopped);
    sg_model_close(whole);
}

static bool never(void *context, const sg_progress *progress)
{
    (void)context, (void)progress;
    return false;
}

static void building_and_predicting_may_be_stopped(void **state)
{
    (void)state;
    const sg_observer observer = {.progress = never};
    const sg_label_options labels = {
        .struct_size = sizeof labels, .n_threads = 1, .observer = &observer};
    const sg_model_options options = {
        .struct_size = sizeof options, .decoder = "cycles:8", .labels = &labels};
    sg_model *model = NULL;
    check_fails(sg_model_build(&model, csl, &options, &err), SG_ECANCELED, "");
    assert_null(model);
    model = build(csl, NULL, "cycles:8");
    (void)train(model, csl, "{epochs: 1}", 1);
    double score[1500] = {[7] = 77};
    check_fails(sg_model_predict(score, model, csl, &labels, &err), SG_ECANCELED, "");
    check_near(score[7], 77, 0, 0);
    sg_model_close(model);
}

/* ---- Tasks -------------------------------------------------------------------------------- */

static void regression_learns_several_targets(void **state)
{
    (void)state;
    /* Nodes and edges of stars with 1 to 4 leaves. */
    const source stars = {
        .arcs =
            "1,2\n2,1\n3,4\n4,3\n3,5\n5,3\n6,7\n7,6\n6,8\n8,6\n6,9\n9,6\n10,11\n11,10\n10,12\n"
            "12,10\n10,13\n13,10\n10,14\n14,10\n",
        .indicator = "1\n1\n2\n2\n2\n3\n3\n3\n3\n4\n4\n4\n4\n4\n",
        .targets = "2,1,-1\n3,2,0.5\n4,3,0\n5,4,?\n"};
    sg_dataset *data = open_source("stars", &stars);
    assert_int_equal(sg_data_sizes_of(data).n_targets, 3);
    sg_model *model = build(data, NULL, "degree");
    assert_int_equal(sg_model_sizes_of(model).task, SG_REGRESSION);
    assert_int_equal(sg_model_sizes_of(model).n_outputs, 3);
    assert_string_equal(sg_model_target(model, 2), "target 2");
    assert_null(sg_model_target(model, 3));
    const sg_epoch best = train(
        model, data, "{epochs: 3000, learning-rate: 0.01, loss: mse, schedule: cosine}", 1);
    assert_true(best.loss[SG_TRAIN] < 1e-4);
    double *score = predict(model, data, 1);
    for (int g = 0; g < 4; g++) {
        check_near(score[3 * g], 2 + g, 0, 0.05);
        check_near(score[3 * g + 1], 1 + g, 0, 0.05);
        assert_true(isfinite(score[3 * g + 2]));
    }
    check_saved(data, model);
    free(score);
    sg_model_close(model);

    /* Only some of the columns, in another order. */
    const uint32_t columns[] = {2, 0}, beyond[] = {3};
    sg_model_options options = {
        .struct_size = sizeof options, .decoder = "degree", .target = columns, .n_targets = 2};
    check_ok(sg_model_build(&model, data, &options, &err));
    assert_string_equal(sg_model_target(model, 0), "target 2");
    assert_string_equal(sg_model_target(model, 1), "target 0");
    (void)train(model, data, "{epochs: 3000, loss: huber, schedule: cosine}", 1);
    score = predict(model, data, 1);
    for (int g = 0; g < 4; g++) check_near(score[2 * g + 1], 2 + g, 0, 0.05);
    check_saved(data, model);
    free(score);
    sg_model_close(model);
    options.target = beyond;
    options.n_targets = 1;
    model = NULL;
    check_fails(sg_model_build(&model, data, &options, &err), SG_EINVAL,
                "target[0]: there is no column 3; the data has 3");
    assert_null(model);
    sg_data_close(data);
}

static void labels_may_be_missing(void **state)
{
    (void)state;
    const source single = {.arcs = "",
                           .indicator = "1\n2\n3\n4\n",
                           .node_labels = "1\n2\n3\n4\n",
                           .targets = "1,0\n0,?\n?,?\n0,1\n"};
    sg_dataset *data = open_source("labels", &single);
    sg_model *model = NULL;
    const sg_model_options options = {
        .struct_size = sizeof options, .decoder = "label", .task = SG_TASK_MULTILABEL};
    check_ok(sg_model_build(&model, data, &options, &err));
    assert_int_equal(sg_model_sizes_of(model).task, SG_MULTILABEL);
    const sg_epoch best = train(model, data, "{epochs: 300, learning-rate: 0.1}", 1);
    assert_true(best.loss[SG_TRAIN] < 0.1);
    check_near(best.metric[SG_TRAIN], 100, 0, 0);
    double *score = predict(model, data, 1);
    assert_true(score[0] > 0.8 && score[1] < 0.2 && score[2] < 0.2 && score[6] < 0.2 &&
                score[7] > 0.8);
    for (int i = 0; i < 8; i++) assert_true(score[i] > 0 && score[i] < 1);
    check_saved(data, model);
    free(score);
    sg_model_close(model);
    sg_data_close(data);
}

static void classes_may_come_from_a_file(void **state)
{
    (void)state;
    const source nothing = {.arcs = "", .indicator = "1\n2\n3\n", .node_labels = "1\n2\n3\n"};
    sg_dataset *data = open_source("nothing", &nothing);
    sg_model *model = NULL;
    sg_model_options options = {.struct_size = sizeof options, .decoder = "label"};
    check_fails(sg_model_build(&model, data, &options, &err), SG_EINVAL,
                "neither classes nor targets");
    options.task = SG_TASK_CLASSIFICATION;
    check_fails(sg_model_build(&model, data, &options, &err), SG_EINVAL, "has no classes");
    check_ok(sg_data_read_targets(data, write_file("classes.txt", "-3\n8\n-3\n"), false, &err));
    check_ok(sg_model_build(&model, data, &options, &err));
    assert_int_equal(sg_model_sizes_of(model).n_outputs, 2);
    assert_int_equal(sg_model_class(model, 0), -3);
    assert_int_equal(sg_model_class(model, 1), 8);
    (void)train(model, data, "{epochs: 1}", 1);

    /* Other classes are not those of the model; it predicts them all the same. */
    check_ok(sg_data_read_targets(data, write_file("classes.txt", "1\n8\n1\n"), false, &err));
    check_fails(sg_model_train(NULL, model, data, NULL, &err), SG_EINVAL,
                "training: the classes of the data are not those of the model");
    check_ok(sg_data_read_targets(data, write_file("classes.txt", "1\n8\n5\n"), false, &err));
    check_fails(sg_model_train(NULL, model, data, NULL, &err), SG_EINVAL,
                "training: the classes of the data are not those of the model");
    free(predict(model, data, 1));
    check_ok(sg_data_read_targets(data, write_file("values.txt", "1\n2\n3\n"), true, &err));
    check_fails(sg_model_train(NULL, model, data, NULL, &err), SG_EINVAL,
                "training: the data has no classes");
    sg_model_close(model);
    model = NULL;
    options.task = SG_TASK_OF_DATA;
    check_ok(sg_model_build(&model, data, &options, &err));
    assert_int_equal(sg_model_sizes_of(model).task, SG_REGRESSION);
    sg_model_close(model);
    assert_true(sg_data_sizes_of(data).n_targets == 1 && sg_data_sizes_of(data).n_classes == 0);
    check_ok(sg_data_read_targets(data, path_of("classes.txt"), false, &err));
    assert_true(sg_data_sizes_of(data).n_targets == 0 && sg_data_sizes_of(data).n_classes == 3);
    check_fails(sg_data_read_targets(data, write_file("values.txt", "1\n2\n"), true, &err),
                SG_EFORMAT, "it has 2 lines, but the data has 3 graphs");
    check_fails(sg_data_read_targets(data, path_of("none.txt"), true, &err), SG_ENOTFOUND, "");
    sg_data_close(data);
}

static void attributes_may_be_the_input(void **state)
{
    (void)state;
    const source pairs = {.arcs = "",
                          .indicator = "1\n2\n3\n",
                          .attributes = "1,0\n0,1\n1,1\n",
                          .targets = "2\n3\n5\n"};
    const source plain = {.arcs = "", .indicator = "1\n"};
    const source wide = {.arcs = "", .indicator = "1\n", .attributes = "1,2,3\n"};
    static const char description[] =
        "{ input: attributes, layers: [linear: { outputs: 1 }, pool: { kind: sum }] }";
    sg_dataset *data = open_source("pairs", &pairs), *other = open_source("plain", &plain),
               *wider = open_source("wide", &wide);
    sg_model *model = describe(data, description);
    (void)train(model, data, "{epochs: 3000, loss: mse, learning-rate: 0.02}", 1);
    double *score = predict(model, data, 1);
    const double wanted[] = {2, 3, 5};
    for (int g = 0; g < 3; g++) check_near(score[g], wanted[g], 0, 0.1);
    check_saved(data, model);
    free(score);
    double one = 77;
    check_fails(sg_model_predict(&one, model, other, NULL, &err), SG_EINVAL,
                "model: it looks at 2 node attributes, but the data set ");
    check_fails(sg_model_predict(&one, model, wider, NULL, &err), SG_EINVAL, "has 3");
    check_near(one, 77, 0, 0);
    sg_model_close(model);
    model = NULL;
    const sg_model_options options = {
        .struct_size = sizeof options, .description = description, .task = SG_TASK_REGRESSION};
    check_fails(sg_model_build(&model, csl, &options, &err), SG_EINVAL, "has no targets");
    const sg_model_options classes = {.struct_size = sizeof classes,
                                      .description = description};
    check_fails(sg_model_build(&model, csl, &classes, &err), SG_EINVAL,
                "the data set CSL has no node attributes");
    assert_null(model);
    sg_data_close(data);
    sg_data_close(other);
    sg_data_close(wider);
}

/* ---- Mistakes ----------------------------------------------------------------------------- */

static void wrong_settings_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        sg_status status;
        const char *text;
    } cases[] = {
        {"", SG_EFORMAT, "settings:1:1"},
        {"3", SG_EFORMAT, "settings:1:1: "},
        {"{epochs: 3", SG_EFORMAT, "settings:2:1: ',' or '}' is needed"},
        {"{epochs: 0}", SG_EFORMAT, "settings:1:10: train.epochs: \"0\" is not a whole number"},
        {"epochs: 3\nlearning-rat: 4", SG_EFORMAT, "settings:2:1: train: unknown key"},
        {"init: huge", SG_EFORMAT, "settings:1:7: train.init: "},
        {"metric: mae", SG_EFORMAT,
         "settings:1:9: train.metric: metric mae is not for classification"},
        {"{loss: mae, metric: mae}", SG_EFORMAT,
         "settings:1:8: train.loss: mae is not for classification, which has cross-entropy"},
        {"momentum: 0.9", SG_EFORMAT, "settings:1:1: train.momentum: adam has none"},
        {"freeze: [0, 7]", SG_EFORMAT, "settings:1:9: train.freeze: there is no layer 7"},
    };
    sg_model *model = build_csl();
    const long live = sg_mem_live();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const sg_training_options t = {.struct_size = sizeof t, .settings = cases[i].settings};
        sg_epoch best = {.epoch = 77};
        check_fails(sg_model_train(&best, model, csl, &t, &err), cases[i].status,
                    cases[i].text);
        assert_int_equal(best.epoch, 77);
        assert_int_equal(sg_mem_live(), live);
    }
    sg_model_close(model);
}

/* Counts batches by the questions about them, and says no in one of them.  A batch that takes long is asked
 * about several times. */
typedef struct asked {
    uint32_t n_asked, no_at;
    uint64_t done; /* of the last question */
} asked;

static bool answer(void *context, const sg_progress *progress)
{
    asked *a = context;
    if (strcmp(progress->stage, "training") != 0) return true;
    if (a->n_asked == 0 || progress->done != a->done) a->n_asked++;
    a->done = progress->done;
    return a->n_asked != a->no_at;
}

/* 150 graphs are five batches of an epoch.  Within the first epoch the model stays as it was; later it has
 * the weights of the best epoch so far. */
static void training_can_be_stopped_within_an_epoch(void **state)
{
    (void)state;
    asked a = {0};
    const sg_observer observer = {answer, &a};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = "{epochs: 2, batch-size: 30}",
                                          .n_threads = 2,
                                          .observer = &observer};
    sg_model *model = build_csl(), *once = build_csl();
    sg_epoch best = {.epoch = 77};
    for (uint32_t no = 1; no <= 5; no += 2) {
        a = (asked){.no_at = no};
        check_fails(sg_model_train(&best, model, csl, &training, &err), SG_ECANCELED,
                    "training: stopped");
        assert_int_equal(a.n_asked, no);
        assert_int_equal(best.epoch, 77);
        check_fails(sg_model_save(model, path_of("none.model"), &err), SG_EINVAL,
                    "it has not been trained");
    }
    a = (asked){.no_at = 8};
    check_fails(sg_model_train(&best, model, csl, &training, &err), SG_ECANCELED,
                "training: stopped");
    assert_int_equal(best.epoch, 1);
    const sg_training_options one_epoch = {.struct_size = sizeof one_epoch,
                                           .settings = "{epochs: 1, batch-size: 30}",
                                           .n_threads = 1};
    check_ok(sg_model_train(NULL, once, csl, &one_epoch, &err));
    double *x = predict(model, csl, 1), *y = predict(once, csl, 1);
    assert_memory_equal(x, y, sizeof(double) * 10 * 150);
    free(x);
    free(y);
    sg_model_close(model);
    sg_model_close(once);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_can_be_stopped_within_an_epoch),
        cmocka_unit_test(parts_may_be_small_or_empty),
        cmocka_unit_test(defaults_train),
        cmocka_unit_test(every_way_to_learn_learns),
        cmocka_unit_test(averages_are_the_models_weights),
        cmocka_unit_test(training_goes_on),
        cmocka_unit_test(the_caller_may_stop),
        cmocka_unit_test(building_and_predicting_may_be_stopped),
        cmocka_unit_test(regression_learns_several_targets),
        cmocka_unit_test(labels_may_be_missing),
        cmocka_unit_test(classes_may_come_from_a_file),
        cmocka_unit_test(attributes_may_be_the_input),
        cmocka_unit_test(wrong_settings_are_refused),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
