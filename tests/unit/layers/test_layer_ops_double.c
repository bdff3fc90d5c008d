/* test_layer_ops_double.c - the tests of test_layer_ops.c in double. */
#define SG_REAL_DOUBLE
#include "test_layer_ops.c"
