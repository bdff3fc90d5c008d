/* packed_text.c - zlib packs, and every three bytes become four letters. */
#include "text/packed_text.h"

#include "base/mem.h"

#include <zlib.h>

enum { WINDOW = -15, MEMORY = 8, PIECE = 1 << 30 }; /* a negative window means no header */

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

/* Pack into `packed`, which has room for all of it. */
static sg_status pack(unsigned char *packed, size_t *packed_size, size_t room, const char *data,
                      size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    z_stream stream = {.zalloc = zlib_alloc, .zfree = zlib_free};
    size_t left = size, out = room;
    int result = Z_OK;
    SG_REQUIRE(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW, MEMORY,
                            Z_DEFAULT_STRATEGY) == Z_OK,
               SG_ENOMEM, "out of memory");
    union { /* zlib's interface lacks a const; it only reads */
        const char *ours;
        unsigned char *theirs;
    } input = {.ours = data};
    stream.next_in = input.theirs;
    stream.next_out = packed;
    do {
        if (stream.avail_in == 0) {
            stream.avail_in = (unsigned)(left < PIECE ? left : PIECE);
            left -= stream.avail_in;
        }
        if (stream.avail_out == 0) {
            stream.avail_out = (unsigned)(out < PIECE ? out : PIECE);
            out -= stream.avail_out;
        }
        result = deflate(&stream, left == 0 ? Z_FINISH : Z_NO_FLUSH);
    } while (result == Z_OK);
    *packed_size = room - out - stream.avail_out;
    (void)deflateEnd(&stream);
    SG_REQUIRE(result == Z_STREAM_END, SG_ENOMEM, "out of memory");
done:
    return status;
}

/* [4 * ceil(size / 3)] letters; the last group is filled up with '='. */
static void write_letters(char *letters, const unsigned char *bytes, size_t size)
{
    static const char ALPHABET[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const unsigned n = size - i < 3 ? (unsigned)(size - i) : 3;
        const unsigned group = (unsigned)bytes[i] << 16 |
                               (n > 1 ? (unsigned)bytes[i + 1] << 8 : 0U) |
                               (n > 2 ? bytes[i + 2] : 0U);
        for (unsigned k = 0; k < 4; k++)
            *letters++ = k <= n ? ALPHABET[group >> (18 - 6 * k) & 63U] : '=';
    }
}

sg_status sg_packed_text_add(sg_text *text, const char *data, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t room = size + size / 1000 + 64; /* deflate adds 5 bytes per 16 KB at most */
    size_t packed_size = 0;
    unsigned char *packed = NULL;
    char *letters = NULL;
    SG_ALLOC(packed, room);
    SG_TRY(pack(packed, &packed_size, room, data, size, err));
    SG_ALLOC(letters, (packed_size + 2) / 3 * 4 + 1);
    write_letters(letters, packed, packed_size);
    SG_TRY(sg_text_add_bytes(text, letters, (packed_size + 2) / 3 * 4, err));
done:
    sg_free(letters);
    sg_free(packed);
    return status;
}
