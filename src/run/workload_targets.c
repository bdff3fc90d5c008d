/* workload_targets.c - what the outputs of the networks mean, and what they are to be. */
#include "run/experiment_outputs.h"
#include "run/workload_parts.h"

sg_status sgi_workload_open_targets(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_experiment_outputs(&w->outputs, w->experiment, &w->data, err));
    SG_TRY(sg_item_targets_make(&w->targets, &w->outputs, &w->data, err));
done:
    return status;
}
