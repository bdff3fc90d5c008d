/* image_look.h - a graph of a data set as an image: which pixel is how bright.
 *
 *     const sg_pixel_grid grid = sg_image_grid(data, &one);
 *     if (grid.width > 0) sg_image_shares(share, data, &one);
 */
#ifndef SG_IMAGES_IMAGE_LOOK_H
#define SG_IMAGES_IMAGE_LOOK_H

#include "data/dataset.h"
#include "graph/pixel_grid.h"

/* The grid of an image; {0} where the graph is none: an image has values of pixels, and more than one row of
 * them.  Time O(nodes + arcs). */
sg_pixel_grid sg_image_grid(const sg_dataset *data, const sg_one_graph *one);

/* share[n_nodes]: from 0 for the darkest to 1 for the brightest value of the image, the mean over the values
 * of a pixel. */
void sg_image_shares(double *share, const sg_dataset *data, const sg_one_graph *one);

#endif
