/* rank_labels.h - labels of graphs that several ranks have.
 *
 *     SG_TRY(sg_rank_labels_compute(&labels, &expression, &view, &options, cluster, err));
 *
 * Every rank looks at its own graphs alone.  Keys say what a label is on every machine, so counts are added up by key, and
 * all ranks number labels as one process would that had all graphs.
 */
#ifndef SG_INVARIANTS_RANK_LABELS_H
#define SG_INVARIANTS_RANK_LABELS_H

#include "cluster/cluster.h"
#include "invariants/labels.h"

/* Label the nodes of this rank's graphs, `view`; numbers, keys and counts are those of all ranks' graphs together.  All
 * ranks call it.  Fails like sg_labels_compute, on all ranks. */
sg_status sg_rank_labels_compute(sg_labels *labels, const sg_label_expression *expression,
                                 const sg_graph_view *view, const sg_invariant_options *options,
                                 sg_cluster *cluster, sg_error *err);

#endif
