/* test_row_sums_double.c - the tests of test_row_sums.c in double. */
#define SG_REAL_DOUBLE
#include "test_row_sums.c"
