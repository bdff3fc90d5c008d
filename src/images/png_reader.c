/* png_reader.c - chunks, inflate, filters, samples. */
#include "images/png_reader.h"

#include "base/machine/claims.h"
#include "base/mem.h"
#include "base/text.h"
#include "text/inflate.h"

#include <stdlib.h>
#include <string.h>

typedef struct png {
    const char *path;
    uint32_t width, height;
    unsigned depth, color;
    unsigned n_samples; /* of a pixel in the file */
    unsigned char palette[768];
    uint32_t n_colors;
    sg_text packed; /* all IDAT chunks */
    size_t n_bytes; /* of the file */
} png;

/* A pixel takes as much memory as four nodes: it has eight neighbors and a number per channel. */
enum { NODES_PER_PIXEL = 4 };

enum { GRAY = 0, RGB = 2, PALETTE = 3, GRAY_ALPHA = 4, RGBA = 6 };

static uint32_t number_at(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* ---- Chunks ----------------------------------------------------------------------------------- */

static bool depth_is_allowed(unsigned color, unsigned depth)
{
    switch (color) {
    case GRAY:
        return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
    case PALETTE:
        return depth == 1 || depth == 2 || depth == 4 || depth == 8;
    case RGB:
    case GRAY_ALPHA:
    case RGBA:
        return depth == 8 || depth == 16;
    default:
        return false;
    }
}

static sg_status read_header(png *in, const unsigned char *data, uint32_t size, sg_error *err)
{
    static const uint8_t samples[] = {
        [GRAY] = 1, [RGB] = 3, [PALETTE] = 1, [GRAY_ALPHA] = 2, [RGBA] = 4};
    sg_status status = SG_OK;
    SG_REQUIRE(size == 13, SG_EFORMAT, "%s: its header is damaged", in->path);
    in->width = number_at(data);
    in->height = number_at(data + 4);
    in->depth = data[8];
    in->color = data[9];
    SG_REQUIRE(depth_is_allowed(in->color, in->depth) && data[10] == 0 && data[11] == 0,
               SG_EFORMAT, "%s: its header is damaged", in->path);
    SG_REQUIRE(data[12] == 0, SG_EFORMAT,
               "%s: it is interlaced, which is not read; write it without", in->path);
    SG_REQUIRE(in->width > 0 && in->height > 0 && in->width <= SG_IMAGE_MAX_SIDE &&
                   in->height <= SG_IMAGE_MAX_SIDE,
               SG_ELIMIT, "%s: %u x %u pixels; sides go from 1 to %d", in->path, in->width,
               in->height, SG_IMAGE_MAX_SIDE);
    SG_TRY(sg_claims_check((uint64_t)in->width * in->height, NODES_PER_PIXEL, "pixels",
                           in->n_bytes, (sg_place){in->path, 0, 0}, err));
    in->n_samples = samples[in->color];
done:
    return status;
}

static sg_status take_chunk(png *in, const unsigned char *type, const unsigned char *data,
                            uint32_t size, sg_error *err)
{
    sg_status status = SG_OK;
    if (memcmp(type, "PLTE", 4) == 0) {
        SG_REQUIRE(size % 3 == 0 && size <= sizeof in->palette, SG_EFORMAT,
                   "%s: its palette is damaged", in->path);
        memcpy(in->palette, data, size);
        in->n_colors = size / 3;
    } else if (memcmp(type, "IDAT", 4) == 0) {
        SG_TRY(sg_text_add_bytes(&in->packed, data, size, err));
    } else {
        SG_REQUIRE((type[0] & 0x20) != 0 || memcmp(type, "IEND", 4) == 0, SG_EFORMAT,
                   "%s: it has a part that is not known and not optional", in->path);
    }
done:
    return status;
}

static sg_status read_chunks(png *in, const unsigned char *p, size_t size, sg_error *err)
{
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    sg_status status = SG_OK;
    SG_REQUIRE(size > 8 && memcmp(p, signature, 8) == 0, SG_EFORMAT, "%s: not a PNG image",
               in->path);
    for (size_t at = 8, n = 0;; n++) {
        SG_REQUIRE(size - at >= 12 && number_at(p + at) <= size - at - 12, SG_EFORMAT,
                   "%s: it is cut off", in->path);
        const uint32_t length = number_at(p + at);
        const unsigned char *type = p + at + 4, *data = type + 4;
        SG_REQUIRE(sg_crc32(0, type, (size_t)length + 4) == number_at(data + length),
                   SG_EFORMAT, "%s: a checksum is wrong; the file is damaged", in->path);
        SG_REQUIRE((memcmp(type, "IHDR", 4) == 0) == (n == 0), SG_EFORMAT,
                   "%s: its header is damaged", in->path);
        SG_TRY(n == 0 ? read_header(in, data, length, err)
                      : take_chunk(in, type, data, length, err));
        if (memcmp(type, "IEND", 4) == 0) break;
        at += (size_t)length + 12;
    }
    SG_REQUIRE(in->color != PALETTE || in->n_colors > 0, SG_EFORMAT, "%s: it has no palette",
               in->path);
done:
    return status;
}

/* ---- Rows ------------------------------------------------------------------------------------- */

/* Unpack everything into row[0 .. size), which it must fill exactly. */
static sg_status unpack(unsigned char *row, size_t size, const png *in, sg_error *err)
{
    sg_status status = SG_OK;
    sg_inflater *inflater = NULL;
    const unsigned char *from = (const unsigned char *)in->packed.data;
    size_t left = in->packed.size, n_written = 0;
    bool finished = false;
    SG_REQUIRE(left > 2 && (from[0] & 0x0f) == 8, SG_EFORMAT, "%s: it has no pixels", in->path);
    from += 2;
    left -= 2; /* the header of zlib; the checksum behind is covered by those of the chunks */
    SG_TRY(sg_inflater_open(&inflater, err));
    while (!finished && n_written < size) {
        size_t n = size - n_written;
        const size_t left_before = left;
        SG_REQUIRE(sg_inflater_run(inflater, &from, &left, row + n_written, &n, &finished),
                   SG_EFORMAT, "%s: its pixels are damaged", in->path);
        if (n == 0 && left == left_before) break;
        n_written += n;
    }
    SG_REQUIRE(n_written == size, SG_EFORMAT, "%s: it ends before its last pixel", in->path);
done:
    sg_inflater_close(inflater);
    return status;
}

static unsigned char paeth(int a, int b, int c)
{
    const int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
    return (unsigned char)(pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

/* Undo the filter of a row; `above` is NULL in the first one, `step` the bytes of a pixel. */
static bool unfilter(unsigned char *row, const unsigned char *above, unsigned filter, size_t n,
                     size_t step)
{
    for (size_t i = 0; i < n; i++) {
        const int a = i >= step ? row[i - step] : 0, b = above != NULL ? above[i] : 0;
        const int c = i >= step && above != NULL ? above[i - step] : 0;
        int add = 0;
        switch (filter) {
        case 0:
            break;
        case 1:
            add = a;
            break;
        case 2:
            add = b;
            break;
        case 3:
            add = (a + b) / 2;
            break;
        case 4:
            add = paeth(a, b, c);
            break;
        default:
            return false;
        }
        row[i] = (unsigned char)(row[i] + add);
    }
    return true;
}

static unsigned sample_at(const unsigned char *row, size_t i, unsigned depth)
{
    if (depth == 8) return row[i];
    if (depth == 16) return row[2 * i] * 256U + row[2 * i + 1];
    const size_t bit = i * depth;
    return row[bit / 8] >> (8 - depth - bit % 8) & ((1U << depth) - 1);
}

static sg_status write_row(double *to, const unsigned char *row, const png *in, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = (size_t)in->width * in->n_samples;
    for (size_t i = 0; i < n; i++) {
        const unsigned sample = sample_at(row, i, in->depth);
        if (in->color != PALETTE) {
            *to++ = sample;
            continue;
        }
        SG_REQUIRE(sample < in->n_colors, SG_EFORMAT, "%s: a color is not in its palette",
                   in->path);
        for (unsigned c = 0; c < 3; c++) *to++ = in->palette[3 * sample + c];
    }
done:
    return status;
}

sg_status sg_png_parse(sg_image *image, const char *path, const char *bytes, size_t size,
                       sg_error *err)
{
    sg_status status = SG_OK;
    png in = {.path = path, .n_bytes = size};
    unsigned char *rows = NULL;
    SG_TRY(read_chunks(&in, (const unsigned char *)bytes, size, err));
    const size_t n = ((size_t)in.width * in.n_samples * in.depth + 7) / 8;
    const size_t step = in.n_samples * in.depth >= 8 ? (size_t)in.n_samples * in.depth / 8 : 1;
    const unsigned n_channels = in.color == PALETTE ? 3 : in.n_samples;
    /* Deflate packs at most 1032 to 1; so a short file cannot ask for gigabytes. */
    SG_REQUIRE((n + 1) * in.height / 1032 <= in.packed.size, SG_EFORMAT,
               "%s: it ends before its last pixel", path);
    SG_ALLOC(rows, (n + 1) * in.height);
    SG_TRY(unpack(rows, (n + 1) * in.height, &in, err));
    SG_TRY(sg_image_resize(image, in.width, in.height, n_channels, err));
    for (uint32_t y = 0; y < in.height; y++) {
        unsigned char *row = rows + y * (n + 1);
        SG_REQUIRE(unfilter(row + 1, y > 0 ? row - n : NULL, row[0], n, step), SG_EFORMAT,
                   "%s: its pixels are damaged", path);
        SG_TRY(write_row(image->value + (size_t)y * in.width * n_channels, row + 1, &in, err));
    }
done:
    sg_free(rows);
    sg_text_free(&in.packed);
    return status;
}
