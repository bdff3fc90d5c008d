/* test_product_spec.c - a product has one row of outputs, a matrix and, if it is wanted, a bias. */
#include "layers/product_spec.h"

#include "support/check.h"

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

static void a_product_has_its_outputs(void **state)
{
    (void)state;
    sg_state behind = {.of_nodes = true};
    check_ok(sg_product_state(&behind, &(sg_product_spec){.outputs = 6}, NULL, &err));
    assert_true(behind.n_axes == 1 && behind.axis[0].size == 6);
    check_fails(sg_product_state(&behind, &(sg_product_spec){.bias = true}, NULL, &err),
                SG_EINVAL, "has no outputs");
}

static void a_product_lists_matrix_and_bias(void **state)
{
    (void)state;
    seen s = {0};
    const sg_tensor_visitor visitor = {see, &s};
    const sg_state before = {.width = 3};
    sg_product_tensors(&visitor, &(sg_product_spec){.outputs = 5}, &before);
    assert_int_equal(s.n, 1);
    assert_string_equal(s.last.name, "weight");
    assert_int_equal(s.last.n, 15);
    sg_product_tensors(&visitor, &(sg_product_spec){.outputs = 5, .bias = true}, &before);
    assert_int_equal(s.n, 3);
    assert_string_equal(s.last.name, "bias");
    assert_int_equal(s.last.n, 5);
}

SG_TESTS(cmocka_unit_test(a_product_has_its_outputs),
         cmocka_unit_test(a_product_lists_matrix_and_bias))
