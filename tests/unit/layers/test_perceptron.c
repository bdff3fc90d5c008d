/* test_perceptron.c - two matrices by hand; test_perceptron_double.c is the same for double. */
#include "layers/real/perceptron.h"

#include "layers/real/dense.h"
#include "support/check.h"

/* One number in, two between, one out: W1 = 1 -1, b1 = 0.5 0, W2 = 2 3, b2 = 1, behind one other. */
static const sg_real P[] = {99, 1, -1, (sg_real)0.5, 0, 2, 3, 1};
static const sg_perceptron_size SIZE = {1, 2, 1, 1};

static void numbers_go_through_and_back(void **state)
{
    (void)state;
    sg_real z[] = {0, 3, -2}, dz[3] = {0}, h[6] = {0}, dh[6] = {0}, y[3] = {0};
    const sg_real dy[] = {0, 1, 10};
    const SG_R(sg_perceptron) p = {SIZE, z, dz, h, dh};
    SG_R(sg_perceptron_forward)(y, &p, P, (sg_row_range){1, 2});
    assert_true(y[0] == 0 && y[1] == 8 && y[2] == 7); /* 2 * 3.5 + 1, 3 * 2 + 1 */
    SG_R(sg_perceptron_backward)(&p, dy, P, (sg_row_range){1, 2});
    assert_true(dz[0] == 0 && dz[1] == 2 && dz[2] == -30);
    sg_gradient_slices slices = {0};
    sg_real gradient[7] = {0};
    check_ok(SG_R(sg_perceptron_slices)(&slices, &SIZE, &err));
    assert_int_equal(slices.n, 4);
    for (uint32_t t = 0; t < slices.n; t++) SG_R(sg_perceptron_differentiate)
    (gradient + slices.slice[t].begin - 1, &p, dy, &slices.slice[t], (sg_row_range){0, 3});
    static const double WANTED[] = {6, -60, 2, 30, 3.5, 20, 11};
    for (int i = 0; i < 7; i++) check_near((double)gradient[i], WANTED[i], 1e-6, 1e-6);
    const sg_perceptron_places at = sg_perceptron_places_of(&SIZE);
    assert_true(at.bias1 == 3 && at.weight2 == 5 && at.bias2 == 7 && at.end == 8);
    sg_gradient_slices_free(&slices);
}

/* The product that slices share. */
static void gradients_of_a_product(void **state)
{
    (void)state;
    const sg_real a[] = {1, 2, 3, 4}, dy[] = {5, 6};
    const SG_R(sg_dense) product = {a, dy, 2, 1, 2};
    sg_real weight[2] = {100, 0}, bias[1] = {1};
    SG_R(sg_dense_weights)
    (weight, &product, &(sg_gradient_slice){SG_GRADIENT_WEIGHTS, 0, 1, 0, 3, 5}, 3);
    assert_true(weight[0] == 123 && weight[1] == 34);
    SG_R(sg_dense_bias)(bias, &product);
    assert_true(bias[0] == 12);
    const sg_gradient_slice of_weights = {SG_GRADIENT_WEIGHTS, 0, 1, 0, 3, 5},
                            of_bias = {SG_GRADIENT_BIAS, 0, 1, 0, 5, 6};
    SG_R(sg_dense_gradient)(weight, &product, &of_weights, 3);
    SG_R(sg_dense_gradient)(bias, &product, &of_bias, 3);
    assert_true(weight[0] == 146 && weight[1] == 68 && bias[0] == 23);
}

static sg_status add_slices(void *context, sg_error *err)
{
    sg_gradient_slices slices = {0};
    (void)context;
    const sg_status status = SG_R(sg_perceptron_slices)(&slices, &SIZE, err);
    sg_gradient_slices_free(&slices);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(add_slices, NULL) > 0);
}

SG_TESTS(cmocka_unit_test(numbers_go_through_and_back),
         cmocka_unit_test(gradients_of_a_product), cmocka_unit_test(out_of_memory))
