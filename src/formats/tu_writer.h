/* tu_writer.h - writing a data set in TU Dortmund's text format.
 */
#ifndef SG_FORMATS_TU_WRITER_H
#define SG_FORMATS_TU_WRITER_H

#include "data/dataset.h"

/* Write `data` to the folder FOLDER/NAME/, files NAME_A.txt and so on; reading it gives the same
 * data set.  The folder appears complete or not at all; an existing one is replaced if `replace`.
 * Fails with SG_EEXIST, SG_EINVAL (a name that is a path; a graph without nodes where there are
 * neither classes nor targets), SG_EIO, SG_ENOTFOUND or SG_ENOMEM; nothing is left behind then. */
sg_status sg_tu_write(const sg_dataset *data, const char *folder, const char *name,
                      bool replace, sg_error *err);

#endif
