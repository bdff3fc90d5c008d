/* test_items.c - numbering classes, copying some items, owning what is said about them. */
#include "base/mem.h"
#include "data/items.h"
#include "support/check.h"

static sg_items number_classes(const int64_t *label, uint32_t n)
{
    sg_items items = {0};
    check_ok(sg_items_number_classes(&items, label, n, &err));
    return items;
}

static void negative_and_gapped_labels_become_numbers(void **state)
{
    (void)state;
    const int64_t label[] = {7, -5, 100, -5, INT64_MAX, 7, INT64_MIN, 0},
                  name[] = {INT64_MIN, -5, 0, 7, 100, INT64_MAX};
    const uint32_t number[] = {3, 1, 4, 1, 5, 3, 0, 2};
    sg_items items = number_classes(label, 8);
    assert_int_equal(items.n_classes, 6);
    assert_memory_equal(items.class_name, name, sizeof name);
    assert_memory_equal(items.item_class, number, sizeof number);
    sg_items_free(&items);
}

static void one_class_and_none(void **state)
{
    (void)state;
    sg_items none = number_classes(NULL, 0), one = number_classes((int64_t[]){-1, -1}, 2);
    assert_int_equal(none.n_classes, 0);
    assert_int_equal(one.n_classes, 1);
    assert_int_equal(one.class_name[0], -1);
    assert_int_equal(one.item_class[0] + one.item_class[1], 0);
    sg_items_free(&one);
    sg_items_free(&none);
}

static void classes_have_names_for_people(void **state)
{
    (void)state;
    char name[6];
    sg_items items = number_classes((int64_t[]){7, -12345678, 7}, 3);
    sg_items_class_name(name, sizeof name, &items, 1);
    assert_string_equal(name, "7");
    sg_items_class_name(name, sizeof name, &items, 0);
    assert_string_equal(name, "-1234");
    check_ok(sg_names_add(&items.class_word, "amine", 5, &err));
    check_ok(sg_names_add(&items.class_word, "alcohol", 7, &err));
    sg_items_class_name(name, sizeof name, &items, 0);
    assert_string_equal(name, "amine");
    sg_items_class_name(name, sizeof name, &items, 1);
    assert_string_equal(name, "alcoh");
    sg_items_free(&items);
}

static void numbers_name_the_labels_again(void **state)
{
    (void)state;
    sg_rng rng = check_rng("classes");
    for (int round = 0; round < 500; round++) {
        int64_t label[60];
        const uint32_t n = sg_rng_below(&rng, 61), spread = 1 + sg_rng_below(&rng, 80);
        for (uint32_t i = 0; i < n; i++)
            label[i] = (int64_t)sg_rng_below(&rng, spread) * 1000000007 - 20;
        sg_items c = number_classes(label, n);
        for (uint32_t k = 1; k < c.n_classes; k++)
            assert_true(c.class_name[k - 1] < c.class_name[k]);
        bool used[60] = {false};
        for (uint32_t i = 0; i < n; i++) {
            assert_true(c.item_class[i] < c.n_classes);
            assert_true(c.class_name[c.item_class[i]] == label[i]);
            used[c.item_class[i]] = true;
        }
        for (uint32_t k = 0; k < c.n_classes; k++) assert_true(used[k]);
        sg_items_free(&c);
    }
}

static sg_status number_some(void *context, sg_error *err)
{
    (void)context;
    sg_items items = {.n_classes = 77};
    const sg_status status = sg_items_number_classes(&items, (int64_t[]){3, 1, 3}, 3, err);
    if (status != SG_OK) {
        assert_null(items.item_class);
        assert_null(items.class_name);
        assert_int_equal(items.n_classes, 77);
    }
    sg_items_free(&items);
    return status;
}

/* Four items of two classes that are words, with two targets, each in a part. */
static sg_items make_sample(void)
{
    static const double target[] = {0, 0.5, 1, (double)NAN, 2, 2.5, 3, 3.5};
    static const uint8_t part[] = {SG_TRAIN, SG_TEST, SG_NO_PART, SG_VALIDATION};
    sg_items items = number_classes((int64_t[]){1, 0, 1, 1}, 4);
    items.target = (sg_value_table){sg_alloc(8, sizeof *target), 2};
    items.part = sg_alloc(4, 1);
    assert_non_null(items.target.value);
    assert_non_null(items.part);
    memcpy(items.target.value, target, sizeof target);
    memcpy(items.part, part, sizeof part);
    check_ok(sg_names_add(&items.class_word, "no", 2, &err));
    check_ok(sg_names_add(&items.class_word, "yes", 3, &err));
    check_ok(sg_names_add(&items.target_name, "mass", 4, &err));
    check_ok(sg_names_add(&items.target_name, "size", 4, &err));
    return items;
}

static void some_are_copied_in_order(void **state)
{
    (void)state;
    sg_items items = make_sample(), copy = {0}, none = {0};
    check_ok(sg_items_select(&copy, &items, (uint32_t[]){3, 1, 3}, 3, &err));
    assert_int_equal(copy.kind, items.kind);
    assert_memory_equal(copy.item_class, ((uint32_t[]){1, 0, 1}), 3 * sizeof(uint32_t));
    assert_int_equal(copy.n_classes, 2);
    assert_memory_equal(copy.class_name, ((int64_t[]){0, 1}), 2 * sizeof(int64_t));
    assert_true(sg_names_equal(&copy.class_word, &items.class_word));
    assert_true(sg_names_equal(&copy.target_name, &items.target_name));
    assert_int_equal(copy.target.n_columns, 2);
    assert_memory_equal(copy.target.value, items.target.value + 6, 2 * sizeof(double));
    assert_memory_equal(copy.target.value + 2, items.target.value + 2, 2 * sizeof(double));
    assert_memory_equal(copy.target.value + 4, items.target.value + 6, 2 * sizeof(double));
    assert_memory_equal(copy.part, ((uint8_t[]){SG_VALIDATION, SG_TEST, SG_VALIDATION}), 3);
    sg_items_free(&copy);
    check_ok(sg_items_select(&copy, &none, (uint32_t[]){0}, 1, &err));
    assert_memory_equal(&copy, &none, sizeof copy);
    sg_items_free(&items);
}

static sg_status select_some(void *context, sg_error *err)
{
    sg_items copy = {0};
    const sg_status status = sg_items_select(&copy, context, (uint32_t[]){2, 0}, 2, err);
    sg_items_free(&copy);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_items items = make_sample();
    assert_int_equal(check_out_of_memory(number_some, NULL), 2);
    assert_true(check_out_of_memory(select_some, &items) >= 6);
    sg_items_free(&items);
}

static void bytes_and_the_end(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    const sg_items none = {0};
    sg_items items = make_sample();
    assert_int_equal(sg_items_bytes(&none, 4), 0);
    assert_int_equal(sg_items_bytes(&items, 4), 4 * sizeof(uint32_t) + 2 * sizeof(int64_t) +
                                                    8 * sizeof(double) + 4 +
                                                    sg_names_bytes(&items.class_word) +
                                                    sg_names_bytes(&items.target_name));
    sg_items_free(&items);
    assert_memory_equal(&items, &none, sizeof items);
    sg_items_free(&items);
    assert_int_equal(sg_mem_live(), live);
}

SG_TESTS(cmocka_unit_test(negative_and_gapped_labels_become_numbers),
         cmocka_unit_test(one_class_and_none), cmocka_unit_test(numbers_name_the_labels_again),
         cmocka_unit_test(classes_have_names_for_people),
         cmocka_unit_test(some_are_copied_in_order),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(bytes_and_the_end), )
