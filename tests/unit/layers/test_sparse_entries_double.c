/* test_sparse_entries_double.c - the tests of test_sparse_entries.c in double. */
#define SG_REAL_DOUBLE
#include "test_sparse_entries.c"
