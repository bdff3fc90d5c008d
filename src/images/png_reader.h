/* png_reader.h - PNG images: all kinds of pixels, not interlaced.
 *
 * A reader of our own: what is needed is a header, an inflate that we have, and five filters; see
 * docs/decisions/009-reading-png.md.
 *
 * Reference: W3C, Portable Network Graphics, 2nd edition.
 */
#ifndef SG_IMAGES_PNG_READER_H
#define SG_IMAGES_PNG_READER_H

#include "images/image_graph.h"

/* Read the image in bytes[0 .. size) of the file `path`.  Channels: gray; gray, alpha; red, green,
 * blue (also of a palette); with alpha.  Values are as in the file, 0 .. 255 in most.
 * Fails with SG_EFORMAT (also for interlaced images), SG_ELIMIT or SG_ENOMEM; the image then has no
 * meaning. */
sg_status sg_png_parse(sg_image *image, const char *path, const char *bytes, size_t size,
                       sg_error *err);

#endif
