/* explain_api.c - explanations behind the public header. */
#include "sharegnn.h"

#include "api/explainer_parts.h"
#include "base/mem.h"
#include "explain/ranking.h"

sg_status sg_explainer_open(sg_explainer **explainer, const sg_model *model,
                            const sg_dataset *data, const sg_explainer_options *options,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_explainer *opened = NULL;
    const sg_label_options *labels = options != NULL ? options->labels : NULL;
    sg_path_options path = {.tolerance = SG_PATH_TOLERANCE, .steps = SG_PATH_STEPS};
    if (options != NULL && options->tolerance != 0) path.tolerance = options->tolerance;
    if (options != NULL && options->steps != 0) path.steps = options->steps;
    SG_ALLOC(opened, 1);
    if (labels != NULL) {
        opened->options.budget = labels->budget;
        opened->options.observer = labels->observer;
    }
    SG_TRY(sg_pool_open(&opened->options.pool, labels != NULL ? labels->n_threads : 0, err));
    SG_TRY(sg_lens_open(&opened->lens, model, data, &opened->options, path, err));
    *explainer = opened;
    opened = NULL;
done:
    sg_explainer_close(opened);
    return status;
}

void sg_explainer_close(sg_explainer *explainer)
{
    if (explainer == NULL) return;
    sg_lens_close(explainer->lens);
    sg_pool_close(explainer->options.pool);
    sg_free(explainer);
}

const sg_explained_labeling *sg_explainer_labelings(size_t *n, const sg_explainer *explainer)
{
    return sg_lens_labelings(n, explainer->lens);
}

const sg_explained_head *sg_explainer_heads(size_t *n, const sg_explainer *explainer)
{
    return sg_lens_heads(n, explainer->lens);
}

size_t sg_explainer_node_name(char *text, size_t room, const sg_explainer *explainer,
                              uint32_t graph, uint32_t node)
{
    return sg_lens_node_name(text, room, explainer->lens, graph, node);
}

size_t sg_explainer_label_name(char *text, size_t room, const sg_explainer *explainer,
                               uint32_t labeling, uint32_t label)
{
    return sg_lens_label_name(text, room, explainer->lens, labeling, label);
}

size_t sg_explainer_weight_name(char *text, size_t room, const sg_explainer *explainer,
                                uint32_t head, uint32_t weight)
{
    return sg_lens_weight_name(text, room, explainer->lens, head, weight);
}

sg_status sg_explainer_graph(sg_explanation *explanation, sg_explainer *explainer,
                             uint32_t graph, uint32_t output, sg_error *err)
{
    const sg_lens_question why = {
        .graph = graph, .output = output, .observer = explainer->options.observer};
    return sg_lens_explain(explanation, explainer->lens, 0, why, err);
}

void sg_explanation_free(sg_explanation *explanation)
{
    sg_lens_explanation_free(explanation);
}

sg_status sg_explainer_rank(sg_ranking *ranking, sg_explainer *explainer,
                            const sg_ranking_options *options, sg_error *err)
{
    return sg_lens_rank(ranking, explainer->lens, options, err);
}

void sg_ranking_free(sg_ranking *ranking)
{
    sg_lens_ranking_free(ranking);
}
