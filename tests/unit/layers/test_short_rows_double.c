/* test_short_rows_double.c - the tests of test_short_rows.c in double. */
#define SG_REAL_DOUBLE
#include "test_short_rows.c"
