/* test_power.c - the power of invariants through the public header. */
#include "sharegnn.h"

#include "support/check.h"

static sg_dataset *generate(void)
{
    sg_dataset *data = NULL;
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    return data;
}

/* CSL: ten classes of graphs that Weisfeiler-Leman cannot tell apart, distances almost can, and the
 * folklore refinement can. */
static void classes_of_csl(void **state)
{
    (void)state;
    sg_dataset *data = generate();
    static const char *const invariant[] = {"wl:3", "label @ distance 0..10", "fwl:2",
                                            "marked-wl:3"};
    static const uint32_t n_classes[] = {1, 9, 10, 6};
    for (int i = 0; i < 4; i++) {
        sg_power *power = NULL;
        check_ok(sg_power_open(&power, data, invariant[i], NULL, &err));
        const sg_power_arrays view = sg_power_view_of(power);
        assert_int_equal(view.n_graphs, 150);
        assert_int_equal(view.n_classes, n_classes[i]);
        assert_true(view.n_words >= 1);
        for (uint32_t g = 0; g < view.n_graphs; g++)
            assert_true(view.class_of[g] < view.n_classes);
        sg_power_close(power);
    }
    sg_data_close(data);
}

static void witnesses(void **state)
{
    (void)state;
    sg_dataset *data = generate();
    sg_power *power = NULL;
    sg_power_witness witness = {.struct_size = sizeof witness};
    check_ok(sg_power_open(&power, data, "label @ distance 0..10", NULL, &err));
    const sg_power_arrays view = sg_power_view_of(power);
    uint32_t other = 1;
    while (view.class_of[other] == view.class_of[0]) other++;
    check_ok(sg_power_witness_find(&witness, power, 0, other, &err));
    assert_true(witness.found && witness.count[0] != witness.count[1]);
    assert_non_null(strstr(witness.text, " at distance "));
    check_ok(sg_power_witness_find(&witness, power, 3, 3, &err));
    assert_false(witness.found);
    assert_true(witness.text[0] == '\0' && witness.count[0] == 0);
    check_fails(sg_power_witness_find(&witness, power, 0, 150, &err), SG_EINVAL,
                "there is no graph 150; there are 150");
    sg_power_close(power);
    power = NULL;
    check_ok(sg_power_open(&power, data, "degree", NULL, &err));
    check_ok(sg_power_witness_find(&witness, power, 0, 1, &err));
    assert_false(witness.found);
    sg_power_close(power);
    sg_data_close(data);
}

/* The same for any number of threads. */
static void threads_do_not_matter(void **state)
{
    (void)state;
    sg_dataset *data = generate();
    sg_power *power[2] = {NULL, NULL};
    for (uint32_t i = 0; i < 2; i++) {
        const sg_label_options options = {.struct_size = sizeof options,
                                          .n_threads = 1 + 2 * i};
        check_ok(sg_power_open(&power[i], data, "label @ fwl:2 within 3", &options, &err));
    }
    const sg_power_arrays one = sg_power_view_of(power[0]), three = sg_power_view_of(power[1]);
    assert_int_equal(one.n_words, three.n_words);
    assert_memory_equal(one.class_of, three.class_of, sizeof(uint32_t[150]));
    sg_power_close(power[0]);
    sg_power_close(power[1]);
    sg_data_close(data);
}

static void wrong_invariants_are_refused(void **state)
{
    (void)state;
    sg_dataset *data = generate();
    sg_power *power = NULL;
    const sg_label_options little = {.struct_size = sizeof little, .budget = 10};
    check_fails(sg_power_open(&power, data, "wll:3", NULL, &err), SG_EINVAL, "did you mean wl");
    check_fails(sg_power_open(&power, data, "label @ distanc 3", NULL, &err), SG_EINVAL,
                "distance");
    check_fails(sg_power_open(&power, data, "label @", NULL, &err), SG_EINVAL, "");
    check_fails(sg_power_open(&power, data, "marked-wl:3", &little, &err), SG_ELIMIT,
                "graph 0");
    assert_null(power);
    assert_int_equal(sg_power_view_of(NULL).n_graphs, 0);
    sg_power_close(NULL);
    sg_data_close(data);
}

/* All that is offered can be computed. */
static void offered_invariants(void **state)
{
    (void)state;
    sg_dataset *data = generate(), *few = NULL;
    size_t n = 0;
    check_ok(sg_data_select(&few, data, (uint32_t[]){0, 149}, 2, &err));
    for (; sg_power_invariant(n) != NULL; n++) {
        sg_power *power = NULL;
        check_ok(sg_power_open(&power, few, sg_power_invariant(n), NULL, &err));
        assert_int_equal(sg_power_view_of(power).n_graphs, 2);
        sg_power_close(power);
    }
    assert_true(n > 10);
    assert_null(sg_power_invariant(n + 1));
    sg_data_close(few);
    sg_data_close(data);
}

static sg_status open_once(void *context, sg_error *err)
{
    sg_power *power = NULL;
    sg_power_witness witness = {.struct_size = sizeof witness};
    sg_status status = SG_OK;
    const sg_label_options options = {.struct_size = sizeof options, .n_threads = 1};
    SG_TRY(sg_power_open(&power, context, "degree @ edge", &options, err));
    SG_TRY(sg_power_witness_find(&witness, power, 0, 1, err));
done:
    sg_power_close(power);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_dataset *data = generate(), *few = NULL;
    check_ok(sg_data_select(&few, data, (uint32_t[]){0, 149}, 2, &err));
    assert_true(check_out_of_memory(open_once, few) > 0);
    sg_data_close(few);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(classes_of_csl), cmocka_unit_test(witnesses),
         cmocka_unit_test(threads_do_not_matter),
         cmocka_unit_test(wrong_invariants_are_refused), cmocka_unit_test(offered_invariants),
         cmocka_unit_test(survives_any_failing_allocation))
