/* test_json_reader.c - tokens of well-formed texts, and the place of what is wrong in others. */
#include "text/json_reader.h"

#include "support/check.h"

/* Read the whole text and spell its tokens: one letter for each. */
static sg_status spell(char *out, const char *text, size_t size, sg_error *err)
{
    static const char letter[] = {'.', '{', '}', '[', ']', 'k', 's', 'n', 't', 'f', '0'};
    sg_json json = sg_json_of("x.json", text, size);
    sg_json_token token;
    size_t n = 0;
    do {
        const sg_status status = sg_json_next(&token, &json, err);
        if (status != SG_OK) return status;
        if (n < 100) out[n++] = letter[token.kind];
    } while (token.kind != SG_JSON_END);
    out[n] = '\0';
    return SG_OK;
}

static void check_spelling(const char *text, const char *expected)
{
    char found[128];
    check_ok(spell(found, text, strlen(text), &err));
    assert_string_equal(found, expected);
}

static void check_refused(const char *text, const char *part)
{
    char found[128];
    check_fails(spell(found, text, strlen(text), &err), SG_EFORMAT, part);
}

static void reads_all_kinds_of_values(void **state)
{
    (void)state;
    check_spelling("1", "n.");
    check_spelling(" \t\r\n-0.5e+10 \n", "n.");
    check_spelling("\"\"", "s.");
    check_spelling("true", "t.");
    check_spelling("[false, null]", "[f0].");
    check_spelling("[]", "[].");
    check_spelling("{}", "{}.");
    check_spelling("[ [ ] , { } ]", "[[]{}].");
    check_spelling("{\"a\":1,\"b\":[2,3],\"c\":{\"d\":null}}", "{knk[nn]k{k0}}.");
    check_spelling("[0,-0,0.0,1e5,1E-5,-1.25e+3,123456789012345678901234567890]", "[nnnnnnn].");
    check_spelling("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\", \"\xc3\xa4\", \"[{,:\"]", "[sss].");
}

static void gives_texts_and_places(void **state)
{
    (void)state;
    static const char text[] = "{\n  \"key\": [12, \"a\\nb\"],\n\t\"\" : -3}";
    sg_json json = sg_json_of("x.json", text, strlen(text));
    static const struct {
        sg_json_kind kind;
        const char *text;
        uint64_t line, column;
    } expected[] = {{SG_JSON_OBJECT_BEGIN, "", 1, 1}, {SG_JSON_KEY, "key", 2, 3},
                    {SG_JSON_ARRAY_BEGIN, "", 2, 10}, {SG_JSON_NUMBER, "12", 2, 11},
                    {SG_JSON_STRING, "a\\nb", 2, 15}, {SG_JSON_ARRAY_END, "", 2, 21},
                    {SG_JSON_KEY, "", 3, 2},          {SG_JSON_NUMBER, "-3", 3, 7},
                    {SG_JSON_OBJECT_END, "", 3, 9},   {SG_JSON_END, "", 3, 10}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        sg_json_token token;
        check_ok(sg_json_next(&token, &json, &err));
        assert_int_equal(token.kind, expected[i].kind);
        assert_int_equal(token.size, strlen(expected[i].text));
        if (token.size > 0) assert_true(sg_json_equals(&token, expected[i].text));
        assert_int_equal(token.place.line, expected[i].line);
        assert_int_equal(token.place.column, expected[i].column);
        assert_string_equal(token.place.path, "x.json");
    }
}

static void refuses_what_is_no_json(void **state)
{
    (void)state;
    check_refused("", "x.json:1:1: the text ends here; a value is needed");
    check_refused(" \n ", "x.json:2:2: the text ends here");
    check_refused("x", "x.json:1:1: found 'x'; a value is needed");
    check_refused("1 2", "x.json:1:3: found '2'; the end of the text is needed");
    check_refused("[] ]", "x.json:1:4: found ']'");
    check_refused("[1", "x.json:1:3: the text ends here; ',' or ']' is needed");
    check_refused("[", "x.json:1:2: the text ends here");
    check_refused("[1,]", "x.json:1:4: found ']'; a value is needed");
    check_refused("[,1]", "x.json:1:2: found ','; a value is needed");
    check_refused("[1 2]", "x.json:1:4: found '2'; ',' or ']' is needed");
    check_refused("[1}", "x.json:1:3: found '}'");
    check_refused("{]", "x.json:1:2: found ']'; a key in quotes is needed");
    check_refused("{\"a\"}", "x.json:1:5: found '}'; a colon is needed");
    check_refused("{\"a\" 1}", "x.json:1:6: found '1'; a colon is needed");
    check_refused("{\"a\":}", "x.json:1:6: found '}'; a value is needed");
    check_refused("{\"a\":1,}", "x.json:1:8: found '}'; a key in quotes is needed");
    check_refused("{\"a\":1 \"b\":2}", "x.json:1:8: found '\"'; ',' or '}' is needed");
    check_refused("{1:2}", "x.json:1:2: found '1'; a key in quotes is needed");
    check_refused("{'a':1}", "x.json:1:2: found '''; a key in quotes is needed");
    check_refused("[01]", "x.json:1:3: found '1'; ',' or ']' is needed");
    check_refused("[+1]", "x.json:1:2: found '+'; a value is needed");
    check_refused("[-]", "x.json:1:3: found ']'; a digit is needed");
    check_refused("[1.]", "x.json:1:4: found ']'; a digit is needed");
    check_refused("[.5]", "x.json:1:2: found '.'; a value is needed");
    check_refused("[1e]", "x.json:1:4: found ']'; a digit is needed");
    check_refused("[1e+]", "x.json:1:5: found ']'; a digit is needed");
    check_refused("[NaN]", "x.json:1:2: found 'N'; a value is needed");
    check_refused("[tru]", "x.json:1:2: found 't'; a value is needed");
    check_refused("[truex]", "x.json:1:6: found 'x'");
    check_refused("nul", "x.json:1:1: found 'n'");
    check_refused("\"abc", "x.json:1:5: the text ends here; a closing quote is needed");
    check_refused("\"a\nb\"", "x.json:1:3: found byte 10; a printable character is needed");
    check_refused("\"\\x\"", "x.json:1:3: found 'x'; one of");
    check_refused("\"\\u12g4\"", "x.json:1:6: found 'g'; a hexadecimal digit is needed");
    check_refused("\"\\u12", "x.json:1:6: the text ends here; a hexadecimal digit");
    check_refused("\"\\", "x.json:1:3: the text ends here");
    check_refused("\xef\xbb\xbf[]", "x.json:1:1: found byte 239; a value is needed");
    check_refused("[1] // no comments", "x.json:1:5: found '/'");
    char found[128];
    check_fails(spell(found, "[1\0]", 4, &err), SG_EFORMAT, "x.json:1:3: found byte 0");
    check_fails(spell(found, "\0", 1, &err), SG_EFORMAT, "x.json:1:1: found byte 0");
    check_fails(spell(found, "\"\\\0\"", 4, &err), SG_EFORMAT, "x.json:1:3: found byte 0");
    check_fails(spell(found, "\"\\u00\0", 6, &err), SG_EFORMAT, "x.json:1:6: found byte 0");
}

static void limits_the_nesting(void **state)
{
    (void)state;
    char text[2 * SG_JSON_MAX_DEPTH + 3], found[128];
    const size_t depth = SG_JSON_MAX_DEPTH;
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    check_ok(spell(found, text, 2 * depth, &err));
    memset(text, '[', depth + 1);
    memset(text + depth + 1, ']', depth + 1);
    check_fails(spell(found, text, 2 * depth + 2, &err), SG_EFORMAT,
                "x.json:1:65: nested more than 64 deep");
    /* objects and lists in turns: every level remembers which it is */
    size_t n = 0;
    char mixed[1024];
    for (size_t d = 0; d < depth; d++)
        n += (size_t)sprintf(mixed + n, "%s", d % 3 == 0 ? "{\"k\":" : "[");
    mixed[n++] = '1';
    for (size_t d = depth; d > 0; d--) mixed[n++] = (d - 1) % 3 == 0 ? '}' : ']';
    check_ok(spell(found, mixed, n, &err));
    mixed[n - 1] = ']';
    check_fails(spell(found, mixed, n, &err), SG_EFORMAT, "',' or '}' is needed");
}

static void skips_values(void **state)
{
    (void)state;
    static const char text[] = "[{\"a\":[1,{\"b\":[]}],\"c\":2}, [[]], 7, \"]\", 8]";
    sg_json json = sg_json_of("x.json", text, strlen(text));
    sg_json_token token;
    check_ok(sg_json_next(&token, &json, &err));
    for (int i = 0; i < 5; i++) {
        check_ok(sg_json_next(&token, &json, &err));
        check_ok(sg_json_skip(&json, &token, &err));
    }
    assert_true(sg_json_equals(&token, "8"));
    check_ok(sg_json_expect(&token, &json, SG_JSON_ARRAY_END, "the end", &err));
    check_ok(sg_json_expect(&token, &json, SG_JSON_END, "the end", &err));

    json = sg_json_of("x.json", "[[1,]]", 6);
    check_ok(sg_json_next(&token, &json, &err));
    check_ok(sg_json_next(&token, &json, &err));
    check_fails(sg_json_skip(&json, &token, &err), SG_EFORMAT, "x.json:1:5: found ']'");
}

static void says_what_it_expected(void **state)
{
    (void)state;
    sg_json json = sg_json_of("x.json", " 1", 2);
    sg_json_token token;
    check_fails(sg_json_expect(&token, &json, SG_JSON_ARRAY_BEGIN, "a list of folds", &err),
                SG_EFORMAT, "x.json:1:2: a list of folds is needed here");
}

static sg_status read_index(uint32_t *value, const char *text, uint32_t max, sg_error *err)
{
    sg_json json = sg_json_of("x.json", text, strlen(text));
    sg_json_token token;
    const sg_status status = sg_json_next(&token, &json, err);
    return status == SG_OK ? sg_json_index(value, &token, max, err) : status;
}

static void reads_indices(void **state)
{
    (void)state;
    uint32_t value = 77;
    check_ok(read_index(&value, "0", 0, &err));
    assert_int_equal(value, 0);
    check_ok(read_index(&value, "4294967295", UINT32_MAX, &err));
    assert_int_equal(value, UINT32_MAX);
    value = 77;
    static const char *const wrong[] = {"10",
                                        "-1",
                                        "-0",
                                        "1.0",
                                        "1e0",
                                        "4294967296",
                                        "18446744073709551617",
                                        "99999999999999999999999999999999999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_fails(read_index(&value, wrong[i], 9, &err), SG_EFORMAT,
                    "a whole number from 0 to 9 is needed");
    check_fails(read_index(&value, "10", 9, &err), SG_EFORMAT, "x.json:1:1: found 10;");
    static const char *const other[] = {"\"1\"", "null", "true", "[", "{"};
    for (size_t i = 0; i < 5; i++)
        check_fails(read_index(&value, other[i], 9, &err), SG_EFORMAT,
                    "x.json:1:1: found something else; a whole number from 0 to 9");
    assert_int_equal(value, 77);
}

static sg_status read_whole(uint64_t *value, const char *text, uint64_t max, sg_error *err)
{
    sg_json json = sg_json_of("x.json", text, strlen(text));
    sg_json_token token;
    const sg_status status = sg_json_next(&token, &json, err);
    return status == SG_OK ? sg_json_whole(value, &token, max, err) : status;
}

static void reads_whole_numbers_beyond_32_bits(void **state)
{
    (void)state;
    static const uint64_t right[] = {0,
                                     9,
                                     10,
                                     UINT32_MAX,
                                     (uint64_t)1 << 53,
                                     ((uint64_t)1 << 53) + 1,
                                     UINT64_MAX - 1,
                                     UINT64_MAX};
    char text[32];
    uint64_t value = 77;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        (void)snprintf(text, sizeof text, "%llu", (unsigned long long)right[i]);
        check_ok(read_whole(&value, text, UINT64_MAX, &err));
        assert_true(value == right[i]);
        check_ok(read_whole(&value, text, right[i], &err));
        if (right[i] > 0)
            check_fails(read_whole(&value, text, right[i] - 1, &err), SG_EFORMAT, text);
    }
    check_fails(read_whole(&value, "18446744073709551616", UINT64_MAX, &err), SG_EFORMAT,
                "found 18446744073709551616; a whole number from 0 to 18446744073709551615");
    static const char *const wrong[] = {"-1",  "-0", "1.0", "1e3", "99999999999999999999",
                                        "true"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_fails(read_whole(&value, wrong[i], UINT64_MAX, &err), SG_EFORMAT,
                    "a whole number from 0 to");
    assert_true(value == UINT64_MAX);
}

static sg_status read_real(double *value, const char *text, size_t size, sg_error *err)
{
    sg_json json = sg_json_of("x.json", text, size);
    sg_json_token token;
    const sg_status status = sg_json_next(&token, &json, err);
    return status == SG_OK ? sg_json_real(value, &token, err) : status;
}

static void reads_reals(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } right[] = {{"0", 0},
                 {"-0.0", -0.0},
                 {"12", 12},
                 {"-1.25e+2", -125},
                 {"1E-3", 0.001},
                 {"1e-999", 0},
                 {"179769313486231570000e288", 1.7976931348623157e308},
                 {"0.1000000000000000055511151231257827021181583404541015625", 0.1}};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        const size_t size = strlen(right[i].text);
        char *copy = malloc(size); /* on the heap: reading past its end gets noticed */
        memcpy(copy, right[i].text, size);
        double value = 77;
        check_ok(read_real(&value, copy, size, &err));
        assert_memory_equal(&value, &right[i].value, sizeof value);
        free(copy);
    }
    double value = 77;
    check_fails(read_real(&value, "1e309", 5, &err), SG_EFORMAT,
                "x.json:1:1: found 1e309; a number from -1.8e308 to 1.8e308 is needed");
    check_fails(read_real(&value, "\"1\"", 3, &err), SG_EFORMAT,
                "found something else; a number");
    check_fails(read_real(&value, "null", 4, &err), SG_EFORMAT, "a number");
    char digits[1102];
    memset(digits, '1', sizeof digits);
    digits[1] = '.';
    check_fails(read_real(&value, digits, 1101, &err), SG_EFORMAT, "at most 1100 characters");
    assert_true(value == 77);
    check_ok(read_real(&value, digits, 1100, &err));
    check_near(value, 10.0 / 9, 1e-15, 0);
}

static sg_status decode(sg_text *out, const char *text, size_t size, sg_error *err)
{
    sg_json json = sg_json_of("x.json", text, size);
    sg_json_token token;
    const sg_status status = sg_json_next(&token, &json, err);
    return status == SG_OK ? sg_json_decode(out, &token, err) : status;
}

static void decodes_strings(void **state)
{
    (void)state;
    static const struct {
        const char *text, *value;
    } right[] = {{"\"\"", ""},
                 {"\"abc\"", "abc"},
                 {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
                 {"\"a\\u0041\\u004a\\u006A.\"", "aAJj."},
                 {"\"\\u00e4\\u2192\\uFFFF\"", "\xc3\xa4\xe2\x86\x92\xef\xbf\xbf"},
                 {"\"\\ud83d\\ude00\\uDBFF\\uDFFF!\"", "\xf0\x9f\x98\x80\xf4\x8f\xbf\xbf!"},
                 {"\"\xc3\xa4\\n\xf0\x9f\x98\x80\"", "\xc3\xa4\n\xf0\x9f\x98\x80"},
                 {"\"\\\\u0041\"", "\\u0041"}};
    sg_text out = {0};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        out.size = 0;
        check_ok(decode(&out, right[i].text, strlen(right[i].text), &err));
        assert_string_equal(out.data, right[i].value);
        assert_int_equal(out.size, strlen(right[i].value));
    }
    out.size = 0;
    check_ok(decode(&out, "\"a\\u0000b\"", 10, &err));
    assert_int_equal(out.size, 3);
    assert_memory_equal(out.data, "a\0b", 4);
    check_ok(decode(&out, "\"c\"", 3, &err)); /* appends */
    assert_memory_equal(out.data, "a\0bc", 5);
    sg_text_free(&out);
}

static void refuses_strings_that_mean_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } wrong[] = {{"\"ab\\ud83d\"", "x.json:1:4: found half of a character, \\ud83d"},
                 {"\"\\ude00\"", "x.json:1:2: found half of a character, \\ude00"},
                 {"\"\\ud83dx\"", "1:2: found half"},
                 {"\"\\ud83d\\n\"", "1:2: found half"},
                 {"\"\\ud83d\\u0041\"", "1:2: found half"},
                 {"\"\\ud83d\\ud83d\\ude00\"", "1:2: found half"},
                 {"\"\\ud83d\\ude00\\ude00\"", "1:14: found half"},
                 {"\"\\ude00\\ud83d\"", "1:2: found half"},
                 {"\"a\xff\"", "x.json:1:3: found byte 255; the text must be UTF-8"},
                 {"\"\xc3\"", "1:2: found byte 195"},
                 {"\"\xe2\x86\"", "1:2: found byte 226"},
                 {"\"\\n\x80\"", "1:4: found byte 128"},
                 {"\"\xed\xa0\x80\"", "1:2: found byte 237"},
                 {"\"\xc0\x80\"", "1:2: found byte 192"}};
    sg_text out = {0};
    check_ok(sg_text_add(&out, &err, "kept"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        check_fails(decode(&out, wrong[i].text, strlen(wrong[i].text), &err), SG_EFORMAT,
                    wrong[i].part);
        assert_string_equal(out.data, "kept");
        assert_int_equal(out.size, 4);
    }
    sg_text_free(&out);
}

static sg_status decode_and_release(void *context, sg_error *err)
{
    sg_text out = {0};
    const sg_status status = decode(&out, context, strlen(context), err);
    sg_text_free(&out);
    return status;
}

static void decodes_without_memory(void **state)
{
    (void)state;
    char text[] =
        "\"some text before\\u00e4\\u2192\\n and after, longer than what is there at first\"";
    assert_true(check_out_of_memory(decode_and_release, text) >= 2);
}

static void compares_texts(void **state)
{
    (void)state;
    sg_json json = sg_json_of("x.json", "\"train\"", 7);
    sg_json_token token;
    check_ok(sg_json_next(&token, &json, &err));
    assert_true(sg_json_equals(&token, "train"));
    assert_false(sg_json_equals(&token, "trai"));
    assert_false(sg_json_equals(&token, "trains"));
    assert_false(sg_json_equals(&token, ""));
}

/* A text cut off anywhere, or with any byte changed, must not crash nor loop. */
static void survives_damage(void **state)
{
    (void)state;
    char text[] = "[{\"a\": [1, -2.5e3], \"b\\u00e4\": {\"c\": [true, false, null]}}, \"x\"]";
    const size_t size = sizeof text - 1;
    char found[128];
    for (size_t cut = 0; cut < size; cut++) {
        char *copy = malloc(cut + 1); /* on the heap: reading past its end gets noticed */
        memcpy(copy, text, cut);
        assert_int_equal(spell(found, copy, cut, NULL), SG_EFORMAT);
        free(copy);
    }
    for (size_t at = 0; at < size; at++)
        for (int c = 0; c < 256; c++) {
            const char kept = text[at];
            text[at] = (char)c;
            (void)spell(found, text, size, NULL);
            text[at] = kept;
        }
}

static void knows_utf8(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
    } cases[] = {{"a", 1},
                 {"\xc3\xa9", 2},
                 {"\xe2\x86\x92", 3},
                 {"\xf0\x9f\x99\x82", 4},
                 {"\x80", 0},
                 {"\xc0\x80", 0},
                 {"\xe0\x80\x80", 0},
                 {"\xed\xa0\x80", 0},
                 {"\xf4\x90\x80\x80", 0},
                 {"\xe2\x86", 0},
                 {"\xc3(", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text, *end = text + strlen(text);
        assert_int_equal(sg_utf8_size(text, end), cases[i].size);
        assert_ptr_equal(sg_utf8_flaw(text), cases[i].size > 0 ? NULL : text);
    }
    const char mixed[] = "\xc3\xa9x\xff";
    assert_ptr_equal(sg_utf8_flaw(mixed), mixed + 3);
    assert_null(sg_utf8_flaw(""));
    assert_int_equal(sg_utf8_size("", ""), 0);
}

SG_TESTS(cmocka_unit_test(knows_utf8), cmocka_unit_test(reads_all_kinds_of_values),
         cmocka_unit_test(gives_texts_and_places), cmocka_unit_test(refuses_what_is_no_json),
         cmocka_unit_test(limits_the_nesting), cmocka_unit_test(skips_values),
         cmocka_unit_test(says_what_it_expected), cmocka_unit_test(reads_indices),
         cmocka_unit_test(reads_whole_numbers_beyond_32_bits), cmocka_unit_test(reads_reals),
         cmocka_unit_test(decodes_strings), cmocka_unit_test(refuses_strings_that_mean_nothing),
         cmocka_unit_test(decodes_without_memory), cmocka_unit_test(compares_texts),
         cmocka_unit_test(survives_damage))
