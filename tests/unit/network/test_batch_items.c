/* test_batch_items.c - graphs and nodes as items: which rows are computed, and which of them count. */
#include "network/batch_items.h"

#include "base/mem.h"
#include "network/learner.h"
#include "support/any_network.h"
#include "support/check.h"
#include "support/layer_specs.h"
#include "support/slow_network.h"
#include "support/tiny_model.h"

/* Graphs of 2, 0, 3 and 1 nodes. */
static uint32_t OFFSET[] = {0, 2, 2, 5, 6};
static const sg_graph GRAPHS = {.n_graphs = 4, .n_nodes = 6, .graph_offset = OFFSET};

static void graphs_are_parts(void **state)
{
    (void)state;
    sg_batch_items items = {0};
    check_ok(sg_batch_items_open(&items, &GRAPHS, SG_ITEM_GRAPH, 2, &err));
    assert_int_equal(items.max_rows, 5);
    sg_batch_items_fill(&items, (uint32_t[]){2, 0}, 2);
    assert_int_equal(items.batch.n_parts, 2);
    assert_int_equal(items.batch.n_items, 2);
    assert_int_equal(items.batch.n_rows, 5);
    assert_null(items.batch.item_row);
    assert_int_equal(items.batch.part[1].graph, 0);
    assert_int_equal(items.batch.part[1].first_node, 0);
    assert_int_equal(items.batch.part[1].n, 2);
    assert_int_equal(items.batch.part[1].first_row, 3);
    sg_batch_items_close(&items);
    assert_null(items.batch.part);
}

/* Graphs without nodes lie between others at the same place. */
static void nodes_are_rows_of_their_graphs(void **state)
{
    (void)state;
    sg_batch_items items = {0};
    check_ok(sg_batch_items_open(&items, &GRAPHS, SG_ITEM_NODE, 4, &err));
    for (int again = 0; again < 2; again++) {
        sg_batch_items_fill(&items, (uint32_t[]){4, 0, 2, 4}, 4);
        assert_int_equal(items.batch.n_parts, 2);
        assert_int_equal(items.batch.part[0].graph, 2);
        assert_int_equal(items.batch.part[1].graph, 0);
        assert_int_equal(items.batch.n_rows, 5);
        assert_memory_equal(items.batch.item_row, ((uint32_t[]){2, 3, 0, 2}), 16);
    }
    sg_batch_items_fill(&items, (uint32_t[]){5}, 1);
    assert_int_equal(items.batch.part[0].graph, 3);
    assert_int_equal(items.batch.item_row[0], 0);
    sg_batch_items_close(&items);
}

static void repeated_graphs_fill_several_batches(void **state)
{
    (void)state;
    sg_batch_items items = {0};
    check_ok(sg_batch_items_open(&items, &GRAPHS, SG_ITEM_GRAPH, 2, &err));
    assert_int_equal(sg_batch_items_fit(&items, (uint32_t[]){0, 2, 3}, 3), 2);
    assert_int_equal(sg_batch_items_fit(&items, (uint32_t[]){2, 2, 3}, 3), 1);
    assert_int_equal(sg_batch_items_fit(&items, (uint32_t[]){3, 3, 3}, 3), 2);
    assert_int_equal(sg_batch_items_fit(&items, (uint32_t[]){1}, 1), 1);
    sg_batch_items_close(&items);
    check_ok(sg_batch_items_open(&items, &GRAPHS, SG_ITEM_NODE, 3, &err));
    assert_int_equal(sg_batch_items_fit(&items, (uint32_t[]){4, 4, 4, 4}, 4), 3);
    sg_batch_items_close(&items);
}

/* ---- Networks ------------------------------------------------------------------------------- */

static void a_repeated_graph_is_predicted_each_time(void **state)
{
    (void)state;
    enum { N = 12 };
    sg_rng rng = check_rng("repeats");
    tiny_model tiny = tiny_model_draw(&rng, 4, 9);
    sg_encoder_head head = {.plan = &tiny.plan[TINY_WL]};
    const sg_layer_spec layer[] = {LAYER(encoder, .head = &head, .n_heads = 1),
                                   LAYER(pool, .pooling = SG_POOL_SUM)};
    const sg_network_spec spec = {.graph = &tiny.data.graph,
                                  .input_width = 1,
                                  .layer = layer,
                                  .n_layers = 2,
                                  .max_batch = 4};
    const sg_learner_options options = {.optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD)};
    const sg_init init = {SG_INIT_UNIFORM, -1, 1};
    sg_learner *learner = NULL;
    uint32_t item[N];
    double once[4], many[N];
    check_ok(sg_learner_open(&learner, &spec, &options, NULL, &err));
    sg_learner_start(learner, &init, &init, 1);
    sg_learner_predict(once, learner, (uint32_t[]){0, 1, 2, 3}, 4);
    for (uint32_t i = 0; i < N; i++) item[i] = i < 8 ? 2 : i % 4;
    sg_learner_predict(many, learner, item, N);
    for (uint32_t i = 0; i < N; i++) assert_true(many[i] == once[item[i]]);
    sg_learner_close(learner);
    tiny_model_free(&tiny);
}

/* Outputs and gradients of some nodes are those of the whole graphs, where all other nodes have no
 * gradient. */
static void nodes_are_computed(void **state)
{
    (void)state;
    sg_rng rng = check_rng("nodes");
    for (int round = 0; round < 40; round++) {
        tiny_model tiny = tiny_model_draw(&rng, 5, 8);
        const sg_graph *graph = &tiny.data.graph;
        sg_encoder_head head = {.plan = &tiny.plan[TINY_WL]};
        const sg_layer_spec layer[] = {LAYER(encoder, .head = &head, .n_heads = 1),
                                       LAYER(activation, .activation = SG_ACTIVATION_TANH),
                                       LAYER(linear, .outputs = 2, .bias = true)};
        const sg_network_spec spec = {.graph = graph,
                                      .input_width = 1,
                                      .layer = layer,
                                      .n_layers = 3,
                                      .item = SG_ITEM_NODE,
                                      .max_batch = graph->n_nodes};
        const size_t n_parameters = slow_network_size(&spec);
        uint32_t *node = sg_alloc(graph->n_nodes, sizeof *node);
        double *out = sg_alloc(2 * (size_t)graph->n_nodes, sizeof *out);
        double *d_out = sg_alloc(2 * (size_t)graph->n_nodes, sizeof *d_out);
        double *d_all = sg_alloc(2 * (size_t)graph->n_nodes, sizeof *d_all);
        double *parameter = sg_alloc(n_parameters, sizeof *parameter);
        double *gradient = sg_alloc(n_parameters, sizeof *gradient);
        void *network = NULL;
        for (uint32_t v = 0; v < graph->n_nodes; v++) node[v] = v;
        sg_rng_shuffle(&rng, node, graph->n_nodes);
        const uint32_t n = 1 + sg_rng_below(&rng, graph->n_nodes);
        for (size_t i = 0; i < n_parameters; i++) parameter[i] = sg_rng_uniform(&rng) - 0.5;
        for (size_t i = 0; i < 2 * (size_t)n; i++) {
            d_out[i] = sg_rng_uniform(&rng);
            d_all[2 * (size_t)node[i / 2] + i % 2] = d_out[i];
        }
        check_ok(ANY_NETWORK_F64.open(&network, &spec, NULL, &err));
        ANY_NETWORK_F64.set_parameters(network, parameter);
        ANY_NETWORK_F64.forward(out, network, node, n, true);
        ANY_NETWORK_F64.backward(gradient, network, d_out, n);
        double *sum = sg_alloc(n_parameters, sizeof *sum);
        for (uint32_t g = 0; g < graph->n_graphs; g++) {
            const uint32_t first = graph->graph_offset[g], behind = graph->graph_offset[g + 1];
            const slow_batch batch = {&g, 1, d_all + 2 * (size_t)first, true, 1};
            slow_network slow = slow_network_run(&spec, parameter, &batch);
            for (uint32_t i = 0; i < n; i++)
                for (uint32_t o = 0; o < 2 && node[i] >= first && node[i] < behind; o++)
                    check_near(out[2 * (size_t)i + o],
                               slow.state[2][2 * (size_t)(node[i] - first) + o], 1e-12, 1e-12);
            for (size_t i = 0; i < n_parameters; i++) sum[i] += slow.gradient[i];
            slow_network_free(&slow);
        }
        for (size_t i = 0; i < n_parameters; i++) check_near(gradient[i], sum[i], 1e-10, 1e-10);
        ANY_NETWORK_F64.close(network);
        void *block[] = {node, out, d_out, d_all, parameter, gradient, sum};
        for (size_t i = 0; i < sizeof block / sizeof *block; i++) sg_free(block[i]);
        tiny_model_free(&tiny);
    }
}

static void rows_must_be_those_of_items(void **state)
{
    (void)state;
    const sg_layer_spec pool[] = {LAYER(pool, .pooling = SG_POOL_SUM)};
    const sg_layer_spec norm[] = {LAYER(norm, .affine = true)};
    sg_network_spec spec = {.graph = &GRAPHS,
                            .input_width = 1,
                            .layer = pool,
                            .n_layers = 1,
                            .item = SG_ITEM_NODE,
                            .max_batch = 1};
    sg_network_outline outline = {0};
    check_fails(sg_network_outline_make(&outline, &spec, &err), SG_EINVAL, "a row per node");
    spec.item = SG_ITEM_GRAPH;
    spec.layer = norm;
    check_fails(sg_network_outline_make(&outline, &spec, &err), SG_EINVAL, "a row per graph");
}

static sg_status open_items(void *context, sg_error *err)
{
    (void)context;
    sg_batch_items items = {0};
    const sg_status status = sg_batch_items_open(&items, &GRAPHS, SG_ITEM_NODE, 3, err);
    sg_batch_items_close(&items);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(open_items, NULL) >= 4);
}

SG_TESTS(cmocka_unit_test(graphs_are_parts), cmocka_unit_test(nodes_are_rows_of_their_graphs),
         cmocka_unit_test(repeated_graphs_fill_several_batches),
         cmocka_unit_test(a_repeated_graph_is_predicted_each_time),
         cmocka_unit_test(nodes_are_computed), cmocka_unit_test(rows_must_be_those_of_items),
         cmocka_unit_test(memory_may_run_out))
