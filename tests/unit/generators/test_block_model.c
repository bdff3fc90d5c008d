/* test_block_model.c - nodes of a block model, and beliefs against Bayes' rule. */
#include "generators/block_model.h"

#include "generators/block_parameters.h"
#include "support/check.h"

#include <math.h>

enum { K = SG_BLOCK_CLASSES, N = 7 };

/* A tree:  0 - 1 - 2, 1 - 3 - 4, 3 - 5; and 6 alone. */
static uint32_t GRAPHS[] = {0, N}, ARCS[] = {0, 1, 4, 5, 8, 9, 10, 10},
                NEIGHBOR[] = {1, 0, 2, 3, 1, 1, 4, 5, 3, 3};
static const sg_graph TREE = {.n_graphs = 1,
                              .n_nodes = N,
                              .n_arcs = 10,
                              .graph_offset = GRAPHS,
                              .arc_offset = ARCS,
                              .neighbor = NEIGHBOR};
static const uint32_t DISTANCE_1[N] = {1, 0, 1, 1, 2, 2, 9}; /* of node 1 from all others */

/* How likely it is that the nodes are of these classes and have their attributes, but for a constant; nodes that are
 * further from node 1 than the radius are left out. */
static double likelihood(const uint32_t of_node[N], const double attribute[N][K],
                         uint32_t radius)
{
    double product = 1;
    for (uint32_t v = 0; v < N; v++) {
        if (DISTANCE_1[v] > radius) continue;
        for (int c = 0; c < K; c++) {
            const double far =
                attribute[v][c] - (of_node[v] == (uint32_t)c ? SG_BLOCK_MEAN : 0);
            product *= exp(-far * far / 2);
        }
        for (uint32_t a = ARCS[v]; a < ARCS[v + 1]; a++) {
            const uint32_t w = NEIGHBOR[a];
            if (w < v || DISTANCE_1[w] > radius) continue;
            product *= of_node[v] == of_node[w] ? SG_BLOCK_SAME : (1 - SG_BLOCK_SAME) / (K - 1);
        }
    }
    return product;
}

/* The belief about node 1 by adding up all classes of all nodes. */
static void believe_slowly(double belief[K], const double attribute[N][K], uint32_t radius)
{
    uint32_t n_all = 1;
    double sum = 0;
    for (int v = 0; v < N; v++) n_all *= K;
    for (int c = 0; c < K; c++) belief[c] = 0;
    for (uint32_t all = 0; all < n_all; all++) {
        uint32_t of_node[N];
        for (uint32_t v = 0, rest = all; v < N; v++, rest /= K) of_node[v] = rest % K;
        belief[of_node[1]] += likelihood(of_node, attribute, radius);
    }
    for (int c = 0; c < K; c++) sum += belief[c];
    for (int c = 0; c < K; c++) belief[c] /= sum;
}

static void beliefs_on_trees_are_bayes_rule(void **state)
{
    (void)state;
    sg_rng rng = check_rng("beliefs");
    for (int round = 0; round < 5; round++) {
        double attribute[N][K], belief[N][K], expected[K];
        for (int v = 0; v < N; v++)
            for (int c = 0; c < K; c++) attribute[v][c] = 4 * sg_rng_uniform(&rng) - 2;
        for (uint32_t radius = 0; radius <= 3; radius++) {
            check_ok(sg_block_beliefs(belief[0], &TREE, attribute[0], radius, &err));
            believe_slowly(expected, (const double(*)[K])attribute, radius);
            for (int c = 0; c < K; c++) check_near(belief[1][c], expected[c], 1e-9, 0);
            for (int v = 0; v < N; v++)
                check_near(belief[v][0] + belief[v][1] + belief[v][2], 1, 1e-12, 0);
        }
    }
}

static void graphs_are_as_they_are_described(void **state)
{
    (void)state;
    sg_dataset data = {0};
    sg_text text = {0};
    check_ok(sg_block_model_make(&data, 1, &err));
    const sg_graph *g = &data.graph;
    uint32_t n_of_part[SG_N_PARTS] = {0}, n_same = 0;
    double mean[2] = {0}, squares = 0;
    assert_int_equal(g->n_nodes, 10000);
    assert_int_equal(data.items.kind, SG_ITEM_NODE);
    assert_int_equal(data.items.n_classes, K);
    for (uint32_t v = 0; v < g->n_nodes; v++) {
        n_of_part[data.items.part[v]]++;
        for (uint32_t a = g->arc_offset[v]; a < g->arc_offset[v + 1]; a++)
            n_same += data.items.item_class[v] == data.items.item_class[g->neighbor[a]];
        for (uint32_t c = 0; c < K; c++) {
            const double x = data.node_attribute.value[v * K + c];
            mean[c == data.items.item_class[v]] += x / 10000;
            squares += x * x / 30000;
        }
    }
    assert_int_equal(n_of_part[SG_TRAIN], 4000);
    assert_int_equal(n_of_part[SG_VALIDATION], 2000);
    assert_int_equal(n_of_part[SG_TEST], 4000);
    assert_true(g->n_arcs > 59800 && g->n_arcs <= 60000);
    check_near((double)n_same / g->n_arcs, SG_BLOCK_SAME, 0, 0.01);
    check_near(mean[1], SG_BLOCK_MEAN, 0, 0.05);
    check_near(mean[0] / 2, 0, 0, 0.03);
    check_near(squares, 1 + SG_BLOCK_MEAN * SG_BLOCK_MEAN / 3, 0, 0.03);
    check_ok(sg_block_model_answer(&text, &data, &err));
    assert_non_null(strstr(text.data, "within 2"));
    sg_text_free(&text);
    sg_dataset_free(&data);
}

static sg_status make_all(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    double belief[N][K], attribute[N][K] = {{0}};
    SG_TRY(sg_block_beliefs(belief[0], &TREE, attribute[0], 2, err));
done:
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    assert_int_equal(check_out_of_memory(make_all, NULL), 2);
}

SG_TESTS(cmocka_unit_test(beliefs_on_trees_are_bayes_rule),
         cmocka_unit_test(graphs_are_as_they_are_described),
         cmocka_unit_test(memory_may_run_out))
