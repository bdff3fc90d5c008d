/* subset.h - some graphs of a data set as a data set of their own.
 */
#ifndef SG_DATA_SUBSET_H
#define SG_DATA_SUBSET_H

#include "data/dataset.h"

/* Copy the graphs graph[0 .. n), in this order, with all their columns into an empty data set.
 * Classes keep their numbers and names.  Fails with SG_ENOMEM; O(size of the copy). */
sg_status sg_dataset_subset(sg_dataset *subset, const sg_dataset *data, const uint32_t *graph,
                            uint32_t n, sg_error *err);

#endif
