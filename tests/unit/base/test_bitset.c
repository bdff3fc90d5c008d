/* test_bitset.c - sets of bits against arrays of truth values. */
#include "base/bitset.h"

#include "support/check.h"

enum { MOST = 200 };

static void sets_are_like_arrays(void **state)
{
    (void)state;
    sg_rng rng = check_rng("sets_are_like_arrays");
    uint64_t set[4] = {0};
    bool has[256] = {0};
    assert_int_equal(sg_bit_words(MOST), 4);
    for (int i = 0; i < 2000; i++) {
        const uint32_t number = sg_rng_below(&rng, MOST);
        has[number] = sg_rng_below(&rng, 2) == 0;
        (has[number] ? sg_bit_add : sg_bit_remove)(set, number);
    }
    uint32_t n = 0, n_visited = 0;
    for (uint32_t i = 0; i < MOST; i++) n += has[i];
    for (uint32_t w = 0; w < 4; w++) {
        uint32_t in_word = 0;
        for (uint64_t left = set[w]; left != 0; left &= left - 1) {
            assert_true(has[64 * w + sg_bit_first(left)]);
            in_word++;
        }
        assert_int_equal(sg_bit_count(set[w]), in_word);
        n_visited += in_word;
    }
    assert_int_equal(n_visited, n);
}

static void words_are_enough_and_no_more(void **state)
{
    (void)state;
    static const uint32_t n[] = {0, 1, 63, 64, 65, 128, 129, UINT32_MAX};
    static const uint32_t words[] = {0, 1, 1, 1, 2, 2, 3, 1 << 26};
    for (size_t i = 0; i < sizeof n / sizeof *n; i++)
        assert_int_equal(sg_bit_words(n[i]), words[i]);
}

static void bits_above(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 130; i++)
        for (uint32_t bit = 0; bit < 64; bit++)
            assert_int_equal(sg_bits_above(i) >> bit & 1, bit > i % 64);
}

static void the_first_n_numbers(void **state)
{
    (void)state;
    for (uint32_t n = 0; n <= 192; n++) {
        uint64_t set[3] = {0};
        uint32_t count = 0;
        sg_bits_fill(set, n);
        for (uint32_t i = 0; i < 192; i++) assert_int_equal(set[i / 64] >> (i % 64) & 1, i < n);
        for (int w = 0; w < 3; w++) count += sg_bit_count(set[w]);
        assert_int_equal(count, n);
    }
}

static void members_are_known(void **state)
{
    (void)state;
    uint64_t set[2] = {0};
    sg_bit_add(set, 65);
    assert_true(sg_bit_has(set, 65));
    assert_false(sg_bit_has(set, 1));
}

SG_TESTS(cmocka_unit_test(members_are_known), cmocka_unit_test(sets_are_like_arrays),
         cmocka_unit_test(words_are_enough_and_no_more), cmocka_unit_test(bits_above),
         cmocka_unit_test(the_first_n_numbers))
