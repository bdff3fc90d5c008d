/* test_multiset.c - sums that say what is in a multiset. */
#include "invariants/colors/multiset.h"

#include "support/check.h"
#include "support/keys_of.h"

static sg_key key_of_number(uint64_t i)
{
    return sg_key_of(SG_TAG_FWL, &i, 1);
}

static sg_key key_of_numbers(const uint32_t *number, size_t n)
{
    sg_multiset all = {0};
    for (size_t i = 0; i < n; i++) sg_multiset_add(&all, sg_mixed(key_of_number(number[i])));
    return sg_key_of_multiset(SG_TAG_FWL, key_of_number(99), all);
}

/* Multisets of up to four of the numbers 0 .. 5 have the same key where they are the same. */
static void keys_tell_multisets_apart(void **state)
{
    (void)state;
    enum { N = 6 * 6 * 6 * 6 };
    static sg_key key[N];
    static uint32_t count[N][6];
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t number[4] = {i % 6, i / 6 % 6, i / 36 % 6, i / 216};
        const size_t n = number[3] == 5 ? 3 : 4;
        for (size_t k = 0; k < n; k++) count[i][number[k]]++;
        key[i] = key_of_numbers(number, n);
        for (uint32_t j = 0; j < i; j++) {
            const bool same = memcmp(count[i], count[j], sizeof count[i]) == 0;
            assert_int_equal(key[i].key == key[j].key, same);
            assert_int_equal(key[i].check == key[j].check, same);
        }
    }
}

static void owner_and_tag_count(void **state)
{
    (void)state;
    const sg_multiset all = sg_mixed(key_of_number(3));
    const sg_key a = sg_key_of_multiset(SG_TAG_FWL, key_of_number(1), all);
    const sg_key b = sg_key_of_multiset(SG_TAG_FWL, key_of_number(2), all);
    const sg_key c = sg_key_of_multiset(SG_TAG_MARKED_WL, key_of_number(1), all);
    assert_true(a.key != b.key && a.check != b.check);
    assert_true(a.key != c.key && a.check != c.check);
}

/* Both halves of the product of 2^32 + 1 and 2^32 + 3, which is 2^64 + 4 * 2^32 + 3. */
static void products_are_folded(void **state)
{
    (void)state;
    const uint64_t high = (uint64_t)1 << 32;
    assert_int_equal(sg_fold_product(high + 1, high + 3), ((4 * high) | 3) ^ 1);
    assert_int_equal(sg_fold_product(0, high), 0);
}

SG_TESTS(cmocka_unit_test(keys_tell_multisets_apart), cmocka_unit_test(owner_and_tag_count),
         cmocka_unit_test(products_are_folded))
