/* test_sparse_table.c - rows of index and value. */
#include "base/mem.h"
#include "data/nodes/sparse_table.h"
#include "support/check.h"

#define PLACE ((sg_place){"x.csv", 7, 3})

static sg_status read_row(sg_sparse_table *table, const char *text, sg_error *err)
{
    char room[200] = {0};
    (void)snprintf(room, sizeof room, "%s", text);
    const sg_status status = sg_sparse_row_read(table, room, PLACE, err);
    return status == SG_OK ? sg_sparse_row_end(table, err) : status;
}

static void reads_rows(void **state)
{
    sg_sparse_table table = {0}, copy = {0};
    (void)state;
    check_ok(read_row(&table, "17:0.5 3:-2  4", &err));
    check_ok(read_row(&table, "", &err));
    check_ok(read_row(&table, "0:1e2", &err));
    assert_int_equal(table.n_rows, 3);
    assert_int_equal(table.n_columns, 18);
    assert_int_equal(table.row[1], 3);
    assert_int_equal(table.row[2], 3);
    assert_int_equal(table.row[3], 4);
    const uint32_t column[] = {3, 4, 17, 0};
    const double value[] = {-2, 1, 0.5, 100};
    for (int e = 0; e < 4; e++) {
        assert_int_equal(table.column[e], column[e]);
        check_near((double)table.value[e], value[e], 0, 0);
    }
    check_ok(sg_sparse_table_select(&copy, &table, (uint32_t[]){2, 0}, 2, &err));
    assert_int_equal(copy.n_rows, 2);
    assert_int_equal(copy.n_columns, 18);
    assert_int_equal(copy.row[1], 1);
    assert_int_equal(copy.column[1], 3);
    assert_true(sg_sparse_table_bytes(&table) > sg_sparse_table_bytes(&copy));
    assert_int_equal(sg_sparse_table_bytes(&(sg_sparse_table){0}), 0);
    sg_sparse_table_free(&copy);
    sg_sparse_table_free(&table);
}

static void refuses_rows(void **state)
{
    static const char *const bad[] = {"a:1", "3:x",  "3:nan", "3:inf", "-1:2", "3 :4",
                                      ":1",  "3:1,", "3:",    "3:1;4", "1e3:1"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sg_sparse_table table = {0};
        check_fails(read_row(&table, bad[i], &err), SG_EFORMAT, "x.csv:7:3: found");
        sg_sparse_table_free(&table);
    }
    sg_sparse_table table = {0};
    check_fails(read_row(&table, "5:1 4:1 5:2", &err), SG_EFORMAT, "column 5 is there twice");
    sg_sparse_table_free(&table);
    check_fails(read_row(&table, "999999999:1", &err), SG_ELIMIT, "2^28 columns");
    check_fails(sg_sparse_row_add(&table, 1U << 28, 1, &err), SG_ELIMIT, "2^28 columns");
    sg_sparse_table_free(&table);
}

static sg_status make_and_free(void *context, sg_error *err)
{
    sg_sparse_table table = {0}, copy = {0};
    (void)context;
    sg_status status = read_row(&table, "1:2 3:4", err);
    if (status == SG_OK)
        status = sg_sparse_table_select(&copy, &table, (uint32_t[]){0, 0}, 2, err);
    sg_sparse_table_free(&table);
    sg_sparse_table_free(&copy);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(make_and_free, NULL) > 3);
}

static void rows_are_appended(void **state)
{
    (void)state;
    static const uint64_t ROW[] = {0, 1, 3};
    static const uint32_t COLUMN[] = {4, 0, 9};
    static const float VALUE[] = {2, 3, 5};
    sg_sparse_table table = {0};
    check_ok(sg_sparse_row_add(&table, 2, 7, &err));
    check_ok(sg_sparse_row_end(&table, &err));
    check_ok(sg_sparse_table_append(&table, ROW, COLUMN, VALUE, 2, &err));
    check_ok(sg_sparse_table_append(&table, ROW, COLUMN, NULL, 1, &err));
    assert_int_equal(table.n_rows, 4);
    assert_int_equal(table.n_columns, 10);
    assert_memory_equal(table.row, ((uint64_t[]){0, 1, 2, 4, 5}), 5 * sizeof *table.row);
    assert_memory_equal(table.column, ((uint32_t[]){2, 4, 0, 9, 4}), 5 * sizeof(uint32_t));
    assert_memory_equal(table.value, ((float[]){7, 2, 3, 5, 1}), 5 * sizeof(float));
    sg_sparse_table_free(&table);
}

SG_TESTS(cmocka_unit_test(rows_are_appended), cmocka_unit_test(reads_rows),
         cmocka_unit_test(refuses_rows), cmocka_unit_test(survives_without_memory))
