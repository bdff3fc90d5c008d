/* snowflakes.h - the paper's Snowflakes: look-alike subgraphs around a ring.
 *
 * At every node of a ring hangs one of four subgraphs of 15 nodes, glued together from two parts
 * that color refinement cannot tell apart.  One ring node is marked with label 1, and the class
 * is the number of the subgraph that hangs there.
 *
 * Random numbers are numpy's; seed 764 gives the paper's graphs in the paper's order.
 */
#ifndef SG_GENERATORS_SNOWFLAKES_H
#define SG_GENERATORS_SNOWFLAKES_H

#include "data/dataset.h"

/* Make the data set: 100 graphs for each ring of 3 to 12 nodes, ordered by size; a ring of k has
 * 15 k nodes (the ring comes first) and 25 k edges.  `data` is out, an empty data set.
 * Fails with SG_ENOMEM; `data` is then unchanged. */
sg_status sg_snowflakes_make(sg_dataset *data, uint32_t seed, sg_error *err);

#endif
