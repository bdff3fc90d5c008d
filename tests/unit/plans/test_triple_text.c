/* test_triple_text.c - triples in words. */
#include "plans/triple_text.h"

#include "support/check.h"

static void senders_come_first(void **state)
{
    (void)state;
    char text[64];
    const sg_triple_words far = {"C", "N", "distance 3", true, NULL},
                          bound = {"C", "N", "C-N", false, "to"};
    assert_int_equal(sg_triple_text(text, sizeof text, &far), 20);
    assert_string_equal(text, "C -> N at distance 3");
    assert_int_equal(sg_triple_text(text, sizeof text, &bound), 11);
    assert_string_equal(text, "C to N, C-N");
    assert_int_equal(sg_triple_text(text, 5, &far), 20);
    assert_string_equal(text, "C ->");
    assert_string_equal(sg_triple_joint(true), " at ");
}

SG_TESTS(cmocka_unit_test(senders_come_first))
