/* rng.c - streams, and what is drawn seldom enough for a call. */
#include "base/rng.h"

sg_rng sg_rng_stream(uint64_t seed, const uint64_t *words, size_t n_words)
{
    /* Each word passes through the mixer together with all words before it; the number of words
     * goes in first, so that a stream is never the prefix of another. */
    uint64_t state = seed;
    uint64_t name = sg_splitmix_next(&state) ^ (uint64_t)n_words;
    for (size_t i = 0; i < n_words; i++) {
        state = name ^ words[i];
        name = sg_splitmix_next(&state);
    }
    sg_rng rng;
    state = name;
    for (int i = 0; i < 4; i++) rng.state[i] = sg_splitmix_next(&state);
    return rng;
}

uint32_t sg_rng_below(sg_rng *rng, uint32_t bound)
{
    /* Lemire's multiplication; the rejected numbers are those that would be drawn too often. */
    const uint32_t reject_below = (uint32_t)(-bound) % bound;
    uint64_t product;
    do product = (sg_rng_next(rng) >> 32) * bound;
    while ((uint32_t)product < reject_below);
    return (uint32_t)(product >> 32);
}

void sg_rng_shuffle(sg_rng *rng, uint32_t *item, uint32_t n)
{
    for (uint32_t i = n; i > 1; i--) {
        const uint32_t j = sg_rng_below(rng, i), moved = item[i - 1];
        item[i - 1] = item[j];
        item[j] = moved;
    }
}
