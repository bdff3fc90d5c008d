/* test_key_text.c - keys of simple things in words. */
#include "invariants/key_text.h"

#include "invariants/key.h"
#include "support/check.h"

static void check_text(const sg_key_names *names, sg_tag tag, int64_t number, int n,
                       const char *expected)
{
    char text[SG_KEY_TEXT_SIZE];
    const uint64_t word = (uint64_t)number;
    assert_string_equal(sg_key_text(text, names, sg_key_of(tag, &word, (size_t)n).key),
                        expected);
}

static void words(void **state)
{
    (void)state;
    sg_key_names names = {0};
    char text[SG_KEY_TEXT_SIZE];
    check_ok(sg_key_names_make(&names, &err));
    check_text(&names, SG_TAG_LABEL, -1, 1, "label -1");
    check_text(&names, SG_TAG_LABEL, 999, 1, "label 999");
    check_text(&names, SG_TAG_DEGREE, 0, 1, "degree 0");
    check_text(&names, SG_TAG_DISTANCE, 6, 1, "distance 6");
    check_text(&names, SG_TAG_NONE, 0, 0, "any");
    check_text(&names, SG_TAG_REST, 0, 0, "the rest");
    assert_string_equal(sg_key_text(text, &names, 0xabc), "0000000000000abc");
    assert_null(sg_key_words(text, &names, 0xabc));
    const uint64_t three = 3;
    assert_ptr_equal(sg_key_words(text, &names, sg_key_of(SG_TAG_DEGREE, &three, 1).key), text);
    assert_string_equal(text, "degree 3");
    assert_null(
        sg_key_words(text, &(sg_key_names){0}, sg_key_of(SG_TAG_DEGREE, &three, 1).key));
    sg_key_names_free(&names);
}

static sg_status make_body(void *context, sg_error *err)
{
    (void)context;
    sg_key_names names = {0};
    const sg_status status = sg_key_names_make(&names, err);
    sg_key_names_free(&names);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(make_body, NULL) > 0);
}

SG_TESTS(cmocka_unit_test(words), cmocka_unit_test(out_of_memory))
