/* test_array_kernels.c - simple arithmetic and sums over arrays. */
#include "kernels/kernels.h"
#include "support/check.h"

enum { LONGEST = 70, LONG = 100000 };

#define REAL        float
#define TYPED(name) name##_f32
#define best_f32    sg_kernels_f32_best
#define variant_f32 sg_kernels_f32_variant
#include "array_checks.inc"
#undef REAL
#undef TYPED

#define REAL        double
#define TYPED(name) name##_f64
#define best_f64    sg_kernels_f64_best
#define variant_f64 sg_kernels_f64_variant
#include "array_checks.inc"

SG_TESTS(cmocka_unit_test(arithmetic_is_exact_f32), cmocka_unit_test(arithmetic_is_exact_f64),
         cmocka_unit_test(sums_have_their_order_f32),
         cmocka_unit_test(sums_have_their_order_f64), cmocka_unit_test(sums_are_accurate_f32),
         cmocka_unit_test(sums_are_accurate_f64))
