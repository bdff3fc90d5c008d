/* slow_math.h - the slow twins of kernels/ and optim/, in long double and in plain words.
 *
 *     long double expected = slow_activation(SG_ACTIVATION_TANH, x);
 *     assert_true(slow_ulps_f32(y, expected) <= 2);
 */
#ifndef SG_TESTS_SUPPORT_SLOW_MATH_H
#define SG_TESTS_SUPPORT_SLOW_MATH_H

#include "kernels/activation.h"
#include "optim/optimizer.h"

/* An activation and its derivative (0 or the left one where it jumps), and log(1 + exp(x)). */
long double slow_activation(sg_activation activation, long double x);
long double slow_activation_slope(sg_activation activation, long double x);
long double slow_softplus(long double x);

/* How far a result is from the true value, in units in the last place of the latter.  0 for two
 * NaNs, and for an infinity where the true value is too large. */
double slow_ulps_f32(float result, long double expected);
double slow_ulps_f64(double result, long double expected);

/* log(sum(exp(x))), straight from the definition. */
long double slow_log_sum_exp(const long double *x, size_t n);

/* One row of a layer norm; gain and shift may be NULL. */
void slow_layer_norm(long double *y, const long double *x, const long double *gain,
                     const long double *shift, size_t width);

/* One parameter on its way: start with {.weight = w}, then step by step. */
typedef struct slow_parameter {
    double weight;
    double first, second;
    uint64_t t; /* steps done */
} slow_parameter;

/* One step of torch's Adam, AdamW or SGD for one parameter whose gradient is `gradient`. */
void slow_optimizer_step(slow_parameter *parameter, const sg_optimizer *optimizer,
                         double gradient, double learning_rate);

#endif
