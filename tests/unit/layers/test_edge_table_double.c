/* test_edge_table_double.c - the tests of test_edge_table.c in double. */
#define SG_REAL_DOUBLE
#include "test_edge_table.c"
