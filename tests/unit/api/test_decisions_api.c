/* test_decisions_api.c - class weights, temperatures and thresholds of trained models, also from files. */
#include "unit/api/written_data.inc"

#include <math.h>

/* Ten paths of two nodes; their first labels say the class, but for two of them.  Then the same again, to
 * validate with. */
static const source PATHS = {
    .arcs = "1,2\n2,1\n3,4\n4,3\n5,6\n6,5\n7,8\n8,7\n9,10\n10,9\n11,12\n"
            "12,11\n13,14\n14,13\n15,16\n16,15\n17,18\n18,17\n19,20\n"
            "20,19\n21,22\n22,21\n23,24\n24,23\n25,26\n26,25\n27,28\n"
            "28,27\n29,30\n30,29\n31,32\n32,31\n33,34\n34,33\n35,36\n"
            "36,35\n37,38\n38,37\n39,40\n40,39\n",
    .indicator = "1\n1\n2\n2\n3\n3\n4\n4\n5\n5\n6\n6\n7\n7\n8\n8\n9\n9\n10\n"
                 "10\n11\n11\n12\n12\n13\n13\n14\n14\n15\n15\n16\n16\n17\n17\n"
                 "18\n18\n19\n19\n20\n20\n",
    .node_labels = "6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n8\n8\n8\n8\n8\n8\n"
                   "6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n8\n8\n8\n8\n8\n8\n",
    .classes = "0\n0\n0\n0\n0\n0\n1\n1\n1\n0\n0\n0\n0\n0\n0\n0\n1\n1\n1\n0\n"};

static sg_model *trained(const sg_dataset *data, const sg_training_options *more)
{
    static const uint32_t FIRST[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                          AGAIN[] = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options, .decoder = "label"};
    sg_training_options training = *more;
    training.struct_size = sizeof training;
    training.settings = "{epochs: 60, learning-rate: 0.2}";
    training.item[SG_TRAIN] = FIRST;
    training.item[SG_VALIDATION] = AGAIN;
    training.n_items[SG_TRAIN] = training.n_items[SG_VALIDATION] = 10;
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    return model;
}

/* The scores of all graphs, [20][2]. */
static void predict(double score[40], const sg_model *model, const sg_dataset *data)
{
    check_ok(sg_model_predict(score, model, data, NULL, &err));
}

/* Where nothing squashes outputs, the share of a class is the probability of its members. */
static void probabilities_are_shares(void **state)
{
    (void)state;
    sg_dataset *data = open_source("P", &PATHS);
    sg_model *model = trained(data, &(sg_training_options){0});
    double score[40];
    predict(score, model, data);
    assert_true(sg_model_temperature(model, 0) == 1 && sg_model_threshold(model, 1) == 0.5);
    assert_true(isnan(sg_model_temperature(model, 2)) && isnan(sg_model_threshold(NULL, 0)));
    check_near(score[1], 1.0 / 7, 0, 0.05);
    check_near(score[19], 2.0 / 3, 0, 0.05);
    assert_true(sg_model_says(model, score, 0) && !sg_model_says(model, score, 1));
    assert_false(sg_model_says(model, score, 2));
    assert_false(sg_model_says(model, NULL, 0));
    assert_false(sg_model_says(NULL, score, 0));
    sg_model_close(model);
    sg_data_close(data);
}

static bool see(void *context, const sg_epoch *epoch)
{
    (void)epoch;
    *(bool *)context = true;
    return true;
}

static bool go_on_before(void *context, const sg_progress *progress)
{
    (void)progress;
    return !*(bool *)context;
}

/* Who is stopped by an observer does not compute on: thresholds of outputs that nobody finished would be
 * nonsense. */
static void a_stopped_training_fits_nothing(void **state)
{
    (void)state;
    static const uint32_t first[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                          again[] = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
    sg_dataset *data = open_source("P", &PATHS);
    sg_model *model = NULL;
    bool seen = false;
    double score[40];
    const sg_observer observer = {go_on_before, &seen};
    const sg_model_options options = {.struct_size = sizeof options, .decoder = "label"};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .item = {first, again},
                                          .n_items = {10, 10},
                                          .threshold = SG_METRIC_MCC,
                                          .calibrate = SG_CALIBRATE_BY_TEMPERATURE,
                                          .learning_rate = 0.2,
                                          .epoch = see,
                                          .context = &seen,
                                          .observer = &observer};
    check_ok(sg_model_build(&model, data, &options, &err));
    check_fails(sg_model_train(NULL, model, data, &training, &err), SG_ECANCELED, "stopped");
    assert_true(seen);
    predict(score, model, data);
    assert_true(sg_model_threshold(model, 1) == 0.5 && sg_model_temperature(model, 0) == 1);
    sg_model_close(model);
    sg_data_close(data);
}

/* Balanced, a class of three counts as much as one of seven. */
static void balanced_classes_count_alike(void **state)
{
    (void)state;
    sg_dataset *data = open_source("P", &PATHS);
    sg_model *model =
        trained(data, &(sg_training_options){.class_weights = SG_CLASS_WEIGHTS_BALANCED});
    double score[40];
    predict(score, model, data);
    /* among seven of label 6: six of weight 10/14 and one of 10/6 */
    check_near(score[1], (10.0 / 6) / (10.0 / 6 + 6 * 10.0 / 14), 0, 0.05);
    sg_model_close(model);
    sg_data_close(data);
}

static void temperature_and_threshold_are_kept(void **state)
{
    (void)state;
    sg_dataset *data = open_source("P", &PATHS);
    sg_model *model = trained(data,
                              &(sg_training_options){.calibrate = SG_CALIBRATE_BY_TEMPERATURE,
                                                     .threshold = SG_METRIC_BALANCED_ACCURACY}),
             *again = NULL;
    double score[40], read[40];
    const char *path = path_of("decides.sgm");
    predict(score, model, data);
    assert_true(sg_model_temperature(model, 0) != 1);
    assert_true(sg_model_temperature(model, 0) == sg_model_temperature(model, 1));
    assert_true(sg_model_threshold(model, 0) + sg_model_threshold(model, 1) == 1);
    check_ok(sg_model_save(model, path, &err));
    check_ok(sg_model_open(&again, path, &err));
    predict(read, again, data);
    assert_memory_equal(score, read, sizeof score);
    assert_true(sg_model_threshold(again, 1) == sg_model_threshold(model, 1));
    assert_true(sg_model_temperature(again, 1) == sg_model_temperature(model, 1));
    sg_model_close(again);
    sg_model_close(model);
    sg_data_close(data);
}

static void what_has_no_meaning_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *why;
    } cases[] = {{"{threshold: roc-auc}", "roc-auc does not depend on a threshold"},
                 {"{threshold: nonsense}", "unknown metric"},
                 {"{class-weights: equal}", "class-weights"},
                 {"{calibrate: platt}", "calibrate"}};
    sg_dataset *data = open_source("P", &PATHS);
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options, .decoder = "label"};
    check_ok(sg_model_build(&model, data, &options, &err));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const sg_training_options training = {.struct_size = sizeof training,
                                              .settings = cases[i].settings};
        check_fails(sg_model_train(NULL, model, data, &training, &err), SG_EFORMAT,
                    cases[i].why);
    }
    const sg_training_options wrong = {.struct_size = sizeof wrong,
                                       .threshold = SG_METRIC_ROC_AUC};
    check_fails(sg_model_train(NULL, model, data, &wrong, &err), SG_EINVAL, "roc-auc");
    sg_model_close(model);
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probabilities_are_shares),
        cmocka_unit_test(a_stopped_training_fits_nothing),
        cmocka_unit_test(balanced_classes_count_alike),
        cmocka_unit_test(temperature_and_threshold_are_kept),
        cmocka_unit_test(what_has_no_meaning_is_refused),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
