/* relabel.h - node labels by another's numbers, and nodes left out.
 *
 * Label 3 is hydrogen in one data set and carbon in another.  Models look labels up by what they
 * are, and a number is all they are; so before weights can travel, both data sets must count alike.
 */
#ifndef SG_DATA_RELABEL_H
#define SG_DATA_RELABEL_H

#include "data/dataset.h"

/* What becomes of a label. */
typedef struct sg_new_label {
    int32_t from, to;
    bool removed; /* the nodes go, with their edges */
} sg_new_label;

/* {0} has none. */
typedef struct sg_relabeling {
    sg_new_label *entry; /* [n] ascending by `from` */
    size_t n, capacity;
} sg_relabeling;

void sg_relabeling_free(sg_relabeling *relabeling);

/* Give all nodes of `data` their new labels and leave out those that are to be removed.  A graph
 * may have no nodes left.
 * Fails with SG_EINVAL (a label that nothing is said about; labels that are words; not one column)
 * or SG_ENOMEM; the data is unchanged then. */
sg_status sg_dataset_relabel(sg_dataset *data, const sg_relabeling *relabeling, sg_error *err);

#endif
