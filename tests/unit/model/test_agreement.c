/* test_agreement.c - scores against classes and targets of the same data and of other data. */
#include "model/agreement.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"

#define GRAPHS "0: 5", "7: 5", "7: 9"

static void classes_are_compared_by_number_and_word(void **state)
{
    (void)state;
    sg_dataset data = small_data(GRAPHS), swapped = small_data("7: 5", "0: 5", "3: 5");
    const double score[] = {0.9, 0.1, 0.2, 0.8, 0.7, 0.3};
    sg_outputs outputs = {0};
    check_ok(sg_outputs_describe(&outputs, &data, SG_CLASSIFICATION, NULL, 0, &err));
    sg_agreement a = sg_agreement_of(&outputs, score, &data);
    assert_int_equal(a.n, 3);
    check_near(a.value, 2 / 3.0, 1e-15, 0);
    /* Class 3 is unknown to the model and never right; the numbers 0 and 7 still are the classes. */
    a = sg_agreement_of(&outputs, score, &swapped);
    assert_int_equal(a.n, 3);
    assert_true(a.value == 0);
    check_ok(sg_names_add(&outputs.class_word, "no", 2, &err));
    check_ok(sg_names_add(&outputs.class_word, "yes", 3, &err));
    assert_true(sg_agreement_of(&outputs, score, &data).value == 0);
    check_ok(sg_names_add(&data.items.class_word, "yes", 3, &err));
    check_ok(sg_names_add(&data.items.class_word, "no", 2, &err));
    check_near(sg_agreement_of(&outputs, score, &data).value, 1 / 3.0, 1e-15, 0);
    sg_free(data.items.item_class);
    data.items.item_class = NULL;
    a = sg_agreement_of(&outputs, score, &data);
    assert_true(a.n == 0 && isnan(a.value));
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
    sg_dataset_free(&swapped);
}

/* Three graphs with two columns; one value is missing. */
static void add_targets(sg_dataset *data)
{
    static const double VALUES[] = {1, 10, 0, (double)NAN, 1, 30};
    data->items.target.n_columns = 2;
    data->items.target.value = sg_alloc(6, sizeof(double));
    assert_non_null(data->items.target.value);
    memcpy(data->items.target.value, VALUES, sizeof VALUES);
}

static void targets_are_compared_by_column(void **state)
{
    (void)state;
    sg_dataset data = small_data(GRAPHS), named = small_data(GRAPHS);
    add_targets(&data);
    add_targets(&named);
    check_ok(sg_names_add(&named.items.target_name, "mass", 4, &err));
    check_ok(sg_names_add(&named.items.target_name, "size", 4, &err));
    sg_outputs second = {0}, mass = {0}, labels = {0};
    const double score[] = {12, 0, 29};
    check_ok(sg_outputs_describe(&second, &data, SG_REGRESSION, (uint32_t[]){1}, 1, &err));
    sg_agreement a = sg_agreement_of(&second, score, &data);
    assert_int_equal(a.n, 2);
    assert_true(a.value == 1.5);
    /* A column that had only its number is found by it, but a name is not found among numbers. */
    assert_int_equal(sg_agreement_of(&second, score, &named).n, 2);
    check_ok(sg_outputs_describe(&mass, &named, SG_REGRESSION, (uint32_t[]){0}, 1, &err));
    assert_int_equal(sg_agreement_of(&mass, score, &data).n, 0);
    assert_int_equal(sg_agreement_of(&mass, score, &named).n, 3);
    check_ok(sg_outputs_describe(&labels, &data, SG_MULTILABEL, (uint32_t[]){0}, 1, &err));
    a = sg_agreement_of(&labels, (double[]){0.6, 0.4, 0.5}, &data);
    assert_int_equal(a.n, 3);
    check_near(a.value, 2 / 3.0, 1e-15, 0);
    sg_outputs_free(&second);
    sg_outputs_free(&mass);
    sg_outputs_free(&labels);
    sg_dataset_free(&data);
    sg_dataset_free(&named);
}

static void outputs_are_found(void **state)
{
    (void)state;
    sg_dataset data = small_data(GRAPHS), other = small_data("7: 5", "3: 5");
    sg_outputs classes = {0}, second = {0};
    uint32_t column = 9;
    check_ok(sg_outputs_describe(&classes, &data, SG_CLASSIFICATION, NULL, 0, &err));
    assert_int_equal(sg_agreement_class(&classes, &data.items, 1), 1);
    /* Classes are numbered by their names: 3 is the first. */
    assert_int_equal(sg_agreement_class(&classes, &other.items, 0), 2);
    assert_int_equal(sg_agreement_class(&classes, &other.items, 1), 1);
    add_targets(&data);
    check_ok(sg_outputs_describe(&second, &data, SG_REGRESSION, (uint32_t[]){1}, 1, &err));
    assert_true(sg_outputs_column(&column, &second, 0, &data.items));
    assert_int_equal(column, 1);
    assert_false(sg_outputs_column(&column, &second, 0, &other.items));
    sg_outputs_free(&classes);
    sg_outputs_free(&second);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

SG_TESTS(cmocka_unit_test(outputs_are_found),
         cmocka_unit_test(classes_are_compared_by_number_and_word),
         cmocka_unit_test(targets_are_compared_by_column))
