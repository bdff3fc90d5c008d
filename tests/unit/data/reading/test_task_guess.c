/* test_task_guess.c - tasks that data is for. */
#include "data/reading/task_guess.h"

#include "base/mem.h"
#include "support/check.h"

/* A data set of n items, with value(i, c) as targets; whole numbers of a single column are classes, too. */
static sg_dataset make(uint32_t n, uint32_t n_columns, double (*value)(uint32_t i, uint32_t c))
{
    sg_dataset data = {.graph.n_graphs = n};
    int64_t *label = sg_alloc(n, sizeof *label);
    bool whole = n_columns == 1;
    data.items.target =
        (sg_value_table){sg_alloc((size_t)n * n_columns, sizeof(double)), n_columns};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t c = 0; c < n_columns; c++) {
            const double v = value(i, c);
            data.items.target.value[(size_t)i * n_columns + c] = v;
            whole = whole && v == floor(v);
            label[i] = isnan(v) ? 0 : (int64_t)v;
        }
    if (whole) check_ok(sg_items_number_classes(&data.items, label, n, &err));
    sg_free(label);
    return data;
}

static void check_guess(uint32_t n, uint32_t n_columns, double (*value)(uint32_t, uint32_t),
                        sg_task task, bool is_doubtful, const char *reason)
{
    sg_dataset data = make(n, n_columns, value);
    const sg_task_guess guess = sg_task_guess_of(&data);
    assert_string_equal(guess.reason, reason);
    assert_int_equal(guess.task, task);
    assert_int_equal(guess.is_doubtful, is_doubtful);
    assert_int_equal(guess.remedy[0] != '\0', is_doubtful);
    sg_dataset_free(&data);
}

static double binary(uint32_t i, uint32_t c)
{
    return (i + c) % 3 == 0;
}

static double gapped(uint32_t i, uint32_t c)
{
    return i % 5 == 0 ? NAN : binary(i, c);
}

static double scattered(uint32_t i, uint32_t c)
{
    (void)c;
    return i * 7 % 215;
}

static double digits(uint32_t i, uint32_t c)
{
    (void)c;
    return i % 10;
}

static double thirty(uint32_t i, uint32_t c)
{
    (void)c;
    return i % 30;
}

static double real(uint32_t i, uint32_t c)
{
    return 0.5 * i + c;
}

static double mixed(uint32_t i, uint32_t c)
{
    return c == 0 ? binary(i, c) : real(i, c);
}

static double same(uint32_t i, uint32_t c)
{
    (void)i;
    (void)c;
    return 4;
}

static void numbers_say_the_task(void **state)
{
    (void)state;
    check_guess(300, 12, gapped, SG_MULTILABEL, false, "12 columns of 0 and 1");
    check_guess(300, 1, gapped, SG_MULTILABEL, false, "a column of 0 and 1 with gaps");
    check_guess(300, 1, binary, SG_CLASSIFICATION, false, "2 different whole numbers");
    check_guess(1100, 1, scattered, SG_REGRESSION, true, "215 different whole numbers");
    check_guess(300, 1, digits, SG_CLASSIFICATION, false, "10 different whole numbers");
    check_guess(50, 1, digits, SG_CLASSIFICATION, true, "10 different whole numbers");
    check_guess(300, 1, thirty, SG_REGRESSION, true, "30 different whole numbers");
    check_guess(1500, 1, thirty, SG_CLASSIFICATION, true, "30 different whole numbers");
    check_guess(300, 1, real, SG_REGRESSION, false, "a column of numbers");
    check_guess(300, 2, real, SG_REGRESSION, false, "2 columns of numbers");
    check_guess(300, 2, mixed, SG_REGRESSION, true, "2 columns of numbers");
    check_guess(9, 1, same, SG_CLASSIFICATION, true, "1 different whole number");
}

static void classes_say_the_task(void **state)
{
    (void)state;
    sg_dataset data = make(60, 1, thirty);
    const sg_dataset nothing = {0};
    data.items.target.value[3] = 0.5; /* the targets are something else then */
    assert_int_equal(sg_task_guess_of(&data).task, SG_CLASSIFICATION);
    assert_string_equal(sg_task_guess_of(&data).reason, "30 classes");
    assert_false(sg_task_guess_of(&data).is_doubtful);
    for (int k = 0; k < 30; k++) /* thirty words for sixty items are hardly classes */
        check_ok(sg_names_add(&data.items.class_word, "0,77", 4, &err));
    assert_string_equal(sg_task_guess_of(&data).reason, "30 classes that are words");
    assert_true(sg_task_guess_of(&data).is_doubtful);
    assert_non_null(strstr(sg_task_guess_of(&data).remedy, "decimal points"));
    sg_dataset_free(&data);
    assert_int_equal(sg_task_guess_of(&nothing).task, SG_REGRESSION);
}

SG_TESTS(cmocka_unit_test(numbers_say_the_task), cmocka_unit_test(classes_say_the_task))
