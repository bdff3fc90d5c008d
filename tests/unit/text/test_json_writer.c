/* test_json_writer.c - JSON as it should be written, and read back by the reader. */
#include "text/json_writer.h"

#include "base/mem.h"
#include "support/check.h"
#include "text/json_reader.h"

/* A value of every kind, nested; `json` belongs to the caller. */
static sg_status write_sample(sg_json_writer *json, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_open_object(json, err));
    SG_TRY(sg_json_put_key(json, "name", err));
    SG_TRY(sg_json_put_text(json, "a\"b", err));
    SG_TRY(sg_json_put_key(json, "list", err));
    SG_TRY(sg_json_open_array(json, err));
    SG_TRY(sg_json_put_integer(json, -7, err));
    SG_TRY(sg_json_open_object(json, err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_open_array(json, err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_put_unsigned(json, UINT64_MAX, err));
    SG_TRY(sg_json_put_real(json, 0.1, err));
    SG_TRY(sg_json_put_null(json, err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_put_key(json, "", err));
    SG_TRY(sg_json_put_bool(json, true, err));
    SG_TRY(sg_json_put_key(json, "no", err));
    SG_TRY(sg_json_put_bool(json, false, err));
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

static void writes_nested_values(void **state)
{
    (void)state;
    sg_text text = {0};
    check_ok(sg_text_add(&text, &err, "before "));
    sg_json_writer json = sg_json_write_to(&text);
    check_ok(write_sample(&json, &err));
    assert_string_equal(
        text.data, "before {\"name\":\"a\\\"b\",\"list\":[-7,{},[],18446744073709551615,0.1,"
                   "null],\"\":true,\"no\":false}");
    sg_text_free(&text);
}

static void writes_single_values(void **state)
{
    (void)state;
    sg_text text = {0};
    sg_json_writer json = sg_json_write_to(&text);
    check_ok(sg_json_put_integer(&json, INT64_MIN, &err));
    assert_string_equal(text.data, "-9223372036854775808");
    text.size = 0;
    json = sg_json_write_to(&text);
    check_ok(sg_json_put_text(&json, "", &err));
    assert_string_equal(text.data, "\"\"");
    sg_text_free(&text);
}

static void nests_as_deep_as_the_reader(void **state)
{
    (void)state;
    sg_text text = {0};
    sg_json_writer json = sg_json_write_to(&text);
    for (unsigned d = 0; d < SG_JSON_MAX_DEPTH; d++)
        if (d % 3 == 1) {
            check_ok(sg_json_open_object(&json, &err));
            check_ok(sg_json_put_key(&json, "k", &err));
        } else {
            check_ok(sg_json_open_array(&json, &err));
        }
    check_ok(sg_json_put_null(&json, &err));
    for (unsigned d = 0; d < SG_JSON_MAX_DEPTH; d++) check_ok(sg_json_close(&json, &err));
    sg_json reader = sg_json_of("x.json", text.data, text.size);
    sg_json_token token;
    check_ok(sg_json_next(&token, &reader, &err));
    check_ok(sg_json_skip(&reader, &token, &err));
    check_ok(sg_json_expect(&token, &reader, SG_JSON_END, "the end", &err));
    sg_text_free(&text);
}

static void check_text(const char *value, const char *expected)
{
    sg_text text = {0};
    sg_json_writer json = sg_json_write_to(&text);
    check_ok(sg_json_put_text(&json, value, &err));
    assert_string_equal(text.data, expected);
    sg_text_free(&text);
}

static void escapes_what_json_wants_escaped(void **state)
{
    (void)state;
    check_text("\"\\/\b\f\n\r\t", "\"\\\"\\\\/\\b\\f\\n\\r\\t\"");
    check_text("\x01 \x1b[0m \x7f", "\"\\u0001 \\u001b[0m \\u007f\"");
    check_text("\n", "\"\\n\"");
    check_text("a\nb\n\nc", "\"a\\nb\\n\\nc\"");
    check_text("\xc3\xa4 \xe2\x86\x92 \xf0\x9f\x98\x80",
               "\"\xc3\xa4 \xe2\x86\x92 \xf0\x9f\x98\x80\"");
}

static void refuses_what_is_not_utf8(void **state)
{
    (void)state;
    static const char *const wrong[] = {"ab\x80",
                                        "ab\xff",
                                        "ab\xc3",
                                        "ab\xc3(",
                                        "ab\xc0\xaf",
                                        "ab\xed\xa0\x80",
                                        "ab\xf4\x90\x80\x80",
                                        "ab\xe2\x86",
                                        "ab\xf0\x9f\x98",
                                        "ab\xe0\x80\x80",
                                        "ab\xf0\x80\x80\x80",
                                        "ab\xf5\x80\x80\x80"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sg_text text = {0};
        sg_json_writer json = sg_json_write_to(&text);
        check_fails(sg_json_put_text(&json, wrong[i], &err), SG_EINVAL,
                    "at position 3 of a text; UTF-8 is needed");
        text.size = 0;
        json = sg_json_write_to(&text);
        check_ok(sg_json_open_object(&json, &err));
        check_fails(sg_json_put_key(&json, wrong[i], &err), SG_EINVAL, "json: byte ");
        sg_text_free(&text);
    }
}

static size_t encode(char *out, uint32_t code)
{
    if (code < 0x80) return (size_t)sprintf(out, "%c", (char)code);
    if (code < 0x800)
        return (size_t)sprintf(out, "%c%c", (char)(192 + code / 64), (char)(128 + code % 64));
    if (code < 0x10000)
        return (size_t)sprintf(out, "%c%c%c", (char)(224 + code / 4096),
                               (char)(128 + code / 64 % 64), (char)(128 + code % 64));
    return (size_t)sprintf(out, "%c%c%c%c", (char)(240 + code / 262144),
                           (char)(128 + code / 4096 % 64), (char)(128 + code / 64 % 64),
                           (char)(128 + code % 64));
}

/* All characters of Unicode, 97 to a text. */
static void gives_every_character_back(void **state)
{
    (void)state;
    sg_text text = {0}, back = {0};
    for (uint32_t code = 1; code < 0x110000;) {
        char characters[400];
        size_t n = 0;
        for (int i = 0; i < 97 && code < 0x110000; i++, code++)
            if (code < 0xd800 || code > 0xdfff) n += encode(characters + n, code);
        if (n == 0) continue;
        text.size = back.size = 0;
        sg_json_writer json = sg_json_write_to(&text);
        check_ok(sg_json_put_text(&json, characters, &err));
        sg_json reader = sg_json_of("x.json", text.data, text.size);
        sg_json_token token;
        check_ok(sg_json_expect(&token, &reader, SG_JSON_STRING, "a text", &err));
        check_ok(sg_json_decode(&back, &token, &err));
        assert_int_equal(back.size, n);
        assert_memory_equal(back.data, characters, n);
    }
    sg_text_free(&back);
    sg_text_free(&text);
}

static void check_real(double value)
{
    sg_text text = {0};
    sg_json_writer json = sg_json_write_to(&text);
    check_ok(sg_json_put_real(&json, value, &err));
    sg_json reader = sg_json_of("x.json", text.data, text.size);
    sg_json_token token;
    double back = 0;
    check_ok(sg_json_next(&token, &reader, &err));
    check_ok(sg_json_real(&back, &token, &err));
    assert_memory_equal(&back, &value, sizeof value);
    sg_text_free(&text);
}

static void gives_every_real_back(void **state)
{
    (void)state;
    static const double special[] = {0.0,
                                     -0.0,
                                     1.0,
                                     0.1,
                                     1e22,
                                     1e23,
                                     -1.5,
                                     5e-324,
                                     1.7976931348623157e308,
                                     2.5e-308,
                                     123456,
                                     1e15 / 3,
                                     1000000.,
                                     2.2250738585072014e-308};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) check_real(special[i]);
    sg_rng rng = check_rng("gives_every_real_back");
    for (int i = 0; i < 20000; i++) {
        const uint64_t bits =
            (uint64_t)sg_rng_below(&rng, UINT32_MAX) << 32 | sg_rng_below(&rng, UINT32_MAX);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) check_real(value);
    }
}

static void writes_null_for_what_is_not_finite(void **state)
{
    (void)state;
    sg_text text = {0};
    sg_json_writer json = sg_json_write_to(&text);
    check_ok(sg_json_open_array(&json, &err));
    check_ok(sg_json_put_real(&json, (double)NAN, &err));
    check_ok(sg_json_put_real(&json, (double)INFINITY, &err));
    check_ok(sg_json_put_real(&json, -(double)INFINITY, &err));
    check_ok(sg_json_close(&json, &err));
    assert_string_equal(text.data, "[null,null,null]");
    sg_text_free(&text);
}

static sg_status write_and_release(void *context, sg_error *err)
{
    (void)context;
    sg_text text = {0};
    sg_json_writer json = sg_json_write_to(&text);
    const sg_status status = write_sample(&json, err);
    sg_text_free(&text);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(write_and_release, NULL) >= 3);
}

static void writes_members(void **state)
{
    (void)state;
    sg_text text = {0};
    sg_json_writer json = sg_json_write_to(&text);
    check_ok(sg_json_open_object(&json, &err));
    check_ok(sg_json_member_text(&json, "name", "CSL", &err));
    check_ok(sg_json_member_integer(&json, "first", -1, &err));
    check_ok(sg_json_member_unsigned(&json, "seed", UINT64_MAX, &err));
    check_ok(sg_json_member_object(&json, "inner", &err));
    check_ok(sg_json_member_real(&json, "mean", 0.1, &err));
    check_ok(sg_json_member_real(&json, "std", NAN, &err));
    check_ok(sg_json_close(&json, &err));
    check_ok(sg_json_member_bool(&json, "done", true, &err));
    check_ok(sg_json_member_array(&json, "folds", &err));
    check_ok(sg_json_close(&json, &err));
    check_ok(sg_json_close(&json, &err));
    assert_string_equal(text.data,
                        "{\"name\":\"CSL\",\"first\":-1,\"seed\":18446744073709551615,"
                        "\"inner\":{\"mean\":0.1,\"std\":null},\"done\":true,\"folds\":[]}");
    sg_text_free(&text);
}

static void leaves_space_where_it_is_wanted(void **state)
{
    (void)state;
    sg_text text = {0};
    sg_json_writer json = sg_json_write_to(&text);
    json.spaced = true;
    check_ok(sg_json_open_array(&json, &err));
    check_ok(sg_json_put_unsigned(&json, 1, &err));
    check_ok(sg_json_put_unsigned(&json, 2, &err));
    json.line_break = "\n ";
    check_ok(sg_json_open_object(&json, &err));
    check_ok(sg_json_member_unsigned(&json, "a", 3, &err));
    json.line_break = "\n  ";
    check_ok(sg_json_member_unsigned(&json, "b", 4, &err));
    check_ok(sg_json_member_unsigned(&json, "c", 5, &err));
    check_ok(sg_json_close(&json, &err));
    check_ok(sg_json_close(&json, &err));
    assert_string_equal(text.data, "[1, 2,\n {\"a\": 3,\n  \"b\": 4, \"c\": 5}]");
    sg_text_free(&text);
}

SG_TESTS(cmocka_unit_test(writes_members), cmocka_unit_test(leaves_space_where_it_is_wanted),
         cmocka_unit_test(writes_nested_values), cmocka_unit_test(writes_single_values),
         cmocka_unit_test(nests_as_deep_as_the_reader),
         cmocka_unit_test(escapes_what_json_wants_escaped),
         cmocka_unit_test(refuses_what_is_not_utf8),
         cmocka_unit_test(gives_every_character_back), cmocka_unit_test(gives_every_real_back),
         cmocka_unit_test(writes_null_for_what_is_not_finite),
         cmocka_unit_test(survives_lack_of_memory))
