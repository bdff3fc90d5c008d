/* pattern.h - small patterns by name or as lists of edges.
 *
 *     name      edge, triangle, square, star, tailed-triangle
 *     cliqueK   K nodes, all joined, K = 2 .. 6
 *     cycleK    K nodes in a ring, K = 3 .. 6
 *     edges     0-1.1-2.2-0: joined nodes, called by one digit each, dots between the edges
 *
 * A pattern is connected and has 2 to 6 nodes.
 *
 *     sg_pattern pattern;
 *     SG_TRY(sg_pattern_parse(&pattern, text, strlen(text), err));
 */
#ifndef SG_INVARIANTS_LABELINGS_PATTERN_H
#define SG_INVARIANTS_LABELINGS_PATTERN_H

#include "invariants/labeling.h"

/* Read a pattern from text[0 .. length).  Its nodes come out in an order that does not depend on
 * how it was written: equal patterns are equal bit by bit.
 * Fails with SG_EINVAL, saying what is allowed. */
sg_status sg_pattern_parse(sg_pattern *pattern, const char *text, size_t length, sg_error *err);

/* A number for the pattern with its nodes in this order: bit j (j - 1) / 2 + i for an edge
 * between i < j, and the number of nodes from bit 16 on.  sg_pattern_parse chooses the order with
 * the smallest one; so it is the same for equal patterns only. */
uint64_t sg_pattern_code(const sg_pattern *pattern);

/* What people call one of it: "triangle", "cycle of 5"; "pattern" where it has no name.  Static memory. */
const char *sg_pattern_name(const sg_pattern *pattern);

static inline bool sg_pattern_joined(const sg_pattern *pattern, unsigned i, unsigned j)
{
    return (pattern->adjacent[i] >> j & 1) != 0;
}

#endif
