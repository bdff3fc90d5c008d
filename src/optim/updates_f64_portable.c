/* updates_f64_portable.c - the updates for double and every processor. */
#include "optim/update_variants.h"

typedef double real;
typedef sg_parameters_f64 parameters_type;

#define real_sqrt  sqrt
#define TINY       0x1p-900
#define TABLE_TYPE sg_updates_f64
#define TABLE_NAME sgi_updates_f64_portable
#define TABLE_TEXT "portable"
#include "optim/updates_table.inc"
