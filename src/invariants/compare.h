/* compare.h - which of two labelings is finer.
 */
#ifndef SG_INVARIANTS_COMPARE_H
#define SG_INVARIANTS_COMPARE_H

#include "invariants/labels.h"

/* Count the labels of the combination of two labelings of the same nodes.  `a` refines `b` where
 * that number is a's own.  Fails with SG_EINVAL for different numbers of nodes, or SG_ENOMEM. */
sg_status sg_labels_join_count(uint32_t *n_joint, const sg_labels *a, const sg_labels *b,
                               sg_error *err);

#endif
