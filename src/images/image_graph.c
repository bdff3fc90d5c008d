/* image_graph.c - from pixels to a grid. */
#include "images/image_graph.h"

#include "base/mem.h"

#include <string.h>

void sg_image_free(sg_image *image)
{
    sg_free(image->value);
    *image = (sg_image){0};
}

sg_status sg_image_resize(sg_image *image, uint32_t width, uint32_t height, uint32_t n_channels,
                          sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(width > 0 && height > 0 && width <= SG_IMAGE_MAX_SIDE &&
                   height <= SG_IMAGE_MAX_SIDE,
               SG_ELIMIT, "an image of %u x %u pixels; sides go from 1 to %d", width, height,
               SG_IMAGE_MAX_SIDE);
    SG_TRY(sg_grow(&image->value, &image->capacity, (size_t)width * height * n_channels,
                   sizeof *image->value, err));
    image->width = width;
    image->height = height;
    image->n_channels = n_channels;
done:
    return status;
}

/* The edges of pixel (x, y) to those behind it. */
static sg_status add_edges(sg_record *record, uint32_t x, uint32_t y, const sg_image *image,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t w = image->width, v = y * w + x;
    const bool right = x + 1 < w, left = x > 0, below = y + 1 < image->height;
    if (right) SG_TRY(sg_record_edge(record, v, v + 1, err));
    if (below && left) SG_TRY(sg_record_edge(record, v, v + w - 1, err));
    if (below) SG_TRY(sg_record_edge(record, v, v + w, err));
    if (below && right) SG_TRY(sg_record_edge(record, v, v + w + 1, err));
done:
    return status;
}

sg_status sg_image_to_record(sg_record *record, const sg_image *image, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = image->width * image->height;
    SG_TRY(sg_record_nodes(record, n, err));
    SG_TRY(sg_record_attributes(record, image->n_channels, err));
    memcpy(record->attribute, image->value,
           (size_t)n * image->n_channels * sizeof *record->attribute);
    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++) SG_TRY(add_edges(record, x, y, image, err));
done:
    return status;
}
