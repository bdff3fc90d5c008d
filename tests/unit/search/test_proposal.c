/* test_proposal.c - proposals against a slow twin, and against chance on a space whose answer is known. */
#include "search/proposal.h"

#include "search/halving.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

enum { AXES = 4, VALUES = 5, TRIALS = 60 };

static const uint32_t N_VALUES[AXES] = {VALUES, VALUES, VALUES, VALUES};
static const sg_proposal_space SPACE = {.n_axes = AXES, .n_values = N_VALUES};

/* The obvious ratio: count again for every axis, by the definition. */
static double slow_ratio(const uint32_t *digit, const sg_tried_point *tried, uint32_t n)
{
    double good = 1, other = 1;
    uint32_t n_seen = 0;
    for (uint32_t t = 0; t < n; t++) n_seen += tried[t].is_seen ? 1 : 0;
    const double n_good = ceil(n_seen / 4.0);
    for (uint32_t a = 0; a < AXES; a++) {
        double with[2] = {1, 1}, all[2] = {VALUES, VALUES};
        for (uint32_t t = 0; t < n; t++) {
            if (!tried[t].is_seen) continue;
            const int side = tried[t].place < n_good ? 0 : 1;
            all[side] += 1;
            if (tried[t].digit[a] == digit[a]) with[side] += 1;
        }
        good *= with[0] / all[0];
        other *= with[1] / all[1];
    }
    return log(good / other);
}

/* How bad a point is: 0 at (3, 1, 4, 0). */
static double badness(const uint32_t *digit)
{
    static const uint32_t best[AXES] = {3, 1, 4, 0};
    double sum = 0;
    for (uint32_t a = 0; a < AXES; a++) sum += fabs((double)digit[a] - best[a]);
    return sum;
}

typedef bool proposer(uint32_t *, const sg_proposal_space *, const sg_tried_point *, uint32_t,
                      uint64_t, uint32_t);

/* The mean badness of the last twenty of sixty proposals; the points are checked on the way. */
static double search(proposer *propose, uint64_t seed)
{
    uint32_t digit[TRIALS][AXES], place[TRIALS];
    sg_trial_score score[TRIALS];
    double late = 0;
    for (uint32_t k = 0; k < TRIALS; k++) {
        sg_tried_point tried[TRIALS];
        const uint32_t n_seen = k > SG_PROPOSAL_LAG ? k - SG_PROPOSAL_LAG : 0;
        sg_trial_places(place, score, n_seen, false);
        for (uint32_t t = 0; t < k; t++)
            tried[t] = (sg_tried_point){digit[t], t < n_seen ? place[t] : 0, t < n_seen};
        assert_true(propose(digit[k], &SPACE, tried, k, seed, k));
        for (uint32_t t = 0; t < k; t++)
            assert_true(memcmp(digit[t], digit[k], sizeof digit[k]) != 0);
        check_near(sg_proposal_ratio(digit[k], &SPACE, tried, k),
                   slow_ratio(digit[k], tried, k), 1e-12, 1e-12);
        score[k] = (sg_trial_score){.metric = badness(digit[k]), .number = k};
        if (k >= 40) late += score[k].metric / 20;
    }
    return late;
}

static void learning_is_better_than_chance(void **state)
{
    (void)state;
    double learned = 0, random = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        learned += search(sg_proposal_next, seed) / 10;
        random += search(sg_proposal_random, seed) / 10;
    }
    assert_true(learned < 0.75 * random);
}

static void the_first_point_has_the_first_values(void **state)
{
    (void)state;
    uint32_t digit[AXES] = {9, 9, 9, 9};
    const uint32_t zeros[AXES] = {0};
    assert_true(sg_proposal_next(digit, &SPACE, NULL, 0, 7, 0));
    assert_memory_equal(digit, zeros, sizeof zeros);
}

static void a_space_is_tried_to_its_end(void **state)
{
    (void)state;
    const uint32_t n_values[] = {2, 3};
    const sg_proposal_space small = {.n_axes = 2, .n_values = n_values};
    uint32_t digit[7][2];
    sg_tried_point tried[7];
    for (uint32_t k = 0; k < 6; k++) {
        assert_true(sg_proposal_next(digit[k], &small, tried, k, 3, k));
        tried[k] = (sg_tried_point){.digit = digit[k]};
    }
    assert_false(sg_proposal_next(digit[6], &small, tried, 6, 3, 6));
    assert_false(sg_proposal_random(digit[6], &small, tried, 6, 3, 6));
}

/* Axis 0: value 2 is the same as value 0, and value 3 refines value 1, which refines value 4. */
static void equal_values_are_tried_once_and_finer_ones_behind_coarser_ones(void **state)
{
    (void)state;
    const uint32_t n_values[] = {5, 2}, none = UINT32_MAX;
    const uint32_t first0[] = {0, 1, 0, 3, 4}, first1[] = {0, 1};
    const uint32_t coarser0[] = {none, 4, none, 1, none}, coarser1[] = {none, none};
    const uint32_t *const first[] = {first0, first1}, *const coarser[] = {coarser0, coarser1};
    const sg_proposal_space space = {
        .n_axes = 2, .n_values = n_values, .first = first, .coarser = coarser};
    for (uint64_t seed = 0; seed < 50; seed++) {
        uint32_t digit[9][2];
        sg_tried_point tried[9];
        bool seen[5] = {false};
        for (uint32_t k = 0; k < 8; k++) {
            assert_true(sg_proposal_next(digit[k], &space, tried, k, seed, k));
            const uint32_t v = digit[k][0];
            tried[k] = (sg_tried_point){.digit = digit[k]};
            assert_true(v != 2);
            assert_true(v != 3 || seen[1]);
            assert_true(v != 1 || seen[4]);
            seen[v] = true;
        }
        assert_false(sg_proposal_next(digit[8], &space, tried, 8, seed, 8));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learning_is_better_than_chance),
        cmocka_unit_test(the_first_point_has_the_first_values),
        cmocka_unit_test(a_space_is_tried_to_its_end),
        cmocka_unit_test(equal_values_are_tried_once_and_finer_ones_behind_coarser_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
