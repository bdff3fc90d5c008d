/* own_graphs.h - a data set of which a rank needs some graphs, under the numbers that they have.
 */
#ifndef SG_DATA_OWN_GRAPHS_H
#define SG_DATA_OWN_GRAPHS_H

#include "data/dataset.h"

/* Copy the graphs g with wanted[g]; all others have no nodes in the copy, so that numbers of graphs stay.  The copy says
 * nothing about items but what they are, which must be graphs, and knows no ids.
 *
 *   own     out; an empty data set
 *   wanted  [n_graphs]
 *
 * Fails with SG_ENOMEM; O(size of the copy and number of graphs). */
sg_status sg_dataset_own_graphs(sg_dataset *own, const sg_dataset *data, const bool *wanted,
                                sg_error *err);

#endif
