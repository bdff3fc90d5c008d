/* test_job_keeper.c - whose models are saved. */
#include "run/ranks/job_keeper.h"

#include "support/check.h"

static const sg_ledger_score GOOD = {0.1, 90}, BETTER = {0.1, 95};

static void all_or_none_are_kept(void **state)
{
    (void)state;
    const sg_best_job nobody = {.higher_is_better = true};
    const sg_ledger_jobs none = {0};
    const sg_job job = {.stage = SG_EVALUATING};
    sg_job_keeper keeper;
    sg_job_keeper_open(&keeper, SG_SAVE_ALL, &none, &nobody);
    assert_true(sg_job_keeper_wants(&keeper, &job, GOOD));
    sg_job_keeper_close(&keeper);
    sg_job_keeper_open(&keeper, SG_SAVE_NONE, &none, &nobody);
    assert_false(sg_job_keeper_wants(&keeper, &job, GOOD));
    sg_job_keeper_close(&keeper);
}

static void of_one_only_better_ones_are_kept(void **state)
{
    (void)state;
    const sg_best_job nobody = {.higher_is_better = true};
    const sg_ledger_jobs none = {0};
    const sg_job first = {.stage = SG_EVALUATING}, second = {.stage = SG_EVALUATING, .fold = 1},
                 third = {.stage = SG_EVALUATING, .fold = 2};
    sg_job_keeper keeper;
    sg_job_keeper_open(&keeper, SG_SAVE_ONE, &none, &nobody);
    assert_true(sg_job_keeper_wants(&keeper, &first, GOOD));
    assert_true(sg_job_keeper_wants(&keeper, &second, BETTER));
    assert_false(sg_job_keeper_wants(&keeper, &third, GOOD));
    assert_true(sg_best_job_is(&keeper.candidate, &second));
    assert_false(sg_best_job_is(&keeper.candidate, &first));
    sg_job_keeper_close(&keeper);
}

/* The best job of before lost its models, and is trained again. */
static void what_was_done_is_kept_if_it_was_the_best(void **state)
{
    (void)state;
    sg_ledger_job row[] = {
        {.stage = SG_EVALUATING, .fold = 0, .state = SG_LEDGER_DONE},
        {.stage = SG_EVALUATING, .fold = 1, .state = SG_LEDGER_DONE},
    };
    const sg_ledger_jobs former = {.row = row, .n = 2};
    const sg_job first = {.stage = SG_EVALUATING}, second = {.stage = SG_EVALUATING, .fold = 1};
    sg_best_job best = {.higher_is_better = true};
    assert_true(sg_best_job_offer(&best, &second, BETTER));
    sg_job_keeper keeper;
    sg_job_keeper_open(&keeper, SG_SAVE_ONE, &former, &best);
    assert_true(sg_job_keeper_wants(&keeper, &second, BETTER));
    assert_false(sg_job_keeper_wants(&keeper, &first, BETTER));
    sg_job_keeper_close(&keeper);
}

SG_TESTS(cmocka_unit_test(all_or_none_are_kept),
         cmocka_unit_test(of_one_only_better_ones_are_kept),
         cmocka_unit_test(what_was_done_is_kept_if_it_was_the_best))
