/* test_layer_numbers.c - numbers of some layers. */
#include "model/layer_numbers.h"

#include "support/check.h"

static void layers_have_one_number_or_none(void **state)
{
    (void)state;
    sg_layer_numbers numbers = {0};
    double value = 7;
    assert_int_equal(sg_layer_numbers_end(&numbers), 0);
    assert_false(sg_layer_numbers_get(&value, &numbers, 0));
    assert_true(value == 7);
    assert_true(sg_layer_numbers_set(&numbers, 5, 0.5));
    assert_true(sg_layer_numbers_set(&numbers, 2, 0));
    assert_false(sg_layer_numbers_set(&numbers, 5, 0.25));
    assert_int_equal(sg_layer_numbers_end(&numbers), 6);
    assert_true(sg_layer_numbers_get(&value, &numbers, 5) && value == 0.5);
    assert_true(sg_layer_numbers_get(&value, &numbers, 2) && value == 0);
    for (uint32_t l = 6; numbers.n < SG_MAX_LAYER_NUMBERS; l++)
        assert_true(sg_layer_numbers_set(&numbers, l, l));
    assert_false(sg_layer_numbers_set(&numbers, 1000, 1));
}

SG_TESTS(cmocka_unit_test(layers_have_one_number_or_none))
