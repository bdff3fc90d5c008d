/* test_workload.c - what all trainings of an experiment share. */
#include "run/summary/summary.h"
#include "run/workload_parts.h"
#include "unit/run/tiny_workload.inc"

#define FAIR TINY_GRID "data: TINY\nprotocol: fair\nruns: 2\n" TINY_NETWORK

static void trainings_are_given_a_fold(void **state)
{
    (void)state;
    tiny_workload t;
    check_ok(tiny_workload_open(&t, FAIR, &err));
    const sg_workload *w = &t.workload;
    const sg_selection s = sg_workload_selection(w);
    assert_int_equal(s.n_configurations, 3);
    assert_int_equal(s.n_runs, 2);
    assert_int_equal(s.n_folds, TINY_FOLDS);
    assert_int_equal(s.n_inner, 1);
    assert_int_equal(s.protocol, SG_PROTOCOL_FAIR);
    assert_true(s.higher_is_better);
    for (uint32_t f = 0; f < TINY_FOLDS; f++) {
        const sg_fold *fold = sg_workload_fold(w, true, f);
        assert_ptr_equal(fold, sg_workload_fold(w, false, f));
        const sg_training_spec training = sg_workload_training(w, 1, fold);
        for (int p = 0; p < SG_N_PARTS; p++) {
            assert_ptr_equal(training.item[p], fold->part[p].index);
            assert_int_equal(training.n_items[p], fold->part[p].n);
        }
        assert_ptr_equal(training.options, &w->configuration[1].train);
        assert_ptr_equal(training.targets.item_class, w->data.items.item_class);
        assert_int_equal(training.targets.n_columns, 2);
        assert_null(training.scale);
    }
    tiny_workload_close(&t);
}

/* Where the training graphs decide what is known, every fold has a network of its own. */
static void folds_share_networks_or_have_their_own(void **state)
{
    (void)state;
    tiny_workload t;
    check_ok(tiny_workload_open(&t, "vocabulary: all\n" FAIR, &err));
    assert_ptr_equal(sg_workload_on_data(&t.workload, 1, 0),
                     sg_workload_on_data(&t.workload, 1, 2));
    assert_ptr_not_equal(sg_workload_on_data(&t.workload, 0, 0),
                         sg_workload_on_data(&t.workload, 1, 0));
    tiny_workload_close(&t);
    check_ok(tiny_workload_open(&t, FAIR, &err));
    assert_ptr_not_equal(sg_workload_on_data(&t.workload, 1, 0),
                         sg_workload_on_data(&t.workload, 1, 2));
    tiny_workload_close(&t);
}

/* The inner folds of a fold divide what it does not test. */
static void nested_folds_select_inside(void **state)
{
    (void)state;
    tiny_workload t;
    check_ok(tiny_workload_open(&t,
                                TINY_GRID "data: TINY\nprotocol: nested\nfolds: 3\n"
                                          "inner-folds: 2\n" TINY_NETWORK,
                                &err));
    const sg_workload *w = &t.workload;
    assert_int_equal(sg_workload_selection(w).n_inner, 2);
    for (uint32_t f = 0; f < 3; f++) {
        const sg_fold *outer = sg_workload_fold(w, false, f);
        for (uint32_t i = 0; i < 2; i++) {
            const sg_fold *inner = sg_workload_fold(w, true, 2 * f + i);
            bool tested[TINY_GRAPHS] = {false};
            uint32_t n = 0;
            for (uint32_t k = 0; k < outer->part[SG_TEST].n; k++)
                tested[outer->part[SG_TEST].index[k]] = true;
            for (int p = 0; p < SG_N_PARTS; p++)
                for (uint32_t k = 0; k < inner->part[p].n; k++, n++)
                    assert_false(tested[inner->part[p].index[k]]);
            assert_int_equal(n, outer->part[SG_TRAIN].n + outer->part[SG_VALIDATION].n);
        }
    }
    tiny_workload_close(&t);
}

static uint64_t fingerprint_of(const char *text)
{
    tiny_workload t;
    check_ok(tiny_workload_open(&t, text, &err));
    const uint64_t fingerprint = sg_workload_splits_fingerprint(&t.workload);
    tiny_workload_close(&t);
    return fingerprint;
}

static void splits_have_fingerprints(void **state)
{
    (void)state;
#define FOLDS(seed) "data: TINY\nprotocol: k-fold\nfolds: 3\nseed: " seed "\n" TINY_NETWORK
    const uint64_t fingerprint = fingerprint_of(FOLDS("1"));
    assert_int_equal(fingerprint_of(FOLDS("1")), fingerprint);
    assert_int_not_equal(fingerprint_of(FOLDS("2")), fingerprint);
}

/* Both targets of these items have mean 0 and deviation 1, and are the data's in another unit. */
static void check_standard(const sg_targets *targets, const sg_outputs *unit,
                           const sg_dataset *data, const sg_index_list *items)
{
    for (uint32_t c = 0; c < 2; c++) {
        double sum = 0, squares = 0;
        for (uint32_t i = 0; i < items->n; i++) {
            const size_t at = 2 * (size_t)items->index[i] + c;
            const double value = targets->value[at];
            check_near(value * unit->scale[c] + unit->offset[c], data->items.target.value[at],
                       1e-12, 1e-12);
            sum += value;
            squares += value * value;
        }
        check_near(sum, 0, 0, 1e-9);
        check_near(squares / (items->n - 1), 1, 1e-9, 0);
    }
}

/* Targets are in the network's unit; who reports them in their own is given the scale. */
static void targets_are_scaled(void **state)
{
    (void)state;
    tiny_workload t;
    uint32_t all[TINY_GRAPHS];
    for (uint32_t i = 0; i < TINY_GRAPHS; i++) all[i] = i;
    check_ok(tiny_workload_open(
        &t, "data: TINYREG\nprotocol: fair\nvocabulary: all\nscale: standard\n" TINY_NETWORK,
        &err));
    const sg_workload *w = &t.workload;
    const sg_training_spec training = sg_workload_training(w, 0, sg_workload_fold(w, false, 0));
    assert_ptr_equal(training.scale, w->outputs.scale);
    assert_null(training.targets.item_class);
    check_standard(&training.targets, &w->outputs, &w->data,
                   &(sg_index_list){.index = all, .n = TINY_GRAPHS});
    tiny_workload_close(&t);
}

/* What tests a network decides nothing, not even the unit it learns in. */
static void training_items_decide_the_unit(void **state)
{
    (void)state;
    tiny_workload t;
    check_ok(tiny_workload_open(&t,
                                "data: TINYREG\nprotocol: nested\nfolds: 3\ninner-folds: 2\n"
                                "vocabulary: train\nscale: standard\n" TINY_NETWORK,
                                &err));
    const sg_workload *w = &t.workload;
    for (uint32_t f = 0; f < 3; f++) {
        const sg_fold *fold = sg_workload_fold(w, false, f);
        const sg_outputs *unit = sg_workload_outputs(w, f);
        const sg_training_spec training = sg_workload_training(w, 0, fold);
        assert_ptr_equal(training.scale, unit->scale);
        assert_ptr_equal(training.targets.value, sgi_workload_targets(w, f)->value);
        assert_int_equal(sgi_workload_fold_number(w, fold), f);
        check_standard(&training.targets, unit, &w->data, &fold->part[SG_TRAIN]);
        for (uint32_t i = 0; i < 2; i++)
            assert_ptr_equal(
                sg_workload_training(w, 0, sg_workload_fold(w, true, 2 * f + i)).scale,
                unit->scale);
    }
    assert_true(sg_workload_outputs(w, 0)->offset[0] != sg_workload_outputs(w, 1)->offset[0]);
    sgi_workload_close_targets(&t.workload);
    assert_int_equal(w->outputs.n, 0);
    assert_null(w->unit);
    tiny_workload_close(&t);
}

static void shares_are_parts_of_larger_ones(void **state)
{
    (void)state;
    tiny_workload t;
    check_ok(tiny_workload_open(&t,
                                "data: TINY\nprotocol: fair\n" TINY_NETWORK
                                "grid: { train.share: [0.25, 0.5, 1] }\n",
                                &err));
    const sg_fold *fold = sg_workload_fold(&t.workload, false, 1);
    sg_training_spec training[3];
    for (uint32_t c = 0; c < 3; c++) training[c] = sg_workload_training(&t.workload, c, fold);
    assert_int_equal(training[0].n_items[SG_TRAIN], 4);
    assert_int_equal(training[1].n_items[SG_TRAIN], 8);
    assert_int_equal(training[2].n_items[SG_TRAIN], 16);
    assert_memory_equal(training[0].item[SG_TRAIN], training[1].item[SG_TRAIN],
                        4 * sizeof(uint32_t));
    assert_ptr_equal(training[2].item[SG_TRAIN], fold->part[SG_TRAIN].index);
    tiny_workload_close(&t);
}

/* A model that is saved has the weights, the outputs and what they mean. */
static void models_are_complete(void **state)
{
    (void)state;
    tiny_workload t;
    sg_model model = {0};
    sg_learner *learner = NULL;
    check_ok(tiny_workload_open(&t, "data: TINYREG\nprotocol: fair\nscale: std\n" TINY_NETWORK,
                                &err));
    const sg_workload *w = &t.workload;
    const sg_learner_options options = {.optimizer = w->configuration[0].train.optimizer,
                                        .loss = w->configuration[0].train.loss,
                                        .targets = w->targets.of_loss};
    check_ok(
        sg_learner_open(&learner, &sg_workload_on_data(w, 0, 0)->spec, &options, NULL, &err));
    const size_t n = sg_learner_size(learner);
    uint64_t of_layer[2] = {0};
    sg_model_on_data_weights(of_layer, sg_workload_on_data(w, 0, 0));
    assert_true(of_layer[0] > 0 && of_layer[1] > 0);
    assert_int_equal(of_layer[0] + of_layer[1], n);
    double *weight = calloc(n, sizeof *weight);
    assert_non_null(weight);
    for (size_t i = 0; i < n; i++) weight[i] = (double)i;
    check_ok(sg_workload_model(&model, w, 0, 0, weight, n, &err));
    assert_true(model.is_trained);
    assert_int_equal(model.outputs.task, SG_REGRESSION);
    assert_int_equal(model.outputs.n, 2);
    assert_int_equal(model.n_weights, n);
    assert_memory_equal(model.weight, weight, n * sizeof *weight);
    assert_memory_equal(model.outputs.scale, sg_workload_outputs(w, 0)->scale,
                        2 * sizeof(double));
    assert_string_equal(sg_names_at(&model.outputs.target_name, 1),
                        sg_names_at(&w->outputs.target_name, 1));
    free(weight);
    sg_learner_close(learner);
    sg_model_free(&model);
    tiny_workload_close(&t);
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        sg_status status;
        const char *part;
    } cases[] = {{"data: NOWHERE\nprotocol: fair\n" TINY_NETWORK, SG_ENOTFOUND, "NOWHERE"},
                 {"data: TINY\nprotocol: fair\nsplits: other\n" TINY_NETWORK, SG_ENOTFOUND,
                  "TINY has splits: fair, fixed, standard"},
                 {"data: TINYREG\nprotocol: fair\ntarget: [7]\n" TINY_NETWORK, SG_EINVAL,
                  "there is no column \"7\"; TINYREG has 2"},
                 {"data: TINY\nprotocol: fair\ntask: regression\n" TINY_NETWORK, SG_EINVAL,
                  "has no targets; it has 2 classes"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tiny_workload t;
        check_fails(tiny_workload_open(&t, cases[i].text, &err), cases[i].status,
                    cases[i].part);
        tiny_workload_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(trainings_are_given_a_fold),
                                       cmocka_unit_test(folds_share_networks_or_have_their_own),
                                       cmocka_unit_test(nested_folds_select_inside),
                                       cmocka_unit_test(splits_have_fingerprints),
                                       cmocka_unit_test(targets_are_scaled),
                                       cmocka_unit_test(training_items_decide_the_unit),
                                       cmocka_unit_test(shares_are_parts_of_larger_ones),
                                       cmocka_unit_test(models_are_complete),
                                       cmocka_unit_test(what_is_wrong_is_said)};
    return cmocka_run_group_tests(tests, make_tiny_folder, remove_folder);
}
