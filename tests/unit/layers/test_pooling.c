/* test_pooling.c - words for ways of pooling, and what sums are divided by. */
#include "layers/pooling.h"

#include "support/check.h"

static void words_and_divisors(void **state)
{
    (void)state;
    assert_string_equal(sg_pooling_words[SG_POOL_MEAN], "mean");
    assert_string_equal(sg_pooling_words[SG_POOL_SUM], "sum");
    assert_string_equal(sg_pooling_words[SG_POOL_MAX], "max");
    assert_int_equal(sg_pooling_divisor(SG_POOL_MEAN, 7), 7);
    assert_int_equal(sg_pooling_divisor(SG_POOL_MEAN, 0), 1);
    assert_int_equal(sg_pooling_divisor(SG_POOL_SUM, 7), 1);
    assert_int_equal(sg_pooling_divisor(SG_POOL_MAX, 7), 1);
    assert_int_equal(sg_pooling_divisor(SG_POOL_MAX, 0), 1);
}

SG_TESTS(cmocka_unit_test(words_and_divisors))
