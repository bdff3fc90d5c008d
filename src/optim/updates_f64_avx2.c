/* updates_f64_avx2.c - the updates for double and x86-64 processors with AVX2. */
#include "optim/update_variants.h"

#if defined(__x86_64__)

typedef double real;
typedef sg_parameters_f64 parameters_type;

#define real_sqrt  sqrt
#define TINY       0x1p-900
#define TABLE_TYPE sg_updates_f64
#define TABLE_NAME sgi_updates_f64_avx2
#define TABLE_TEXT "avx2"
#include "optim/updates_table.inc"

#endif
