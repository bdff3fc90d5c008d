/* test_gradient_sink_double.c - the tests of test_gradient_sink.c in double. */
#define SG_REAL_DOUBLE
#include "test_gradient_sink.c"
