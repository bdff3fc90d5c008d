/* hash.c - XXH3 over little-endian words. */
#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t sg_hash_bytes(const void *data, size_t size)
{
    return XXH3_64bits(data, size);
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

uint64_t sg_hash_words(const uint64_t *word, size_t n)
{
    return XXH3_64bits(word, n * sizeof *word);
}

#else

uint64_t sg_hash_words(const uint64_t *word, size_t n)
{
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    for (size_t i = 0; i < n; i++) {
        const uint64_t little = __builtin_bswap64(word[i]);
        XXH3_64bits_update(&state, &little, sizeof little);
    }
    return XXH3_64bits_digest(&state);
}

#endif
