/* pairs_of.h - the pairs that a property finds in a graph, without ceremony.
 *
 *     sg_scratch scratch = {0};
 *     const sg_pairs pairs = pairs_of(&view, "distance 0..3", &scratch);
 *     ...
 *     sg_scratch_free(&scratch);
 *
 * Nothing here returns an error: where something fails, the test fails.
 */
#ifndef SG_TESTS_SUPPORT_PAIRS_OF_H
#define SG_TESTS_SUPPORT_PAIRS_OF_H

#include "invariants/expression.h"

/* The pairs of the view's first graph; they live in `scratch`. */
sg_pairs pairs_of(const sg_graph_view *view, const char *expression, sg_scratch *scratch);

#endif
