/* labels_of.h - what a labeling gives to the nodes of a data set, without ceremony.
 *
 *     sg_labels labels = labels_of(&view, "wl:2");
 *     ...
 *     sg_labels_free(&labels);
 *
 * Nothing here returns an error: where something fails, the test fails.
 */
#ifndef SG_TESTS_SUPPORT_LABELS_OF_H
#define SG_TESTS_SUPPORT_LABELS_OF_H

#include "invariants/labels.h"

sg_labels labels_of(const sg_graph_view *view, const char *expression);

/* The keys of all nodes; released with sg_free. */
sg_key *keys_of_view(const sg_graph_view *view, const char *expression);

/* The same labels, keys and counts. */
void check_same_labels(const sg_labels *a, const sg_labels *b);

#endif
