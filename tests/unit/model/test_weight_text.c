/* test_weight_text.c - what weights belong to, in words. */
#include "model/weight_text.h"

#include "support/check.h"

static void every_kind_has_a_text(void **state)
{
    (void)state;
    char text[80];
    sg_key_names names = {0};
    check_ok(sg_key_names_make(&names, &err));
    const sg_weight_info
        triple = {.kind = SG_WEIGHT_TRIPLE, .receiver = 1, .sender = 2, .pair = 3},
        label = {.kind = SG_WEIGHT_LABEL, .name = "bias", .receiver = 1, .column = 2},
        plain = {.kind = SG_WEIGHT_PLAIN, .name = "weight", .row = 4, .column = 2};
    assert_int_equal(sg_weight_text(text, sizeof text, &triple, &names), 56);
    assert_string_equal(text, "0000000000000002 -> 0000000000000001 at 0000000000000003");
    assert_int_equal(sg_weight_text(text, sizeof text, &label, &names), 34);
    assert_string_equal(text, "bias of 0000000000000001, column 2");
    assert_int_equal(sg_weight_text(text, 4, &plain, &names), 23);
    assert_string_equal(text, "wei");
    sg_key_names_free(&names);
}

SG_TESTS(cmocka_unit_test(every_kind_has_a_text))
