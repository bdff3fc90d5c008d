/* test_word_reader.c - short texts word by word. */
#include "optim/word_reader.h"

#include "support/check.h"

static sg_word_reader open_words(const char *text)
{
    return (sg_word_reader){.what = "schedule", .text = text, .next = text};
}

static void check_word(sg_word_reader *in, size_t at, const char *expected)
{
    const sg_word word = sg_word_reader_take(in);
    assert_int_equal(word.at - in->text, at);
    assert_int_equal(word.length, strlen(expected));
    assert_memory_equal(word.at, expected, word.length);
}

static void blanks_separate_words(void **state)
{
    (void)state;
    sg_word_reader in = open_words("  step\t10  x  ");
    check_word(&in, 2, "step");
    check_word(&in, 7, "10");
    check_word(&in, 11, "x");
    check_word(&in, 14, "");
    check_word(&in, 14, ""); /* the end stays the end */
    in = open_words("");
    check_word(&in, 0, "");
}

static void words_are_compared_whole(void **state)
{
    (void)state;
    sg_word_reader in = open_words("step 10");
    const sg_word word = sg_word_reader_take(&in);
    assert_true(sg_word_is(word, "step"));
    assert_false(sg_word_is(word, "ste"));
    assert_false(sg_word_is(word, "steps"));
    assert_false(sg_word_is(word, "Step"));
    assert_false(sg_word_is(word, ""));
    assert_true(sg_word_is((sg_word){"step", 0}, ""));
}

static void failures_name_text_and_column(void **state)
{
    (void)state;
    sg_word_reader in = open_words("step wrong");
    (void)sg_word_reader_take(&in);
    const sg_word word = sg_word_reader_take(&in);
    check_fails(sg_word_reader_fail(&in, word, "say plateau", &err), SG_EINVAL,
                "schedule \"step wrong\", column 6: say plateau");
    assert_int_equal(sg_word_reader_fail(&in, word, "say plateau", NULL), SG_EINVAL);
}

static void decimal_numbers_are_read(void **state)
{
    (void)state;
    sg_word_reader in = open_words("0.5 -1.5e-3 7 zero");
    double value = 0;
    check_ok(sg_word_reader_real(&value, &in, "the factor", &err));
    assert_true(value == 0.5);
    check_ok(sg_word_reader_real(&value, &in, "the factor", &err));
    assert_true(value == -1.5e-3);
    check_ok(sg_word_reader_real(&value, &in, "the factor", &err));
    assert_true(value == 7);
    check_fails(sg_word_reader_real(&value, &in, "the factor", &err), SG_EINVAL,
                "column 15: the factor must be a number, such as 0.01 or 1e-4, not \"zero\"");
    check_fails(sg_word_reader_real(&value, &in, "the factor", &err), SG_EINVAL,
                "column 19: the factor must be a number");
    static const char *const WRONG[] = {"0,5", "1e", "0x10", "1.5.2", "--1"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        in = open_words(WRONG[i]);
        check_fails(sg_word_reader_real(&value, &in, "the rate", &err), SG_EINVAL, WRONG[i]);
    }
    assert_true(value == 7); /* untouched */
}

static void whole_numbers_are_read(void **state)
{
    (void)state;
    sg_word_reader in = open_words("0 4294967295 4294967296");
    uint32_t value = 5;
    check_ok(sg_word_reader_count(&value, &in, "the number", &err));
    assert_int_equal(value, 0);
    check_ok(sg_word_reader_count(&value, &in, "the number", &err));
    assert_int_equal(value, UINT32_MAX);
    check_fails(sg_word_reader_count(&value, &in, "the number", &err), SG_EINVAL,
                "column 14: the number must be a whole number, such as 10, not \"4294967296\"");
    static const char *const WRONG[] = {"-1", "1.5", "1e3", "ten", ""};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        in = open_words(WRONG[i]);
        check_fails(sg_word_reader_count(&value, &in, "patience", &err), SG_EINVAL,
                    "patience must be a whole number");
    }
    assert_int_equal(value, UINT32_MAX); /* untouched */
}

static void long_words_are_cut_in_messages(void **state)
{
    (void)state;
    char text[301];
    memset(text, 'a', 300);
    text[300] = '\0';
    sg_word_reader in = open_words(text);
    double value = 0;
    check_fails(sg_word_reader_real(&value, &in, "the rate", &err), SG_EINVAL,
                "not \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"");
}

static void failures_list_what_is_allowed(void **state)
{
    (void)state;
    sg_words one = {0}, several = {0};
    sg_word_reader in = open_words("odd");
    const sg_word word = sg_word_reader_take(&in);
    sg_words_add(&one, "a");
    sg_words_add(&several, "a");
    sg_words_add(&several, "b N");
    check_fails(sg_word_reader_refuse(&in, word, "allowed", &one, ", once", &err), SG_EINVAL,
                "column 1: allowed is a, once");
    check_fails(sg_word_reader_refuse(&in, word, "allowed here", &several, "", &err), SG_EINVAL,
                "column 1: allowed here are a and b N");
}

static void numbers_are_written(void **state)
{
    (void)state;
    sg_text text = {0};
    check_ok(sg_word_add_real(&text, 1e-300, &err));
    check_ok(sg_word_add_real(&text, -0.25, &err));
    assert_string_equal(text.data, "1e-300-0.25");
    sg_text_free(&text);
}

SG_TESTS(cmocka_unit_test(failures_list_what_is_allowed), cmocka_unit_test(numbers_are_written),
         cmocka_unit_test(blanks_separate_words), cmocka_unit_test(words_are_compared_whole),
         cmocka_unit_test(failures_name_text_and_column),
         cmocka_unit_test(decimal_numbers_are_read), cmocka_unit_test(whole_numbers_are_read),
         cmocka_unit_test(long_words_are_cut_in_messages))
