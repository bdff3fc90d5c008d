/* ready_model.c - what a large model costs is paid once; a batch pays for its own size.
 *
 * Batches are so small that their plans are explicit (plan.c), unless a graph is alone in one.  With
 * networks that decide graph by graph, that makes the bits the same in any company. */
#include "model/ready_model.h"

#include "base/mem.h"
#include "model/trust.h"

sg_status sg_ready_model_make(sg_ready_model *ready, const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ready_model made = {.model = model};
    SG_TRY(sg_knowledge_index_make(&made.index, &model->knowledge, err));
    SG_TRY(sg_model_parameters(&made.parameters, model, err));
    *ready = made;
    made = (sg_ready_model){0};
done:
    sg_ready_model_free(&made);
    return status;
}

void sg_ready_model_free(sg_ready_model *ready)
{
    sg_knowledge_index_free(&ready->index);
    sg_free(ready->parameters);
    *ready = (sg_ready_model){0};
}

sg_status sg_ready_model_predict(double *score, sg_trust *trust, const sg_ready_model *ready,
                                 const sg_dataset *data, const sg_invariant_options *options,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = ready->model;
    const uint32_t n = data->graph.n_graphs;
    sg_shelf *shelf = NULL;
    sg_binding binding = {0};
    sg_learner *learner = NULL;
    uint32_t *graph = NULL;
    SG_TRY(sg_model_check_attributes(model, data, err));
    SG_TRY(sg_shelf_open(&shelf, data, &model->knowledge, options, err));
    sg_shelf_recognize(shelf, &ready->index);
    SG_TRY(sg_binding_make(&binding, shelf, &model->blueprint, model->n_outputs, n, err));
    binding.spec.parameters = ready->parameters;
    SG_TRY(sg_model_open_learner(&learner, model, &binding,
                                 options != NULL ? options->pool : NULL, err));
    SG_ALLOC(graph, n);
    for (uint32_t g = 0; g < n; g++) graph[g] = g;
    if (trust != NULL) SG_TRY(sg_trust_measure(trust, model, &binding, data, options, err));
    sg_learner_predict(score, learner, graph, n);
    sg_model_finish_outputs(score, n, model);
done:
    sg_free(graph);
    sg_learner_close(learner);
    sg_binding_free(&binding);
    sg_shelf_close(shelf);
    return status;
}
