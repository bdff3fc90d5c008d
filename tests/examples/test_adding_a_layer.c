/* test_adding_a_layer.c - the worked example of docs/adding-a-layer.md is a layer like any other: in
 * files, in training, in model files, in transfer and in explanations.
 *
 * It is linked with a registry that has one line more. */
#include "base/mem.h"
#include "layers/layer_kind.h"
#include "model/transfer.h"
#include "sharegnn.h"
#include "store/model_file.h"
#include "support/any_network.h"
#include "support/check.h"
#include "support/folder.h"
#include "support/layer_specs.h"
#include "support/tiny_model.h"

extern const sg_layer_kind sg_scale_kind;

static const char LAYERS[] = "layers:\n"
                             "  - encoder: { heads: ['label @ distance 0..2 x3'] }\n"
                             "  - scale: {}\n"
                             "  - residual: { from: 0 }\n"
                             "  - scale: { start: zeros }\n"
                             "  - decoder: { heads: [label] }\n"
                             "  - linear: { outputs: targets }\n"
                             "train: { epochs: 3, batch-size: 4 }\n";

static void it_has_a_word(void **state)
{
    (void)state;
    const sg_layer_kind *kind = NULL;
    check_ok(sg_layer_kind_find(&kind, "scale", &err));
    assert_ptr_equal(kind, &sg_scale_kind);
    check_fails(sg_layer_kind_find(&kind, "skale", &err), SG_EINVAL, "did you mean scale?");
}

/* ---- Gradients ------------------------------------------------------------------------------ */

/* A network with the layer behind inputs of three numbers, read twice. */
typedef struct example {
    tiny_model tiny;
    double *input;
    sg_input_block block;
    uint32_t start;
    sg_layer_spec layer[4];
    sg_network_spec spec;
    uint32_t *batch;
} example;

static void open_example(example *e, sg_rng *rng)
{
    static const sg_residual_spec twice = {.from = 1};
    static const sg_pool_spec pool = {SG_POOL_MEAN};
    *e = (example){0};
    e->tiny = tiny_model_draw(rng, 5, 7);
    const sg_graph *graph = &e->tiny.data.graph;
    e->input = sg_alloc((size_t)graph->n_nodes * 3, sizeof *e->input);
    e->batch = sg_alloc(graph->n_graphs, sizeof *e->batch);
    for (size_t i = 0; i < (size_t)graph->n_nodes * 3; i++)
        e->input[i] = sg_rng_uniform(rng) - 0.5;
    for (uint32_t g = 0; g < graph->n_graphs; g++) e->batch[g] = g;
    e->layer[0] = (sg_layer_spec){.kind = &sg_scale_kind, .of = &e->start};
    e->layer[1] = (sg_layer_spec){.kind = &sg_scale_kind, .of = &e->start};
    e->layer[2] = (sg_layer_spec){.kind = &sg_residual_kind, .of = &twice};
    e->layer[3] = (sg_layer_spec){.kind = &sg_pool_kind, .of = &pool};
    e->block = (sg_input_block){.value = e->input, .width = 3};
    e->spec = (sg_network_spec){.graph = graph,
                                .input = &e->block,
                                .n_inputs = 1,
                                .layer = e->layer,
                                .n_layers = 4,
                                .max_batch = graph->n_graphs};
}

static void close_example(example *e)
{
    tiny_model_free(&e->tiny);
    sg_free(e->input);
    sg_free(e->batch);
}

/* The sum of all outputs. */
static double total(void *network, const double *parameter, const example *e, double *out)
{
    const uint32_t n = e->spec.graph->n_graphs;
    double sum = 0;
    ANY_NETWORK_F64.set_parameters(network, parameter);
    ANY_NETWORK_F64.forward(out, network, e->batch, n, true);
    for (size_t i = 0; i < (size_t)n * 3; i++) sum += out[i];
    return sum;
}

static void gradients_are_right(void **state)
{
    (void)state;
    enum { N = 6 };
    static const double STEP = 1e-5;
    sg_rng rng = check_rng("scale");
    example e;
    void *network = NULL;
    double parameter[N], gradient[N];
    open_example(&e, &rng);
    const uint32_t n = e.spec.graph->n_graphs;
    double *out = sg_alloc((size_t)n * 3, sizeof *out), *ones = sg_alloc((size_t)n * 3, 8);
    for (size_t i = 0; i < (size_t)n * 3; i++) ones[i] = 1;
    for (int i = 0; i < N; i++) parameter[i] = sg_rng_uniform(&rng);
    check_ok(ANY_NETWORK_F64.open(&network, &e.spec, NULL, &err));
    assert_int_equal(ANY_NETWORK_F64.size(network), N);
    (void)total(network, parameter, &e, out);
    ANY_NETWORK_F64.backward(gradient, network, ones, n);
    for (int i = 0; i < N; i++) {
        const double here = parameter[i];
        parameter[i] = here + STEP;
        const double above = total(network, parameter, &e, out);
        parameter[i] = here - STEP;
        const double below = total(network, parameter, &e, out);
        parameter[i] = here;
        check_near(gradient[i], (above - below) / (2 * STEP), 1e-6, 1e-8);
    }
    ANY_NETWORK_F64.close(network);
    sg_free(out);
    sg_free(ones);
    close_example(&e);
}

/* ---- The library ---------------------------------------------------------------------------- */

static sg_model *train(const sg_dataset *data, uint32_t n_threads, const sg_model *from)
{
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options, .description = LAYERS};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .description = LAYERS,
                                          .n_threads = n_threads,
                                          .seed = 3,
                                          .from = from};
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    return model;
}

static void it_is_trained_saved_and_opened(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    const uint32_t n = sg_data_sizes_of(data).n_graphs;
    sg_model *one = train(data, 1, NULL), *two = train(data, 2, NULL), *opened = NULL;
    const size_t n_scores = (size_t)n * sg_model_sizes_of(one).n_outputs;
    double *before = sg_alloc(n_scores, sizeof *before), *after = sg_alloc(n_scores, 8);
    assert_memory_equal(one->weight, two->weight, one->n_weights * sizeof *one->weight);
    const char *path = path_of("scale.safetensors");
    check_ok(sg_model_save(one, path, &err));
    check_ok(sg_model_open(&opened, path, &err));
    check_ok(sg_model_predict(before, one, data, NULL, &err));
    check_ok(sg_model_predict(after, opened, data, NULL, &err));
    assert_memory_equal(before, after, n_scores * sizeof *before);
    sg_layer_match match[6];
    check_ok(sg_model_match(match, one, opened, NULL, 0, &err));
    assert_int_equal(match[1].n_matched, 3);
    assert_int_equal(match[3].n_matched, 3);
    assert_int_equal(match[1].n_new, 0);
    sg_model_close(one);
    sg_model_close(two);
    sg_model_close(opened);
    sg_free(before);
    sg_free(after);
    sg_data_close(data);
}

static void explanations_add_up(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_explainer *explainer = NULL;
    sg_explanation e = {.struct_size = sizeof e};
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    sg_model *model = train(data, 1, NULL);
    check_ok(sg_explainer_open(&explainer, model, data, NULL, &err));
    check_ok(sg_explainer_graph(&e, explainer, 3, SG_PREDICTED, &err));
    for (uint32_t l = 0; l < e.n_layers; l++) {
        assert_true(e.layer[l].exact);
        check_near(e.layer[l].gap, 0, 0, 1e-9);
    }
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_has_a_word),
                                       cmocka_unit_test(gradients_are_right),
                                       cmocka_unit_test(it_is_trained_saved_and_opened),
                                       cmocka_unit_test(explanations_add_up)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
