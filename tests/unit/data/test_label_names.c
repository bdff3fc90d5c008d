/* test_label_names.c - names for people, and words that are content. */
#include "data/label_names.h"

#include "base/hash.h"
#include "base/mem.h"
#include "data/dataset.h"
#include "data/subset.h"
#include "support/check.h"

static void add(sg_label_names *names, int32_t label, const char *name)
{
    check_ok(sg_label_names_add(names, label, name, strlen(name), &err));
}

static void finds_names(void **state)
{
    (void)state;
    sg_label_names names = {0};
    assert_null(sg_label_names_find(&names, 0));
    add(&names, -5, "minus");
    add(&names, 60003, "CH3");
    add(&names, 70103, "NH3+");
    assert_string_equal(sg_label_names_find(&names, -5), "minus");
    assert_string_equal(sg_label_names_find(&names, 60003), "CH3");
    assert_string_equal(sg_label_names_find(&names, 70103), "NH3+");
    assert_null(sg_label_names_find(&names, -6));
    assert_null(sg_label_names_find(&names, -4));
    assert_null(sg_label_names_find(&names, 70104));
    assert_null(sg_label_names_find(&names, INT32_MIN));
    assert_null(sg_label_names_find(&names, INT32_MAX));
    assert_int_equal(sg_label_names_words(&names).n, 0);
    check_fails(sg_label_names_make_words(&names, &err), SG_EINVAL, "count up one by one");
    assert_null(names.content);
    sg_label_names_free(&names);
}

static void words_have_content(void **state)
{
    (void)state;
    sg_label_names names = {0}, copy = {0};
    uint64_t content = 0;
    add(&names, 4, "the");
    add(&names, 5, "cat");
    check_ok(sg_label_names_make_words(&names, &err));
    check_ok(sg_label_names_copy(&copy, &names, &err));
    const sg_label_words words = sg_label_names_words(&copy);
    assert_true(sg_label_is_word(&content, &words, 5));
    assert_true(content == sg_hash_bytes("cat", 3));
    assert_false(sg_label_is_word(&content, &words, 3));
    assert_false(sg_label_is_word(&content, &words, 6));
    assert_true(sg_label_content(&words, 6) == 6);
    assert_true(sg_label_content(&words, -1) == UINT64_MAX);
    add(&names, 6, "the");
    check_fails(sg_label_names_make_words(&names, &err), SG_EINVAL,
                "labels 4 and 6, \"the\" and \"the\"");
    sg_label_names_free(&names);
    sg_label_names_free(&copy);
}

static sg_status make_and_copy(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_names names = {0}, copy = {0};
    (void)context;
    for (int32_t i = 0; i < 40; i++)
        SG_TRY(sg_label_names_add(&names, i, (const char[]){(char)('a' + i), 0}, 1, err));
    SG_TRY(sg_label_names_make_words(&names, err));
    SG_TRY(sg_label_names_copy(&copy, &names, err));
done:
    sg_label_names_free(&names);
    sg_label_names_free(&copy);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(make_and_copy, NULL) > 8);
}

/* ---- Words by their order --------------------------------------------------------------------- */

static sg_status add_words(sg_label_names *names, int32_t first, const char *const *word,
                           size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sg_names list = {0};
    for (size_t i = 0; i < n; i++) SG_TRY(sg_names_add(&list, word[i], strlen(word[i]), err));
    SG_TRY(sg_label_names_add_words(names, first, &list, err));
done:
    sg_names_free(&list);
    return status;
}

static void words_number_labels(void **state)
{
    (void)state;
    static const char *const words[] = {"the", "cat", "", "sat"}, *const twice[] = {"a", "a"};
    static const int32_t firsts[] = {0, INT32_MIN, -2, INT32_MAX - 3};
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        sg_label_names names = {0};
        uint64_t content = 0;
        check_ok(add_words(&names, firsts[i], words, 4, &err));
        for (int32_t w = 0; w < 4; w++)
            assert_string_equal(sg_label_names_find(&names, firsts[i] + w), words[w]);
        const sg_label_words as_words = sg_label_names_words(&names);
        assert_true(sg_label_is_word(&content, &as_words, firsts[i] + 3));
        assert_true(content == sg_hash_bytes("sat", 3));
        sg_label_names_free(&names);
    }
    sg_label_names none = {0}, same = {0};
    check_ok(add_words(&none, 5, NULL, 0, &err));
    assert_int_equal(sg_label_names_words(&none).n, 0);
    check_fails(add_words(&same, 5, twice, 2, &err), SG_EINVAL,
                "labels 5 and 6, \"a\" and \"a\"");
    sg_label_names_free(&none);
    sg_label_names_free(&same);
}

static sg_status add_three(void *context, sg_error *err)
{
    sg_label_names names = {0};
    (void)context;
    const sg_status status =
        add_words(&names, 1, (const char *const[]){"one", "two", "three"}, 3, err);
    sg_label_names_free(&names);
    return status;
}

static void words_survive_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(add_three, NULL) > 4);
}

SG_TESTS(cmocka_unit_test(words_number_labels), cmocka_unit_test(words_survive_without_memory),
         cmocka_unit_test(finds_names), cmocka_unit_test(words_have_content),
         cmocka_unit_test(survives_without_memory))
