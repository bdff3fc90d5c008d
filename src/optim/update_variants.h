/* update_variants.h - the tables behind sg_updates_f32_best and sg_updates_f64_best.
 */
#ifndef SG_OPTIM_UPDATE_VARIANTS_H
#define SG_OPTIM_UPDATE_VARIANTS_H

#include "optim/updates.h"

extern const sg_updates_f32 sgi_updates_f32_portable;
extern const sg_updates_f64 sgi_updates_f64_portable;

#if defined(__x86_64__)
extern const sg_updates_f32 sgi_updates_f32_avx2;
extern const sg_updates_f64 sgi_updates_f64_avx2;
#endif

#endif
