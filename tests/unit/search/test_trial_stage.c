/* test_trial_stage.c - candidates come and go, what they cost is known before, and what is too large is not placed. */
#include "search/trial_stage.h"

#include "base/mem.h"
#include "data/subset.h"
#include "search/search_folds.h"
#include "search/searcher.h"
#include "sharegnn.h"
#include "support/check.h"
#include "text/yaml.h"

#include <string.h>

static const char TEXT[] =
    "data: CSL\n"
    "protocol: k-fold\n"
    "vocabulary: train\n"
    "layers: [encoder: {heads: [\"degree @ distance 0..2\"]}, decoder: "
    "{heads: [degree]}]\n"
    "grid: {layers.0.heads.0: [\"degree @ distance 0..2\", \"degree @ edge\"], "
    "layers.1.heads.0: [degree, \"cycles:5\"]}\n";

/* A stage on CSL. */
static void open_stage(sg_trial_stage *stage, sg_experiment *e, sg_dataset **csl,
                       uint64_t most_bytes)
{
    sg_tree tree = {0};
    sg_search_folds folds = {0};
    check_ok(sg_yaml_parse(&tree, "space", TEXT, strlen(TEXT), &err));
    check_ok(sg_experiment_take(e, &tree, NULL, &err));
    check_ok(sg_data_generate(csl, "CSL", 0, &err));
    check_ok(sg_search_folds_make(&folds, *csl, SG_CLASSIFICATION, NULL, 3, 1, &err));
    const sg_trial_stage_options options = {.most_bytes = most_bytes,
                                            .kept_bytes = 2 * most_bytes};
    sg_dataset data = {0};
    uint32_t graph[150];
    for (uint32_t g = 0; g < 150; g++) graph[g] = g;
    check_ok(sg_dataset_subset(&data, *csl, graph, 150, &err));
    check_ok(sg_trial_stage_open(stage, e, &data, &folds.inner, &options, &err));
    sg_search_folds_free(&folds);
}

static void candidates_come_and_go(void **state)
{
    (void)state;
    sg_trial_stage stage;
    sg_experiment e = {0};
    sg_dataset *csl = NULL;
    open_stage(&stage, &e, &csl, UINT64_C(1) << 30);
    for (uint32_t round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < 2; i++) {
            sg_configuration c = {0};
            sg_trial_cost cost;
            check_ok(sg_experiment_configuration(&c, &e, i, SG_CLASSIFICATION, &err));
            check_ok(sg_trial_stage_add(&cost, &stage, &c, 1 + round, &err));
            assert_true(cost.fits && cost.n_weights > 0 && cost.plan_bytes > 0);
            assert_true(cost.n_pairs > 150 * 41 && cost.work > (double)cost.n_pairs);
            assert_null(c.text);
        }
        assert_int_equal(stage.workload.n_configurations, 2);
        sg_trial_stage_clear(&stage);
        assert_int_equal(stage.workload.n_configurations, 0);
    }
    sg_trial_stage_close(&stage);
    sg_experiment_free(&e);
    sg_data_close(csl);
}

static void what_is_too_large_is_not_placed(void **state)
{
    (void)state;
    sg_trial_stage stage;
    sg_experiment e = {0};
    sg_dataset *csl = NULL;
    sg_configuration c = {0};
    sg_trial_cost cost;
    open_stage(&stage, &e, &csl, 100);
    check_ok(sg_experiment_configuration(&c, &e, 0, SG_CLASSIFICATION, &err));
    check_ok(sg_trial_stage_add(&cost, &stage, &c, 1, &err));
    assert_false(cost.fits);
    assert_non_null(strstr(cost.reason, "are more than"));
    assert_int_equal(stage.workload.n_configurations, 0);
    sg_trial_stage_clear(&stage); /* drops plans, which are too many */
    assert_int_equal(sg_trial_stage_bytes(&stage), 0);
    sg_trial_stage_close(&stage);
    sg_experiment_free(&e);
    sg_data_close(csl);
}

static void place(sg_trial_stage *stage, const sg_experiment *e, uint32_t point)
{
    sg_configuration c = {0};
    sg_trial_cost cost;
    check_ok(sg_experiment_configuration(&c, e, point, SG_CLASSIFICATION, &err));
    check_ok(sg_trial_stage_add(&cost, stage, &c, 1, &err));
    assert_true(cost.fits);
}

/* With room for one plan, the stage is full with the first candidate, and its plan goes when the other one's comes; with
 * room for both they stay. */
static void plans_that_were_not_used_for_longest_go(void **state)
{
    (void)state;
    sg_trial_stage stage;
    sg_experiment e = {0};
    sg_dataset *csl = NULL;
    open_stage(&stage, &e, &csl, UINT64_C(1) << 30);
    place(&stage, &e, 0);
    const uint64_t of_one = sg_trial_stage_bytes(&stage);
    assert_false(sg_trial_stage_is_full(&stage));
    place(&stage, &e, 2);
    const uint64_t of_both = sg_trial_stage_bytes(&stage);
    sg_trial_stage_clear(&stage);
    assert_int_equal(sg_trial_stage_bytes(&stage), of_both);
    place(&stage, &e, 0); /* now the other plan is the older one */
    assert_int_equal(sg_trial_stage_bytes(&stage), of_both);
    stage.options.kept_bytes = of_one;
    sg_trial_stage_clear(&stage);
    assert_int_equal(sg_trial_stage_bytes(&stage), of_one);
    place(&stage, &e, 2);
    assert_int_equal(sg_trial_stage_bytes(&stage), of_both - of_one);
    assert_false(sg_trial_stage_is_full(&stage));
    place(&stage, &e, 0);
    assert_int_equal(sg_trial_stage_bytes(&stage), of_both); /* both are on the stage */
    assert_true(sg_trial_stage_is_full(&stage));
    sg_trial_stage_close(&stage);
    sg_experiment_free(&e);
    sg_data_close(csl);
}

/* The labels of training items are those of two thirds of the graphs; the estimate counts an epoch over them. */
static void costs_are_known_beforehand(void **state)
{
    (void)state;
    sg_trial_stage stage;
    sg_experiment e = {0};
    sg_dataset *csl = NULL;
    sg_plan_cache *training = NULL;
    sg_trial_cost all, half;
    open_stage(&stage, &e, &csl, UINT64_C(1) << 30);
    check_ok(sg_trial_stage_training(&training, &stage, 0, &err));
    assert_int_equal(sg_plan_cache_data(training)->graph.n_graphs, 100);
    place(&stage, &e, 0);
    const sg_model_on_data *m = &stage.workload.on_data[0];
    sg_trial_cost_measure(&all, m,
                          (sg_epoch_size){.n_items = 150, .n_train = 150, .batch = 10});
    sg_trial_cost_measure(&half, m, (sg_epoch_size){.n_items = 150, .n_train = 75, .batch = 5});
    assert_true(all.n_pairs == half.n_pairs && all.n_weights == m->outline.n_parameters);
    assert_true(half.work < 0.6 * all.work && all.work >= 3 * (double)all.n_pairs);
    sg_trial_stage_close(&stage);
    sg_experiment_free(&e);
    sg_data_close(csl);
}

static void rates_are_learned(void **state)
{
    (void)state;
    sg_work_rate rate = {0};
    assert_true(sg_work_rate_seconds(&rate) > 0);
    sg_work_rate_note(&rate, 0, 3); /* nothing was done */
    sg_work_rate_note(&rate, 1000, 0.5);
    sg_work_rate_note(&rate, 3000, 1.5);
    check_near(sg_work_rate_seconds(&rate), 5e-4, 1e-12, 0);
}

static void data_that_is_not_there_leaves_no_folder(void **state)
{
    (void)state;
    sg_text summary = {0};
    const sg_searcher_options options = {
        .data = "NOWHERE", .data_folder = "nowhere", .folder = "no-such-search", .n_trials = 1};
    check_fails(sg_search_run(&summary, &options, &err), SG_ENOTFOUND, "NOWHERE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_come_and_go),
        cmocka_unit_test(what_is_too_large_is_not_placed),
        cmocka_unit_test(plans_that_were_not_used_for_longest_go),
        cmocka_unit_test(costs_are_known_beforehand),
        cmocka_unit_test(rates_are_learned),
        cmocka_unit_test(data_that_is_not_there_leaves_no_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
