/* inflate.c - ISA-L or zlib behind one interface. */
#include "text/inflate.h"

#include "base/mem.h"

#ifdef SG_WITH_ISAL

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

struct sg_inflater {
    struct inflate_state state;
};

sg_status sg_inflater_open(sg_inflater **inflater, sg_error *err)
{
    sg_status status = SG_OK;
    sg_inflater *opened = NULL;
    SG_ALLOC(opened, 1);
    isal_inflate_init(&opened->state);
    *inflater = opened;
done:
    return status;
}

void sg_inflater_close(sg_inflater *inflater)
{
    sg_free(inflater);
}

bool sg_inflater_run(sg_inflater *inflater, const unsigned char **in, size_t *in_size,
                     unsigned char *out, size_t *out_size, bool *finished)
{
    struct inflate_state *state = &inflater->state;
    const size_t room = *out_size;
    /* The library's interface lacks a const; it only reads. */
    union {
        const unsigned char *ours;
        uint8_t *theirs;
    } input = {.ours = *in};
    state->next_in = input.theirs;
    state->avail_in = (uint32_t)*in_size;
    state->next_out = out;
    state->avail_out = (uint32_t)room;
    const int result = isal_inflate(state);
    *out_size = 0;
    /* What the library says it has used is worthless after an error. */
    if ((result != ISAL_DECOMP_OK && result != ISAL_END_INPUT) || state->avail_in > *in_size)
        return false;
    *in += *in_size - state->avail_in;
    *in_size = state->avail_in;
    *out_size = room - state->avail_out;
    *finished = state->block_state == ISAL_BLOCK_FINISH;
    return true;
}

uint32_t sg_crc32(uint32_t crc, const unsigned char *data, size_t size)
{
    return crc32_gzip_refl(crc, data, size);
}

#else

#include <zlib.h>

struct sg_inflater {
    z_stream stream;
};

static void *zlib_alloc(void *context, unsigned count, unsigned size)
{
    (void)context;
    return sg_alloc(count, size);
}

static void zlib_free(void *context, void *block)
{
    (void)context;
    sg_free(block);
}

sg_status sg_inflater_open(sg_inflater **inflater, sg_error *err)
{
    sg_status status = SG_OK;
    sg_inflater *opened = NULL;
    SG_ALLOC(opened, 1);
    opened->stream.zalloc = zlib_alloc;
    opened->stream.zfree = zlib_free;
    /* A negative window size means raw deflate, without zlib's own header. */
    SG_REQUIRE(inflateInit2(&opened->stream, -15) == Z_OK, SG_ENOMEM, "out of memory");
    /* Setting a dictionary, even an empty one, makes zlib allocate its window now; left alone it
     * would do so while unpacking, where lack of memory looks like damaged data. */
    SG_REQUIRE(inflateSetDictionary(&opened->stream, (const unsigned char *)"", 0) == Z_OK,
               SG_ENOMEM, "out of memory");
    *inflater = opened;
    opened = NULL;
done:
    sg_inflater_close(opened);
    return status;
}

void sg_inflater_close(sg_inflater *inflater)
{
    if (inflater == NULL) return;
    (void)inflateEnd(&inflater->stream);
    sg_free(inflater);
}

bool sg_inflater_run(sg_inflater *inflater, const unsigned char **in, size_t *in_size,
                     unsigned char *out, size_t *out_size, bool *finished)
{
    z_stream *stream = &inflater->stream;
    const size_t room = *out_size;
    union {
        const unsigned char *ours;
        unsigned char *theirs;
    } input = {.ours = *in};
    stream->next_in = input.theirs;
    stream->avail_in = (unsigned)*in_size;
    stream->next_out = out;
    stream->avail_out = (unsigned)room;
    const int result = inflate(stream, Z_NO_FLUSH);
    *out_size = 0;
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) return false;
    *in += *in_size - stream->avail_in;
    *in_size = stream->avail_in;
    *out_size = room - stream->avail_out;
    *finished = result == Z_STREAM_END;
    return true;
}

uint32_t sg_crc32(uint32_t crc, const unsigned char *data, size_t size)
{
    return (uint32_t)crc32(crc, data, (unsigned)size);
}

#endif
