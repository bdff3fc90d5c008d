/* kernel_variants.h - the tables behind sg_kernels_f32_best and sg_kernels_f64_best.
 */
#ifndef SG_KERNELS_KERNEL_VARIANTS_H
#define SG_KERNELS_KERNEL_VARIANTS_H

#include "kernels/kernels.h"

extern const sg_kernels_f32 sgi_kernels_f32_portable;
extern const sg_kernels_f64 sgi_kernels_f64_portable;

#if defined(__x86_64__)
extern const sg_kernels_f32 sgi_kernels_f32_avx2;
extern const sg_kernels_f64 sgi_kernels_f64_avx2;
#endif

#endif
