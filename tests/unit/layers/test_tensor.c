/* test_tensor.c - how many numbers a tensor has. */
#include "layers/tensor.h"

#include "support/check.h"

/* The last tensor that was handed over, and how many there were. */
typedef struct seen {
    sg_tensor last;
    uint32_t n;
} seen;

static void see(void *context, const sg_tensor *tensor)
{
    seen *s = context;
    s->last = *tensor;
    s->n++;
}

static void sizes_are_products_of_axes(void **state)
{
    (void)state;
    static const uint32_t M = UINT32_MAX;
    static const struct {
        uint32_t size[SG_MAX_AXES], n_axes;
        size_t n;
    } cases[] = {{{0}, 0, 1},
                 {{7}, 1, 7},
                 {{0}, 1, 0},
                 {{3, 5}, 2, 15},
                 {{3, 0}, 2, 0},
                 {{2, 3, 4}, 3, 24},
                 {{M}, 1, M},
                 {{M, M}, 2, (size_t)M * M},
                 {{M, M, 1}, 3, (size_t)M * M},
                 /* 2^64 - 2^32 is the largest multiple of 2^32 that there is. */
                 {{1U << 31, M, 2}, 3, (size_t)M << 32},
                 {{1U << 31, 1U << 31, 4}, 3, SIZE_MAX},
                 {{M, M, 2}, 3, SIZE_MAX},
                 {{M, M, M}, 3, SIZE_MAX},
                 {{M, M, 0}, 3, 0},
                 {{0, M, M}, 3, 0}};
    seen s = {0};
    const sg_tensor_visitor visitor = {see, &s};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_tensor tensor = {.n = 99, .n_axes = cases[i].n_axes};
        for (uint32_t a = 0; a < cases[i].n_axes; a++) tensor.axis[a].size = cases[i].size[a];
        sg_tensor_visit(&visitor, tensor);
        assert_int_equal(s.n, i + 1);
        assert_int_equal(s.last.n, cases[i].n);
    }
}

/* Those that many kinds have. */
static void matrices_and_biases(void **state)
{
    (void)state;
    seen s = {0};
    const sg_tensor_visitor visitor = {see, &s};
    const sg_axis inputs = {SG_AXIS_INPUTS, 3};
    sg_tensor_visit_matrix(&visitor, "w", inputs, 5);
    assert_true(s.last.n == 15 && s.last.fan_in == 3 && s.last.start == SG_START_FAN_IN);
    sg_tensor_visit_bias(&visitor, "b", inputs, 5);
    assert_true(s.last.n == 5 && s.last.fan_in == 3 && s.last.n_axes == 1);
    sg_tensor_visit_perceptron(&visitor, inputs, 7, 2);
    assert_int_equal(s.n, 6);
    assert_string_equal(s.last.name, "bias2");
    assert_true(s.last.n == 2 && s.last.fan_in == 7);
    sg_tensor_visit_product(&visitor, inputs, 4, false);
    assert_int_equal(s.n, 7);
    assert_string_equal(s.last.name, "weight");
    assert_true(s.last.n == 12);
    sg_tensor_visit_product(&visitor, inputs, 4, true);
    assert_int_equal(s.n, 9);
    assert_string_equal(s.last.name, "bias");
    assert_true(s.last.n == 4);
}

static void rows_of_outputs(void **state)
{
    (void)state;
    sg_state behind = {.of_nodes = true};
    check_ok(sg_state_outputs(&behind, 4, &err));
    assert_true(behind.n_axes == 1 && behind.axis[0].size == 4);
    check_fails(sg_state_outputs(&behind, 0, &err), SG_EINVAL, "has no outputs");
}

static void all_else_is_handed_on(void **state)
{
    (void)state;
    seen s = {0};
    const uint32_t label = 3;
    const sg_tensor tensor = {.layer = 5,
                              .head = 2,
                              .of_head = true,
                              .name = "gain",
                              .first = 17,
                              .axis = {{SG_AXIS_LABELS, 4}, {SG_AXIS_INPUTS, 6}},
                              .n_axes = 2,
                              .start = SG_START_ONES,
                              .fan_in = 8,
                              .expression = "wl:2",
                              .label = &label};
    sg_tensor_visit(&(sg_tensor_visitor){see, &s}, tensor);
    assert_int_equal(s.last.n, 24);
    s.last.n = tensor.n;
    assert_memory_equal(&s.last, &tensor, sizeof tensor);
}

SG_TESTS(cmocka_unit_test(matrices_and_biases), cmocka_unit_test(rows_of_outputs),
         cmocka_unit_test(sizes_are_products_of_axes), cmocka_unit_test(all_else_is_handed_on))
