/* test_network_small.c - a batch of one or none, graphs of one node or none and without edges. */
#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/check_alloc.h"

/* Compare a network with its dense twin in both precisions, in training and not. */
static void compare_with_twin(const case_network *c)
{
    for (int i = 0; i < N_ANY_NETWORKS; i++) {
        void *network = NULL;
        check_ok(ANY_NETWORKS[i]->open(&network, &c->spec, NULL, &err));
        case_network_compare(c, ANY_NETWORKS[i], network, true);
        case_network_compare(c, ANY_NETWORKS[i], network, false);
        ANY_NETWORKS[i]->close(network);
    }
}

/* Columns of one or two rows that hardly vary are no good for batch norms: these multiply what is rounded
 * away. */
static void compare_all_cases(const tiny_model *tiny, sg_rng *rng)
{
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    for (size_t i = 0; i < n; i++) {
        case_network c;
        if (layer_case_mixes_graphs(&cases[i])) continue;
        case_network_open(&c, &cases[i], tiny, rng);
        compare_with_twin(&c);
        case_network_close(&c);
    }
}

/* ---- Batches ----------------------------------------------------------------------------- */

/* A batch is nothing but its graphs: outputs are theirs, and gradients their sums. */
static void check_singles(const case_network *c, const any_network *any)
{
    void *network = NULL;
    check_ok(any->open(&network, &c->spec, NULL, &err));
    const uint32_t width = any->output_width(network);
    double *together = check_alloc((size_t)c->n_graphs * width, sizeof *together);
    double *alone = check_alloc(width, sizeof *alone);
    double *sum = check_alloc(c->n_parameters, sizeof *sum);
    double *gradient = check_alloc(c->n_parameters, sizeof *gradient);
    any->set_parameters(network, c->parameter);
    any->set_step(network, 2);
    any->forward(together, network, c->batch, c->n_graphs, true);
    any->backward(sum, network, c->d_out, c->n_graphs);
    for (uint32_t g = 0; g < c->n_graphs; g++) {
        any->set_step(network, 2);
        any->forward(alone, network, c->batch + g, 1, true);
        for (uint32_t j = 0; j < width; j++)
            check_near(alone[j], together[(size_t)g * width + j], any->tolerance,
                       any->tolerance);
        any->backward(gradient, network, c->d_out + (size_t)g * width, 1);
        for (size_t i = 0; i < c->n_parameters; i++) sum[i] -= gradient[i];
    }
    for (size_t i = 0; i < c->n_parameters; i++) check_near(sum[i], 0, 0, 10 * any->tolerance);
    any->close(network);
    sg_free(together);
    sg_free(alone);
    sg_free(sum);
    sg_free(gradient);
}

static void a_batch_is_the_sum_of_batches_of_one(void **state)
{
    (void)state;
    sg_rng rng = check_rng("batches of one");
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    for (size_t i = 0; i < n; i++) {
        case_network c;
        if (layer_case_mixes_graphs(&cases[i])) continue;
        tiny_model tiny = tiny_model_draw(&rng, 11, 6);
        case_network_open(&c, &cases[i], &tiny, &rng);
        for (int k = 0; k < N_ANY_NETWORKS; k++) check_singles(&c, ANY_NETWORKS[k]);
        case_network_close(&c);
        tiny_model_free(&tiny);
    }
}

/* Room is made for batches of different graphs, so it is the smallest one that is repeated. */
static void a_graph_may_be_in_a_batch_twice(void **state)
{
    (void)state;
    sg_rng rng = check_rng("twice");
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    tiny_model tiny = tiny_model_draw(&rng, 12, 6);
    const uint32_t *offset = tiny.data.graph.graph_offset;
    uint32_t smallest = 0;
    for (uint32_t g = 1; g < 12; g++)
        if (offset[g + 1] - offset[g] < offset[smallest + 1] - offset[smallest]) smallest = g;
    for (size_t i = 0; i < n; i++) {
        case_network c;
        case_network_open(&c, &cases[i], &tiny, &rng);
        for (uint32_t g = 0; g < c.n_graphs; g += 3) c.batch[g] = smallest;
        compare_with_twin(&c);
        case_network_close(&c);
    }
    tiny_model_free(&tiny);
}

static void a_batch_may_be_empty(void **state)
{
    (void)state;
    sg_rng rng = check_rng("empty batch");
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    tiny_model tiny = tiny_model_draw(&rng, 2, 6);
    for (size_t i = 0; i < n; i++) {
        case_network c;
        case_network_open(&c, &cases[i], &tiny, &rng);
        double *gradient = check_alloc(c.n_parameters, sizeof *gradient);
        for (int k = 0; k < N_ANY_NETWORKS; k++) {
            void *network = NULL;
            check_ok(ANY_NETWORKS[k]->open(&network, &c.spec, NULL, &err));
            ANY_NETWORKS[k]->forward(NULL, network, c.batch, 0, true);
            ANY_NETWORKS[k]->backward(gradient, network, c.d_out, 0);
            for (size_t p = 0; p < c.n_parameters; p++) assert_true(gradient[p] == 0);
            ANY_NETWORKS[k]->close(network);
        }
        sg_free(gradient);
        case_network_close(&c);
    }
    tiny_model_free(&tiny);
}

/* ---- Graphs ------------------------------------------------------------------------------ */

/* Graphs of the given sizes, joined by no edge but those of the last one, a path. */
static tiny_model build_graphs(const uint32_t *size, uint32_t n_graphs, bool with_path)
{
    labeled_graph data = {0};
    sg_arc_list arcs = {0};
    uint32_t *offset = check_alloc(n_graphs + (size_t)1, sizeof *offset);
    for (uint32_t g = 0; g < n_graphs; g++) offset[g + 1] = offset[g] + size[g];
    const uint32_t n_nodes = offset[n_graphs];
    for (uint32_t v = offset[n_graphs - 1] + 1; with_path && v < n_nodes; v++)
        check_ok(sg_arc_list_add(&arcs, v - 1, v, &err));
    check_ok(sg_graph_build(&data.graph, NULL, NULL, &arcs, &offset, n_graphs, &err));
    data.node_label = check_alloc(n_nodes, sizeof *data.node_label);
    data.edge_label = check_alloc(data.graph.n_arcs, sizeof *data.edge_label);
    for (uint32_t v = 0; v < n_nodes; v++) data.node_label[v] = (int32_t)(v % 4);
    return tiny_model_of(&data);
}

static void graphs_may_have_one_node_or_none_and_no_edge(void **state)
{
    (void)state;
    static const uint32_t ONE[] = {1}, ISOLATED[] = {3, 1, 5}, MIXED[] = {1, 0, 4, 0, 6},
                          NONE[] = {0, 0};
    sg_rng rng = check_rng("small graphs");
    const struct {
        const uint32_t *size;
        uint32_t n_graphs;
        bool with_path;
    } sets[] = {{ONE, 1, false}, {ISOLATED, 3, false}, {MIXED, 5, true}, {NONE, 2, false}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        tiny_model tiny = build_graphs(sets[i].size, sets[i].n_graphs, sets[i].with_path);
        compare_all_cases(&tiny, &rng);
        tiny_model_replan(&tiny, SG_PLAN_IMPLICIT);
        compare_all_cases(&tiny, &rng);
        tiny_model_free(&tiny);
    }
}

SG_TESTS(cmocka_unit_test(a_batch_is_the_sum_of_batches_of_one),
         cmocka_unit_test(a_graph_may_be_in_a_batch_twice),
         cmocka_unit_test(a_batch_may_be_empty),
         cmocka_unit_test(graphs_may_have_one_node_or_none_and_no_edge))
