/* picture_file.h - a picture in a file: as it is, or in pixels where its name ends in .png.
 *
 *     SG_TRY(sg_picture_file_write("graph.png", svg, err));
 */
#ifndef SG_DRAW_PICTURE_FILE_H
#define SG_DRAW_PICTURE_FILE_H

#include "base/status.h"

/* Write the file, whole or not at all.
 * Fails with SG_EINVAL (another ending), SG_EIO, SG_ENOMEM, or SG_ENOTFOUND (no such folder; or .png
 * without librsvg). */
sg_status sg_picture_file_write(const char *path, const char *svg, sg_error *err);

#endif
