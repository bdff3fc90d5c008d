/* kernels_f64_avx2.c - the kernels for double and x86-64 processors with AVX2. */
#include "kernels/kernel_variants.h"

#if defined(__x86_64__)

#include "kernels/real_f64.h"

typedef sg_layer_norm_f64 layer_norm_type;
typedef sg_batch_norm_f64 batch_norm_type;
typedef sg_batch_slope_f64 batch_slope_type;
typedef sg_row_list_f64 row_list_type;

#define TABLE_TYPE sg_kernels_f64
#define TABLE_NAME sgi_kernels_f64_avx2
#define TABLE_TEXT "avx2"
#include "kernels/kernels_table.inc"

#endif
