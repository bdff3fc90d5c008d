/* slow_isomorphism.h - whether two small graphs are the same, by trying all orders of the nodes. */
#ifndef SG_TESTS_SUPPORT_SLOW_ISOMORPHISM_H
#define SG_TESTS_SUPPORT_SLOW_ISOMORPHISM_H

#include "graph/view.h"

/* For graphs of at most 8 nodes. */
bool slow_graphs_same(const sg_graph_view *view, uint32_t g, uint32_t h);

#endif
