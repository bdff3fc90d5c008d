/* updates_f32_avx2.c - the updates for float and x86-64 processors with AVX2. */
#include "optim/update_variants.h"

#if defined(__x86_64__)

typedef float real;
typedef sg_parameters_f32 parameters_type;

#define real_sqrt  sqrtf
#define TINY       0x1p-100f
#define TABLE_TYPE sg_updates_f32
#define TABLE_NAME sgi_updates_f32_avx2
#define TABLE_TEXT "avx2"
#include "optim/updates_table.inc"

#endif
