/* csl.h - circular skip links: regular graphs that color refinement cannot tell apart.
 *
 * A graph is a ring of 41 nodes with an edge between any two that are R steps apart.  The ten
 * values of R are the ten classes; each has 15 copies with randomly numbered nodes.
 *
 * Reference: Murphy et al., "Relational Pooling for Graph Representations", ICML 2019.
 */
#ifndef SG_GENERATORS_CSL_H
#define SG_GENERATORS_CSL_H

#include "data/dataset.h"

/* Make the data set: class by class, class c having the c-th smallest skip of 2, 3, 4, 5, 6, 9,
 * 11, 12, 13, 16.  `data` is out, an empty data set.
 * Fails with SG_ENOMEM; `data` is then unchanged. */
sg_status sg_csl_make(sg_dataset *data, uint32_t seed, sg_error *err);

#endif
