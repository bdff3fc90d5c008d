/* idx_file.h - images in the IDX format, as MNIST has them.
 *
 * NAME-images-idx3-ubyte holds bytes [images][rows][columns]; NAME-labels-idx1-ubyte beside it, where
 * there is one, the classes.
 *
 * Reference: LeCun, Cortes and Burges, the MNIST database.
 */
#ifndef SG_FORMATS_IDX_FILE_H
#define SG_FORMATS_IDX_FILE_H

#include "data/dataset.h"

/* Make a data set of the images in bytes[0 .. size) of the file `path`, and of the labels beside it.
 * Fails with SG_EFORMAT (what is wrong), SG_EIO, SG_ELIMIT or SG_ENOMEM. */
sg_status sg_idx_read(sg_dataset *data, const char *name, const char *path, const char *bytes,
                      size_t size, sg_error *err);

/* The same with the bytes of a label file, or NULL. */
sg_status sg_idx_parse(sg_dataset *data, const char *name, const char *path, const char *bytes,
                       size_t size, const char *labels, size_t labels_size, sg_error *err);

#endif
