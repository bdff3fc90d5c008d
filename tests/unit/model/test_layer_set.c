/* test_layer_set.c - sets of layers by their numbers. */
#include "model/layer_set.h"

#include "support/check.h"

static void numbers_are_there_or_not(void **state)
{
    (void)state;
    static const uint32_t NUMBERS[] = {0, 1, 63, 64, 65, 511, SG_LAYER_SET_SIZE - 1};
    sg_layer_set set = {0};
    assert_int_equal(sg_layer_set_end(&set), 0);
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        assert_false(sg_layer_set_has(&set, NUMBERS[i]));
        sg_layer_set_add(&set, NUMBERS[i]);
        sg_layer_set_add(&set, NUMBERS[i]);
        assert_true(sg_layer_set_has(&set, NUMBERS[i]));
        assert_int_equal(sg_layer_set_end(&set), NUMBERS[i] + 1);
    }
    uint32_t n = 0;
    for (uint32_t l = 0; l < SG_LAYER_SET_SIZE; l++) n += sg_layer_set_has(&set, l);
    assert_int_equal(n, sizeof NUMBERS / sizeof *NUMBERS);
}

/* Larger numbers than a set can have are in none. */
static void larger_numbers_are_in_none(void **state)
{
    (void)state;
    sg_layer_set all;
    memset(&all, 0xff, sizeof all);
    assert_int_equal(sg_layer_set_end(&all), SG_LAYER_SET_SIZE);
    assert_true(sg_layer_set_has(&all, SG_LAYER_SET_SIZE - 1));
    assert_false(sg_layer_set_has(&all, SG_LAYER_SET_SIZE));
    assert_false(sg_layer_set_has(&all, UINT32_MAX));
}

SG_TESTS(cmocka_unit_test(numbers_are_there_or_not),
         cmocka_unit_test(larger_numbers_are_in_none))
