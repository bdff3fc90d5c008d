/* slow_math.c - definitions, word by word. */
#include "support/slow_math.h"

#include <float.h>
#include <math.h>

static const long double SQRT_HALF = 0.70710678118654752440084436210484904L;
static const long double INV_SQRT_2PI = 0.39894228040143267793994605993438187L;

static long double slow_sigmoid(long double x)
{
    return x < 0 ? expl(x) / (1 + expl(x)) : 1 / (1 + expl(-x));
}

/* P(N <= x) for a standard normal N. */
static long double normal_below(long double x)
{
    return erfcl(-x * SQRT_HALF) / 2;
}

long double slow_activation(sg_activation activation, long double x)
{
    switch (activation) {
    case SG_ACTIVATION_IDENTITY:
        return x;
    case SG_ACTIVATION_TANH:
        return tanhl(x);
    case SG_ACTIVATION_RELU:
        return x <= 0 ? 0 : x;
    case SG_ACTIVATION_LEAKY_RELU:
        return x <= 0 ? 0.01L * x : x;
    case SG_ACTIVATION_ELU:
        return x <= 0 ? expm1l(x) : x;
    case SG_ACTIVATION_GELU:
        return isinf(x) ? fmaxl(x, 0) : x * normal_below(x);
    case SG_ACTIVATION_SIGMOID:
        return slow_sigmoid(x);
    }
    return NAN;
}

long double slow_activation_slope(sg_activation activation, long double x)
{
    switch (activation) {
    case SG_ACTIVATION_IDENTITY:
        return 1;
    case SG_ACTIVATION_TANH:
        return 1 / (coshl(x) * coshl(x));
    case SG_ACTIVATION_RELU:
        return x <= 0 ? 0 : 1;
    case SG_ACTIVATION_LEAKY_RELU:
        return x <= 0 ? 0.01L : 1;
    case SG_ACTIVATION_ELU:
        return x <= 0 ? expl(x) : 1;
    case SG_ACTIVATION_GELU:
        return normal_below(x) + x * expl(-x * x / 2) * INV_SQRT_2PI;
    case SG_ACTIVATION_SIGMOID:
        return slow_sigmoid(x) * slow_sigmoid(-x);
    }
    return NAN;
}

long double slow_softplus(long double x)
{
    return fmaxl(x, 0) + log1pl(expl(-fabsl(x)));
}

/* `digits` significant binary digits; the smallest number is 2^lowest. */
static double ulps(long double result, long double expected, int digits, int lowest,
                   long double largest)
{
    if (isnan(result) && isnan(expected)) return 0;
    if (isinf(result) && (result > 0 ? expected > largest : expected < -largest)) return 0;
    int exponent;
    (void)frexpl(expected, &exponent);
    exponent = exponent - digits < lowest ? lowest : exponent - digits;
    return (double)(fabsl(result - expected) / ldexpl(1, exponent));
}

double slow_ulps_f32(float result, long double expected)
{
    return ulps((long double)result, expected, 24, -149, (long double)FLT_MAX);
}

double slow_ulps_f64(double result, long double expected)
{
    return ulps((long double)result, expected, 53, -1074, (long double)DBL_MAX);
}

long double slow_log_sum_exp(const long double *x, size_t n)
{
    long double sum = 0;
    for (size_t i = 0; i < n; i++) sum += expl(x[i]);
    return logl(sum);
}

void slow_layer_norm(long double *y, const long double *x, const long double *gain,
                     const long double *shift, size_t width)
{
    long double mean = 0, variance = 0;
    for (size_t i = 0; i < width; i++) mean += x[i] / (long double)width;
    for (size_t i = 0; i < width; i++)
        variance += (x[i] - mean) * (x[i] - mean) / (long double)width;
    for (size_t i = 0; i < width; i++) {
        y[i] = (x[i] - mean) / sqrtl(variance + 1e-5L);
        if (gain != NULL) y[i] = y[i] * gain[i] + shift[i];
    }
}

void slow_optimizer_step(slow_parameter *parameter, const sg_optimizer *optimizer,
                         double gradient, double learning_rate)
{
    const bool sgd = optimizer->kind == SG_OPTIMIZER_SGD;
    const double t = (double)++parameter->t;
    if (optimizer->decoupled)
        parameter->weight *= 1 - learning_rate * optimizer->weight_decay;
    else
        gradient += optimizer->weight_decay * parameter->weight;
    if (sgd) {
        parameter->first =
            parameter->t == 1 ? gradient : optimizer->momentum * parameter->first + gradient;
        parameter->weight -= learning_rate * parameter->first;
        return;
    }
    parameter->first = optimizer->beta1 * parameter->first + (1 - optimizer->beta1) * gradient;
    parameter->second =
        optimizer->beta2 * parameter->second + (1 - optimizer->beta2) * gradient * gradient;
    const double root = sqrt(parameter->second) / sqrt(1 - pow(optimizer->beta2, t));
    const double rate = learning_rate / (1 - pow(optimizer->beta1, t));
    parameter->weight -= rate * parameter->first / (root + optimizer->epsilon);
}
