/* plan_narrow.h - a plan for some nodes of the data and what they hear (graph/node_field.h).
 *
 *     SG_TRY(sg_plan_hear(&field, plan, field.n, depth, err));  // while the field grows
 *     SG_TRY(sg_plan_narrow(&narrow, plan, &field, depth + 1, err));
 *     sg_plan_narrow_free(&narrow);
 */
#ifndef SG_PLANS_PLAN_NARROW_H
#define SG_PLANS_PLAN_NARROW_H

#include "graph/node_field.h"
#include "plans/plan.h"

/* Add the senders of the first n nodes of a field that grows.  Fails with SG_ENOMEM. */
sg_status sg_plan_hear(sg_node_field *field, const sg_plan *plan, uint32_t n, uint32_t depth,
                       sg_error *err);

/* Make an explicit plan for the graphs of a field: the pairs of receivers of this depth at least, in the order
 * that they have in `whole`.  Slots stay those of `whole`, which must outlive it.  Fails with SG_ENOMEM. */
sg_status sg_plan_narrow(sg_plan *plan, const sg_plan *whole, const sg_node_field *field,
                         uint32_t depth, sg_error *err);
void sg_plan_narrow_free(sg_plan *plan);

#endif
