/* image_graph.h - images as grids: a node per pixel, row by row, joined to its 8 neighbors; the
 * pixel's values are the node's attributes.  The pair property `offset` knows such graphs.
 */
#ifndef SG_IMAGES_IMAGE_GRAPH_H
#define SG_IMAGES_IMAGE_GRAPH_H

#include "data/record.h"

/* Pixels of any number of values each. */
typedef struct sg_image {
    uint32_t width, height, n_channels;
    double *value; /* [height][width][n_channels] */
    size_t capacity;
} sg_image;

enum { SG_IMAGE_MAX_SIDE = 16384 };

void sg_image_free(sg_image *image);

/* Give the image a size; the values have no meaning yet.  Its memory is reused.
 * Fails with SG_ELIMIT where a side is 0 or too long, or with SG_ENOMEM. */
sg_status sg_image_resize(sg_image *image, uint32_t width, uint32_t height, uint32_t n_channels,
                          sg_error *err);

/* The grid with its attributes into an empty record.  Fails with SG_ENOMEM. */
sg_status sg_image_to_record(sg_record *record, const sg_image *image, sg_error *err);

#endif
