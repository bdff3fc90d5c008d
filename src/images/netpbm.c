/* netpbm.c - a header in words, then samples in words or bytes. */
#include "images/netpbm.h"

typedef struct netpbm {
    const char *path;
    const unsigned char *p, *end;
} netpbm;

/* The next whole number, behind blanks and comments, which go from # to the end of the line. */
static sg_status read_number(uint32_t *value, netpbm *in, uint32_t max, const char *what,
                             sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t number = 0;
    for (bool comment = false; in->p < in->end; in->p++) {
        const unsigned char c = *in->p;
        if (c == '#') comment = true;
        if (c == '\n') comment = false;
        const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
        if (!comment && !blank) break;
    }
    const unsigned char *begin = in->p;
    for (; in->p < in->end && *in->p >= '0' && *in->p <= '9' && number <= max; in->p++)
        number = number * 10 + (uint32_t)(*in->p - '0');
    SG_REQUIRE(in->p > begin && number <= max, SG_EFORMAT,
               "%s: %s is missing, or is not a number up to %u", in->path, what, max);
    *value = number;
done:
    return status;
}

static sg_status read_bytes(sg_image *image, netpbm *in, size_t n, uint32_t max, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t width = max > 255 ? 2 : 1;
    SG_REQUIRE(in->p < in->end && n * width <= (size_t)(in->end - in->p) - 1, SG_EFORMAT,
               "%s: it ends before its last pixel", in->path);
    in->p++; /* the one blank behind the header */
    for (size_t i = 0; i < n; i++, in->p += width)
        image->value[i] = width == 1 ? in->p[0] : in->p[0] * 256 + in->p[1];
done:
    return status;
}

sg_status sg_netpbm_parse(sg_image *image, const char *path, const char *bytes, size_t size,
                          sg_error *err)
{
    sg_status status = SG_OK;
    netpbm in = {path, (const unsigned char *)bytes, (const unsigned char *)bytes + size};
    uint32_t width = 0, height = 0, max = 0;
    SG_REQUIRE(size > 2 && bytes[0] == 'P' &&
                   (bytes[1] == '2' || bytes[1] == '3' || bytes[1] == '5' || bytes[1] == '6'),
               SG_EFORMAT, "%s: not a PGM or PPM image (P2, P3, P5, P6)", path);
    const bool in_words = bytes[1] < '4';
    const uint32_t n_channels = bytes[1] == '3' || bytes[1] == '6' ? 3 : 1;
    in.p += 2;
    SG_TRY(read_number(&width, &in, SG_IMAGE_MAX_SIDE, "the width", err));
    SG_TRY(read_number(&height, &in, SG_IMAGE_MAX_SIDE, "the height", err));
    SG_TRY(read_number(&max, &in, UINT16_MAX, "the largest value", err));
    const size_t n = (size_t)width * height * n_channels;
    SG_REQUIRE(n <= size, SG_EFORMAT, "%s: it ends before its last pixel", path);
    SG_TRY(sg_image_resize(image, width, height, n_channels, err));
    if (!in_words) {
        SG_TRY(read_bytes(image, &in, n, max, err));
        goto done;
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t value = 0;
        SG_TRY(read_number(&value, &in, max, "a pixel", err));
        image->value[i] = value;
    }
done:
    return status;
}
