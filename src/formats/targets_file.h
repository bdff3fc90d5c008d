/* targets_file.h - classes or targets in a text file of their own, a line per graph.
 */
#ifndef SG_FORMATS_TARGETS_FILE_H
#define SG_FORMATS_TARGETS_FILE_H

#include "data/dataset.h"

/* Read numbers, separated by commas or blanks; ? or nothing between commas is missing (NaN).
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT (path, line, column), SG_ELIMIT or SG_ENOMEM. */
sg_status sg_targets_read(sg_value_table *table, size_t *n_rows, const char *path,
                          sg_error *err);

/* Replace the classes and targets of a data set by those in the file: a single column of whole numbers
 * gives classes, unless `as_targets`; anything else gives targets.
 * Fails like sg_targets_read, or with SG_EFORMAT where there is not a line per graph; the data set is
 * then unchanged. */
sg_status sg_dataset_read_targets(sg_dataset *data, const char *path, bool as_targets,
                                  sg_error *err);

#endif
