/* predictor.c - shelf, binding and learner, held together. */
#include "model/predictor.h"

#include "base/mem.h"

struct sg_predictor {
    const sg_model *model;
    sg_shelf *shelf;
    sg_binding binding;
    void *parameters; /* of the learner, which learns nothing */
    sg_learner *learner;
};

sg_status sg_predictor_open(sg_predictor **predictor, const sg_model *model,
                            const sg_dataset *data, const sg_invariant_options *options,
                            uint32_t max_batch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_predictor *p = NULL;
    SG_TRY(sg_model_check_attributes(model, data, err));
    SG_ALLOC(p, 1);
    p->model = model;
    SG_TRY(sg_shelf_open(&p->shelf, data, &model->knowledge, options, err));
    SG_TRY(sg_binding_make(&p->binding, p->shelf, &model->blueprint, model->n_outputs,
                           max_batch, err));
    SG_TRY(sg_model_parameters(&p->parameters, model, err));
    p->binding.spec.parameters = p->parameters;
    SG_TRY(sg_model_open_learner(&p->learner, model, &p->binding,
                                 options != NULL ? options->pool : NULL, err));
    *predictor = p;
    p = NULL;
done:
    sg_predictor_close(p);
    return status;
}

void sg_predictor_close(sg_predictor *predictor)
{
    if (predictor == NULL) return;
    sg_learner_close(predictor->learner);
    sg_free(predictor->parameters);
    sg_binding_free(&predictor->binding);
    sg_shelf_close(predictor->shelf);
    sg_free(predictor);
}

void sg_predictor_run(double *output, sg_predictor *predictor, const uint32_t *graph,
                      uint32_t n)
{
    sg_learner_predict(output, predictor->learner, graph, n);
    sg_model_finish_outputs(output, n, predictor->model);
}

const sg_binding *sg_predictor_binding(const sg_predictor *predictor)
{
    return &predictor->binding;
}
