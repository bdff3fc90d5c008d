/* test_number.c - numbers as JSON writes them, to the last bit and nothing else. */
#include "base/number.h"

#include "support/check.h"

#include <float.h>
#include <locale.h>

/* Reading past the end of the text gets noticed, because nothing follows it. */
static bool read_real(double *value, const char *text)
{
    const size_t length = strlen(text);
    char *copy = malloc(length > 0 ? length : 1);
    memcpy(copy, text, length);
    const bool found = sg_number_real(value, copy, length);
    free(copy);
    return found;
}

static bool read_whole(uint64_t *value, const char *text)
{
    const size_t length = strlen(text);
    char *copy = malloc(length > 0 ? length : 1);
    memcpy(copy, text, length);
    const bool found = sg_number_whole(value, copy, length);
    free(copy);
    return found;
}

static void reads_real_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } right[] = {{"0", 0},
                 {"-0", -0.0},
                 {"7", 7},
                 {"12.50", 12.5},
                 {"-0.5", -0.5},
                 {"1e-3", 0.001},
                 {"1E+3", 1000},
                 {"0e0", 0},
                 {"0.1", 0.1},
                 {"1e-0003", 0.001},
                 {"123456789012345678901234567890", 123456789012345678901234567890.0},
                 {"1.7976931348623157e308", DBL_MAX},
                 {"4.9e-324", DBL_TRUE_MIN},
                 {"1e-999", 0},
                 {"0e999999999999999999999", 0},
                 {"9007199254740993", 9007199254740992.0}, /* a tie goes to the even one */
                 {"9007199254740993.0000000000000000001", 9007199254740994.0}};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        double value = 77;
        if (!read_real(&value, right[i].text)) fail_msg("\"%s\" was refused", right[i].text);
        assert_memory_equal(&value, &right[i].value, sizeof value);
    }
}

static const char *const NO_NUMBERS[] = {
    "",     " ",    "-",    "+1",    ".5",    "5.",    "-.5",   "1.e3", "e3",
    "1e",   "1e+",  "1e-",  "1 ",    " 1",    "1_000", "1,000", "0x10", "0o17",
    "0b1",  "010",  "00",   "-01",   "1.5f",  "1.5.2", "1e2.5", "inf",  "-inf",
    ".inf", "nan",  ".nan", "true",  "--1",   "1e5x",  "1-2",   "\n1",  "Infinity",
    "1e++", "1:30", "٣",    "1e309", "-1e309"};

static void refuses_what_is_no_number(void **state)
{
    (void)state;
    double value = 77;
    uint64_t whole = 77;
    for (size_t i = 0; i < sizeof NO_NUMBERS / sizeof *NO_NUMBERS; i++) {
        if (read_real(&value, NO_NUMBERS[i])) fail_msg("\"%s\" was taken", NO_NUMBERS[i]);
        if (read_whole(&whole, NO_NUMBERS[i])) fail_msg("\"%s\" was taken", NO_NUMBERS[i]);
    }
    assert_false(sg_number_real(&value, "1\0002", 3));
    assert_true(value == 77 && whole == 77);
}

static void reads_long_numbers_up_to_a_limit(void **state)
{
    (void)state;
    char text[SG_NUMBER_LONGEST + 1];
    memset(text, '1', sizeof text);
    text[1] = '.';
    double value = 77;
    assert_false(sg_number_real(&value, text, SG_NUMBER_LONGEST + 1));
    assert_true(value == 77);
    assert_true(sg_number_real(&value, text, SG_NUMBER_LONGEST));
    check_near(value, 10.0 / 9, 1e-15, 0);
    /* all of them before the point is too large for a double */
    text[1] = '1';
    assert_false(sg_number_real(&value, text, SG_NUMBER_LONGEST));
}

static void reads_whole_numbers_exactly(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t value;
    } right[] = {{"0", 0},
                 {"9", 9},
                 {"10", 10},
                 {"9007199254740993", 9007199254740993},
                 {"18446744073709551615", UINT64_MAX}};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        uint64_t value = 77;
        assert_true(read_whole(&value, right[i].text));
        assert_true(value == right[i].value);
    }
    static const char *const wrong[] = {"18446744073709551616",
                                        "99999999999999999999",
                                        "184467440737095516150",
                                        "-1",
                                        "-0",
                                        "1.0",
                                        "1e3"};
    uint64_t value = 77;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(read_whole(&value, wrong[i]));
    assert_int_equal(value, 77);
}

static void check_written(double value, const char *expected)
{
    char text[SG_NUMBER_ROOM];
    sg_number_write(text, value);
    assert_string_equal(text, expected);
}

static void writes_briefly(void **state)
{
    (void)state;
    check_written(0, "0");
    check_written(-0.0, "-0");
    check_written(1, "1");
    check_written(-200, "-200");
    check_written(1000000, "1000000");
    check_written(999999999999999, "999999999999999");
    check_written(1e15, "1e15");
    check_written(1e22, "1e22");
    check_written(0.5, "0.5");
    check_written(0.1, "0.1");
    check_written(-0.001, "-0.001");
    check_written(0.0001, "0.0001");
    check_written(1e-5, "1e-5");
    check_written(1.5e-10, "1.5e-10");
    check_written(1e100, "1e100");
    check_written(0.1 + 0.2, "0.30000000000000004");
    check_written(DBL_MAX, "1.7976931348623157e308");
    check_written(-DBL_MIN, "-2.2250738585072014e-308");
    check_written(DBL_TRUE_MIN, "5e-324");
}

static void writes_what_reads_back(void **state)
{
    (void)state;
    sg_rng rng = check_rng("writes_what_reads_back");
    for (int i = 0; i < 20000; i++) {
        const uint64_t bits = sg_rng_next(&rng);
        double value, again = 77;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        if (i % 3 == 0) value = ldexp(floor(sg_rng_uniform(&rng) * 4096), -6);
        char text[SG_NUMBER_ROOM];
        sg_number_write(text, value);
        if (!read_real(&again, text) || memcmp(&again, &value, sizeof value) != 0)
            fail_msg("%.17g was written as %s and read as %.17g", value, text, again);
    }
}

/* As strtod reads them, which knows no other locale here. */
static void rounds_as_strtod_does(void **state)
{
    (void)state;
    sg_rng rng = check_rng("rounds_as_strtod_does");
    for (int i = 0; i < 20000; i++) {
        char text[80];
        int n = snprintf(text, sizeof text, "%u", sg_rng_below(&rng, 1000));
        n += snprintf(text + n, sizeof text - (size_t)n, ".%llu",
                      (unsigned long long)sg_rng_next(&rng));
        (void)snprintf(text + n, sizeof text - (size_t)n, "e%d",
                       (int)sg_rng_below(&rng, 600) - 300);
        double value = 77;
        const double expected = strtod(text, NULL);
        assert_true(read_real(&value, text));
        assert_memory_equal(&value, &expected, sizeof value);
    }
}

static void does_not_mind_the_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ps_AF"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++)
        found = setlocale(LC_NUMERIC, names[i]) != NULL;
    if (!found) printf("no locale with another decimal point on this machine\n");
    double value = 77;
    assert_true(read_real(&value, "1.5e-1"));
    assert_true(value == 0.15);
    assert_false(read_real(&value, "1,5"));
    check_written(0.15, "0.15");
    (void)setlocale(LC_NUMERIC, "C");
}

/* ---- Order ------------------------------------------------------------------------------------ */

static void orders_numbers(void **state)
{
    (void)state;
    const uint32_t u32[] = {0, 1, UINT32_MAX};
    const uint64_t u64[] = {0, UINT32_MAX, UINT64_MAX};
    const int32_t i32[] = {INT32_MIN, -1, INT32_MAX};
    const double real[] = {-INFINITY, -0.5, 1e300};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const int wanted = (i > k) - (i < k);
            assert_int_equal(sg_compare_u32(&u32[i], &u32[k]), wanted);
            assert_int_equal(sg_compare_u64(&u64[i], &u64[k]), wanted);
            assert_int_equal(sg_compare_i32(&i32[i], &i32[k]), wanted);
            assert_int_equal(sg_compare_real(&real[i], &real[k]), wanted);
        }
}

SG_TESTS(cmocka_unit_test(reads_real_numbers), cmocka_unit_test(refuses_what_is_no_number),
         cmocka_unit_test(reads_long_numbers_up_to_a_limit),
         cmocka_unit_test(reads_whole_numbers_exactly), cmocka_unit_test(writes_briefly),
         cmocka_unit_test(writes_what_reads_back), cmocka_unit_test(rounds_as_strtod_does),
         cmocka_unit_test(does_not_mind_the_locale), cmocka_unit_test(orders_numbers))
