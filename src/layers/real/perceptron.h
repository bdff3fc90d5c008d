/* perceptron.h - two matrices with a relu between them, for layers that have such a network inside.
 *
 *     H = relu(Z W1 + b1)          Y = H W2 + b2
 *
 *     SG_R(sg_perceptron_forward)(y, &p, parameter, rows);            // z is there
 *     SG_R(sg_perceptron_backward)(&p, dy, parameter, rows);          // dh and dz are there
 *     SG_R(sg_perceptron_differentiate)(gradient, &p, dy, slice, rows);
 *
 * All rows are those of the whole batch.
 */
#ifndef SG_LAYERS_REAL_PERCEPTRON_H
#define SG_LAYERS_REAL_PERCEPTRON_H

#include "layers/batch.h"
#include "layers/gradient_slice.h"
#include "layers/real/real.h"

#include <stddef.h>

/* How wide it is, and where W1 begins among the layer's parameters; b1, W2 and b2 follow. */
typedef struct sg_perceptron_size {
    size_t in, hidden, out, first;
} sg_perceptron_size;

/* Where b1, W2 and b2 begin, and what is behind b2. */
typedef struct sg_perceptron_places {
    size_t bias1, weight2, bias2, end;
} sg_perceptron_places;

static inline sg_perceptron_places sg_perceptron_places_of(const sg_perceptron_size *size)
{
    const size_t bias1 = size->first + size->in * size->hidden, weight2 = bias1 + size->hidden,
                 bias2 = weight2 + size->hidden * size->out;
    return (sg_perceptron_places){bias1, weight2, bias2, bias2 + size->out};
}

/* The rows that are kept between its functions. */
typedef struct SG_R(sg_perceptron) {
    sg_perceptron_size size;
    sg_real *z, *dz; /* [rows][in]     */
    sg_real *h, *dh; /* [rows][hidden] */
} SG_R(sg_perceptron);

/* Slices of the layer have these heads; those of its other parameters have others. */
enum { SG_PERCEPTRON_FIRST, SG_PERCEPTRON_SECOND, SG_PERCEPTRON_HEADS };

/* Add the slices of its four tensors.  Fails with SG_ENOMEM. */
sg_status SG_R(sg_perceptron_slices)(sg_gradient_slices *slices, const sg_perceptron_size *size,
                                     sg_error *err);

/* Compute h and y of some rows. */
void SG_R(sg_perceptron_forward)(sg_real *y, const SG_R(sg_perceptron) *p,
                                 const sg_real *parameter, sg_row_range rows);

/* Compute dh and dz of some rows. */
void SG_R(sg_perceptron_backward)(const SG_R(sg_perceptron) *p, const sg_real *dy,
                                  const sg_real *parameter, sg_row_range rows);

/* Add what some rows give to the gradient of one of its slices. */
void SG_R(sg_perceptron_differentiate)(sg_real *gradient, const SG_R(sg_perceptron) *p,
                                       const sg_real *dy, const sg_gradient_slice *slice,
                                       sg_row_range rows);

#endif
