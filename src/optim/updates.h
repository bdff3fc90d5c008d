/* updates.h - steps of an optimizer over flat arrays, the same bits on every machine.
 *
 *     const sg_updates_f32 *u = sg_updates_f32_best();
 *     sg_parameters_f32 arrays = {weight, gradient, first, second};
 *     u->update(&arrays, begin, end, &step);           // and gradient[begin .. end) = 0
 *
 * Items do not depend on each other, so stretches [begin, end) may go to different threads, in any
 * order, with the same result.  Arrays need no alignment; they may not overlap.
 */
#ifndef SG_OPTIM_UPDATES_H
#define SG_OPTIM_UPDATES_H

#include "optim/optimizer.h"

#define SG_REAL        float
#define SG_TYPED(name) name##_f32
#include "optim/updates_decl.inc"
#undef SG_REAL
#undef SG_TYPED

#define SG_REAL        double
#define SG_TYPED(name) name##_f64
#include "optim/updates_decl.inc"
#undef SG_REAL
#undef SG_TYPED

/* The fastest table for this processor. */
const sg_updates_f32 *sg_updates_f32_best(void);
const sg_updates_f64 *sg_updates_f64_best(void);

/* All tables that this processor can run, the portable one first; NULL from some i on.  For tests
 * and benchmarks. */
const sg_updates_f32 *sg_updates_f32_variant(size_t i);
const sg_updates_f64 *sg_updates_f64_variant(size_t i);

#endif
