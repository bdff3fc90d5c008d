/* test_gather_double.c - the tests of test_gather.c in double. */
#define SG_REAL_DOUBLE
#include "test_gather.c"
