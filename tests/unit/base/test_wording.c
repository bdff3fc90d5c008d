/* test_wording.c - texts in messages, and hints. */
#include "base/wording.h"

#include "support/check.h"

static void check_quote(const char *text, const char *expected)
{
    char quoted[SG_QUOTED];
    assert_ptr_equal(sg_quote(quoted, text, strlen(text)), quoted);
    assert_string_equal(quoted, expected);
}

static void quotes_texts(void **state)
{
    (void)state;
    check_quote("", "\"\"");
    check_quote("fast", "\"fast\"");
    check_quote("a\tb\n\x1b[2J\x7f", "\"a?b??[2J?\"");
    check_quote("gr\xc3\xbc\xc3\x9f", "\"gr\xc3\xbc\xc3\x9f\"");
    check_quote("123456789012345678901234567890123456789012345678",
                "\"123456789012345678901234567890123456789012345678\"");
    check_quote("1234567890123456789012345678901234567890123456789",
                "\"123456789012345678901234567890123456789012345678...\"");
    /* a character of two bytes that would have to be torn */
    check_quote("12345678901234567890123456789012345678901234567\xc3\xbcx",
                "\"12345678901234567890123456789012345678901234567...\"");
    char quoted[SG_QUOTED];
    assert_string_equal(sg_quote(quoted, "layers.0", 6), "\"layers\"");
}

static const char *hint_for(sg_hint *hint, const char *wanted, const char *const *names,
                            size_t n)
{
    sg_hint_begin(hint, wanted, strlen(wanted));
    for (size_t i = 0; i < n; i++) sg_hint_offer(hint, names[i]);
    return sg_hint_end(hint);
}

static void offers_the_nearest_or_all(void **state)
{
    (void)state;
    static const char *const names[] = {"adam", "adamw", "sgd"};
    sg_hint hint;
    assert_string_equal(hint_for(&hint, "adm", names, 3), "did you mean \"adam\"?");
    assert_string_equal(hint_for(&hint, "adamv", names, 3), "did you mean \"adam\"?");
    assert_string_equal(hint_for(&hint, "rmsprop", names, 3), "allowed: adam, adamw, sgd");
    assert_string_equal(hint_for(&hint, "", names, 3), "allowed: adam, adamw, sgd");
    assert_string_equal(hint_for(&hint, "adam", names, 0), "allowed: nothing");
    sg_hint_begin(&hint, "sgdx.more", 4);
    sg_hint_offer(&hint, "sgd");
    assert_string_equal(sg_hint_end(&hint), "did you mean \"sgd\"?");
}

static void survives_long_and_odd_names(void **state)
{
    (void)state;
    sg_hint hint;
    char wanted[300], name[300];
    memset(wanted, 'x', sizeof wanted);
    sg_hint_begin(&hint, wanted, sizeof wanted);
    for (int i = 0; i < 100; i++) sg_hint_offer(&hint, "learning-rate");
    const char *text = sg_hint_end(&hint);
    assert_non_null(strstr(text, "allowed: learning-rate, learning-rate, "));
    assert_string_equal(text + strlen(text) - 5, ", ...");
    assert_true(strlen(text) < sizeof hint.text);

    memset(name, 'y', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    sg_hint_begin(&hint, "a", 1);
    sg_hint_offer(&hint, name);
    sg_hint_offer(&hint, "zz");
    assert_string_equal(sg_hint_end(&hint), "allowed: ...");

    sg_hint_begin(&hint, "a", 1);
    sg_hint_offer(&hint, "bcd\x1b");
    assert_string_equal(sg_hint_end(&hint), "allowed: bcd?");
}

static void words_are_joined(void **state)
{
    (void)state;
    static const char *const WORD[] = {"mae", "mse", "huber"};
    static const char *const EXPECTED[] = {"", "mae", "mae or mse", "mae, mse or huber"};
    for (int n = 0; n <= 3; n++) {
        sg_words words = {0};
        for (int i = 0; i < n; i++) sg_words_add(&words, WORD[i]);
        assert_string_equal(sg_words_end(&words, "or"), EXPECTED[n]);
    }
    sg_words many = {0};
    for (int i = 0; i < 200; i++) sg_words_add(&many, "abcdefgh");
    assert_true(strlen(sg_words_end(&many, "and")) < sizeof many.text);
}

static void places_are_read_back(void **state)
{
    (void)state;
    sg_error e = {0};
    uint64_t line = 9, column = 9;
    (void)sg_error_at(&e, SG_EFORMAT, SG_WHERE, (sg_place){"a.csv", 17, 3}, "found %d: no", 4);
    assert_string_equal(sg_error_read_place(&line, &column, "a.csv", e.text), "found 4: no");
    assert_true(line == 17 && column == 3);
    assert_string_equal(sg_error_read_place(&line, &column, "a.csv", "a.csv:5: short"),
                        "short");
    assert_true(line == 5 && column == 0);
    static const char *const WITHOUT[] = {"a.csv: empty", "a.cs:5: no", "a.csv:x: no",
                                          "a.csv:5",      "a.csv:5:7",  ""};
    for (size_t i = 0; i < sizeof WITHOUT / sizeof *WITHOUT; i++)
        assert_null(sg_error_read_place(&line, &column, "a.csv", WITHOUT[i]));
    assert_true(line == 5 && column == 0);
}

SG_TESTS(cmocka_unit_test(places_are_read_back), cmocka_unit_test(words_are_joined),
         cmocka_unit_test(quotes_texts), cmocka_unit_test(offers_the_nearest_or_all),
         cmocka_unit_test(survives_long_and_odd_names))
