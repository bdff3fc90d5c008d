/* test_column_kernels.c - batch norm of columns against its definition, and every variant against the
 * others. */
#include "kernels/kernels.h"
#include "support/check.h"

enum { ROWS = 23, STRIDE = 21, FIRST = 2 };

#define REAL        float
#define TYPED(name) name##_f32
#define TOLERANCE   2.5e-7
#define variant_f32 sg_kernels_f32_variant
#include "column_checks.inc"
#undef REAL
#undef TYPED
#undef TOLERANCE

#define REAL        double
#define TYPED(name) name##_f64
#define TOLERANCE   5e-16
#define variant_f64 sg_kernels_f64_variant
#include "column_checks.inc"

SG_TESTS(cmocka_unit_test(columns_have_their_statistics_f32),
         cmocka_unit_test(columns_have_their_statistics_f64),
         cmocka_unit_test(gradients_of_columns_f32), cmocka_unit_test(gradients_of_columns_f64))
