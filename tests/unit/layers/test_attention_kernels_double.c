/* test_attention_kernels_double.c - the tests of test_attention_kernels.c in double. */
#define SG_REAL_DOUBLE
#include "test_attention_kernels.c"
