/* workload_targets.c - what the outputs of the networks mean, and what they are to be.
 *
 * Where the training items of a fold decide what is known, they decide also the unit that targets are
 * learned in: the mean of all items would tell a network something about those that test it.  Results of
 * all folds are written in one unit, that of all items. */
#include "run/workload_parts.h"

#include "base/mem.h"
#include "run/experiment_outputs.h"

static sg_status open_unit(sg_fold_unit *unit, const sg_workload *w, const sg_fold *fold,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_index_list *train = &fold->part[SG_TRAIN];
    SG_TRY(sg_outputs_copy(&unit->outputs, &w->outputs, err));
    SG_TRY(sg_outputs_scale(&unit->outputs, w->experiment->scale, &w->data, train->index,
                            train->n, err));
    SG_TRY(sg_item_targets_make(&unit->targets, &unit->outputs, &w->data, err));
done:
    return status;
}

sg_status sgi_workload_open_targets(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_experiment *e = w->experiment;
    SG_TRY(sg_experiment_outputs(&w->outputs, e, &w->data, err));
    SG_TRY(sg_item_targets_make(&w->targets, &w->outputs, &w->data, err));
    if (!e->vocabulary_of_training || e->scale == SG_SCALE_NONE ||
        w->outputs.task != SG_REGRESSION)
        goto done;
    SG_ALLOC(w->unit, w->splits.n_folds);
    for (uint32_t f = 0; f < w->splits.n_folds; f++)
        SG_TRY(open_unit(&w->unit[f], w, &w->splits.fold[f], err));
done:
    return status;
}

void sgi_workload_close_targets(sg_workload *w)
{
    for (uint32_t f = 0; w->unit != NULL && f < w->splits.n_folds; f++) {
        sg_item_targets_free(&w->unit[f].targets);
        sg_outputs_free(&w->unit[f].outputs);
    }
    sg_free(w->unit);
    w->unit = NULL;
    sg_item_targets_free(&w->targets);
    sg_outputs_free(&w->outputs);
}

const sg_outputs *sg_workload_outputs(const sg_workload *workload, uint32_t fold)
{
    return workload->unit != NULL ? &workload->unit[fold].outputs : &workload->outputs;
}

const sg_targets *sgi_workload_targets(const sg_workload *w, uint32_t fold)
{
    return w->unit != NULL ? &w->unit[fold].targets.of_loss : &w->targets.of_loss;
}
