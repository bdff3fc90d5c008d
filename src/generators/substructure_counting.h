/* substructure_counting.h - random graphs and how many small substructures each contains.
 *
 * The regression benchmark of Chen et al.: 5,000 random regular graphs, each with as many random
 * edges removed as it has nodes.  The six targets are the counts of substructure_counts.h in its
 * order, divided by their standard deviation over all graphs (n - 1).
 *
 * The published graphs cannot be generated again; these are drawn in the same way.
 *
 * Reference: Chen et al., "Can Graph Neural Networks Count Substructures?", NeurIPS 2020.
 */
#ifndef SG_GENERATORS_SUBSTRUCTURE_COUNTING_H
#define SG_GENERATORS_SUBSTRUCTURE_COUNTING_H

#include "data/dataset.h"

/* Make the data set.  A graph has 10, 15, 20 or 30 nodes with equal probability and 20, 30, 30 or
 * 45 edges.  `data` is out, an empty data set.
 * Fails with SG_ENOMEM; `data` is then unchanged. */
sg_status sg_substructure_counting_make(sg_dataset *data, uint32_t seed, sg_error *err);

#endif
