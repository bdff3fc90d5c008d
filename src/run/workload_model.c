/* workload_model.c - models that a training starts from and models that it makes. */
#include "run/workload.h"

#include "base/mem.h"
#include "model/model_make.h"
#include "model/vocabularies_learn.h"

#include <string.h>

static const sg_vocabulary_plans *vocabulary_of(const sg_workload *w, uint32_t fold)
{
    return &w->vocabulary[w->n_vocabularies > 1 ? fold : 0];
}

sg_status sg_workload_match(sg_transfer *transfer, const sg_workload *w, uint32_t configuration,
                            uint32_t fold, sg_error *err)
{
    const sg_transfer_side mine = {sg_workload_on_data(w, configuration, fold),
                                   &vocabulary_of(w, fold)->vocabularies};
    const sg_transfer_side theirs = {&w->pretrained.alone, &w->pretrained.model.vocabularies};
    const sg_transfer_options options = {
        .layers = w->experiment->from_some ? &w->experiment->from_layers : NULL,
        .same_outputs = sg_outputs_equal(&w->outputs, &w->pretrained.model.outputs)};
    return sg_transfer_make(transfer, &mine, &theirs, &options, err);
}

sg_status sg_workload_transfer(sg_learner *learner, const sg_workload *w,
                               uint32_t configuration, uint32_t fold, sg_error *err)
{
    sg_status status = SG_OK;
    sg_transfer transfer = {0};
    if (w->experiment->from == NULL) goto done;
    SG_TRY(sg_workload_match(&transfer, w, configuration, fold, err));
    SG_TRY(sg_transfer_to_learner(learner, &transfer, w->pretrained.model.weight, err));
done:
    sg_transfer_free(&transfer);
    return status;
}

sg_status sg_workload_model(sg_model *model, const sg_workload *w, uint32_t configuration,
                            uint32_t fold, const double *weight, size_t n_weights,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const sg_configuration *c = &w->configuration[configuration];
    const sg_vocabulary_plans *v = vocabulary_of(w, fold);
    sg_model made = {.loss = c->train.loss,
                     .precision = c->train.precision,
                     .n_weights = n_weights,
                     .is_trained = true};
    SG_TRY(sg_outputs_copy(&made.outputs, sg_workload_outputs(w, fold), err));
    SG_TRY(sg_blueprint_copy(&made.blueprint, &c->blueprint, err));
    SG_TRY(sg_model_note_data(&made, &made.blueprint, &w->data, err));
    SG_TRY(sg_vocabularies_learn(&made.vocabularies,
                                 v->training_cache != NULL ? v->training_cache : v->cache,
                                 &made.blueprint, err));
    SG_TRY(sg_experience_learn(&made.met, v->training_cache != NULL ? &v->training : &w->data,
                               &made.outputs, err));
    SG_ALLOC(made.weight, n_weights);
    memcpy(made.weight, weight, n_weights * sizeof *weight);
    *model = made;
    made = (sg_model){0};
done:
    sg_model_free(&made);
    return status;
}
