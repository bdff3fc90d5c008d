/* numpy_random.c - MT19937 and the distributions numpy builds on it. */
#include "base/numpy_random.h"

enum { WORDS = SG_MT19937_WORDS, SHIFT = 397 };

void sg_numpy_seed(sg_numpy_random *random, uint32_t seed)
{
    random->word[0] = seed;
    for (uint32_t i = 1; i < WORDS; i++) {
        const uint32_t before = random->word[i - 1];
        random->word[i] = 1812433253U * (before ^ (before >> 30)) + i;
    }
    random->next = WORDS;
}

static void refill(uint32_t *word)
{
    for (uint32_t i = 0; i < WORDS; i++) {
        const uint32_t y = (word[i] & 0x80000000U) | (word[(i + 1) % WORDS] & 0x7fffffffU);
        word[i] = word[(i + SHIFT) % WORDS] ^ (y >> 1) ^ ((y & 1) != 0 ? 0x9908b0dfU : 0);
    }
}

uint32_t sg_numpy_next(sg_numpy_random *random)
{
    if (random->next == WORDS) {
        refill(random->word);
        random->next = 0;
    }
    uint32_t y = random->word[random->next++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680U;
    y ^= (y << 15) & 0xefc60000U;
    return y ^ (y >> 18);
}

/* Uniform in 0 .. max: draw as many bits as max has until the value fits. */
static uint32_t interval(sg_numpy_random *random, uint32_t max)
{
    if (max == 0) return 0;
    uint32_t mask = max;
    for (int shift = 1; shift < 32; shift *= 2) mask |= mask >> shift;
    uint32_t value;
    do value = sg_numpy_next(random) & mask;
    while (value > max);
    return value;
}

uint32_t sg_numpy_randint(sg_numpy_random *random, uint32_t low, uint32_t high)
{
    return low + interval(random, high - low - 1);
}

void sg_numpy_shuffle(sg_numpy_random *random, uint32_t *item, uint32_t n)
{
    for (uint32_t i = n; i > 1; i--) {
        const uint32_t j = interval(random, i - 1), moved = item[i - 1];
        item[i - 1] = item[j];
        item[j] = moved;
    }
}

void sg_numpy_permutation(sg_numpy_random *random, uint32_t *item, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) item[i] = i;
    sg_numpy_shuffle(random, item, n);
}
