/* hash.c - XXH3 over little-endian words. */
#include "base/hash.h"

#include "base/mem.h"

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

/* ---- In portions ------------------------------------------------------------------------------- */

struct sg_hash_stream {
    XXH3_state_t *state; /* which wants to lie at a multiple of 64 bytes */
};

sg_status sg_hash_stream_open(sg_hash_stream **stream, sg_error *err)
{
    sg_status status = SG_OK;
    sg_hash_stream *made = NULL;
    SG_ALLOC(made, 1);
    made->state = XXH3_createState();
    SG_REQUIRE(made->state != NULL, SG_ENOMEM, "out of memory");
    (void)XXH3_64bits_reset(made->state);
    *stream = made;
    made = NULL;
done:
    sg_free(made);
    return status;
}

void sg_hash_stream_add(sg_hash_stream *stream, const void *data, size_t size)
{
    (void)XXH3_64bits_update(stream->state, data, size);
}

uint64_t sg_hash_stream_key(const sg_hash_stream *stream)
{
    return XXH3_64bits_digest(stream->state);
}

void sg_hash_stream_close(sg_hash_stream *stream)
{
    if (stream == NULL) return;
    (void)XXH3_freeState(stream->state);
    sg_free(stream);
}
