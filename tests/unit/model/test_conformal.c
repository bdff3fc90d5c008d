/* test_conformal.c - intervals against the slow twin, and how often they hold what is true. */
#include "support/check.h"
#include "support/slow_conformal.h"

#include "base/mem.h"

enum { MOST = 3000, OUTPUTS = 3 };

typedef struct sample {
    double score[MOST * OUTPUTS], truth[MOST * OUTPUTS], spread[MOST * OUTPUTS], trust[MOST];
    uint32_t fold[MOST];
    sg_conformal_items items;
} sample;

static double normal(sg_rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += sg_rng_uniform(rng);
    return sum;
}

/* Items whose errors grow with spread and with what is unknown; of classes the first is rare.  Equal trust is
 * frequent: with `ties` most items have trust 1. */
static void draw(sample *s, sg_task task, uint32_t n, uint32_t n_outputs, bool ties,
                 sg_rng *rng)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t own = sg_rng_below(rng, 10) == 0 || n_outputs == 1
                                 ? 0
                                 : 1 + sg_rng_below(rng, n_outputs - 1);
        s->trust[i] =
            ties && sg_rng_below(rng, 4) > 0 ? 1 : floor(20 * sg_rng_uniform(rng)) / 20;
        s->fold[i] = i % 5;
        double sum = 0;
        for (uint32_t o = 0; o < n_outputs; o++) {
            const size_t at = (size_t)i * n_outputs + o;
            s->spread[at] = sg_rng_uniform(rng);
            const double error = 0.2 + s->spread[at] + 2 * (1 - s->trust[i]);
            if (task == SG_REGRESSION) {
                s->score[at] = normal(rng);
                s->truth[at] = s->score[at] + error * normal(rng);
            } else if (task == SG_MULTILABEL) {
                s->score[at] = sg_rng_uniform(rng);
                s->truth[at] = sg_rng_uniform(rng) < s->score[at] * s->score[at];
            } else {
                s->score[at] = sg_rng_uniform(rng) + (o == own ? s->trust[i] : 0);
                s->truth[at] = o == own;
            }
            sum += s->score[at];
            if (task != SG_CLASSIFICATION && sg_rng_below(rng, 20) == 0) s->truth[at] = NAN;
        }
        for (uint32_t o = 0; o < n_outputs && task == SG_CLASSIFICATION; o++)
            s->score[(size_t)i * n_outputs + o] /= sum;
    }
    s->items = (sg_conformal_items){.task = task,
                                    .n = n,
                                    .n_outputs = n_outputs,
                                    .score = s->score,
                                    .truth = s->truth,
                                    .spread = s->spread,
                                    .trust = s->trust};
}

static void intervals_are_those_of_the_slow_twin(void **state)
{
    (void)state;
    sample *s = calloc(1, sizeof *s);
    sg_rng rng = check_rng("conformal twin");
    for (int round = 0; round < 60; round++) {
        const sg_task task = (sg_task)(round % 3);
        const uint32_t n = 1 + sg_rng_below(&rng, 260);
        draw(s, task, n, task == SG_CLASSIFICATION ? 3 : 1 + (uint32_t)(round % 2),
             round % 4 == 0, &rng);
        if (round % 5 == 0) s->items.trust = NULL;
        if (round % 7 == 0) s->items.spread = NULL;
        if (task != SG_CLASSIFICATION) s->truth[0] = 1;
        sg_conformal table = {0};
        check_ok(sg_conformal_fit(&table, &s->items, &err));
        for (int i = 0; i < 10; i++) {
            const uint32_t at = sg_rng_below(&rng, n) * s->items.n_outputs;
            const double trust = sg_rng_uniform(&rng),
                         level = 0.05 + 0.9 * sg_rng_uniform(&rng);
            sg_interval fast[OUTPUTS], slow[OUTPUTS];
            sg_conformal_interval(fast, &table, s->score + at, s->spread + at, trust, level);
            slow_conformal_interval(slow, &table, &s->items, s->score + at, s->spread + at,
                                    trust, level);
            for (uint32_t o = 0; o < s->items.n_outputs; o++) {
                assert_true(fast[o].low == slow[o].low && fast[o].high == slow[o].high);
                assert_true(fast[o].no == slow[o].no && fast[o].yes == slow[o].yes);
            }
        }
        sg_conformal_free(&table);
    }
    free(s);
}

/* 3,000 items: coverage deviates by half a point at 90 %, in a third by one. */
static void coverage_is_what_was_asked_for(void **state)
{
    (void)state;
    sample *s = calloc(1, sizeof *s);
    sg_rng rng = sg_rng_stream(5, NULL, 0);
    for (int task = 0; task < 3; task++)
        for (int ties = 0; ties < 2; ties++) {
            draw(s, (sg_task)task, MOST, OUTPUTS, ties == 1, &rng);
            for (double level = 0.8; level < 0.96; level += 0.05) {
                sg_coverage c = {0};
                check_ok(sg_conformal_cross(&c, &s->items, s->fold, level, &err));
                check_near(c.share, level, 0, 0.02);
                for (int third = 0; third < 3; third++)
                    check_near(c.third[third], level, 0, 0.05);
                assert_true(c.width > 0 && c.n > 0);
            }
        }
    free(s);
}

/* A class of one item in ten is held as often as others are. */
static void rare_classes_are_held_as_often(void **state)
{
    (void)state;
    sample *s = calloc(1, sizeof *s);
    sg_rng rng = sg_rng_stream(6, NULL, 0);
    draw(s, SG_CLASSIFICATION, MOST, OUTPUTS, false, &rng);
    s->items.n = MOST / 2;
    sg_conformal table = {0};
    check_ok(sg_conformal_fit(&table, &s->items, &err));
    double n[OUTPUTS] = {0}, held[OUTPUTS] = {0};
    for (uint32_t i = MOST / 2; i < MOST; i++) {
        sg_interval set[OUTPUTS];
        sg_conformal_interval(set, &table, s->score + (size_t)i * OUTPUTS, NULL, s->trust[i],
                              0.9);
        for (uint32_t o = 0; o < OUTPUTS; o++) {
            if (s->truth[(size_t)i * OUTPUTS + o] < 0.5) continue;
            n[o]++;
            held[o] += set[o].yes;
        }
    }
    for (int o = 0; o < OUTPUTS; o++) check_near(held[o] / n[o], 0.9, 0, 0.06);
    sg_conformal_free(&table);
    free(s);
}

static void intervals_grow_with_doubt(void **state)
{
    (void)state;
    sample *s = calloc(1, sizeof *s);
    sg_rng rng = sg_rng_stream(7, NULL, 0);
    draw(s, SG_REGRESSION, MOST, 1, false, &rng);
    sg_conformal table = {0};
    check_ok(sg_conformal_fit(&table, &s->items, &err));
    const double score = 1, narrow = 0.1, wide = 0.9;
    sg_interval sure, apart, unknown;
    sg_conformal_interval(&sure, &table, &score, &narrow, 1, 0.9);
    sg_conformal_interval(&apart, &table, &score, &wide, 1, 0.9);
    sg_conformal_interval(&unknown, &table, &score, &narrow, 0.1, 0.9);
    assert_true(apart.high - apart.low > 1.5 * (sure.high - sure.low));
    assert_true(unknown.high - unknown.low > 1.5 * (sure.high - sure.low));
    /* The errors were drawn with these factors. */
    check_near(table.width[1] / table.width[2], 2, 0.4, 0);
    sg_conformal_free(&table);
    free(s);
}

static void few_items_promise_nothing(void **state)
{
    (void)state;
    const double score[] = {1, 2, 3}, truth[] = {1, 2.5, NAN}, unknown[] = {NAN, NAN, NAN};
    sg_conformal_items items = {
        .task = SG_REGRESSION, .n = 3, .n_outputs = 1, .score = score, .truth = truth};
    sg_conformal table = {0};
    sg_interval interval;
    check_ok(sg_conformal_fit(&table, &items, &err));
    sg_conformal_interval(&interval, &table, score, NULL, 1, 0.9);
    assert_true(isinf(interval.low) && isinf(interval.high)); /* two items are no nine of ten */
    sg_conformal_interval(&interval, &table, score, NULL, 1, 0.6);
    check_near(interval.high, 1.5, 1e-12, 0);
    sg_conformal_free(&table);
    items.truth = unknown;
    check_fails(sg_conformal_fit(&table, &items, &err), SG_EINVAL, "of no item");
    items.n = 0;
    check_fails(sg_conformal_fit(&table, &items, &err), SG_EINVAL, "no items");
    assert_null(table.measure);
}

/* Nine items with a trust of 0.3 promise nine of ten, and no more; more trust than one half is fine. */
static void unknown_trust_promises_nothing(void **state)
{
    (void)state;
    sample *s = calloc(1, sizeof *s);
    sg_rng rng = sg_rng_stream(8, NULL, 0);
    for (int task = 0; task < 3; task++)
        for (uint32_t n_low = 8; n_low < 10; n_low++) {
            sg_conformal table = {0};
            sg_interval low[OUTPUTS], lower[OUTPUTS], half[OUTPUTS];
            draw(s, (sg_task)task, 500, OUTPUTS, false, &rng);
            for (uint32_t i = 0; i < 500; i++) s->trust[i] = i < n_low ? 0.3 : 0.9;
            check_ok(sg_conformal_fit(&table, &s->items, &err));
            sg_conformal_interval(low, &table, s->score, NULL, 0.3, 0.9);
            sg_conformal_interval(lower, &table, s->score, NULL, 0.29, 0.9);
            sg_conformal_interval(half, &table, s->score, NULL, 0.5, 0.9);
            for (int o = 0; o < OUTPUTS && task == SG_REGRESSION; o++) {
                assert_int_equal(isfinite(low[o].high), n_low == 9);
                assert_true(isinf(lower[o].low) && isinf(lower[o].high));
                assert_true(isfinite(half[o].high));
            }
            for (int o = 0; o < OUTPUTS && task != SG_REGRESSION; o++)
                assert_true(lower[o].yes && lower[o].no == (task == SG_MULTILABEL));
            sg_conformal_free(&table);
            /* Without trust nothing is known about it. */
            s->items.trust = NULL;
            check_ok(sg_conformal_fit(&table, &s->items, &err));
            sg_conformal_interval(low, &table, s->score, NULL, 0.01, 0.9);
            if (task == SG_REGRESSION) assert_true(isfinite(low[0].high));
            sg_conformal_free(&table);
        }
    free(s);
}

static sg_status fit_and_try(void *context, sg_error *err)
{
    sample *s = context;
    sg_conformal table = {0};
    sg_coverage c;
    sg_status status = sg_conformal_fit(&table, &s->items, err);
    sg_conformal_free(&table);
    if (status == SG_OK) status = sg_conformal_cross(&c, &s->items, s->fold, 0.9, err);
    return status;
}

static void survives_out_of_memory(void **state)
{
    (void)state;
    sample *s = calloc(1, sizeof *s);
    sg_rng rng = sg_rng_stream(8, NULL, 0);
    draw(s, SG_REGRESSION, 100, 1, false, &rng);
    assert_true(check_out_of_memory(fit_and_try, s) > 10);
    free(s);
}

SG_TESTS(cmocka_unit_test(intervals_are_those_of_the_slow_twin),
         cmocka_unit_test(coverage_is_what_was_asked_for),
         cmocka_unit_test(rare_classes_are_held_as_often),
         cmocka_unit_test(intervals_grow_with_doubt),
         cmocka_unit_test(few_items_promise_nothing),
         cmocka_unit_test(unknown_trust_promises_nothing),
         cmocka_unit_test(survives_out_of_memory))
