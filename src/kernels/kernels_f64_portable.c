/* kernels_f64_portable.c - the kernels for double and every processor. */
#include "kernels/kernel_variants.h"
#include "kernels/real_f64.h"

typedef sg_layer_norm_f64 layer_norm_type;
typedef sg_batch_norm_f64 batch_norm_type;
typedef sg_batch_slope_f64 batch_slope_type;
typedef sg_row_list_f64 row_list_type;

#define TABLE_TYPE sg_kernels_f64
#define TABLE_NAME sgi_kernels_f64_portable
#define TABLE_TEXT "portable"
#include "kernels/kernels_table.inc"
