/* test_record_targets.c - what columns of targets are taken for. */
#include "data/record_targets.h"
#include "support/check.h"

static void cells(void **state)
{
    (void)state;
    static const char *const missing[] = {"", " ", "?", "NA", "nan", " Null\t"};
    static const struct {
        const char *cell;
        double value;
    } number[] = {{"1", 1}, {" -2.5e1 ", -25}, {"\t0.125\r", 0.125}};
    static const char *const neither[] = {"x", "1 2", "1x", "inf", "nano"};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        double value = 77;
        assert_true(sg_cell_is_missing(missing[i]));
        assert_false(sg_cell_number(&value, missing[i]));
        check_near(value, 77, 0, 0);
    }
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        double value = 77;
        assert_false(sg_cell_is_missing(number[i].cell));
        assert_true(sg_cell_number(&value, number[i].cell));
        check_near(value, number[i].value, 0, 0);
    }
    for (size_t i = 0; i < sizeof neither / sizeof *neither; i++) {
        double value = 77;
        assert_false(sg_cell_is_missing(neither[i]));
        assert_false(sg_cell_number(&value, neither[i]));
        check_near(value, 77, 0, 0);
    }
}

enum { N = 3 };

/* Rows of cells, which stand in lines 11, 12, 13. */
static sg_status make(sg_items *items, const char *const *text, uint32_t n_targets,
                      sg_error *err)
{
    static const uint64_t line[N] = {11, 12, 13};
    sg_status status = SG_OK;
    sg_names cell = {0};
    for (uint32_t i = 0; i < N * n_targets; i++)
        SG_TRY(sg_names_add(&cell, text[i], strlen(text[i]), err));
    SG_TRY(sg_record_targets_make(items, &cell, n_targets, line, N, "x.csv", err));
done:
    sg_names_free(&cell);
    return status;
}

static void whole_numbers_are_classes_and_targets(void **state)
{
    (void)state;
    sg_items items = {0};
    check_ok(make(&items, (const char *[]){"5", "-1", "5"}, 1, &err));
    assert_int_equal(items.n_classes, 2);
    assert_memory_equal(items.item_class, ((uint32_t[]){1, 0, 1}), N * sizeof(uint32_t));
    assert_memory_equal(items.class_name, ((int64_t[]){-1, 5}), 2 * sizeof(int64_t));
    assert_int_equal(items.class_word.n, 0);
    assert_int_equal(items.target.n_columns, 1);
    assert_memory_equal(items.target.value, ((double[]){5, -1, 5}), N * sizeof(double));
    sg_items_free(&items);
}

static void words_are_classes(void **state)
{
    (void)state;
    sg_items items = {0};
    check_ok(make(&items, (const char *[]){" toxic", "fine ", "toxic"}, 1, &err));
    assert_int_equal(items.n_classes, 2);
    assert_memory_equal(items.item_class, ((uint32_t[]){1, 0, 1}), N * sizeof(uint32_t));
    assert_string_equal(sg_names_at(&items.class_word, 0), "fine");
    assert_string_equal(sg_names_at(&items.class_word, 1), "toxic");
    assert_int_equal(items.target.n_columns, 0);
    sg_items_free(&items);
}

/* Classes of words alone, whatever the words look like. */
static sg_status make_classes(sg_items *items, const char *const *text, uint32_t n,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_names cell = {0};
    for (uint32_t i = 0; i < n; i++) SG_TRY(sg_names_add(&cell, text[i], strlen(text[i]), err));
    SG_TRY(sg_record_classes_make(items, &cell, n, err));
done:
    sg_names_free(&cell);
    return status;
}

static void classes_are_in_the_order_of_their_words(void **state)
{
    (void)state;
    const char *const text[] = {"b", "\t a b \r", "10", "9", " b", "B", ""};
    const char *const word[] = {"", "10", "9", "B", "a b", "b"};
    sg_items items = {0};
    check_ok(make_classes(&items, text, 7, &err));
    assert_int_equal(items.n_classes, 6);
    assert_memory_equal(items.item_class, ((uint32_t[]){5, 4, 1, 2, 5, 3, 0}),
                        7 * sizeof(uint32_t));
    for (uint32_t c = 0; c < 6; c++) {
        assert_string_equal(sg_names_at(&items.class_word, c), word[c]);
        assert_int_equal(items.class_name[c], c);
    }
    assert_int_equal(items.target.n_columns, 0);
    sg_items_free(&items);
    /* The same words in another order are the same classes. */
    check_ok(make_classes(&items, (const char *[]){"x", "a"}, 2, &err));
    assert_memory_equal(items.item_class, ((uint32_t[]){1, 0}), 2 * sizeof(uint32_t));
    sg_items_free(&items);
    check_ok(make_classes(&items, NULL, 0, &err));
    assert_int_equal(items.n_classes, 0);
    sg_items_free(&items);
}

static void other_numbers_are_targets(void **state)
{
    (void)state;
    sg_items items = {0};
    check_ok(make(&items, (const char *[]){"0.5", "1", "2"}, 1, &err));
    assert_null(items.item_class);
    assert_int_equal(items.target.n_columns, 1);
    sg_items_free(&items);
    check_ok(make(&items, (const char *[]){"1", "?", "2"}, 1, &err));
    assert_null(items.item_class);
    assert_true(isnan(items.target.value[1]));
    sg_items_free(&items);
    check_ok(make(&items, (const char *[]){"1", "2", "3", "4", "", "6"}, 2, &err));
    assert_null(items.item_class);
    assert_int_equal(items.target.n_columns, 2);
    check_near(items.target.value[3], 4, 0, 0);
    assert_true(isnan(items.target.value[4]));
    sg_items_free(&items);
    check_ok(make(&items, NULL, 0, &err));
    assert_int_equal(items.target.n_columns, 0);
}

static void what_is_neither_is_refused(void **state)
{
    (void)state;
    const sg_items none = {0};
    sg_items items = {0};
    check_fails(make(&items, (const char *[]){"1", "2", "3", "x", "5", "6"}, 2, &err),
                SG_EFORMAT, "x.csv:12: found the target \"x\"");
    check_fails(make(&items, (const char *[]){"a", "b", "?"}, 1, &err), SG_EFORMAT,
                "x.csv:13: found no class");
    check_fails(make(&items, (const char *[]){"a", "\xff", "b"}, 1, &err), SG_EFORMAT,
                "words must be UTF-8");
    assert_memory_equal(&items, &none, sizeof items);
}

static sg_status make_words(void *context, sg_error *err)
{
    sg_items items = {0};
    (void)context;
    const sg_status status = make(&items, (const char *[]){"b", "a", "b"}, 1, err);
    sg_items_free(&items);
    return status;
}

static sg_status make_only_classes(void *context, sg_error *err)
{
    sg_items items = {0};
    (void)context;
    const sg_status status = make_classes(&items, (const char *[]){"b", "a"}, 2, err);
    sg_items_free(&items); /* what was made before belongs to them */
    return status;
}

static sg_status make_numbers(void *context, sg_error *err)
{
    sg_items items = {0};
    (void)context;
    const sg_status status = make(&items, (const char *[]){"1", "0", "1"}, 1, err);
    sg_items_free(&items);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(make_words, NULL) > 5);
    assert_true(check_out_of_memory(make_only_classes, NULL) > 5);
    assert_true(check_out_of_memory(make_numbers, NULL) > 3);
}

SG_TESTS(cmocka_unit_test(cells), cmocka_unit_test(whole_numbers_are_classes_and_targets),
         cmocka_unit_test(words_are_classes),
         cmocka_unit_test(classes_are_in_the_order_of_their_words),
         cmocka_unit_test(other_numbers_are_targets),
         cmocka_unit_test(what_is_neither_is_refused),
         cmocka_unit_test(survives_without_memory))
