/* test_experiment_outputs.c - what outputs mean: classes, columns by number and by name, their unit. */
#include "run/experiment_outputs.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"

#include <math.h>

/* Four graphs with three targets: mass is 1, 2, 3 and missing, charge is always 5, and the last one
 * is 10, 20, 30, 40. */
static sg_dataset data_with_targets(void)
{
    static const double value[4][3] = {{1, 5, 10}, {2, 5, 20}, {3, 5, 30}, {NAN, 5, 40}};
    static const char *const name[] = {"mass", "charge", "energy"};
    sg_dataset data = small_data("0: 1", "1: 1", "0: 1", "1: 1");
    sg_items_free(&data.items);
    data.items.target.value = sg_alloc(12, sizeof(double));
    assert_non_null(data.items.target.value);
    memcpy(data.items.target.value, value, sizeof value);
    data.items.target.n_columns = 3;
    for (int c = 0; c < 3; c++)
        check_ok(sg_names_add(&data.items.target_name, name[c], strlen(name[c]), &err));
    return data;
}

static void classes_keep_the_labels_of_the_file(void **state)
{
    (void)state;
    sg_dataset data = small_data("7: 1", "-2: 1", "7: 1");
    sg_outputs outputs = {0};
    /* A scale says nothing about classes. */
    const sg_experiment e = {.scale = SG_SCALE_STANDARD};
    check_ok(sg_experiment_outputs(&outputs, &e, &data, &err));
    assert_int_equal(outputs.task, SG_CLASSIFICATION);
    assert_int_equal(outputs.n, 2);
    assert_int_equal(outputs.class_name[0], -2);
    assert_int_equal(outputs.class_name[1], 7);
    assert_null(outputs.scale);
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
}

/* Without a target in the file all columns are learned, in their own unit. */
static void all_columns_in_their_own_unit(void **state)
{
    (void)state;
    sg_dataset data = data_with_targets();
    sg_outputs outputs = {0};
    const sg_experiment e = {.has_task = true, .task = SG_MULTILABEL};
    check_ok(sg_experiment_outputs(&outputs, &e, &data, &err));
    assert_int_equal(outputs.task, SG_MULTILABEL);
    assert_int_equal(outputs.n, 3);
    assert_string_equal(sg_names_at(&outputs.target_name, 2), "energy");
    for (uint32_t c = 0; c < 3; c++) {
        assert_int_equal(outputs.target_column[c], c);
        assert_true(outputs.scale[c] == 1 && outputs.offset[c] == 0);
    }
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
}

/* The mean of 10 .. 40 is 25 and their variance 500 / 3; the missing mass is left out, so that the
 * mean of the others is 2 and their deviation 1. */
static void columns_by_number_and_name_are_scaled(void **state)
{
    (void)state;
    sg_dataset data = data_with_targets();
    sg_outputs outputs = {0};
    char *target[] = {(char[]){"2"}, (char[]){"mass"}};
    sg_experiment e = {.target = target, .n_targets = 2, .scale = SG_SCALE_STANDARD};
    check_ok(sg_experiment_outputs(&outputs, &e, &data, &err));
    assert_int_equal(outputs.task, SG_REGRESSION);
    assert_int_equal(outputs.n, 2);
    assert_int_equal(outputs.target_column[0], 2);
    assert_int_equal(outputs.target_column[1], 0);
    assert_string_equal(sg_names_at(&outputs.target_name, 1), "mass");
    check_near(outputs.offset[0], 25, 1e-12, 0);
    check_near(outputs.scale[0], sqrt(500.0 / 3), 1e-12, 0);
    check_near(outputs.offset[1], 2, 1e-12, 0);
    check_near(outputs.scale[1], 1, 1e-12, 0);
    sg_outputs_free(&outputs);
    e.scale = SG_SCALE_STD;
    check_ok(sg_experiment_outputs(&outputs, &e, &data, &err));
    check_near(outputs.scale[0], sqrt(500.0 / 3), 1e-12, 0);
    assert_true(outputs.offset[0] == 0 && outputs.offset[1] == 0);
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
}

/* Where a column is called like a number, its name counts. */
static void names_come_before_numbers(void **state)
{
    (void)state;
    sg_dataset data = data_with_targets();
    sg_outputs outputs = {0};
    char *target[] = {(char[]){"0"}};
    const sg_experiment e = {.target = target, .n_targets = 1};
    sg_names_free(&data.items.target_name);
    for (int c = 0; c < 3; c++)
        check_ok(sg_names_add(&data.items.target_name, c == 2 ? "0" : "x", 1, &err));
    check_ok(sg_experiment_outputs(&outputs, &e, &data, &err));
    assert_int_equal(outputs.target_column[0], 2);
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
}

static void check_refused(const sg_dataset *data, const char *word, const char *part)
{
    char text[16];
    char *target[] = {text};
    (void)snprintf(text, sizeof text, "%s", word);
    const sg_experiment e = {.target = target, .n_targets = 1, .scale = SG_SCALE_STD};
    sg_outputs outputs = {.n = 77};
    check_fails(sg_experiment_outputs(&outputs, &e, data, &err), SG_EINVAL, part);
    assert_int_equal(outputs.n, 77);
}

static void what_the_data_lacks_is_said(void **state)
{
    (void)state;
    sg_dataset data = data_with_targets(), classes = small_data("0: 1", "1: 1"), nothing = {0};
    check_refused(&data, "3", "there is no column \"3\"; small has 3, numbered from 0");
    check_refused(&data, "mas", "there is no column \"mas\"");
    check_refused(&data, "1x", "there is no column \"1x\"");
    check_refused(&data, "", "there is no column \"\"");
    check_refused(&classes, "0",
                  "the data set small has no targets, but classes; leave it out");
    sg_outputs outputs = {0};
    check_fails(sg_experiment_outputs(&outputs,
                                      &(sg_experiment){.has_task = true, .task = SG_REGRESSION},
                                      &classes, &err),
                SG_EINVAL, "the data set has no targets; it has 2 classes");
    check_fails(sg_experiment_outputs(&outputs, &(sg_experiment){0}, &nothing, &err), SG_EINVAL,
                "neither classes nor targets");
    sg_dataset_free(&data);
    sg_dataset_free(&classes);
}

static sg_status describe(void *context, sg_error *err)
{
    sg_outputs outputs = {0};
    char *target[] = {(char[]){"energy"}, (char[]){"0"}};
    const sg_experiment e = {.target = target, .n_targets = 2, .scale = SG_SCALE_STANDARD};
    const sg_status status = sg_experiment_outputs(&outputs, &e, context, err);
    sg_outputs_free(&outputs);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_dataset data = data_with_targets();
    assert_true(check_out_of_memory(describe, &data) >= 8);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(classes_keep_the_labels_of_the_file),
         cmocka_unit_test(all_columns_in_their_own_unit),
         cmocka_unit_test(columns_by_number_and_name_are_scaled),
         cmocka_unit_test(names_come_before_numbers),
         cmocka_unit_test(what_the_data_lacks_is_said),
         cmocka_unit_test(survives_any_failing_allocation))
