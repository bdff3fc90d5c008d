/* netpbm.h - PGM and PPM images (P2, P3, P5, P6).
 *
 * Reference: Poskanzer, pgm(5) and ppm(5).
 */
#ifndef SG_IMAGES_NETPBM_H
#define SG_IMAGES_NETPBM_H

#include "images/image_graph.h"

/* Read the image in bytes[0 .. size) of the file `path`.  Values are as in the file.
 * Fails with SG_EFORMAT, SG_ELIMIT or SG_ENOMEM; the image then has no meaning. */
sg_status sg_netpbm_parse(sg_image *image, const char *path, const char *bytes, size_t size,
                          sg_error *err);

#endif
