/* test_value_names.c - naming, numbering and sorting of pair values. */
#include "invariants/value_names.h"

#include "support/check.h"

static void values_are_sorted_by_rank_then_name_then_key(void **state)
{
    (void)state;
    static const char *const EXPECTED[] = {"first", "a", "b", "last"};
    static const uint64_t KEY[] = {40, 30, 20, 10, 7, 8};
    sg_value_names names = {0};
    check_ok(sg_value_names_add(&names, 8, &err));
    check_ok(sg_value_names_put(&names, 10, (sg_value_rank){{2, -1}}, &err, "last"));
    check_ok(sg_value_names_put(&names, 20, (sg_value_rank){{1, 5}}, &err, "%c", 'b'));
    check_ok(sg_value_names_put(&names, 30, (sg_value_rank){{1, 5}}, &err, "%s", "a"));
    check_ok(sg_value_names_put(&names, 40, (sg_value_rank){{1, -5}}, &err, "first"));
    check_ok(sg_value_names_add(&names, 7, &err));
    check_ok(sg_value_names_sort(&names, &err));
    assert_int_equal(names.n, 6);
    assert_int_equal(names.n_unnamed, 2);
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(sg_table_find(&names.number, KEY[i]), i);
        if (i < 4)
            assert_string_equal(sg_value_names_text(&names, i), EXPECTED[i]);
        else
            assert_null(sg_value_names_text(&names, i));
    }
    sg_value_names_free(&names);
}

static void the_first_name_is_kept(void **state)
{
    (void)state;
    sg_value_names names = {0};
    assert_false(sg_value_names_wants(&names, 3));
    check_ok(sg_value_names_add(&names, 3, &err));
    check_ok(sg_value_names_add(&names, 3, &err));
    assert_true(sg_value_names_wants(&names, 3));
    check_ok(sg_value_names_put(&names, 3, (sg_value_rank){{0, 0}}, &err, "one"));
    check_ok(sg_value_names_put(&names, 3, (sg_value_rank){{0, 0}}, &err, "two"));
    assert_false(sg_value_names_wants(&names, 3));
    assert_int_equal(names.n, 1);
    assert_int_equal(names.n_unnamed, 0);
    assert_string_equal(sg_value_names_text(&names, 0), "one");
    sg_value_names_free(&names);
}

static sg_status name_once(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_value_names names = {0};
    (void)context;
    SG_TRY(sg_value_names_add(&names, 1, err));
    SG_TRY(sg_value_names_put(&names, 2, (sg_value_rank){{0, 0}}, err, "two"));
    SG_TRY(sg_value_names_sort(&names, err));
done:
    sg_value_names_free(&names);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(name_once, NULL) > 0);
}

SG_TESTS(cmocka_unit_test(values_are_sorted_by_rank_then_name_then_key),
         cmocka_unit_test(the_first_name_is_kept),
         cmocka_unit_test(survives_failing_allocations))
