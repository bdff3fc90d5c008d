/* test_lane_kernels_double.c - the tests of test_lane_kernels.c in double. */
#define SG_REAL_DOUBLE
#include "test_lane_kernels.c"
