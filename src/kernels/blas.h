/* blas.h - calling BLAS from many threads.
 *
 *     const bool locked = sg_blas_enter();
 *     cblas_sgemm(...);
 *     sg_blas_leave(locked);
 *
 * Threads are ours, so BLAS must not start any: the first entry tells OpenBLAS to use one.  OpenBLAS
 * built without threads is not safe to call from several at once (its table of buffers has no lock,
 * and products come out wrong); where that is what is linked, calls wait for each other.
 *
 * Layer: kernels; may include base.
 */
#ifndef SG_KERNELS_BLAS_H
#define SG_KERNELS_BLAS_H

#include <stdbool.h>

/* Begin a call; wait where calls must not overlap.  Returns what sg_blas_leave wants to know. */
bool sg_blas_enter(void);

void sg_blas_leave(bool locked);

#endif
