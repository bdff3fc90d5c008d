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

static const char TEXT[] = "data: CSL\n"
                           "protocol: k-fold\n"
                           "vocabulary: train\n"
                           "layers: [encoder: {heads: [\"degree @ distance 0..2\"]}, decoder: "
                           "{heads: [degree]}]\n"
                           "grid: {layers.1.heads.0: [degree, \"cycles:5\"]}\n";

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
    const sg_trial_stage_options options = {.most_bytes = most_bytes};
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
    assert_int_equal(stage.kept_bytes, 0);
    sg_trial_stage_close(&stage);
    sg_experiment_free(&e);
    sg_data_close(csl);
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
        cmocka_unit_test(data_that_is_not_there_leaves_no_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
