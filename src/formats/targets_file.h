/* targets_file.h - classes or targets in a text file of their own, a line per graph.
 */
#ifndef SG_FORMATS_TARGETS_FILE_H
#define SG_FORMATS_TARGETS_FILE_H

#include "data/dataset.h"

/* Read numbers, separated by commas or blanks; ? or nothing between commas is missing (NaN).
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT (path, line, column), SG_ELIMIT or SG_ENOMEM. */
sg_status sg_targets_read(sg_value_table *table, size_t *n_rows, const char *path,
                          sg_error *err);

#endif
