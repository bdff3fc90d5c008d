/* test_row_kernels.c - log-sum-exp, softmax and layer norm against their definitions. */
#include "kernels/kernels.h"
#include "support/check.h"
#include "support/slow_math.h"

enum { ROWS = 7, WIDEST = 37 };

#define REAL        float
#define TYPED(name) name##_f32
#define TOLERANCE   2.5e-7
#define best_f32    sg_kernels_f32_best
#define variant_f32 sg_kernels_f32_variant
#include "row_checks.inc"
#undef REAL
#undef TYPED
#undef TOLERANCE

#define REAL        double
#define TYPED(name) name##_f64
#define TOLERANCE   5e-16
#define best_f64    sg_kernels_f64_best
#define variant_f64 sg_kernels_f64_variant
#include "row_checks.inc"

SG_TESTS(cmocka_unit_test(exponentials_are_summed_f32),
         cmocka_unit_test(exponentials_are_summed_f64),
         cmocka_unit_test(exponentials_never_overflow_f32),
         cmocka_unit_test(exponentials_never_overflow_f64),
         cmocka_unit_test(rows_are_normalized_f32), cmocka_unit_test(rows_are_normalized_f64),
         cmocka_unit_test(norm_gradient_is_the_slope_f32),
         cmocka_unit_test(norm_gradient_is_the_slope_f64),
         cmocka_unit_test(row_variants_agree_f32), cmocka_unit_test(row_variants_agree_f64))
