/* test_count_words.c - numbers by length as people read them. */
#include "invariants/colors/count_words.h"

#include "support/check.h"

static void only_lengths_that_occur(void **state)
{
    (void)state;
    static const uint64_t count[] = {1, 7, 0, 7, 2, 7, 12, 7};
    const sg_length_counts some = {count, 2, 3, 6, "cycle"},
                           none = {count + 2, 1, 1, 1, "walk"};
    sg_text text = {0};
    check_ok(sg_text_add(&text, &err, "self"));
    check_ok(sg_count_words_add(&text, &none, ", ", &err));
    assert_string_equal(text.data, "self");
    check_ok(sg_count_words_add(&text, &some, ", ", &err));
    assert_string_equal(text.data, "self, 1 cycle of 3, 2 of 5, 12 of 6");
    sg_text_free(&text);
    const sg_length_counts many = {count + 4, 1, 4, 4, "cycle"};
    check_ok(sg_count_words_add(&text, &many, "", &err));
    assert_string_equal(text.data, "2 cycles of 4");
    sg_text_free(&text);
}

SG_TESTS(cmocka_unit_test(only_lengths_that_occur))
