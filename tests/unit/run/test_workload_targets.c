/* test_workload_targets.c - the targets of a workload in the unit of its outputs. */
#include "run/workload_parts.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"

#include <math.h>

static sg_workload workload_with_targets(const sg_experiment *e)
{
    static const double value[3][2] = {{1, 10}, {2, NAN}, {3, 30}};
    sg_workload w = {.experiment = e, .data = small_data("0: 1", "1: 1", "0: 1")};
    sg_items_free(&w.data.items);
    w.data.items.target.value = sg_alloc(6, sizeof(double));
    assert_non_null(w.data.items.target.value);
    memcpy(w.data.items.target.value, value, sizeof value);
    w.data.items.target.n_columns = 2;
    return w;
}

static void classes_are_borrowed(void **state)
{
    (void)state;
    const sg_experiment e = {0};
    sg_workload w = {.experiment = &e, .data = small_data("4: 1", "9: 1", "4: 1")};
    check_ok(sgi_workload_open_targets(&w, &err));
    assert_int_equal(w.outputs.n, 2);
    assert_int_equal(w.outputs.class_name[1], 9);
    assert_ptr_equal(w.targets.of_loss.item_class, w.data.items.item_class);
    assert_null(w.targets.value);
    sg_workload_close(&w);
}

/* The mean of the first column is 2 and its deviation 1; the second has 20 and sqrt(200). */
static void columns_are_centered_and_scaled(void **state)
{
    (void)state;
    const sg_experiment e = {.scale = SG_SCALE_STANDARD};
    sg_workload w = workload_with_targets(&e);
    check_ok(sgi_workload_open_targets(&w, &err));
    assert_int_equal(w.targets.of_loss.n_columns, 2);
    assert_ptr_equal(w.targets.of_loss.value, w.targets.value);
    for (uint32_t i = 0; i < 3; i++)
        check_near(w.targets.value[(size_t)i * 2], (double)i - 1, 1e-12, 1e-12);
    check_near(w.targets.value[1], -sqrt(0.5), 1e-12, 0);
    assert_true(isnan(w.targets.value[3]));
    check_near(w.targets.value[5], sqrt(0.5), 1e-12, 0);
    sg_workload_close(&w);
}

static void missing_columns_are_said(void **state)
{
    (void)state;
    char *target[] = {(char[]){"2"}};
    const sg_experiment e = {.target = target, .n_targets = 1};
    sg_workload w = workload_with_targets(&e);
    check_fails(sgi_workload_open_targets(&w, &err), SG_EINVAL, "there is no column \"2\"");
    assert_int_equal(w.outputs.n, 0);
    assert_null(w.targets.value);
    sg_workload_close(&w);
}

static sg_status open_targets(void *context, sg_error *err)
{
    sg_workload *w = context;
    const sg_status status = sgi_workload_open_targets(w, err);
    sg_item_targets_free(&w->targets);
    sg_outputs_free(&w->outputs);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    const sg_experiment e = {.scale = SG_SCALE_STD};
    sg_workload w = workload_with_targets(&e);
    assert_true(check_out_of_memory(open_targets, &w) >= 6);
    sg_workload_close(&w);
}

SG_TESTS(cmocka_unit_test(classes_are_borrowed),
         cmocka_unit_test(columns_are_centered_and_scaled),
         cmocka_unit_test(missing_columns_are_said),
         cmocka_unit_test(survives_any_failing_allocation))
