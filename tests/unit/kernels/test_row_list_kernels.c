/* test_row_list_kernels.c - lists of rows against plain loops, bit for bit, for all processors. */
#include "kernels/kernels.h"
#include "support/check.h"

enum { WIDEST = 40, N_ROWS = 9, MOST = 21, FIRST = 100, BEYOND = 3 };

#define REAL        float
#define TYPED(name) name##_f32
#define variant_f32 sg_kernels_f32_variant
#include "row_list_checks.inc"
#undef REAL
#undef TYPED

#define REAL        double
#define TYPED(name) name##_f64
#define variant_f64 sg_kernels_f64_variant
#include "row_list_checks.inc"

SG_TESTS(cmocka_unit_test(rows_are_gathered_f32), cmocka_unit_test(rows_are_gathered_f64),
         cmocka_unit_test(rows_are_spread_f32), cmocka_unit_test(rows_are_spread_f64))
