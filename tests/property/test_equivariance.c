/* test_equivariance.c - Propositions 1 and 2 and Corollary 1 of the paper: renumber the nodes and the
 * encoder's rows move along, the decoder's outputs stay; and Proposition 3 with Figure 2: graphs
 * that 1-WL cannot tell apart get different outputs. */
#define SG_REAL_DOUBLE
#include "model/real/network.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/tiny_model.h"

/* A two-layer network over the plans of `tiny`, with parameters from a stream of their own. */
typedef struct two_layers {
    sg_encoder_head encoder[2];
    sg_decoder_head decoder;
    sg_layer_spec layer[6];
    sg_network_spec spec;
    sg_network_f64 *network;
} two_layers;

static void open_two_layers(two_layers *t, const tiny_model *tiny)
{
    *t = (two_layers){0};
    for (int h = 0; h < 2; h++)
        t->encoder[h] =
            (sg_encoder_head){.plan = &tiny->plan[h == 0 ? TINY_WL : TINY_LABEL],
                              .bias_label = tiny->labels[TINY_DEGREE].label,
                              .n_bias_labels = tiny->labels[TINY_DEGREE].vocabulary.n_keys};
    t->decoder =
        (sg_decoder_head){tiny->labels[TINY_WL].label, tiny->labels[TINY_WL].vocabulary.n_keys};
    const sg_layer_spec encoder = {
        .type = SG_LAYER_ENCODER, .encoder_head = t->encoder, .n_heads = 2};
    const sg_layer_spec tanh_layer = {.type = SG_LAYER_ACTIVATION,
                                      .activation = SG_ACTIVATION_TANH};
    t->layer[0] = t->layer[2] = encoder;
    t->layer[1] = t->layer[3] = t->layer[5] = tanh_layer;
    t->layer[4] = (sg_layer_spec){.type = SG_LAYER_DECODER,
                                  .decoder_head = &t->decoder,
                                  .n_heads = 1,
                                  .outputs = 3,
                                  .bias = true};
    t->spec = (sg_network_spec){.graph = &tiny->data.graph,
                                .input_width = 1,
                                .layer = t->layer,
                                .n_layers = 6,
                                .max_batch = 2};
    check_ok(sg_network_open_f64(&t->network, &t->spec, NULL, &err));
    sg_rng rng = sg_rng_stream(5, NULL, 0);
    double *w = sg_network_parameters_f64(t->network);
    for (size_t i = 0; i < sg_network_size_f64(t->network); i++)
        w[i] = sg_rng_uniform(&rng) - 0.5;
}

/* Graphs 0 and 1 with their nodes renumbered; plans and labels follow from content, so weights have
 * the same slots. */
static tiny_model renumber(const tiny_model *tiny, const uint32_t *new_id)
{
    static const char *const LABELS[N_TINY] = {"label", "wl:1", "degree"};
    tiny_model made = {.data = labeled_graph_renumber(&tiny->data, new_id)};
    const sg_graph_view view = labeled_graph_view(&made.data);
    for (int i = 0; i < N_TINY; i++)
        tiny_plan(&made.plan[i], &made.keys[i], &made.labels[i], &view, LABELS[i],
                  "distance 0..2");
    return made;
}

static void check_rows(const two_layers *one, const two_layers *two, uint32_t layer,
                       const uint32_t *new_id, uint32_t n_nodes)
{
    uint32_t width = 0;
    bool of_nodes = false;
    const double *x = sg_network_state_f64(one->network, layer, &width, &of_nodes);
    const double *y = sg_network_state_f64(two->network, layer, &width, &of_nodes);
    assert_true(of_nodes);
    for (uint32_t v = 0; v < n_nodes; v++)
        for (uint32_t f = 0; f < width; f++)
            check_near(x[v * width + f], y[new_id[v] * width + f], 1e-12, 1e-13);
}

static void encoders_move_and_decoders_stay(void **state)
{
    (void)state;
    sg_rng rng = check_rng("equivariance");
    for (int i = 0; i < 100; i++) {
        tiny_model tiny = tiny_model_draw(&rng, 2, 9);
        const uint32_t n_nodes = tiny.data.graph.n_nodes, graphs[2] = {0, 1};
        uint32_t *new_id = sg_alloc(n_nodes, sizeof *new_id);
        random_permutation(new_id, &rng, tiny.data.graph.graph_offset, 2);
        tiny_model other = renumber(&tiny, new_id);
        two_layers one, two;
        open_two_layers(&one, &tiny);
        open_two_layers(&two, &other);
        const double *out = sg_network_forward_f64(one.network, graphs, 2, false);
        const double *out2 = sg_network_forward_f64(two.network, graphs, 2, false);
        check_rows(&one, &two, 0, new_id, n_nodes);
        check_rows(&one, &two, 2, new_id, n_nodes);
        for (int j = 0; j < 6; j++) check_near(out[j], out2[j], 1e-12, 1e-13);
        sg_network_close_f64(one.network);
        sg_network_close_f64(two.network);
        sg_free(new_id);
        tiny_model_free(&tiny);
        tiny_model_free(&other);
    }
}

/* ---- Figure 2 ------------------------------------------------------------------------------------- */

static sg_graph build_pair(uint32_t n, const char *first, const char *second)
{
    sg_arc_list arcs = {0};
    sg_graph graph = {0};
    uint32_t *offset = sg_alloc(3, sizeof *offset);
    assert_non_null(offset);
    offset[1] = n;
    offset[2] = 2 * n;
    const char *lists[2] = {first, second};
    for (uint32_t g = 0; g < 2; g++)
        for (const char *s = lists[g]; *s != '\0'; s += 2)
            check_ok(sg_arc_list_add(&arcs, (uint32_t)(s[0] - 'a') + g * n,
                                     (uint32_t)(s[1] - 'a') + g * n, &err));
    check_ok(sg_graph_build(&graph, NULL, NULL, &arcs, &offset, 2, &err));
    return graph;
}

static void check_told_apart(uint32_t n, const char *first, const char *second)
{
    sg_graph graph = build_pair(n, first, second);
    const sg_graph_view view = {.graph = &graph};
    sg_plan plan = {0};
    sg_weight_keys keys = {0};
    sg_labels labels = {0};
    tiny_plan(&plan, &keys, &labels, &view, "wl:10", "distance 0..10");
    const sg_encoder_head encoder = {.plan = &plan};
    const sg_decoder_head decoder = {labels.label, labels.vocabulary.n_keys};
    const sg_layer_spec layer[2] = {
        {.type = SG_LAYER_ENCODER, .encoder_head = &encoder, .n_heads = 1},
        {.type = SG_LAYER_DECODER, .decoder_head = &decoder, .n_heads = 1, .outputs = 1}};
    const sg_network_spec spec = {
        .graph = &graph, .input_width = 1, .layer = layer, .n_layers = 2, .max_batch = 2};
    sg_network_f64 *network = NULL;
    check_ok(sg_network_open_f64(&network, &spec, NULL, &err));
    double *w = sg_network_parameters_f64(network);
    for (size_t i = 0; i < sg_network_size_f64(network); i++) w[i] = 0.1 + 0.01 * (double)i;
    const uint32_t graphs[2] = {0, 1};
    const double *out = sg_network_forward_f64(network, graphs, 2, false);
    assert_true(fabs(out[0] - out[1]) > 1e-6);
    sg_network_close_f64(network);
    sg_plan_free(&plan);
    sg_weight_keys_free(&keys);
    sg_labels_free(&labels);
    sg_graph_free(&graph);
}

static void figure_2_pairs_get_different_outputs(void **state)
{
    (void)state;
    check_told_apart(6, "abbccddeeffa", "abbccadeeffd");
    check_told_apart(10, "abbccddeeffaagghhiijjf", "abbccddeeaaffgghhiijjf");
}

SG_TESTS(cmocka_unit_test(encoders_move_and_decoders_stay),
         cmocka_unit_test(figure_2_pairs_get_different_outputs))
