/* test_name_ending.c - how names end. */
#include "text/name_ending.h"

#include "support/check.h"

static void finds_endings(void **state)
{
    (void)state;
    assert_true(sg_ends_with("NCI1_A.txt", "_A.txt"));
    assert_false(sg_ends_with("NCI1_a.txt", "_A.txt"));
    assert_false(sg_ends_with("NCI1_A.txt.zip", "_A.txt"));
    assert_true(sg_ends_with_any_case("PHOTO.PNG", ".png"));
    assert_true(sg_ends_with_any_case("photo.png", ".png"));
    assert_false(sg_ends_with_any_case("photo.pngs", ".png"));
}

static void names_are_more_than_endings(void **state)
{
    (void)state;
    assert_false(sg_ends_with(".zip", ".zip"));
    assert_false(sg_ends_with_any_case(".PNG", ".png"));
    assert_false(sg_ends_with("", ".zip"));
    assert_false(sg_ends_with_any_case("p", ".png"));
}

SG_TESTS(cmocka_unit_test(finds_endings), cmocka_unit_test(names_are_more_than_endings))
