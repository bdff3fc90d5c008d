/* test_outputs.c - what outputs mean: after the data, after each other, and for people. */
#include "model/outputs.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"

#define PATH "0: 5 5 9 / 0-1 1-2", "7: 5"

/* Give data of two graphs the targets of two columns, the second of which has a name. */
static void add_targets(sg_dataset *data)
{
    static const double VALUES[] = {1, 2, 3, 4};
    data->items.target.n_columns = 2;
    data->items.target.value = sg_alloc(4, sizeof(double));
    assert_non_null(data->items.target.value);
    memcpy(data->items.target.value, VALUES, sizeof VALUES);
    check_ok(sg_names_add(&data->items.target_name, "mass", 4, &err));
}

static void classes_are_outputs(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_outputs outputs = {0};
    check_ok(sg_names_add(&data.items.class_word, "no", 2, &err));
    check_ok(sg_names_add(&data.items.class_word, "yes", 3, &err));
    check_ok(sg_outputs_describe(&outputs, &data, SG_CLASSIFICATION, NULL, 0, &err));
    assert_int_equal(outputs.task, SG_CLASSIFICATION);
    assert_int_equal(outputs.n, 2);
    assert_true(outputs.class_name[0] == 0 && outputs.class_name[1] == 7);
    assert_string_equal(sg_names_at(&outputs.class_word, 1), "yes");
    assert_true(outputs.target_name.n == 0 && outputs.scale == NULL);
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
}

static void targets_are_outputs(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_outputs outputs = {0};
    add_targets(&data);
    check_ok(sg_outputs_describe(&outputs, &data, SG_MULTILABEL, NULL, 0, &err));
    assert_int_equal(outputs.task, SG_MULTILABEL);
    assert_int_equal(outputs.n, 2);
    assert_string_equal(sg_names_at(&outputs.target_name, 0), "mass");
    assert_string_equal(sg_names_at(&outputs.target_name, 1), "target 1");
    /* Again, with other columns: what was said before is forgotten. */
    check_ok(sg_outputs_describe(&outputs, &data, SG_REGRESSION, (const uint32_t[]){1, 0, 1}, 3,
                                 &err));
    assert_int_equal(outputs.n, 3);
    static const uint32_t COLUMNS[] = {1, 0, 1};
    for (uint32_t c = 0; c < 3; c++) {
        assert_int_equal(outputs.target_column[c], COLUMNS[c]);
        assert_string_equal(sg_names_at(&outputs.target_name, c),
                            COLUMNS[c] == 0 ? "mass" : "target 1");
        assert_true(outputs.scale[c] == 1 && outputs.offset[c] == 0);
    }
    assert_null(outputs.class_name);
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
}

static void labels_are_0_or_1(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_outputs outputs = {0};
    add_targets(&data);
    check_ok(sg_outputs_describe(&outputs, &data, SG_REGRESSION, NULL, 0, &err));
    check_ok(sg_outputs_check_targets(&outputs, &data, &err));
    check_ok(sg_outputs_describe(&outputs, &data, SG_MULTILABEL, NULL, 0, &err));
    check_fails(sg_outputs_check_targets(&outputs, &data, &err), SG_EINVAL,
                "item 0 has 2 in target column 1; a label is 0 or 1, or missing");
    memcpy(data.items.target.value, (double[]){1, 0, (double)NAN, 1}, 4 * sizeof(double));
    check_ok(sg_outputs_check_targets(&outputs, &data, &err));
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
}

static void outputs_that_the_data_lacks(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH), nothing = {0};
    sg_outputs outputs = {.n = 99};
    check_fails(sg_outputs_describe(&outputs, &data, SG_REGRESSION, NULL, 0, &err), SG_EINVAL,
                "task: regression: the data set has no targets; it has 2 classes");
    check_fails(sg_outputs_describe(&outputs, &nothing, SG_MULTILABEL, NULL, 0, &err),
                SG_EINVAL, "neither classes nor targets");
    add_targets(&data);
    check_fails(
        sg_outputs_describe(&outputs, &data, SG_REGRESSION, (const uint32_t[]){0, 2}, 2, &err),
        SG_EINVAL, "target[1]: there is no column 2; the data has 2");
    sg_free(data.items.item_class);
    data.items.item_class = NULL;
    check_fails(sg_outputs_describe(&outputs, &data, SG_CLASSIFICATION, NULL, 0, &err),
                SG_EINVAL,
                "task: classification: the data set has no classes; it has 2 targets for "
                "regression");
    assert_int_equal(outputs.n, 99);
    sg_dataset_free(&data);
}

static void probabilities_of_classes_and_labels(void **state)
{
    (void)state;
    double classes[] = {0, log(3), 5, 5}, labels[] = {0, log(3)}, values[] = {7, -2};
    sg_outputs_probabilities(classes, 2, 2, SG_CLASSIFICATION);
    check_near(classes[0], 0.25, 1e-15, 0);
    check_near(classes[1], 0.75, 1e-15, 0);
    assert_true(classes[2] == 0.5 && classes[3] == 0.5);
    sg_outputs_probabilities(labels, 1, 2, SG_MULTILABEL);
    assert_true(labels[0] == 0.5);
    check_near(labels[1], 0.75, 1e-15, 0);
    sg_outputs_probabilities(values, 1, 2, SG_REGRESSION);
    assert_true(values[0] == 7 && values[1] == -2);
}

static void probabilities_become_outputs_again(void **state)
{
    (void)state;
    static const double share[] = {1e-300, 0.01, 0.5, 0.99};
    for (int i = 0; i < 4; i++) {
        double label = sg_output_of_probability(share[i], SG_MULTILABEL);
        sg_outputs_probabilities(&label, 1, 1, SG_MULTILABEL);
        check_near(label, share[i], 1e-13, 0);
        assert_true(sg_output_of_probability(share[i], SG_REGRESSION) == share[i]);
    }
    double classes[] = {sg_output_of_probability(0.2, SG_CLASSIFICATION),
                        sg_output_of_probability(0.8, SG_CLASSIFICATION)};
    sg_outputs_probabilities(classes, 1, 2, SG_CLASSIFICATION);
    check_near(classes[0], 0.2, 1e-14, 0);
    for (int task = SG_CLASSIFICATION; task < SG_N_TASKS; task++) {
        assert_true(isfinite(sg_output_of_probability(0, (sg_task)task)));
        assert_true(isfinite(sg_output_of_probability(1, (sg_task)task)));
        assert_true(isnan(sg_output_of_probability(NAN, (sg_task)task)));
    }
}

static void outputs_become_what_users_want(void **state)
{
    (void)state;
    double scale[] = {2, 10}, offset[] = {1, -1};
    sg_outputs outputs = {.task = SG_REGRESSION, .n = 2, .scale = scale, .offset = offset};
    double values[] = {3, 4, 0, -1}, scores[] = {0, 0, 1000, 999, 0, log(3)},
           labels[] = {0, log(3), -1000, 1000};
    sg_outputs_finish(values, 2, &outputs);
    assert_true(values[0] == 7 && values[1] == 39 && values[2] == 1 && values[3] == -11);
    outputs = (sg_outputs){.task = SG_CLASSIFICATION, .n = 2};
    sg_outputs_finish(scores, 3, &outputs);
    assert_true(scores[0] == 0.5 && scores[1] == 0.5);
    check_near(scores[2], 1 / (1 + exp(-1)), 1e-15, 0);
    check_near(scores[2] + scores[3], 1, 1e-15, 0);
    check_near(scores[4], 0.25, 1e-15, 0);
    check_near(scores[5], 0.75, 1e-15, 0);
    outputs = (sg_outputs){.task = SG_MULTILABEL, .n = 2};
    sg_outputs_finish(labels, 2, &outputs);
    assert_true(labels[0] == 0.5);
    check_near(labels[1], 0.75, 1e-15, 0);
    assert_true(labels[2] == 0 && labels[3] == 1);
    sg_outputs_finish(NULL, 0, &outputs);
}

/* Names of targets in an order of their own. */
static sg_outputs named(const char *first, const char *second)
{
    sg_outputs outputs = {.task = SG_REGRESSION, .n = 2};
    check_ok(sg_names_add(&outputs.target_name, first, strlen(first), &err));
    check_ok(sg_names_add(&outputs.target_name, second, strlen(second), &err));
    return outputs;
}

static void outputs_that_mean_the_same(void **state)
{
    (void)state;
    int64_t classes[] = {0, 1}, others[] = {0, 7};
    const sg_outputs a = {.task = SG_CLASSIFICATION, .n = 2, .class_name = classes};
    sg_outputs b = a;
    assert_true(sg_outputs_equal(&a, &b));
    b.class_name = others;
    assert_false(sg_outputs_equal(&a, &b));
    b.class_name = classes;
    b.n = 1;
    assert_false(sg_outputs_equal(&a, &b));
    b.n = 2;
    b.task = SG_MULTILABEL;
    assert_false(sg_outputs_equal(&a, &b));
    b.task = SG_CLASSIFICATION;
    check_ok(sg_names_add(&b.class_word, "no", 2, &err));
    check_ok(sg_names_add(&b.class_word, "yes", 3, &err));
    assert_false(sg_outputs_equal(&a, &b));
    assert_true(sg_outputs_equal(&b, &b));
    sg_names_free(&b.class_word);
    sg_outputs c = named("mass", "size"), d = named("mass", "cost"), e = named("mass", "size");
    assert_true(sg_outputs_equal(&c, &e));
    assert_false(sg_outputs_equal(&c, &d));
    sg_outputs_free(&c);
    sg_outputs_free(&d);
    sg_outputs_free(&e);
}

static void copies_are_the_same_and_apart(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    add_targets(&data);
    for (int task = 0; task < 3; task++) {
        sg_outputs outputs = {0}, copy = {0};
        check_ok(sg_outputs_describe(&outputs, &data, (sg_task)task, NULL, 0, &err));
        if (outputs.scale != NULL) outputs.scale[1] = 3;
        check_ok(sg_outputs_copy(&copy, &outputs, &err));
        assert_true(sg_outputs_equal(&copy, &outputs));
        assert_true((copy.scale == NULL) == (task == SG_CLASSIFICATION));
        assert_true(copy.scale == NULL || (copy.scale != outputs.scale && copy.scale[1] == 3 &&
                                           copy.offset[1] == 0 && copy.target_column[1] == 1));
        sg_outputs_free(&copy);
        sg_outputs_free(&outputs);
    }
    sg_dataset_free(&data);
}

static void units_go_to_outputs_that_mean_the_same(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    add_targets(&data);
    sg_outputs a = {0}, b = {0}, classes = {0};
    check_ok(sg_outputs_describe(&a, &data, SG_REGRESSION, NULL, 0, &err));
    check_ok(sg_outputs_copy(&b, &a, &err));
    check_ok(sg_outputs_describe(&classes, &data, SG_CLASSIFICATION, NULL, 0, &err));
    a.scale[0] = 5;
    a.offset[1] = -2;
    sg_outputs_take_units(&b, &a);
    assert_true(b.scale[0] == 5 && b.offset[1] == -2);
    b.task = SG_MULTILABEL;
    b.scale[0] = 1;
    sg_outputs_take_units(&b, &a);
    assert_true(b.scale[0] == 1);
    sg_outputs_take_units(&classes, &a);
    assert_null(classes.scale);
    sg_outputs_free(&a);
    sg_outputs_free(&b);
    sg_outputs_free(&classes);
    sg_dataset_free(&data);
}

/* 3 in steps of 2 from 10 on is 16, which is 1.5 in steps of 4 from 10 on, or 6 from 4 on. */
static void outputs_change_their_unit(void **state)
{
    (void)state;
    const sg_outputs one = {.task = SG_REGRESSION,
                            .n = 2,
                            .scale = (double[]){2, 2},
                            .offset = (double[]){10, 10}},
                     other = {.task = SG_REGRESSION,
                              .n = 2,
                              .scale = (double[]){4, 2},
                              .offset = (double[]){10, 4}};
    double value[] = {3, 3, 0, -1};
    sg_outputs_convert(value, 2, &one, &other);
    assert_memory_equal(value, ((double[]){1.5, 6, 0, 2}), sizeof value);
    sg_outputs_convert(value, 2, &other, &one);
    assert_memory_equal(value, ((double[]){3, 3, 0, -1}), sizeof value);
}

static void outputs_that_are_no_numbers_are_refused(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_outputs outputs = {0};
    add_targets(&data);
    check_ok(sg_outputs_describe(&outputs, &data, SG_REGRESSION, NULL, 0, &err));
    const uint32_t item[] = {4, 9};
    double value[] = {1, -1e300, 0, 2};
    check_ok(sg_outputs_check(value, item, 2, &outputs, &err));
    value[2] = INFINITY;
    check_fails(sg_outputs_check(value, item, 2, &outputs, &err), SG_EFORMAT,
                "its output \"mass\" for item 9 is not a finite number");
    value[0] = NAN;
    check_fails(sg_outputs_check(value, item, 2, &outputs, &err), SG_EFORMAT, "for item 4");
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
}

static void outputs_have_names_for_people(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    add_targets(&data);
    sg_outputs outputs = {0};
    char name[8];
    check_ok(sg_outputs_describe(&outputs, &data, SG_REGRESSION, NULL, 0, &err));
    assert_int_equal(sg_outputs_name(name, sizeof name, &outputs, 0), 4);
    assert_string_equal(name, "mass");
    assert_int_equal(sg_outputs_name(name, sizeof name, &outputs, 1), 8);
    assert_string_equal(name, "target ");
    check_ok(sg_outputs_describe(&outputs, &data, SG_CLASSIFICATION, NULL, 0, &err));
    assert_int_equal(sg_outputs_name(name, sizeof name, &outputs, 1), 1);
    assert_string_equal(name, "7");
    check_ok(sg_names_add(&outputs.class_word, "no", 2, &err));
    check_ok(sg_names_add(&outputs.class_word, "yes", 3, &err));
    assert_int_equal(sg_outputs_name(name, sizeof name, &outputs, 1), 3);
    assert_string_equal(name, "yes");
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
}

static sg_status describe_and_copy(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_outputs outputs = {0}, copy = {0};
    for (int task = 0; task < 2; task++) {
        SG_TRY(sg_outputs_describe(&outputs, context, (sg_task)task, NULL, 0, err));
        SG_TRY(sg_outputs_copy(&copy, &outputs, err));
        sg_outputs_free(&copy);
    }
done:
    sg_outputs_free(&outputs);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    add_targets(&data);
    assert_true(check_out_of_memory(describe_and_copy, &data) > 10);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(labels_are_0_or_1), cmocka_unit_test(classes_are_outputs),
         cmocka_unit_test(targets_are_outputs), cmocka_unit_test(outputs_that_the_data_lacks),
         cmocka_unit_test(probabilities_of_classes_and_labels),
         cmocka_unit_test(probabilities_become_outputs_again),
         cmocka_unit_test(outputs_become_what_users_want),
         cmocka_unit_test(outputs_that_mean_the_same),
         cmocka_unit_test(copies_are_the_same_and_apart),
         cmocka_unit_test(units_go_to_outputs_that_mean_the_same),
         cmocka_unit_test(outputs_change_their_unit),
         cmocka_unit_test(outputs_that_are_no_numbers_are_refused),
         cmocka_unit_test(outputs_have_names_for_people), cmocka_unit_test(out_of_memory))
