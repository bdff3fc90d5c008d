/* rng.h - explicit streams of random numbers.
 *
 * A stream is a value: copy it and both copies give the same numbers.  Independent streams come
 * from a seed and a few words that say what they are for, so that results do not depend on the
 * order in which jobs run:
 *
 *     sg_rng rng = sg_rng_stream(seed, (uint64_t[]){configuration, fold, run}, 3);
 *     double u = sg_rng_uniform(&rng);
 *
 * Reference: Blackman and Vigna, xoshiro256++, ACM TOMS 47 (2021); seeded by SplitMix64.
 */
#ifndef SG_BASE_RNG_H
#define SG_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

typedef struct sg_rng {
    uint64_t state[4];
} sg_rng;

/* The stream named by `seed` and `words`.  Other words, in another number or order, name other
 * streams. */
sg_rng sg_rng_stream(uint64_t seed, const uint64_t *words, size_t n_words);

/* The next 64 random bits of SplitMix64, a stream whose state is one number. */
static inline uint64_t sg_splitmix_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/* 64 random bits. */
static inline uint64_t sg_rng_next(sg_rng *rng)
{
    uint64_t *s = rng->state;
    const uint64_t sum = s[0] + s[3], result = ((sum << 23) | (sum >> 41)) + s[0],
                   t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Uniform in [0, 1) with 53 random bits. */
static inline double sg_rng_uniform(sg_rng *rng)
{
    return (double)(sg_rng_next(rng) >> 11) * 0x1p-53;
}

/* The numbers of 53 random bits that sg_rng_uniform makes smaller than `rate`, which is in [0, 1], are
 * those below this one: a comparison of whole numbers tells what one of fractions would. */
static inline uint64_t sg_rng_bits_below(double rate)
{
    const double scaled = rate * 0x1p53;
    const uint64_t whole = (uint64_t)scaled;
    return whole + ((double)whole < scaled);
}

/* Uniform in 0 .. bound-1, without bias; bound > 0. */
uint32_t sg_rng_below(sg_rng *rng, uint32_t bound);

/* Shuffle item[0 .. n) (Fisher and Yates, from the end). */
void sg_rng_shuffle(sg_rng *rng, uint32_t *item, uint32_t n);

#endif
