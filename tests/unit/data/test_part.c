/* test_part.c - words of parts, there and back. */
#include "data/part.h"
#include "support/check.h"

static void words_and_back(void **state)
{
    (void)state;
    assert_string_equal(sg_part_word(SG_TRAIN), "train");
    assert_string_equal(sg_part_word(SG_VALIDATION), "validation");
    assert_string_equal(sg_part_word(SG_TEST), "test");
    assert_string_equal(sg_part_word(SG_NO_PART), "none");
    for (int p = 0; p <= SG_N_PARTS; p++) {
        uint8_t part = 77;
        assert_ptr_equal(sg_part_words[p], sg_part_word((sg_part)p));
        assert_true(sg_part_of_word(&part, sg_part_words[p], strlen(sg_part_words[p])));
        assert_int_equal(part, p);
    }
}

static void other_words(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        sg_part part;
    } known[] = {{"training", SG_TRAIN}, {"Valid", SG_VALIDATION}, {"val", SG_VALIDATION},
                 {"DEV", SG_VALIDATION}, {"Test", SG_TEST},        {"", SG_NO_PART}};
    uint8_t part = 77;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(sg_part_of_word(&part, known[i].word, strlen(known[i].word)));
        assert_int_equal(part, known[i].part);
    }
    assert_true(sg_part_of_word(&part, "trainer", 5));
    assert_int_equal(part, SG_TRAIN);
    assert_false(sg_part_of_word(&part, "trainer", 7));
    assert_false(sg_part_of_word(&part, "tes", 3));
    assert_int_equal(part, SG_TRAIN);
}

SG_TESTS(cmocka_unit_test(words_and_back), cmocka_unit_test(other_words))
