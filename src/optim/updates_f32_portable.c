/* updates_f32_portable.c - the updates for float and every processor. */
#include "optim/update_variants.h"

typedef float real;
typedef sg_parameters_f32 parameters_type;

#define real_sqrt  sqrtf
#define TINY       0x1p-100f
#define TABLE_TYPE sg_updates_f32
#define TABLE_NAME sgi_updates_f32_portable
#define TABLE_TEXT "portable"
#include "optim/updates_table.inc"
