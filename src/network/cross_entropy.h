/* cross_entropy.h - the logarithm of the probability that a softmax gives the right class.
 *
 * sg_loss.of_row (loss.h) says what the arguments are.  Outputs may be of any size: the largest one is
 * taken from all before exponentials are.
 */
#ifndef SG_NETWORK_CROSS_ENTROPY_H
#define SG_NETWORK_CROSS_ENTROPY_H

#include <stdint.h>

double sg_cross_entropy_f32(float *d_out, const float *out, uint32_t width, uint32_t item_class,
                            double factor);
double sg_cross_entropy_f64(double *d_out, const double *out, uint32_t width,
                            uint32_t item_class, double factor);

#endif
