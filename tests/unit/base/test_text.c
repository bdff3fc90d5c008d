/* test_text.c - a growing text and the numbers in it. */
#include "base/mem.h"
#include "base/text.h"
#include "support/check.h"

#include <float.h>
#include <locale.h>

static void pieces_are_put_together(void **state)
{
    (void)state;
    sg_text text = {0};
    check_ok(sg_text_add(&text, &err, "%s/%d", "folder", 7));
    check_ok(sg_text_add(&text, &err, "%s", ""));
    check_ok(sg_text_add_bytes(&text, ".txt-", 4, &err));
    check_ok(sg_text_add_bytes(&text, "", 0, &err));
    check_ok(sg_text_add_integer(&text, -5, &err));
    check_ok(sg_text_add_real(&text, 0.5, &err));
    assert_string_equal(text.data, "folder/7.txt-50.5");
    assert_int_equal(text.size, strlen(text.data));
    assert_true(text.capacity > text.size);
    sg_text_free(&text);
    assert_null(text.data);
    assert_int_equal(text.size + text.capacity, 0);
    sg_text_free(&text);
}

static void adding_nothing_still_ends_the_text(void **state)
{
    (void)state;
    sg_text a = {0}, b = {0};
    check_ok(sg_text_add_bytes(&a, "x", 0, &err));
    check_ok(sg_text_add(&b, &err, "%s", ""));
    assert_string_equal(a.data, "");
    assert_string_equal(b.data, "");
    sg_text_free(&a);
    sg_text_free(&b);
}

static void zero_bytes_are_bytes(void **state)
{
    (void)state;
    sg_text text = {0};
    check_ok(sg_text_add_bytes(&text, "a\0b", 3, &err));
    check_ok(sg_text_add_bytes(&text, "c", 1, &err));
    assert_int_equal(text.size, 4);
    assert_memory_equal(text.data, "a\0bc", 5);
    sg_text_free(&text);
}

/* Pieces of every length, so that growing happens at every offset. */
static void long_texts_keep_their_content(void **state)
{
    (void)state;
    sg_text text = {0};
    char piece[300];
    for (size_t n = 1; n < sizeof piece; n++) {
        memset(piece, 'a' + (int)(n % 26), n);
        piece[n] = '\0';
        if (n % 2 == 0)
            check_ok(sg_text_add(&text, &err, "%s", piece));
        else
            check_ok(sg_text_add_bytes(&text, piece, n, &err));
        assert_int_equal(text.data[text.size], '\0');
    }
    size_t at = 0;
    for (size_t n = 1; n < sizeof piece; n++)
        for (size_t i = 0; i < n; i++) assert_int_equal(text.data[at++], 'a' + n % 26);
    assert_int_equal(text.size, at);
    sg_text_free(&text);
}

static void check_integer(int64_t value)
{
    sg_text text = {0};
    char expected[32];
    (void)snprintf(expected, sizeof expected, "%lld", (long long)value);
    check_ok(sg_text_add_integer(&text, value, &err));
    assert_string_equal(text.data, expected);
    assert_int_equal(text.size, strlen(expected));
    sg_text_free(&text);
}

static void integers_are_written_in_decimal(void **state)
{
    (void)state;
    sg_rng rng = check_rng("integers");
    check_integer(INT64_MIN);
    check_integer(INT64_MIN + 1);
    check_integer(INT64_MAX);
    for (int64_t i = -1100; i <= 1100; i++) check_integer(i);
    for (int64_t power = 1; power <= INT64_MAX / 10; power *= 10) {
        check_integer(power);
        check_integer(power - 1);
        check_integer(-power);
        check_integer(1 - power);
    }
    for (int i = 0; i < 2000; i++)
        check_integer((int64_t)(sg_rng_next(&rng) >> sg_rng_below(&rng, 64)));
}

static void write_real(char text[40], double value)
{
    sg_text t = {0};
    check_ok(sg_text_add_real(&t, value, &err));
    assert_true(t.size < 40);
    memcpy(text, t.data, t.size + 1);
    sg_text_free(&t);
}

static void reals_by_hand(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0"},
                 {-0.0, "-0"},
                 {3, "3"},
                 {-3, "-3"},
                 {0.1, "0.1"},
                 {-0.25, "-0.25"},
                 {123456, "123456"},
                 {1234567, "1234567"},
                 {1.0 / 3, "0.3333333333333333"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {1e22, "1e+22"},
                 {1e-7, "1e-07"},
                 {9007199254740993.0, "9007199254740992"},
                 {DBL_MAX, "1.7976931348623157e+308"},
                 {-DBL_MAX, "-1.7976931348623157e+308"},
                 {DBL_MIN, "2.2250738585072014e-308"},
                 {INFINITY, "inf"},
                 {-INFINITY, "-inf"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[40];
        write_real(text, cases[i].value);
        assert_string_equal(text, cases[i].text);
    }
    char text[40];
    write_real(text, (double)NAN);
    assert_true(isnan(strtod(text, NULL)));
}

/* From the first digit that is not zero to the last. */
static int count_significant_digits(const char *text)
{
    int n = 0, significant = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text < '0' || *text > '9') continue;
        if (n > 0 || *text != '0') n++;
        if (*text != '0') significant = n;
    }
    return significant;
}

/* The same bits come back, and one digit less would be another number.  (Subnormal numbers have
 * fewer digits than the six that are always tried.) */
static void check_real(double value)
{
    char text[40], shorter[400], *end = NULL;
    write_real(text, value);
    const double back = strtod(text, &end);
    assert_int_equal(*end, '\0');
    if (memcmp(&back, &value, sizeof back) != 0) fail_msg("%a was written as %s", value, text);
    const int n_digits = count_significant_digits(text);
    if (n_digits <= 1 || !isnormal(value)) return;
    (void)snprintf(shorter, sizeof shorter, "%.*g", n_digits - 1, value);
    if (strtod(shorter, NULL) == value) fail_msg("%s could be %s", text, shorter);
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void reals_read_back_to_the_same_bits(void **state)
{
    (void)state;
    sg_rng rng = check_rng("reals");
    for (int i = 0; i < 20000; i++) {
        const double any = from_bits(sg_rng_next(&rng));
        if (isfinite(any)) check_real(any);
        check_real(from_bits(sg_rng_next(&rng) >> 12)); /* subnormal */
        check_real(sg_rng_uniform(&rng));
        check_real((double)(int64_t)(sg_rng_next(&rng) >> sg_rng_below(&rng, 64)));
        check_real((double)sg_rng_below(&rng, 100000) / 1000);
    }
    for (double power = 1; isfinite(power); power *= 2) {
        check_real(power);
        check_real(nextafter(power, 0));
        check_real(1 / power);
    }
    check_real(from_bits(1));
}

/* Locales whose decimal point is a comma or, as in Persian, not even ASCII. */
static void the_locale_does_not_matter(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "fa_IR.UTF-8",
                                        "ps_AF.UTF-8", "de_DE",       "fa_IR"};
    int n_tried = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (setlocale(LC_NUMERIC, names[i]) == NULL) continue;
        char half[40], third[40], large[40], integer[40] = "";
        write_real(half, -0.5);
        write_real(third, 1.0 / 3);
        write_real(large, 1.5e300);
        sg_text text = {0};
        check_ok(sg_text_add_integer(&text, 1234567, &err));
        memcpy(integer, text.data, text.size + 1);
        sg_text_free(&text);
        (void)setlocale(LC_NUMERIC, "C");
        assert_string_equal(half, "-0.5");
        assert_string_equal(third, "0.3333333333333333");
        assert_string_equal(large, "1.5e+300");
        assert_string_equal(integer, "1234567");
        n_tried++;
    }
    if (n_tried == 0) {
        printf("SKIPPED: needs a locale with a decimal comma, such as de_DE.UTF-8\n");
        skip();
    }
}

typedef sg_status (*adder)(sg_text *text, sg_error *err);

static sg_status add_format(sg_text *text, sg_error *err)
{
    return sg_text_add(text, err, "%0100d", 1);
}

static sg_status add_bytes(sg_text *text, sg_error *err)
{
    char bytes[100] = "";
    return sg_text_add_bytes(text, bytes, sizeof bytes, err);
}

static sg_status add_integer(sg_text *text, sg_error *err)
{
    return sg_text_add_integer(text, INT64_MIN, err);
}

static sg_status add_real(sg_text *text, sg_error *err)
{
    return sg_text_add_real(text, 1.0 / 3, err);
}

static void failing_to_add_changes_nothing(void **state)
{
    (void)state;
    static const adder adders[] = {add_format, add_bytes, add_integer, add_real};
    const long live = sg_mem_live();
    for (size_t i = 0; i < sizeof adders / sizeof *adders; i++) {
        sg_text text = {0}, empty = {0};
        check_ok(sg_text_add(&text, &err, "0123456789"));
        const sg_text before = text;
        sg_mem_fail_at(0);
        check_fails(adders[i](&text, &err), SG_ENOMEM, "out of memory");
        check_fails(adders[i](&empty, &err), SG_ENOMEM, "out of memory");
        sg_mem_fail_at(-1);
        assert_memory_equal(&text, &before, sizeof text);
        assert_string_equal(text.data, "0123456789");
        assert_null(empty.data);
        check_ok(adders[i](&text, &err));
        sg_text_free(&text);
    }
    assert_int_equal(sg_mem_live(), live);
}

/* As a function does that takes arguments like printf. */
SG_PRINTF(3, 4)
static sg_status add_twice(sg_text *text, sg_error *err, const char *fmt, ...)
{
    sg_status status = SG_OK;
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    SG_TRY(sg_text_add_list(text, err, fmt, args));
    SG_TRY(sg_text_add_list(text, err, fmt, again));
done:
    va_end(again);
    va_end(args);
    return status;
}

static void lists_of_arguments_are_formatted(void **state)
{
    (void)state;
    sg_text text = {0};
    check_ok(add_twice(&text, &err, "%d:%s;", 7, "seven"));
    assert_string_equal(text.data, "7:seven;7:seven;");
    assert_int_equal(text.size, 16);
    /* Wider than any room there was before. */
    check_ok(add_twice(&text, &err, "%5000d", 3));
    assert_int_equal(text.size, 10016);
    assert_int_equal(strlen(text.data), 10016);
    assert_memory_equal(text.data, "7:seven;7:seven;    ", 20);
    assert_int_equal(text.data[5015], '3');
    assert_int_equal(text.data[10015], '3');
    sg_text_free(&text);
}

static sg_status add_lists(void *context, sg_error *err)
{
    sg_text text = {0};
    (void)context;
    const sg_status status = add_twice(&text, err, "%300d", 1);
    sg_text_free(&text);
    return status;
}

static void lists_of_arguments_survive_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(add_lists, NULL) >= 2);
}

SG_TESTS(cmocka_unit_test(pieces_are_put_together),
         cmocka_unit_test(adding_nothing_still_ends_the_text),
         cmocka_unit_test(zero_bytes_are_bytes),
         cmocka_unit_test(long_texts_keep_their_content),
         cmocka_unit_test(integers_are_written_in_decimal), cmocka_unit_test(reals_by_hand),
         cmocka_unit_test(reals_read_back_to_the_same_bits),
         cmocka_unit_test(the_locale_does_not_matter),
         cmocka_unit_test(failing_to_add_changes_nothing),
         cmocka_unit_test(lists_of_arguments_are_formatted),
         cmocka_unit_test(lists_of_arguments_survive_any_failing_allocation))
