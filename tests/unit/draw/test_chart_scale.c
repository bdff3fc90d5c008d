/* test_chart_scale.c - round numbers at axes. */
#include "draw/chart_scale.h"
#include "support/check.h"

static void check_ticks(const sg_scale *s, const char *expected)
{
    char text[512] = "";
    for (uint32_t i = 0; i < s->n_ticks; i++) {
        char label[SG_TICK_ROOM];
        sg_scale_label(label, s, s->tick[i]);
        const size_t size = strlen(text);
        (void)snprintf(text + size, sizeof text - size, "%s%s", i > 0 ? " " : "", label);
    }
    assert_string_equal(text, expected);
}

static void linear_scales_end_at_ticks(void **state)
{
    (void)state;
    sg_scale s = sg_scale_fit(0, 187.3, SG_SCALE_LINEAR, 5);
    check_ticks(&s, "0 50 100 150 200");
    s.from = 60;
    s.to = 600;
    check_near(sg_scale_at(&s, 100), 330, 1e-12, 0);
    check_near(sg_scale_at(&s, 0), 60, 1e-12, 0);
    s = sg_scale_fit(83.4, 84.1, SG_SCALE_LINEAR, 5);
    check_ticks(&s, "83.4 83.6 83.8 84.0 84.2");
    s = sg_scale_fit(-0.31, 0.29, SG_SCALE_LINEAR, 4);
    check_ticks(&s, "-0.4 -0.2 0.0 0.2 0.4");
    s = sg_scale_fit(0, 55000, SG_SCALE_LINEAR, 6);
    check_ticks(&s, "0 10k 20k 30k 40k 50k 60k");
    s = sg_scale_fit(0, 2.4e6, SG_SCALE_LINEAR, 6);
    check_ticks(&s, "0 0.5M 1.0M 1.5M 2.0M 2.5M");
    s = sg_scale_fit(0, 3e-5, SG_SCALE_LINEAR, 4);
    check_ticks(&s, "0 1e-05 2e-05 3e-05");
}

static void snug_scales_end_where_the_numbers_do(void **state)
{
    (void)state;
    sg_scale s = sg_scale_fit(1, 20, SG_SCALE_SNUG, 6);
    check_ticks(&s, "5 10 15 20");
    assert_true(s.low == 1 && s.high == 20);
}

/* There is no epoch 1.5. */
static void counts_have_whole_ticks(void **state)
{
    (void)state;
    sg_scale s = sg_scale_fit(1, 3, SG_SCALE_COUNTS, 6);
    check_ticks(&s, "1 2 3");
    assert_true(s.low == 1 && s.high == 3);
    s = sg_scale_fit(1, 2, SG_SCALE_COUNTS, 6);
    check_ticks(&s, "1 2");
    s = sg_scale_fit(1, 1, SG_SCALE_COUNTS, 6);
    check_ticks(&s, "1");
    s = sg_scale_fit(1, 200, SG_SCALE_COUNTS, 6);
    check_ticks(&s, "50 100 150 200");
}

static void logarithmic_scales(void **state)
{
    (void)state;
    sg_scale s = sg_scale_fit(1, 6031, SG_SCALE_LOG, 6);
    check_ticks(&s, "1 10 100 1000 10k");
    s.from = 300;
    s.to = 100;
    check_near(sg_scale_at(&s, 100), 200, 1e-12, 0);
    s = sg_scale_fit(0.02, 3, SG_SCALE_LOG, 6);
    check_ticks(&s, "0.01 0.1 1 10");
    s = sg_scale_fit(5, 5, SG_SCALE_LOG, 6);
    check_ticks(&s, "1 10");
    s = sg_scale_fit(-3, 0, SG_SCALE_LOG, 6); /* nothing that has a logarithm */
    assert_true(s.low > 0 && s.high > s.low);
}

static void nothing_and_almost_nothing(void **state)
{
    (void)state;
    sg_scale s = sg_scale_fit(NAN, NAN, SG_SCALE_LINEAR, 5);
    assert_true(s.low == 0 && s.high == 1);
    s = sg_scale_fit(0, 0, SG_SCALE_LINEAR, 5);
    assert_true(s.low < 0 && s.high > 0);
    s = sg_scale_fit(7, NAN, SG_SCALE_SNUG, 5);
    assert_true(s.low < 7 && s.high > 7);
    s = sg_scale_fit(5, 2, SG_SCALE_SNUG, 5); /* the wrong way round */
    assert_true(s.low == 2 && s.high == 5);
    s = sg_scale_fit(-INFINITY, INFINITY, SG_SCALE_LINEAR, 5);
    assert_true(isfinite(s.low) && isfinite(s.high) && s.low < s.high);
}

/* Whatever is asked: few ticks, in order, inside, and the numbers inside too. */
static void always_sound(void **state)
{
    (void)state;
    sg_rng rng = check_rng("chart_scale");
    for (int round = 0; round < 20000; round++) {
        const double size = pow(10, (double)(sg_rng_next(&rng) % 600) - 300);
        const double low = size * ((double)(sg_rng_next(&rng) % 2001) - 1000) / 1000;
        const double high = low + size * (double)(sg_rng_next(&rng) % 1000) / 1000;
        const sg_scale_kind kind = (sg_scale_kind)(sg_rng_next(&rng) % 3);
        const uint32_t wanted = (uint32_t)(sg_rng_next(&rng) % 40);
        const sg_scale s = sg_scale_fit(low, high, kind, wanted);
        if (!isfinite(s.low) || !isfinite(s.high) || !(s.low < s.high) || s.n_ticks == 0)
            fail_msg("%.17g .. %.17g, kind %d, wanted %u: %g .. %g with %u ticks", low, high,
                     (int)kind, wanted, s.low, s.high, s.n_ticks);
        const double slack = 1e-6 * (s.high - s.low);
        for (uint32_t i = 0; i < s.n_ticks; i++) {
            char label[SG_TICK_ROOM];
            assert_true(s.tick[i] >= s.low - slack && s.tick[i] <= s.high + slack);
            assert_true(i == 0 || s.tick[i] > s.tick[i - 1]);
            sg_scale_label(label, &s, s.tick[i]);
            assert_true(strlen(label) > 0);
        }
        if (kind != SG_SCALE_LOG) assert_true(s.low <= low + slack && s.high >= high - slack);
    }
}

SG_TESTS(cmocka_unit_test(linear_scales_end_at_ticks),
         cmocka_unit_test(snug_scales_end_where_the_numbers_do),
         cmocka_unit_test(counts_have_whole_ticks), cmocka_unit_test(logarithmic_scales),
         cmocka_unit_test(nothing_and_almost_nothing), cmocka_unit_test(always_sound))
