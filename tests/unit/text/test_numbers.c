/* test_numbers.c - numbers in text against the C library and against plain loops. */
#include "text/numbers.h"

#include "support/check.h"

#include <ctype.h>
#include <locale.h>

/* A text followed by the bytes that the scanners may look at. */
typedef struct padded {
    char text[2048];
} padded;

static padded pad(const char *text)
{
    padded p = {{0}};
    (void)snprintf(p.text, sizeof p.text - 32, "%s", text);
    return p;
}

/* ---- Whole numbers ------------------------------------------------------------------------ */

/* The number must end after `used` bytes of `text`; less than zero: there must be none. */
static void check_end(const char *end, const char *text, long used)
{
    if (used < 0)
        assert_null(end);
    else
        assert_ptr_equal(end, text + used);
}

static void check_unsigned(const char *text, long used, uint64_t expected)
{
    const padded p = pad(text);
    uint64_t value = 77;
    check_end(sg_scan_unsigned(&value, p.text), p.text, used);
    assert_true(value == (used < 0 ? 77 : expected));
}

static void scans_unsigned_numbers(void **state)
{
    (void)state;
    check_unsigned("0", 1, 0);
    check_unsigned("007", 3, 7);
    check_unsigned("12,", 2, 12);
    check_unsigned("18446744073709551615", 20, UINT64_MAX);
    check_unsigned("00000000000000000000000000001", 29, 1);
    check_unsigned("18446744073709551616", -1, 0);
    check_unsigned("99999999999999999999999999", -1, 0);
    check_unsigned("", -1, 0);
    check_unsigned("-1", -1, 0);
    check_unsigned("+1", -1, 0);
    check_unsigned(" 1", -1, 0);
    check_unsigned("x", -1, 0);
}

static void check_integer(const char *text, long used, int64_t expected)
{
    const padded p = pad(text);
    int64_t value = 77;
    check_end(sg_scan_integer(&value, p.text), p.text, used);
    assert_true(value == (used < 0 ? 77 : expected));
}

static void scans_integers(void **state)
{
    (void)state;
    check_integer("0", 1, 0);
    check_integer("-0", 2, 0);
    check_integer("+5", 2, 5);
    check_integer("-17 ", 3, -17);
    check_integer("9223372036854775807", 19, INT64_MAX);
    check_integer("-9223372036854775808", 20, INT64_MIN);
    check_integer("9223372036854775808", -1, 0);
    check_integer("-9223372036854775809", -1, 0);
    check_integer("18446744073709551616", -1, 0);
    check_integer("--1", -1, 0);
    check_integer("-", -1, 0);
    check_integer("+", -1, 0);
    check_integer("- 1", -1, 0);
    check_integer("", -1, 0);
    check_integer("0x10", 1, 0); /* the caller sees the x that follows */
}

/* Every number of digits followed by every byte, against a plain loop. */
static void scans_short_numbers(void **state)
{
    (void)state;
    sg_rng rng = check_rng("scans_short_numbers");
    for (int n_digits = 0; n_digits <= 12; n_digits++)
        for (int follows = 0; follows < 256; follows++)
            for (int round = 0; round < 20; round++) {
                unsigned char text[32];
                uint32_t expected = 0, value = 77;
                if (isdigit(follows)) continue;
                for (size_t i = 0; i < sizeof text; i++)
                    text[i] = (unsigned char)sg_rng_below(&rng, 256);
                for (int i = 0; i < n_digits; i++) {
                    const uint32_t digit = round == 0   ? 0
                                           : round == 1 ? 9
                                                        : sg_rng_below(&rng, 10);
                    text[i] = (unsigned char)('0' + digit);
                    expected = expected * 10 + digit;
                }
                text[n_digits] = (unsigned char)follows;
                const char *p = (const char *)text;
                const int used = n_digits > 0 && n_digits <= 7 ? n_digits : -1;
                check_end(sg_scan_short(&value, p), p, used);
                assert_int_equal(value, used < 0 ? 77 : expected);
            }
}

static void scans_all_numbers_up_to_a_million(void **state)
{
    (void)state;
    for (uint32_t expected = 0; expected <= 1000000; expected += expected < 2000 ? 1 : 7) {
        char text[32] = "";
        uint32_t value = 0;
        const int length = snprintf(text, sizeof text, "%u\n", expected);
        assert_ptr_equal(sg_scan_short(&value, text), text + length - 1);
        assert_int_equal(value, expected);
    }
}

/* ---- Real numbers -------------------------------------------------------------------------- */

/* Compare bit by bit with strtod, which the C library rounds correctly. */
static void check_like_strtod(const char *text)
{
    const padded p = pad(text);
    double value = 77;
    char *expected_end = NULL;
    const double expected = strtod(text, &expected_end);
    const char *end = sg_scan_real(&value, p.text);
    if (end == NULL || end - p.text != expected_end - text ||
        memcmp(&value, &expected, sizeof value) != 0)
        fail_msg("\"%s\" is %.17g, not %.17g (%td of %td bytes)", text, value, expected,
                 end != NULL ? end - p.text : (ptrdiff_t)-1, expected_end - text);
}

static void scans_real_numbers(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "0.0",
        "-0.0",
        "+1",
        "1.",
        ".5",
        "-.5",
        "1.5e3",
        "1.5E+3",
        "1.5e-3",
        "5.e2",
        "1e22",
        "1e23",
        "1e-22",
        "1e-23",
        "123456789012345678",
        "9007199254740992",
        "9007199254740993",
        "9007199254740992e22",
        "9007199254740993e-22",
        "0e999999999999",
        "0.0000000000000000000000000000000000001",
        "1e308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "-1e309",
        "1e99999999999",
        "1e-99999999999",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "4.9e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1e-400",
        "18446744073709551615",
        "18446744073709551616",
        "184467440737095516150000000000",
        "1844674407370955161.5",
        "0.1",
        "0.2",
        "0.3",
        "3.14159265358979323846264338327950288",
        "00000000000000000000000000000000000000000000000000000000000001.25",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124",
        "1.00000000000000011102230246251565404236316680908203126",
        "8.98846567431158e307",
        "6.0221409e+23x",
        "1.2.3",
        "1,5",
        "12e3,"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check_like_strtod(texts[i]);
}

static void refuses_what_is_no_real_number(void **state)
{
    (void)state;
    static const char *const texts[] = {"",    ".",   "-",   "+",    "-.", "e5",  ".e5",
                                        "nan", "NaN", "inf", "-inf", "1e", "1e+", "1e-x",
                                        "x",   "--1", "+-1", " 1",   "?",  ",",   "infinity"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const padded p = pad(texts[i]);
        double value = 77;
        assert_null(sg_scan_real(&value, p.text));
        assert_true(value == 77);
    }
    /* Hexadecimal: the caller sees the x that follows the zero. */
    const padded hexadecimal = pad("0x1p3");
    double value = 77;
    assert_ptr_equal(sg_scan_real(&value, hexadecimal.text), hexadecimal.text + 1);
}

static void scans_random_decimals(void **state)
{
    (void)state;
    sg_rng rng = check_rng("scans_random_decimals");
    for (int round = 0; round < 60000; round++) {
        char text[128];
        size_t n = 0;
        const uint32_t n_digits = 1 + sg_rng_below(&rng, round % 3 == 0 ? 40 : 18);
        const uint32_t point = sg_rng_below(&rng, 2 * n_digits);
        if (sg_rng_below(&rng, 2) == 0) text[n++] = '-';
        for (uint32_t i = 0; i < n_digits; i++) {
            if (i == point) text[n++] = '.';
            text[n++] = (char)('0' + sg_rng_below(&rng, 10));
        }
        text[n] = '\0';
        const int range = round % 2 == 0 ? 30 : 345;
        if (sg_rng_below(&rng, 3) > 0)
            (void)snprintf(text + n, sizeof text - n, "e%d",
                           (int)sg_rng_below(&rng, 2 * (uint32_t)range) - range);
        check_like_strtod(text);
    }
}

/* Random doubles print with 17 digits and come back as they were. */
static void scans_random_doubles(void **state)
{
    (void)state;
    sg_rng rng = check_rng("scans_random_doubles");
    for (int round = 0; round < 60000; round++) {
        const uint64_t bits = sg_rng_next(&rng);
        double value;
        char text[512];
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        (void)snprintf(text, sizeof text, round % 2 == 0 ? "%.17g" : "%.16e", value);
        check_like_strtod(text);
        if (fabs(value) < 1e60 && fabs(value) > 1e-60) {
            (void)snprintf(text, sizeof text, "%.70f", value);
            check_like_strtod(text);
        }
    }
}

/* Exactly between two doubles, and a hair above and below: rounding must look at every digit. */
static void rounds_halfway_cases(void **state)
{
    (void)state;
    sg_rng rng = check_rng("rounds_halfway_cases");
    for (int round = 0; round < 3000; round++) {
        /* An odd multiple of half a unit in the last place: 54 significant bits. */
        const uint64_t mantissa = sg_rng_next(&rng) >> 10 | (uint64_t)1 << 53 | 1;
        const int exponent = (int)sg_rng_below(&rng, 120) - 110;
        const long double halfway = ldexpl((long double)mantissa, exponent);
        char text[512];
        (void)snprintf(text, sizeof text - 4, "%.*Lf", exponent < 0 ? -exponent : 0, halfway);
        check_like_strtod(text);
        size_t n = strlen(text);
        if (strchr(text, '.') == NULL) text[n++] = '.';
        (void)snprintf(text + n, sizeof text - n, "001");
        check_like_strtod(text);
        (void)snprintf(text, sizeof text, "%.*Lf", exponent < 0 ? -exponent : 0,
                       ldexpl((long double)mantissa - 0.125L, exponent));
        check_like_strtod(text);
    }
}

/* 767 digits can decide about one bit; a text may be that long, but not without end. */
static void reads_long_numbers_and_refuses_endless_ones(void **state)
{
    (void)state;
    char text[2048];
    (void)snprintf(text, sizeof text, "%.1074f", 5e-324);
    check_like_strtod(text); /* 1076 bytes: the longest exact expansion of a double */
    memset(text, '0', sizeof text);
    text[1] = '.';
    text[900] = '1';
    text[901] = '\0';
    check_like_strtod(text);
    memset(text, '1', sizeof text);
    text[1500] = '\0';
    double value = 77;
    assert_null(sg_scan_real(&value, text));
    assert_true(value == 77);
}

/* A program that embeds the library may have set a locale whose decimal point is a comma or, in
 * Pashto, two bytes long. */
static void ignores_the_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ps_AF.UTF-8"};
    int n_tried = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (setlocale(LC_NUMERIC, names[i]) == NULL) continue;
        const padded p = pad("-3.14159265358979323846e-1"), short_one = pad("0.25");
        double value = 0;
        assert_non_null(sg_scan_real(&value, p.text));
        assert_true(value == -0x1.41b2f769cf0e0p-2);
        assert_non_null(sg_scan_real(&value, short_one.text));
        assert_true(value == 0.25);
        (void)setlocale(LC_NUMERIC, "C");
        n_tried++;
    }
    if (n_tried > 0) return;
    printf("SKIPPED: no locale with another decimal point is installed\n");
    skip();
}

SG_TESTS(cmocka_unit_test(scans_unsigned_numbers), cmocka_unit_test(scans_integers),
         cmocka_unit_test(scans_short_numbers),
         cmocka_unit_test(scans_all_numbers_up_to_a_million),
         cmocka_unit_test(scans_real_numbers), cmocka_unit_test(refuses_what_is_no_real_number),
         cmocka_unit_test(scans_random_decimals), cmocka_unit_test(scans_random_doubles),
         cmocka_unit_test(rounds_halfway_cases), cmocka_unit_test(ignores_the_locale),
         cmocka_unit_test(reads_long_numbers_and_refuses_endless_ones))
