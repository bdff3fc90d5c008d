/* label_readme.h - NAME_label_readme.txt, with which TU Dortmund says what labels were before they were numbers.
 *
 *     Node labels:            [chem]
 *     Edge labels:            [valence]
 *     Node labels were converted to integer values using this map:
 *     Component 0:
 *             0       C
 *     Edge labels were converted to integer values using this map:
 *     Component 0:
 *             1       2
 *
 * Nodes get names where all of them are atoms, and edges where they are valences of such nodes.  Names are for
 * people: pictures become structural formulas, and models do not change.
 */
#ifndef SG_FORMATS_LABEL_README_H
#define SG_FORMATS_LABEL_README_H

#include "data/dataset.h"
#include "text/bundle.h"

/* Name the labels of `data`, which have one column and no names yet, as the file says.  A file that cannot be
 * read, or says something else, names nothing.  Fails with SG_ENOMEM. */
sg_status sg_label_readme_read(sg_dataset *data, const sg_bundle *bundle, sg_error *err);

#endif
