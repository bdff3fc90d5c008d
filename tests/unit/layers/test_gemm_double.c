/* test_gemm_double.c - the tests of test_gemm.c in double. */
#define SG_REAL_DOUBLE
#include "test_gemm.c"
