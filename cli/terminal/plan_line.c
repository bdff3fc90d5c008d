/* plan_line.c - one plan, one line. */
#include "plan_line.h"

#include "counted.h"

#include <stdio.h>

void plan_line_print(const sg_plan_choice *plan)
{
    fprintf(stderr, "plan of \"%s\": %s, %s, %s, %.3g MB\n", plan->head, plan->kind,
            counted(plan->n_weights, "weight", "weights").text,
            counted(plan->n_pairs, "pair", "pairs").text, (double)plan->n_bytes / 1e6);
}
