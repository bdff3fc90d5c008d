/* test_perceptron_double.c - the tests of test_perceptron.c in double. */
#define SG_REAL_DOUBLE
#include "test_perceptron.c"
