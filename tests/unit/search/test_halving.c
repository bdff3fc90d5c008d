/* test_halving.c - who goes on, and who is taken. */
#include "search/halving.h"

#include "support/check.h"

#include <math.h>

static void places_are_those_of_sorting(void **state)
{
    (void)state;
    const sg_trial_score score[] = {{.metric = 80, .loss = 0.5, .number = 0},
                                    {.metric = 81, .loss = 0.9, .number = 1},
                                    {.metric = 81, .loss = 0.4, .number = 2},
                                    {.metric = (double)NAN, .number = 3},
                                    {.metric = 70, .loss = 1, .rung = 1, .number = 4},
                                    {.metric = 80, .loss = 0.5, .number = 5}};
    const uint32_t expected[] = {3, 2, 1, 5, 0, 4};
    uint32_t place[6];
    sg_trial_places(place, score, 6, true);
    for (int i = 0; i < 6; i++) assert_int_equal(place[i], expected[i]);
    assert_true(sg_trial_beats(&score[0], &score[1], false));
}

static void rungs_grow_by_three(void **state)
{
    (void)state;
    assert_int_equal(sg_rung_epochs(0, 90), 10);
    assert_int_equal(sg_rung_epochs(1, 90), 30);
    assert_int_equal(sg_rung_epochs(2, 90), 90);
    assert_int_equal(sg_rung_epochs(0, 4), 1);
    assert_int_equal(sg_rung_folds(0, 5), 1);
    assert_int_equal(sg_rung_folds(1, 5), 3);
    assert_int_equal(sg_rung_folds(2, 5), 5);
    assert_int_equal(sg_rung_folds(1, 1), 1);
    assert_int_equal(sg_rung_survivors(27), 9);
    assert_int_equal(sg_rung_survivors(2), 1);
}

static void care_takes_the_small_one_within_an_error(void **state)
{
    (void)state;
    const sg_trial_score score[] = {
        {.metric = 84, .standard_error = 1, .rung = 2, .number = 0},
        {.metric = 83.5, .standard_error = 2, .rung = 2, .number = 1},
        {.metric = 82.5, .standard_error = 2, .rung = 2, .number = 2},
        {.metric = 84, .standard_error = 1, .rung = 1, .number = 3}};
    const uint64_t n_weights[] = {1000, 100, 10, 1};
    assert_int_equal(sg_trial_choose(score, n_weights, 4, true, false), 0);
    assert_int_equal(sg_trial_choose(score, n_weights, 4, true, true), 1);
    assert_int_equal(sg_trial_choose(score, n_weights, 4, false, false), 2);
}

static void the_work_of_rungs_adds_up(void **state)
{
    (void)state;
    /* 27 for a ninth of the epochs, 9 for a third, 3 for all; with five folds 1, 3 and 5 of them. */
    check_near(sg_rungs_work(27, 0, 1), 3 + 3 + 3, 1e-12, 0);
    check_near(sg_rungs_work(27, 0, 5), 3 + 9 + 15, 1e-12, 0);
    check_near(sg_rungs_work(9, 1, 5), 9 + 15, 1e-12, 0);
    check_near(sg_rungs_work(1, 0, 1), 1.0 / 9 + 1.0 / 3 + 1, 1e-12, 0);
    assert_true(sg_rungs_work(0, 0, 5) == 0 && sg_rungs_work(3, 3, 5) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_those_of_sorting),
        cmocka_unit_test(rungs_grow_by_three),
        cmocka_unit_test(care_takes_the_small_one_within_an_error),
        cmocka_unit_test(the_work_of_rungs_adds_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
