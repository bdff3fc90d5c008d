/* data_folders.h - where data sets are found and where new ones go.
 *
 * A data set NAME is FOLDER/NAME/ or FOLDER/NAME.zip; the folders are $SHAREGNN_DATA, ./data and
 * ~/.cache/sharegnn, unless the user names one.  Files of other formats (data_file.h) are found
 * there by their whole names, "R8.csv"; settings behind a '?' are kept.  A path works wherever a name
 * does.
 */
#ifndef SG_FORMATS_DATA_FOLDERS_H
#define SG_FORMATS_DATA_FOLDERS_H

#include "base/text.h"

/* Append the path of the data set `name` to `path`, looking in `folder` alone where it is not
 * NULL.  Fails with SG_ENOTFOUND, naming the places where it is not, or SG_ENOMEM. */
sg_status sg_data_folders_find(sg_text *path, const char *name, const char *folder,
                               sg_error *err);

/* Append the folder for new data sets to `path`: $SHAREGNN_DATA, else "data". */
sg_status sg_data_folders_home(sg_text *path, sg_error *err);

#endif
