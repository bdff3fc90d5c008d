/* named_pair.h - what a property calls the value of a pair.
 *
 *     assert_string_equal(named_pair(&view, "walks:2", 0, 1), "1 walk of 1");
 */
#ifndef SG_TESTS_SUPPORT_NAMED_PAIR_H
#define SG_TESTS_SUPPORT_NAMED_PAIR_H

#include "graph/view.h"

/* The name of the value of two nodes of the view's first graph, "" where it has none; the value is
 * listed or named by example.  Valid until the next call. */
const char *named_pair(const sg_graph_view *view, const char *property, uint32_t receiver,
                       uint32_t sender);

#endif
