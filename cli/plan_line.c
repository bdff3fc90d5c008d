/* plan_line.c - one plan, one line. */
#include "plan_line.h"

#include <inttypes.h>
#include <stdio.h>

void plan_line_print(const sg_plan_choice *plan)
{
    fprintf(stderr, "plan of \"%s\": %s, %" PRIu64 " weights, %" PRIu64 " pairs, %.3g MB\n",
            plan->head, plan->kind, plan->n_weights, plan->n_pairs,
            (double)plan->n_bytes / 1e6);
}
