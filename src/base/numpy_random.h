/* numpy_random.h - numpy's legacy random numbers, bit for bit.
 *
 * The paper's synthetic data sets and the author's batches are defined by
 * numpy.random.seed / permutation / randint / shuffle: MT19937 with masked rejection.  Use it to
 * reproduce those; for everything else there is rng.h.
 *
 * Reference: Matsumoto and Nishimura, ACM TOMACS 8 (1998); numpy's RandomState.
 */
#ifndef SG_BASE_NUMPY_RANDOM_H
#define SG_BASE_NUMPY_RANDOM_H

#include <stdint.h>

#define SG_MT19937_WORDS 624

typedef struct sg_numpy_random {
    uint32_t word[SG_MT19937_WORDS];
    uint32_t next; /* first word not yet used */
} sg_numpy_random;

/* numpy.random.seed(seed). */
void sg_numpy_seed(sg_numpy_random *random, uint32_t seed);

/* 32 random bits. */
uint32_t sg_numpy_next(sg_numpy_random *random);

/* numpy.random.randint(low, high): uniform in low .. high-1; a range of one draws nothing. */
uint32_t sg_numpy_randint(sg_numpy_random *random, uint32_t low, uint32_t high);

/* numpy.random.shuffle(item) for n items. */
void sg_numpy_shuffle(sg_numpy_random *random, uint32_t *item, uint32_t n);

/* item[0 .. n) = numpy.random.permutation(n). */
void sg_numpy_permutation(sg_numpy_random *random, uint32_t *item, uint32_t n);

#endif
