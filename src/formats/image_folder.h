/* image_folder.h - a folder of PGM and PNG images.
 *
 * FOLDER/CLASS/FILE.png: folders inside name the classes.  FOLDER/FILE.png: images without classes.
 * Files are taken in the order of their names, which are kept as ids; others are ignored.
 */
#ifndef SG_FORMATS_IMAGE_FOLDER_H
#define SG_FORMATS_IMAGE_FOLDER_H

#include "data/dataset.h"

/* Read all images.  Fails with SG_EFORMAT (a file that is no image; none at all), SG_EIO, SG_ELIMIT or
 * SG_ENOMEM. */
sg_status sg_image_folder_read(sg_dataset *data, const char *name, const char *path,
                               sg_error *err);

#endif
