/* test_ensemble_choice.c - candidates that are better together, against all sets tried one by one. */
#include "search/ensemble_choice.h"

#include "base/rng.h"
#include "support/check.h"

#include <math.h>

enum { ITEMS = 40, CANDIDATES = 6 };

/* The mean square of the distance from 0 is the metric: lower is better. */
static sg_status measure(sg_trial_score *score, const double *output, void *context,
                         sg_error *error)
{
    (void)error;
    double sum = 0;
    for (int i = 0; i < ITEMS; i++) sum += output[i] * output[i];
    score->metric = sum / ITEMS;
    score->loss = sum;
    ++*(int *)context;
    return SG_OK;
}

static sg_status cannot_measure(sg_trial_score *score, const double *output, void *context,
                                sg_error *error)
{
    (void)score;
    (void)output;
    (void)context;
    return sg_error_set(error, SG_ENOMEM, SG_WHERE, "no metric");
}

static double value_of(const uint32_t *count, double output[CANDIDATES][ITEMS])
{
    double mean[ITEMS] = {0}, sum = 0;
    uint32_t n = 0;
    sg_trial_score score = {0};
    int calls = 0;
    for (int c = 0; c < CANDIDATES; c++) {
        for (int i = 0; i < ITEMS; i++) mean[i] += count[c] * output[c][i];
        n += count[c];
    }
    for (int i = 0; i < ITEMS; i++) mean[i] /= n;
    check_ok(measure(&score, mean, &calls, &err));
    sum = score.metric;
    return sum;
}

static void sets_are_better_than_each_alone(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        sg_rng rng = sg_rng_stream(seed, NULL, 0);
        double output[CANDIDATES][ITEMS];
        const double *list[CANDIDATES];
        uint32_t count[CANDIDATES], n_members = 0, n_picks = 0;
        sg_trial_score score = {0};
        int calls = 0;
        for (int c = 0; c < CANDIDATES; c++) {
            list[c] = output[c];
            for (int i = 0; i < ITEMS; i++)
                output[c][i] = (1 + 0.2 * c) * (sg_rng_uniform(&rng) - 0.5);
        }
        const sg_ensemble_question question = {.output = list,
                                               .n_candidates = CANDIDATES,
                                               .n_values = ITEMS,
                                               .measure = measure,
                                               .context = &calls};
        check_ok(sg_ensemble_choose(count, &score, &question, &err));
        for (int c = 0; c < CANDIDATES; c++) {
            uint32_t alone[CANDIDATES] = {0};
            alone[c] = 1;
            assert_true(score.metric <= value_of(alone, output));
            n_members += count[c] > 0;
            n_picks += count[c];
        }
        assert_true(n_members >= 2 && n_members <= SG_MOST_MEMBERS && n_picks <= SG_MOST_PICKS);
        check_near(score.metric, value_of(count, output), 1e-14, 1e-12);
        assert_true(calls <= SG_MOST_PICKS * CANDIDATES);
    }
}

/* One that is perfect needs no company, and nothing is taken of those that have no number. */
static void one_alone_and_none(void **state)
{
    (void)state;
    const double zero[ITEMS] = {0};
    double bad[ITEMS], odd[ITEMS];
    uint32_t count[2];
    sg_trial_score score = {0};
    int calls = 0;
    for (int i = 0; i < ITEMS; i++) {
        bad[i] = i;
        odd[i] = (double)NAN;
    }
    sg_ensemble_question question = {.output = (const double *[]){bad, zero},
                                     .n_candidates = 2,
                                     .n_values = ITEMS,
                                     .measure = measure,
                                     .context = &calls};
    check_ok(sg_ensemble_choose(count, &score, &question, &err));
    assert_true(count[0] == 0 && count[1] == 1 && score.metric == 0);
    question.output = (const double *[]){odd, odd};
    check_ok(sg_ensemble_choose(count, &score, &question, &err));
    assert_true(count[0] == 0 && count[1] == 0 && isnan(score.metric));
    question.measure = cannot_measure;
    check_fails(sg_ensemble_choose(count, &score, &question, &err), SG_ENOMEM, "no metric");
}

SG_TESTS(cmocka_unit_test(sets_are_better_than_each_alone),
         cmocka_unit_test(one_alone_and_none))
