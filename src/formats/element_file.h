/* element_file.h - which atoms and bonds the labels of a data set are, as a text file.
 *
 *     # labels of nodes
 *     0 C
 *     8 NH+
 *     # labels of edges
 *     bond 2 double
 *
 * A line per label: its number and what it is, an atom (chem/atom_name.h); or the word bond, the number of
 * an edge's label and single, double, triple, aromatic or quadruple.  Empty lines and all behind # are
 * for people.  Names are for people, too: pictures become structural formulas, and models do not change.
 */
#ifndef SG_FORMATS_ELEMENT_FILE_H
#define SG_FORMATS_ELEMENT_FILE_H

#include "data/dataset.h"

/* Name the labels of `data` as the file at `path` says, instead of the names that they had.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_ELIMIT (over 1 MiB), SG_EFORMAT (path:line), SG_EINVAL (the
 * labels of the data are words or have several columns) or SG_ENOMEM; the data is then unchanged. */
sg_status sg_dataset_name_elements(sg_dataset *data, const char *path, sg_error *err);

#endif
