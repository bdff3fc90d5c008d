/* test_init.c - initial weights: their distribution, their text, and that they never change. */
#include "optim/init.h"
#include "optim/normal.h"
#include "support/check.h"

enum { N = 40000 };

static sg_init parsed(const char *text)
{
    sg_init init = {0};
    check_ok(sg_init_parse(&init, text, &err));
    return init;
}

/* Draw N weights; their mean and standard deviation must be within four standard errors. */
static void check_moments(const char *text, double mean, double deviation)
{
    static double value[N];
    const sg_init init = parsed(text);
    sg_rng rng = check_rng(text);
    double sum = 0, squares = 0;
    sg_init_fill(value, N, &init, N, &rng);
    for (int i = 0; i < N; i++) sum += value[i];
    for (int i = 0; i < N; i++) squares += (value[i] - sum / N) * (value[i] - sum / N);
    check_near(sum / N, mean, 1e-12, 4 * deviation / sqrt(N));
    check_near(sqrt(squares / N), deviation, 4 / sqrt(N), 1e-12);
}

static void distributions_are_right(void **state)
{
    (void)state;
    check_moments("constant 0.001", 0.001, 0);
    check_moments("uniform -0.1 0.1", 0, 0.2 / sqrt(12));
    check_moments("uniform 2 2", 2, 0);
    check_moments("normal 0 0.01", 0, 0.01);
    check_moments("normal -3 2", -3, 2);
    check_moments("he", 0, sqrt(2.0 / N));
    check_moments("lower-upper", -1 / sqrt(N), 2 / sqrt(N));
}

/* P(|N| < z) for a few z, and the fourth moment, which tells a normal from most others. */
static void normal_numbers_are_normal(void **state)
{
    (void)state;
    sg_rng rng = check_rng("normal");
    const int n = 200000;
    double fourth = 0;
    int within[4] = {0};
    for (int i = 0; i < n; i++) {
        const double x = sg_rng_normal(&rng);
        for (int z = 1; z < 4; z++) within[z] += fabs(x) < z;
        fourth += x * x * x * x / n;
    }
    for (int z = 1; z < 4; z++) {
        const double p = erf(z / sqrt(2));
        check_near((double)within[z] / n, p, 0, 4 * sqrt(p * (1 - p) / n));
    }
    check_near(fourth, 3, 0, 4 * sqrt(96.0 / n));
}

/* The polar method again, with the C library's logarithm. */
static void normal_numbers_follow_the_method(void **state)
{
    (void)state;
    sg_rng rng = check_rng("polar"), twin = rng;
    for (int i = 0; i < 100000; i++) {
        double x, y, s;
        do {
            x = 2 * sg_rng_uniform(&twin) - 1;
            y = 2 * sg_rng_uniform(&twin) - 1;
            s = x * x + y * y;
        } while (s >= 1 || s == 0);
        check_near(sg_rng_normal(&rng), x * sqrt(-2 * log(s) / s), 1e-15, 0);
    }
}

static void draws_never_change(void **state)
{
    (void)state;
    sg_rng rng = sg_rng_stream(1, NULL, 0);
    const double expected[] = {-0x1.2a33c7cbade1dp-1, -0x1.7328ee0deb5d4p-2, 0x1.e671a0b679ep-2,
                               -0x1.255bda219b382p+0};
    for (int i = 0; i < 4; i++) {
        const double x = sg_rng_normal(&rng);
        if (x != expected[i]) fail_msg("draw %d: %a", i, x);
    }
}

static void uniform_numbers_stay_inside(void **state)
{
    (void)state;
    static double value[N];
    const sg_init init = parsed("uniform -0.1 0.1");
    sg_rng rng = check_rng("uniform");
    sg_init_fill(value, N, &init, N, &rng);
    for (int i = 0; i < N; i++) assert_true(value[i] >= -0.1 && value[i] < 0.1);
    sg_init_fill(value, 0, &(sg_init){.kind = SG_INIT_HE}, 0, &rng);
}

static void inits_are_read(void **state)
{
    (void)state;
    sg_init init = parsed(" constant  1e-3 ");
    assert_true(init.kind == SG_INIT_CONSTANT && init.first == 1e-3);
    init = parsed("uniform -0.1 0.1");
    assert_true(init.kind == SG_INIT_UNIFORM && init.first == -0.1 && init.second == 0.1);
    init = parsed("normal 0 0.01");
    assert_true(init.kind == SG_INIT_NORMAL && init.first == 0 && init.second == 0.01);
    assert_true(parsed("he").kind == SG_INIT_HE);
    assert_true(parsed("lower-upper").kind == SG_INIT_LOWER_UPPER);
    assert_true(parsed("constant 123456789.123456789e-3").first == 123456.789123456789);
}

/* Every kind is written as it is read. */
static void inits_are_written(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {
        "constant 0.25", "uniform -0.1 1e-300", "normal 0 0.01", "he", "lower-upper", "glorot"};
    for (int i = 0; i < SG_N_INITS; i++) {
        sg_text text = {0};
        const sg_init init = parsed(TEXTS[i]);
        assert_int_equal(init.kind, i);
        check_ok(sg_init_write(&text, &init, &err));
        assert_string_equal(text.data, TEXTS[i]);
        sg_text_free(&text);
    }
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"",
         "init \"\", column 1: allowed are constant VALUE, uniform LOW HIGH, normal MEAN STD"},
        {"lower_upper", "he, lower-upper and glorot"},
        {"constant", "the value must be a number"},
        {"constant 1 2", "column 12: allowed are"},
        {"constant 1e400", "the value must be a number"},
        {"uniform 1", "the upper end must be a number"},
        {"uniform 1 0", "the lower end must not be above the upper one"},
        {"normal 0 -1", "the standard deviation must be >= 0"},
        {"normal a 1", "column 8: the mean must be a number, such as 0.01 or 1e-4, not \"a\""},
        {"he 2", "column 4: allowed are"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_init untouched = {SG_INIT_HE, 7, 8};
        check_fails(sg_init_parse(&untouched, cases[i].text, &err), SG_EINVAL, cases[i].part);
        assert_true(untouched.kind == SG_INIT_HE && untouched.first == 7);
    }
}

SG_TESTS(cmocka_unit_test(distributions_are_right), cmocka_unit_test(normal_numbers_are_normal),
         cmocka_unit_test(normal_numbers_follow_the_method),
         cmocka_unit_test(draws_never_change), cmocka_unit_test(uniform_numbers_stay_inside),
         cmocka_unit_test(inits_are_written), cmocka_unit_test(inits_are_read),
         cmocka_unit_test(nonsense_is_refused))
