/* real_f64.h - what real_math.inc needs to know about double; see real_f32.h.
 */
#ifndef SG_KERNELS_REAL_F64_H
#define SG_KERNELS_REAL_F64_H

#include <stdint.h>

typedef double real;
typedef uint64_t real_bits;

#define MANTISSA_BITS 52
#define EXPONENT_BIAS 1023U
#define SIGN_BIT      0x8000000000000000U
#define HALF_MASK     0xfffffffff8000000U
#define SQRT_HALF     0x3fe6a09e667f3bcdU

#define ROUNDER 0x1.8p52

#define LOG2_E   0x1.71547652b82fep0
#define LN2_HIGH 0x1.62e42feep-1
#define LN2_LOW  0x1.a39ef35793c76p-33

#define EXP_LOWEST   (-746.0)
#define EXP_HIGHEST  710.0
#define EXPM1_LOWEST (-40.0)
#define TAIL_HIGHEST 38.75
#define TANH_SMALL   0.625
#define TAIL_CENTER  5.0

#define INV_SQRT_2PI 0x1.9884533d43651p-2

/* 2^-61 */
static const real EXPM1_POLY[] = {0x1p-1,
                                  0x1.5555555555559p-3,
                                  0x1.555555555555ap-5,
                                  0x1.111111110f76fp-7,
                                  0x1.6c16c16c14514p-10,
                                  0x1.a01a01afd2188p-13,
                                  0x1.a01a01b0ba83cp-16,
                                  0x1.71ddf80d6390fp-19,
                                  0x1.27e4c53f9a0d4p-22,
                                  0x1.af5fe9178c362p-26,
                                  0x1.1f965c1b977fcp-29};

/* 2^-60 */
static const real TANH_POLY[] = {
    -0x1.5555555555554p-2,  0x1.1111111110ee8p-3,  -0x1.ba1ba1b9f029cp-5,
    0x1.664f48767f444p-6,   -0x1.226e3371a2fd3p-7, 0x1.d6d370ecdf2cfp-9,
    -0x1.7d9d3fc6b2af6p-10, 0x1.3513d655d037ep-11, -0x1.f16a5f121a417p-13,
    0x1.813d7ee68d194p-14,  -0x1.ff1d2030b123p-16, 0x1.9d50d05a3667dp-18};

/* 2^-56 */
static const real LOG_POLY[] = {
    0x1.5555555555558p-1, 0x1.9999999994db7p-2, 0x1.2492492e806dbp-2, 0x1.c71c623288843p-3,
    0x1.7462e6bd20bb8p-3, 0x1.39f7f8f20a6fep-3, 0x1.2ba66404cf878p-3};

/* With 5 for 3, for 0 <= a <= 38.75; 2^-56. */
static const real TAIL_POLY[] = {
    0x1.89d3abe1f95aep-1,   -0x1.54ad03f27ca16p-1,  0x1.fb31653876f99p-2,
    -0x1.410ed5f875b38p-2,  0x1.51f6329f015ap-3,    -0x1.1b1c254c94361p-4,
    0x1.54b4d4f4cb982p-6,   -0x1.88590eb5d63f5p-9,  -0x1.a25037dd8ab39p-11,
    0x1.1daf1ea79c472p-11,  -0x1.f21460a06902p-15,  -0x1.a1713c634e4e7p-15,
    0x1.17dd098882effp-16,  0x1.0b313ad8a2727p-18,  -0x1.73a94e74b9814p-19,
    -0x1.6aa1330171db7p-22, 0x1.d0a7792535621p-22,  0x1.7696ea4c584ffp-25,
    -0x1.18bfbfd644f26p-24, -0x1.5f30a17b9d3c2p-27, 0x1.eeb113d0292dp-28,
    0x1.15c6e716aef54p-29};

#endif
