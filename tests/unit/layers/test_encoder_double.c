/* test_encoder_double.c - the tests of test_encoder.c in double. */
#define SG_REAL_DOUBLE
#include "test_encoder.c"
