/* kernels_f32_portable.c - the kernels for float and every processor. */
#include "kernels/kernel_variants.h"
#include "kernels/real_f32.h"

typedef sg_layer_norm_f32 layer_norm_type;

#define TABLE_TYPE sg_kernels_f32
#define TABLE_NAME sgi_kernels_f32_portable
#define TABLE_TEXT "portable"
#include "kernels/kernels_table.inc"
