/* test_columns.c - rows come into another order, whatever their width. */
#include "base/mem.h"
#include "data/columns.h"
#include "support/check.h"

enum { N_BEFORE = 4, N_AFTER = 5 };

static const uint32_t SOURCE[N_AFTER] = {3, 0, 0, 2, 3};

static void rows_of_any_width_are_gathered(void **state)
{
    (void)state;
    for (size_t width = 1; width <= 24; width++) {
        unsigned char *table = sg_alloc(N_BEFORE, width);
        assert_non_null(table);
        for (size_t i = 0; i < N_BEFORE * width; i++) table[i] = (unsigned char)(7 * i + 1);
        check_ok(sg_rows_gather(&table, SOURCE, N_AFTER, width, &err));
        for (size_t i = 0; i < N_AFTER * width; i++)
            assert_int_equal(table[i],
                             (unsigned char)(7 * (SOURCE[i / width] * width + i % width) + 1));
        sg_free(table);
    }
}

static void what_needs_no_order_stays(void **state)
{
    (void)state;
    int32_t *none = NULL, *table = sg_alloc(2, sizeof *table), *before = table;
    assert_non_null(table);
    table[1] = 5;
    check_ok(sg_rows_gather(&none, SOURCE, N_AFTER, sizeof *none, &err));
    assert_null(none);
    check_ok(sg_rows_gather(&table, NULL, 2, sizeof *table, &err));
    check_ok(sg_rows_gather(&table, SOURCE, 2, 0, &err));
    assert_ptr_equal(table, before);
    assert_int_equal(table[1], 5);
    sg_free(table);
}

static void copies_leave_the_table(void **state)
{
    (void)state;
    static const double table[N_BEFORE] = {1, 2, 3, 4};
    double *copy = NULL;
    check_ok(sg_rows_copy(&copy, NULL, SOURCE, N_AFTER, sizeof *copy, &err));
    assert_null(copy);
    check_ok(sg_rows_copy(&copy, table, SOURCE, N_AFTER, sizeof *copy, &err));
    for (size_t i = 0; i < N_AFTER; i++) assert_true(copy[i] == table[SOURCE[i]]);
    sg_free(copy);
}

static void only_loans_are_returned(void **state)
{
    (void)state;
    static const double lent[2] = {1, 2};
    sg_loans loans = {0};
    double own = 0, *mine = &own, *none = NULL;
    const double *theirs = lent;
    sg_loans_return(&loans, &theirs);
    assert_ptr_equal(theirs, lent);
    sg_loans_add(&loans, lent);
    sg_loans_return(&loans, &mine);
    sg_loans_return(&loans, &none);
    sg_loans_return(&loans, &theirs);
    assert_ptr_equal(mine, &own);
    assert_null(none);
    assert_null(theirs);
}

static sg_status gather_some(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    double *table = NULL;
    SG_ALLOC(table, N_BEFORE);
    SG_TRY(sg_rows_gather(&table, SOURCE, N_AFTER, sizeof *table, err));
done:
    sg_free(table);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    assert_int_equal(check_out_of_memory(gather_some, NULL), 2);
}

SG_TESTS(cmocka_unit_test(rows_of_any_width_are_gathered),
         cmocka_unit_test(what_needs_no_order_stays), cmocka_unit_test(copies_leave_the_table),
         cmocka_unit_test(only_loans_are_returned), cmocka_unit_test(survives_lack_of_memory))
