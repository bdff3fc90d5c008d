/* test_schedule.c - learning rates worked by hand, and what the reader of schedules refuses. */
#include "optim/schedule.h"
#include "support/check.h"

static sg_schedule parsed(const char *text)
{
    sg_schedule schedule = {0};
    check_ok(sg_schedule_parse(&schedule, text, &err));
    return schedule;
}

/* The rate in every epoch; the loss of epoch e is loss[e], or 0 where loss is NULL. */
static void run(double *rate, int n_epochs, const char *text, double learning_rate,
                const double *loss)
{
    const sg_schedule schedule = parsed(text);
    sg_schedule_state state = sg_schedule_start(learning_rate, (uint32_t)n_epochs);
    for (int e = 0; e < n_epochs; e++) {
        rate[e] = sg_schedule_rate(&schedule, &state);
        sg_schedule_after_step(&state);
        sg_schedule_after_epoch(&state, &schedule, loss != NULL ? loss[e] : 0);
    }
}

static void check_rates(const char *text, const double *expected, int n, const double *loss)
{
    double rate[32];
    run(rate, n, text, 1, loss);
    for (int e = 0; e < n; e++) {
        if (!(fabs(rate[e] - expected[e]) <= 1e-14))
            fail_msg("%s: epoch %d: %.17g, expected %.17g", text, e, rate[e], expected[e]);
    }
}

static void simple_schedules(void **state)
{
    (void)state;
    check_rates("constant", (double[]){1, 1, 1, 1}, 4, NULL);
    check_rates("step 2 0.5", (double[]){1, 1, 0.5, 0.5, 0.25, 0.25, 0.125}, 7, NULL);
    check_rates("step 1 2", (double[]){1, 2, 4, 8}, 4, NULL);
}

/* Over 4 epochs: cos of 0, 45, 90 and 135 degrees. */
static void cosine_falls_to_its_end(void **state)
{
    (void)state;
    const double c = sqrt(0.5);
    check_rates("cosine", (double[]){1, (1 + c) / 2, 0.5, (1 - c) / 2}, 4, NULL);
    check_rates("cosine min 0.2", (double[]){1, 0.2 + 0.4 * (1 + c), 0.6, 0.2 + 0.4 * (1 - c)},
                4, NULL);
    const sg_schedule schedule = parsed("cosine min 0.2");
    sg_schedule_state at = sg_schedule_start(1, 1000);
    for (at.epoch = 0; at.epoch < 1000; at.epoch++)
        check_near(sg_schedule_rate(&schedule, &at),
                   0.6 + 0.4 * cos(acos(-1) * (double)at.epoch / 1000), 1e-15, 1e-15);
    for (at.epoch = 1000; at.epoch < 1010; at.epoch++)
        assert_true(sg_schedule_rate(&schedule, &at) == 0.2);
    at = sg_schedule_start(1, 0);
    assert_true(sg_schedule_rate(&schedule, &at) == 0.2);
}

/* Patience 1: the second epoch in a row that is not better by a ten-thousandth reduces the rate. */
static void plateau_waits(void **state)
{
    (void)state;
    const double loss[] = {5, 4, 3.9999, 4, 3.9, 3.9, 3.8, 3.9, 3.9, 3.9, 3.9, NAN, 3.7};
    check_rates("plateau factor 0.5 patience 1",
                (double[]){1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.125, 0.125}, 13,
                loss);
    check_rates("plateau factor 0.5 patience 0 min 0.3", (double[]){1, 1, 0.5, 0.3, 0.3}, 5,
                (double[]){1, 1, 1, 1, 1});
    check_rates("plateau", (double[]){1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0.1}, 13, NULL);
}

/* What the author's ZINC trainings really did, whose plateau saw the loss 0 in every epoch. */
static void plateau_as_in_the_reference(void **state)
{
    (void)state;
    double rate[150];
    run(rate, 150, "plateau factor 0.5 patience 5 min 1e-4", 1e-3, NULL);
    const struct {
        int begin, end;
        double rate;
    } expected[] = {
        {0, 7, 1e-3}, {7, 13, 5e-4}, {13, 19, 2.5e-4}, {19, 25, 1.25e-4}, {25, 150, 1e-4}};
    for (int i = 0; i < 5; i++)
        for (int e = expected[i].begin; e < expected[i].end; e++)
            check_near(rate[e], expected[i].rate, 1e-15, 0);
}

/* torch leaves a rate alone that would change by less than 1e-8. */
static void tiny_changes_are_not_made(void **state)
{
    (void)state;
    double rate[6];
    run(rate, 6, "plateau factor 0.5 patience 0", 3e-8, NULL);
    const double expected[] = {3e-8, 3e-8, 1.5e-8, 1.5e-8, 1.5e-8, 1.5e-8};
    for (int e = 0; e < 6; e++) check_near(rate[e], expected[e], 1e-15, 0);
}

static void warm_up_rises(void **state)
{
    (void)state;
    check_rates("constant warm-up 4", (double[]){0.25, 0.5, 0.75, 1, 1}, 5, NULL);
    check_rates("constant warm-up 4 epochs", (double[]){0.25, 0.5, 0.75, 1, 1}, 5, NULL);
    check_rates("constant warm-up 1", (double[]){1, 1}, 2, NULL);
    check_rates("step 2 0.5 warm-up 4", (double[]){0.25, 0.5, 0.375, 0.5, 0.25}, 5, NULL);
    check_rates("plateau warm-up 2 factor 0.5 patience 0", (double[]){0.5, 1, 0.5, 0.25}, 4,
                NULL);
    const sg_schedule schedule = parsed("constant warm-up 3 steps");
    sg_schedule_state at = sg_schedule_start(3, 10);
    const double expected[] = {1, 2, 3, 3};
    for (int i = 0; i < 4; i++) {
        check_near(sg_schedule_rate(&schedule, &at), expected[i], 1e-15, 0);
        if (i == 0) sg_schedule_after_epoch(&at, &schedule, 0);
        sg_schedule_after_step(&at);
    }
}

/* A state that was put aside goes on as if nothing had happened. */
static void states_can_be_kept(void **state)
{
    (void)state;
    static const char *const texts[] = {"constant warm-up 9", "step 3 0.7", "cosine min 1e-3",
                                        "plateau factor 0.5 patience 1 warm-up 9 steps"};
    for (int k = 0; k < 4; k++) {
        const sg_schedule schedule = parsed(texts[k]);
        sg_schedule_state whole = sg_schedule_start(0.1, 30), again = {0};
        unsigned char saved[sizeof whole];
        for (int e = 0; e < 30; e++) {
            if (e == 11) memcpy(saved, &whole, sizeof saved);
            if (e == 11) memcpy(&again, saved, sizeof saved);
            assert_true(e < 11 || sg_schedule_rate(&schedule, &whole) ==
                                      sg_schedule_rate(&schedule, &again));
            sg_schedule_after_step(&whole);
            sg_schedule_after_step(&again);
            sg_schedule_after_epoch(&whole, &schedule, e % 4);
            sg_schedule_after_epoch(&again, &schedule, e % 4);
        }
    }
}

static void schedules_are_read(void **state)
{
    (void)state;
    sg_schedule s = parsed("  plateau\tmin 1e-4 patience 5   factor 0.5 ");
    assert_int_equal(s.kind, SG_SCHEDULE_PLATEAU);
    assert_true(s.factor == 0.5 && s.patience == 5 && s.lowest == 1e-4 && s.warm_up == 0);
    s = parsed("plateau");
    assert_true(s.factor == 0.1 && s.patience == 10 && s.lowest == 0);
    s = parsed("step 10 0.5 warm-up 100 steps");
    assert_true(s.kind == SG_SCHEDULE_STEP && s.size == 10 && s.factor == 0.5);
    assert_true(s.warm_up == 100 && s.warm_up_by_step);
    s = parsed("cosine warm-up 4294967295 epochs min 1.5E-05");
    assert_true(s.kind == SG_SCHEDULE_COSINE && s.lowest == 1.5e-5);
    assert_true(s.warm_up == UINT32_MAX && !s.warm_up_by_step);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"", "column 1: allowed are constant, step SIZE GAMMA"},
        {"linear", "schedule \"linear\", column 1: allowed are constant"},
        {"Constant", "allowed are constant"},
        {"constant 1", "column 10: allowed here is warm-up N"},
        {"constant warm-up",
         "column 17: warm-up, the number of epochs or steps, must be a whole"},
        {"constant warm-up 0", "warm-up must be at least 1"},
        {"constant warm-up 5 minutes", "column 20: allowed here is"},
        {"constant warm-up 5 warm-up 5",
         "column 20: allowed here is warm-up N [epochs|steps], once"},
        {"constant warm-up 4294967296",
         "must be a whole number, such as 10, not \"4294967296\""},
        {"constant warm-up -1", "not \"-1\""},
        {"constant warm-up 1.5", "not \"1.5\""},
        {"step", "column 5: SIZE"},
        {"step 10", "GAMMA, the factor, must be a number"},
        {"step 0 0.5", "SIZE must be at least 1"},
        {"step 10 0", "GAMMA must be > 0"},
        {"step 10 -1", "GAMMA must be > 0"},
        {"step 10 0.5 min 1", "column 13: allowed here is warm-up"},
        {"plateau factor", "the factor must be a number, such as 0.01 or 1e-4, not \"\""},
        {"plateau factor x", "column 16: the factor must be a number"},
        {"plateau factor 0,5", "not \"0,5\""},
        {"plateau factor 0x1p-1", "not \"0x1p-1\""},
        {"plateau factor nan", "not \"nan\""},
        {"plateau factor inf", "not \"inf\""},
        {"plateau factor 1e999", "not \"1e999\""},
        {"plateau factor 1e", "not \"1e\""},
        {"plateau factor 1e+", "not \"1e+\""},
        {"plateau factor .", "not \".\""},
        {"plateau factor -", "not \"-\""},
        {"plateau factor 0.5.5", "not \"0.5.5\""},
        {"plateau factor 1", "the factor must be between 0 and 1, not 1"},
        {"plateau factor 0", "between 0 and 1, not 0"},
        {"plateau factor 0.5 factor 0.5", "column 20: allowed here are factor F, patience N"},
        {"plateau patience 1 patience 1", "column 20: allowed here are"},
        {"plateau min -1", "min must be >= 0, not -1"},
        {"plateau threshold 1", "column 9: allowed here are factor F"},
        {"cosine factor 0.5", "column 8: allowed here are min R and warm-up"},
        {"cosine min 0 min 0", "column 14"},
        {"cosine min .5", "not \".5\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_schedule untouched = {.kind = SG_SCHEDULE_COSINE, .warm_up = 77};
        check_fails(sg_schedule_parse(&untouched, cases[i].text, &err), SG_EINVAL,
                    cases[i].part);
        assert_true(untouched.kind == SG_SCHEDULE_COSINE && untouched.warm_up == 77);
    }
}

/* What is written is read as the same, whatever was said. */
static void schedules_are_written(void **state)
{
    (void)state;
    static const struct {
        const char *said, *written;
    } cases[] = {{"constant", "constant"},
                 {"step 10 0.5 warm-up 3", "step 10 0.5 warm-up 3 epochs"},
                 {"plateau", "plateau factor 0.1 patience 10 min 0"},
                 {"cosine warm-up 7 steps min 1e-3", "cosine min 0.001 warm-up 7 steps"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_text text = {0};
        const sg_schedule schedule = parsed(cases[i].said);
        assert_int_equal(schedule.kind, i);
        check_ok(sg_schedule_write(&text, &schedule, &err));
        assert_string_equal(text.data, cases[i].written);
        sg_text_free(&text);
    }
    const sg_schedule usual = sg_schedule_default(SG_SCHEDULE_PLATEAU);
    assert_true(usual.factor == 0.1 && usual.patience == 10 && usual.lowest == 0);
}

SG_TESTS(cmocka_unit_test(simple_schedules), cmocka_unit_test(cosine_falls_to_its_end),
         cmocka_unit_test(plateau_waits), cmocka_unit_test(plateau_as_in_the_reference),
         cmocka_unit_test(tiny_changes_are_not_made), cmocka_unit_test(warm_up_rises),
         cmocka_unit_test(states_can_be_kept), cmocka_unit_test(schedules_are_read),
         cmocka_unit_test(schedules_are_written), cmocka_unit_test(nonsense_is_refused))
