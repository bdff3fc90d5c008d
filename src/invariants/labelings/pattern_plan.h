/* pattern_plan.h - in which order to look for the nodes of a pattern, so that every occurrence
 * through a given node is found once.
 *
 * The nodes of a pattern fall into roles (orbits of its symmetries): a star has a center and
 * leaves.  There is one plan for each role that the given node, the root, can play; the sum of
 * what they find is the number of occurrences.
 *
 *     sg_pattern_plan plan[SG_PATTERN_MAX_NODES];
 *     const unsigned n_plans = sg_pattern_plans(plan, &pattern);
 *
 * Reference: Grochow and Kellis, "Network Motif Discovery Using Subgraph Enumeration and
 * Symmetry-Breaking", RECOMB 2007.
 */
#ifndef SG_INVARIANTS_LABELINGS_PATTERN_PLAN_H
#define SG_INVARIANTS_LABELINGS_PATTERN_PLAN_H

#include "invariants/labelings/pattern.h"

/* One node to find; bit i is the node found in step i before. */
typedef struct sg_pattern_step {
    uint8_t joined; /* it is joined to exactly these; not empty, except in step 0       */
    uint8_t above;  /* its number is larger than theirs: what makes occurrences unique */
} sg_pattern_step;

typedef struct sg_pattern_plan {
    uint8_t n_steps; /* as many as nodes; step 0 is the root */
    sg_pattern_step step[SG_PATTERN_MAX_NODES];
} sg_pattern_plan;

/* Make the plans of a connected pattern; returns how many there are. */
unsigned sg_pattern_plans(sg_pattern_plan plan[SG_PATTERN_MAX_NODES],
                          const sg_pattern *pattern);

#endif
