/* test_activations.c - activations against long double, and every variant against the others. */
#include "base/hash.h"
#include "kernels/kernels.h"
#include "support/check.h"
#include "support/slow_math.h"

enum { BLOCK = 4096, N_BLOCKS = 250 };

static long double activation(int which, long double x)
{
    return slow_activation((sg_activation)which, x);
}

static long double exponential(int which, long double x)
{
    (void)which;
    return expl(x);
}

static long double softplus(int which, long double x)
{
    (void)which;
    return slow_softplus(x);
}

#define REAL        float
#define REAL_BITS   uint32_t
#define TYPED(name) name##_f32
#define ULPS        slow_ulps_f32
#define best_f32    sg_kernels_f32_best
#define variant_f32 sg_kernels_f32_variant
#include "activation_checks.inc"
#undef REAL
#undef REAL_BITS
#undef TYPED
#undef ULPS

#define REAL        double
#define REAL_BITS   uint64_t
#define TYPED(name) name##_f64
#define ULPS        slow_ulps_f64
#define best_f64    sg_kernels_f64_best
#define variant_f64 sg_kernels_f64_variant
#include "activation_checks.inc"

static void results_never_change(void **state)
{
    (void)state;
    assert_int_equal(results_hash_f32(), 0x281369fc6eb9363fULL);
    assert_int_equal(results_hash_f64(), 0xef6ccfe2ad8724b2ULL);
}

static void known_values(void **state)
{
    (void)state;
    const float x[] = {-2, 0, 2};
    const float expected[SG_N_ACTIVATIONS][3] = {
        {-2, 0, 2},
        {-0.9640275801F, 0, 0.9640275801F},
        {0, 0, 2},
        {-0.02F, 0, 2},
        {-0.8646647168F, 0, 2},
        {-0.04550026390F, 0, 1.954499736F},
        {0.1192029220F, 0.5F, 0.8807970780F},
    };
    for (int a = 0; a < SG_N_ACTIVATIONS; a++) {
        float y[3];
        sg_kernels_f32_best()->forward[a](y, x, 3);
        for (int i = 0; i < 3; i++) check_near((double)y[i], (double)expected[a][i], 1e-6, 0);
    }
}

static void names_are_read(void **state)
{
    (void)state;
    for (int a = 0; a < SG_N_ACTIVATIONS; a++) {
        sg_activation found = SG_ACTIVATION_IDENTITY;
        check_ok(sg_activation_parse(&found, sg_activation_name((sg_activation)a), &err));
        assert_int_equal(found, a);
    }
    sg_activation untouched = SG_ACTIVATION_ELU;
    check_fails(sg_activation_parse(&untouched, "tahn", &err), SG_EINVAL, "did you mean tanh");
    check_fails(sg_activation_parse(&untouched, "", &err), SG_EINVAL, "allowed are identity");
    check_fails(sg_activation_parse(&untouched, "Tanh", &err), SG_EINVAL, "leaky-relu");
    assert_int_equal(untouched, SG_ACTIVATION_ELU);
}

static void best_is_among_the_variants(void **state)
{
    (void)state;
    assert_string_equal(sg_kernels_f32_variant(0)->name, "portable");
    assert_string_equal(sg_kernels_f64_variant(0)->name, "portable");
    assert_null(sg_kernels_f32_variant(100));
    bool found = false;
    for (size_t i = 0; sg_kernels_f32_variant(i) != NULL; i++)
        found |= sg_kernels_f32_variant(i) == sg_kernels_f32_best();
    assert_true(found);
    assert_string_equal(sg_kernels_f32_best()->name, sg_kernels_f64_best()->name);
}

SG_TESTS(cmocka_unit_test(maps_are_accurate_f32), cmocka_unit_test(maps_are_accurate_f64),
         cmocka_unit_test(gradients_are_accurate_f32),
         cmocka_unit_test(gradients_are_accurate_f64), cmocka_unit_test(nan_is_not_lost_f32),
         cmocka_unit_test(nan_is_not_lost_f64), cmocka_unit_test(variants_agree_f32),
         cmocka_unit_test(variants_agree_f64), cmocka_unit_test(results_never_change),
         cmocka_unit_test(known_values), cmocka_unit_test(names_are_read),
         cmocka_unit_test(best_is_among_the_variants))
