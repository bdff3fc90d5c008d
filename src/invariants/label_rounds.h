/* label_rounds.h - several labelings of one data set, where rounds of one refinement are computed once.
 *
 *     SG_TRY(sg_labels_compute_all(labels, expression, 4, &view, &options, err)); // wl:0 .. wl:3
 *
 * The labels are those of sg_labels_compute, to the number.  For a chain "wl:0, wl:1, ..., wl:R" (or
 * wl-edges, or with a common base behind '/') this takes R rounds instead of 1 + 2 + ... + R, and each
 * round computes content keys only once for all nodes that are alike.
 */
#ifndef SG_INVARIANTS_LABEL_ROUNDS_H
#define SG_INVARIANTS_LABEL_ROUNDS_H

#include "invariants/labels.h"

/* Label all nodes by expression[0 .. n).
 *
 *   labels  out; [n] empty ones
 *
 * Fails like sg_labels_compute; all of them are then empty.  Memory O(n * nodes). */
sg_status sg_labels_compute_all(sg_labels *labels, const sg_label_expression *expression,
                                size_t n, const sg_graph_view *view,
                                const sg_invariant_options *options, sg_error *err);

#endif
