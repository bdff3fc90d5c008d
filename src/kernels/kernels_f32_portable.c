/* kernels_f32_portable.c - the kernels for float and every processor. */
#include "kernels/kernel_variants.h"
#include "kernels/real_f32.h"

typedef sg_layer_norm_f32 layer_norm_type;
typedef sg_batch_norm_f32 batch_norm_type;
typedef sg_batch_slope_f32 batch_slope_type;
typedef sg_row_list_f32 row_list_type;

#define TABLE_TYPE sg_kernels_f32
#define TABLE_NAME sgi_kernels_f32_portable
#define TABLE_TEXT "portable"
#include "kernels/kernels_table.inc"
