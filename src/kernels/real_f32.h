/* real_f32.h - what real_math.inc needs to know about float.
 *
 * The polynomials are minimax approximations (Remez), coefficients from the constant up; the
 * comments give what they approximate, where, and the largest relative error.
 */
#ifndef SG_KERNELS_REAL_F32_H
#define SG_KERNELS_REAL_F32_H

#include <stdint.h>

typedef float real;
typedef uint32_t real_bits;

#define MANTISSA_BITS 23
#define EXPONENT_BIAS 127U
#define SIGN_BIT      0x80000000U
#define HALF_MASK     0xfffff000U /* keeps half of the significant digits */
#define SQRT_HALF     0x3f3504f3U /* bits of sqrt(1/2)                    */

/* Adding it to a small number leaves the nearest whole number in the lowest bits. */
#define ROUNDER 0x1.8p23f

#define LOG2_E   0x1.715476p0f
#define LN2_HIGH 0x1.62ep-1f /* few digits: its product with an exponent is exact */
#define LN2_LOW  0x1.0bfbe8p-15f

#define EXP_LOWEST   (-104.0f) /* exp is 0 from here on                   */
#define EXP_HIGHEST  89.0f     /* and infinite from here on               */
#define EXPM1_LOWEST (-20.0f)  /* exp - 1 is -1 from here on              */
#define TAIL_HIGHEST 14.5f     /* x P(N > x) is 0 from here on            */
#define TANH_SMALL   0.625f
#define TAIL_CENTER  3.0f

#define INV_SQRT_2PI 0x1.988454p-2f

/* (exp(r) - 1 - r) / r^2 for |r| <= log(2) / 2; 2^-25.8 of exp(r) - 1. */
static const real EXPM1_POLY[] = {0x1p-1f, 0x1.5554bp-3f, 0x1.555488p-5f, 0x1.1228f8p-7f,
                                  0x1.6d99e6p-10f};

/* (tanh(x) - x) / x^3 in x^2 for |x| <= 0.625; 2^-32 of tanh. */
static const real TANH_POLY[] = {-0x1.555554p-2f, 0x1.11108ap-3f,  -0x1.b9f4b2p-5f,
                                 0x1.63c652p-6f,  -0x1.0cfaeep-7f, 0x1.1c4d3ep-9f};

/* (log((1 + s) / (1 - s)) / s - 2) / s^2 in s^2 for |s| <= 0.1716; 2^-34 of the logarithm. */
static const real LOG_POLY[] = {0x1.555556p-1f, 0x1.9999eep-2f, 0x1.245afp-2f, 0x1.de14a6p-3f};

/* exp(a^2 / 2) P(N > a) (a + 3) in (a - 3) / (a + 3) for 0 <= a <= 14.5; 2^-30. */
static const real TAIL_POLY[] = {0x1.754a76p-1f,  -0x1.04c72ap-1f,  0x1.d71386p-3f,
                                 -0x1.832d0ap-5f, -0x1.56d5fcp-7f,  0x1.c8bd7cp-8f,
                                 0x1.0ca416p-10f, -0x1.0eab7ep-10f, -0x1.00a4cp-12f,
                                 0x1.134238p-13f, 0x1.c8ccd4p-15f};

#endif
