/* explained_models.c - see the header. */
#include "support/explained_models.h"

sg_dataset *explained_molecules(void)
{
    sg_dataset *data = NULL;
    check_ok(sg_data_open(&data, SG_TEST_FIXTURES "/MOL2", NULL, &err));
    return data;
}

sg_dataset *explained_data(const char *name)
{
    sg_dataset *data = NULL;
    check_ok(sg_data_generate(&data, name, 0, &err));
    return data;
}

sg_model *explained_model(const sg_dataset *data, const char *description, sg_rng *rng)
{
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options,
                                      .description = description};
    check_ok(sg_model_build(&model, data, &options, &err));
    model->precision = SG_PRECISION_DOUBLE;
    for (size_t i = 0; i < model->n_weights; i++)
        model->weight[i] = 2 * sg_rng_uniform(rng) - 1;
    model->is_trained = true;
    return model;
}

static const sg_label_options ONE_THREAD = {.struct_size = sizeof ONE_THREAD, .n_threads = 1};

const sg_explainer_options EXPLAINED_DEFAULTS = {.struct_size = sizeof EXPLAINED_DEFAULTS,
                                                 .labels = &ONE_THREAD};

sg_explainer *explainer_of(const sg_model *model, const sg_dataset *data)
{
    sg_explainer *explainer = NULL;
    check_ok(sg_explainer_open(&explainer, model, data, &EXPLAINED_DEFAULTS, &err));
    return explainer;
}

sg_explanation explained_graph(sg_explainer *explainer, uint32_t graph, uint32_t output)
{
    sg_explanation e = {.struct_size = sizeof e};
    const sg_explainer_question why = {.graph = graph, .output = output};
    check_ok(sg_explainer_answer(&e, explainer, 0, why, &err));
    return e;
}

double explained_output(const sg_model *model, const sg_dataset *data, uint32_t graph,
                        uint32_t output)
{
    double value[16];
    sg_model_on_data on_data = {0};
    sg_learner *learner = NULL;
    const sg_placement on = {.data = data, .known = &model->vocabularies, .max_batch = 1};
    assert_true(model->outputs.n <= 16);
    check_ok(sg_model_on_data_open(&on_data, &model->blueprint, model->outputs.n, &on, &err));
    check_ok(sg_model_open_learner(&learner, model, &on_data, NULL, &err));
    sg_learner_predict(value, learner, &graph, 1);
    sg_learner_close(learner);
    sg_model_on_data_close(&on_data);
    return value[output];
}
