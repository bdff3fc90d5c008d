/* label_cache.h - labels kept on disk by content.
 *
 * A result is found again by what it was computed from: the graphs, their labels, the expression
 * and the version of the invariants.  Files appear whole or not at all; one that is damaged or of
 * another version is not found, and will be replaced.
 */
#ifndef SG_STORE_LABEL_CACHE_H
#define SG_STORE_LABEL_CACHE_H

#include "invariants/labels.h"

/* What a result is computed from; with the expression "", the data that any of them is computed from. */
uint64_t sg_label_cache_key(const sg_graph_view *view, const char *expression);

/* Look a result up; *found tells whether it was there.  Fails with SG_ENOMEM only. */
sg_status sg_label_cache_load(sg_labels *labels, bool *found, const char *folder, uint64_t key,
                              uint32_t n_nodes, sg_error *err);

/* Keep a result; the folder is made if missing.  Fails with SG_EIO, SG_ENOTFOUND or SG_ENOMEM. */
sg_status sg_label_cache_store(const sg_labels *labels, const char *folder, uint64_t key,
                               sg_error *err);

/* Compute labels, or find what was computed before; what took long is kept for the next time.  A folder
 * that cannot be written makes things slower, not wrong; NULL: nothing is looked up or kept.
 * Fails like sg_labels_compute. */
sg_status sg_label_cache_compute(sg_labels *labels, const sg_label_expression *expression,
                                 const sg_graph_view *view, const sg_invariant_options *options,
                                 const char *folder, sg_error *err);

#endif
