/* test_batch_items.c - which graphs are computed for some items, and where the items are among the
 * rows. */
#include "network/batch_items.h"

#include "network/learner.h"
#include "support/check.h"
#include "support/layer_specs.h"
#include "support/tiny_model.h"

/* Graphs of 2, 0, 3, 1, 0 and 4 nodes. */
static uint32_t OFFSET[] = {0, 2, 2, 5, 6, 6, 10};
static const sg_graph GRAPHS = {.n_graphs = 6, .n_nodes = 10, .graph_offset = OFFSET};

static sg_batch_items opened(sg_item_kind kind, uint32_t max_items)
{
    sg_batch_items items = {0};
    check_ok(sg_batch_items_open(&items, &GRAPHS, kind, max_items, 0, &err));
    return items;
}

static void check_spans(const sg_batch *batch, const sg_batch_span *span, uint32_t n)
{
    uint32_t n_rows = 0;
    assert_int_equal(batch->n_spans, n);
    for (uint32_t p = 0; p < n; p++) {
        assert_int_equal(batch->span[p].graph, span[p].graph);
        assert_int_equal(batch->span[p].first_node, span[p].first_node);
        assert_int_equal(batch->span[p].n, span[p].n);
        assert_int_equal(batch->span[p].first_row, n_rows);
        n_rows += span[p].n;
    }
    assert_int_equal(batch->n_rows, n_rows);
}

/* ---- Graphs ----------------------------------------------------------------------------------- */

static void graphs_are_laid_out_in_their_order(void **state)
{
    (void)state;
    sg_batch_items items = opened(SG_ITEM_GRAPH, 4);
    sg_batch_items_fill(&items, (const uint32_t[]){5, 1, 0, 2}, 4);
    check_spans(&items.batch,
                (const sg_batch_span[]){{5, 6, 4, 0}, {1, 2, 0, 0}, {0, 0, 2, 0}, {2, 2, 3, 0}},
                4);
    assert_null(items.batch.item_row);
    assert_int_equal(items.batch.n_items, 4);
    sg_batch_items_fill(&items, (const uint32_t[]){3}, 1);
    check_spans(&items.batch, (const sg_batch_span[]){{3, 5, 1, 0}}, 1);
    assert_int_equal(items.batch.n_items, 1);
    sg_batch_items_fill(&items, NULL, 0);
    check_spans(&items.batch, NULL, 0);
    assert_int_equal(items.batch.n_items, 0);
    sg_batch_items_close(&items);
    assert_true(items.batch.span == NULL && items.graph == NULL);
    sg_batch_items_close(&items);
}

static void the_largest_graphs_decide_how_many_rows(void **state)
{
    (void)state;
    const uint32_t expected[] = {0, 4, 7, 9, 10, 10, 10};
    for (uint32_t n = 0; n < 7; n++) {
        uint32_t n_rows = 0;
        check_ok(sg_batch_items_rows(&n_rows, &GRAPHS, n, &err));
        assert_int_equal(n_rows, expected[n]);
    }
}

/* ---- Nodes ------------------------------------------------------------------------------------ */

static void graphs_of_nodes_are_there_once(void **state)
{
    (void)state;
    sg_batch_items items = opened(SG_ITEM_NODE, 7);
    static const uint32_t NODES[] = {9, 3, 6, 2, 9, 5, 4}, ROWS[] = {3, 5, 0, 4, 3, 7, 6};
    for (int again = 0; again < 2; again++) {
        sg_batch_items_fill(&items, NODES, 7);
        check_spans(&items.batch,
                    (const sg_batch_span[]){{5, 6, 4, 0}, {2, 2, 3, 0}, {3, 5, 1, 0}}, 3);
        assert_int_equal(items.batch.n_items, 7);
        assert_memory_equal(items.batch.item_row, ROWS, sizeof ROWS);
    }
    /* What was asked for before is forgotten. */
    sg_batch_items_fill(&items, (const uint32_t[]){1, 0}, 2);
    check_spans(&items.batch, (const sg_batch_span[]){{0, 0, 2, 0}}, 1);
    assert_int_equal(items.batch.item_row[0], 1);
    assert_int_equal(items.batch.item_row[1], 0);
    sg_batch_items_fill(&items, NULL, 0);
    check_spans(&items.batch, NULL, 0);
    sg_batch_items_close(&items);
}

/* Every node alone, wherever graphs without nodes are: at the beginning, side by side, at the
 * end. */
static void every_node_is_in_its_graph(void **state)
{
    (void)state;
    static uint32_t offset[] = {0, 0, 0, 1, 1, 4, 4, 4, 6, 6};
    const sg_graph graph = {.n_graphs = 9, .n_nodes = 6, .graph_offset = offset};
    static const uint32_t GRAPH[] = {2, 4, 4, 4, 7, 7};
    sg_batch_items items = {0};
    check_ok(sg_batch_items_open(&items, &graph, SG_ITEM_NODE, 1, 0, &err));
    for (uint32_t v = 0; v < 6; v++) {
        sg_batch_items_fill(&items, &v, 1);
        const uint32_t g = GRAPH[v];
        check_spans(&items.batch,
                    (const sg_batch_span[]){{g, offset[g], offset[g + 1] - offset[g], 0}}, 1);
        assert_int_equal(items.batch.item_row[0], v - offset[g]);
    }
    sg_batch_items_close(&items);
}

/* ---- Sizes ------------------------------------------------------------------------------------ */

/* The largest batch has the largest graphs, whatever the items are. */
static void there_is_room_for_the_largest_batch(void **state)
{
    (void)state;
    static const uint32_t ROWS[] = {0, 4, 7, 9, 10, 10, 10, 10};
    for (uint32_t n = 0; n < 8; n++)
        for (int kind = 0; kind < 2; kind++) {
            sg_batch_items items = opened((sg_item_kind)kind, n);
            assert_int_equal(items.max_rows, ROWS[n]);
            sg_batch_items_close(&items);
        }
}

static void batches_that_are_too_large_are_refused(void **state)
{
    (void)state;
    static uint32_t fits[] = {0, UINT32_MAX - 1}, too_many[] = {0, 7, UINT32_MAX};
    const sg_graph large = {.n_graphs = 1, .graph_offset = fits},
                   larger = {.n_graphs = 2, .graph_offset = too_many};
    sg_batch_items items = {0};
    check_ok(sg_batch_items_open(&items, &large, SG_ITEM_GRAPH, 1, 0, &err));
    assert_int_equal(items.max_rows, UINT32_MAX - 1);
    sg_batch_items_close(&items);
    check_ok(sg_batch_items_open(&items, &larger, SG_ITEM_GRAPH, 1, 0, &err));
    sg_batch_items_close(&items);
    check_fails(sg_batch_items_open(&items, &larger, SG_ITEM_GRAPH, 2, 0, &err), SG_ELIMIT,
                "model: more than 2^32 nodes in a batch");
    assert_null(items.batch.span);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static sg_status open_once(void *context, sg_error *err)
{
    sg_batch_items items = {0};
    const sg_status status =
        sg_batch_items_open(&items, &GRAPHS, *(const sg_item_kind *)context, 3, 0, err);
    sg_batch_items_close(&items);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    assert_int_equal(check_out_of_memory(open_once, &(sg_item_kind){SG_ITEM_GRAPH}), 2);
    assert_int_equal(check_out_of_memory(open_once, &(sg_item_kind){SG_ITEM_NODE}), 4);
}

/* ---- Repeated items ------------------------------------------------------------------------- */

/* Graphs of 2, 0, 3 and 1 nodes. */
static uint32_t FOUR_OFFSETS[] = {0, 2, 2, 5, 6};
static const sg_graph FOUR_GRAPHS = {.n_graphs = 4, .n_nodes = 6, .graph_offset = FOUR_OFFSETS};

static void repeated_graphs_fill_several_batches(void **state)
{
    (void)state;
    sg_batch_items items = {0};
    check_ok(sg_batch_items_open(&items, &FOUR_GRAPHS, SG_ITEM_GRAPH, 2, 0, &err));
    assert_int_equal(sg_batch_items_fit(&items, (uint32_t[]){0, 2, 3}, 3), 2);
    assert_int_equal(sg_batch_items_fit(&items, (uint32_t[]){2, 2, 3}, 3), 1);
    assert_int_equal(sg_batch_items_fit(&items, (uint32_t[]){3, 3, 3}, 3), 2);
    assert_int_equal(sg_batch_items_fit(&items, (uint32_t[]){1}, 1), 1);
    sg_batch_items_close(&items);
    check_ok(sg_batch_items_open(&items, &FOUR_GRAPHS, SG_ITEM_NODE, 3, 0, &err));
    assert_int_equal(sg_batch_items_fit(&items, (uint32_t[]){4, 4, 4, 4}, 4), 3);
    sg_batch_items_close(&items);
}

/* Shards begin where their first graphs do; empty ones where the next begins. */
static void shards_have_spans(void **state)
{
    (void)state;
    sg_batch_items items = {0};
    uint32_t span[5];
    const uint32_t graph[] = {9, 3, 0, 2, 1}, node[] = {9, 5, 0, 1, 3, 4};
    check_ok(sg_batch_items_open(&items, &FOUR_GRAPHS, SG_ITEM_GRAPH, 4, 0, &err));
    sg_batch_items_fill_shards(span, &items, graph,
                               &(sg_batch_shards){(uint32_t[]){1, 2, 2, 4, 5}, 4});
    assert_memory_equal(span, ((uint32_t[]){0, 1, 1, 3, 4}), sizeof span);
    assert_int_equal(items.batch.n_items, 4);
    assert_int_equal(items.batch.span[1].graph, 0);
    sg_batch_items_close(&items);
    check_ok(sg_batch_items_open(&items, &FOUR_GRAPHS, SG_ITEM_NODE, 5, 0, &err));
    sg_batch_items_fill_shards(span, &items, node,
                               &(sg_batch_shards){(uint32_t[]){1, 2, 4, 6}, 3});
    assert_memory_equal(span, ((uint32_t[]){0, 1, 2, 3}), 4 * sizeof *span);
    assert_int_equal(items.batch.n_items, 5);
    assert_int_equal(items.batch.item_row[2], 2);
    sg_batch_items_close(&items);
}

static void a_repeated_graph_is_predicted_each_time(void **state)
{
    (void)state;
    enum { N = 12 };
    sg_rng rng = check_rng("repeats");
    tiny_model tiny = tiny_model_draw(&rng, 4, 9);
    sg_encoder_head head = {.plan = &tiny.plan[TINY_WL]};
    const sg_layer_spec layer[] = {LAYER(encoder, .head = &head, .n_heads = 1),
                                   LAYER(pool, .pooling = SG_POOL_SUM)};
    const sg_network_spec spec = {
        .graph = &tiny.data.graph, .layer = layer, .n_layers = 2, .max_batch = 4};
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

SG_TESTS(cmocka_unit_test(repeated_graphs_fill_several_batches),
         cmocka_unit_test(shards_have_spans),
         cmocka_unit_test(a_repeated_graph_is_predicted_each_time),
         cmocka_unit_test(graphs_are_laid_out_in_their_order),
         cmocka_unit_test(the_largest_graphs_decide_how_many_rows),
         cmocka_unit_test(graphs_of_nodes_are_there_once),
         cmocka_unit_test(every_node_is_in_its_graph),
         cmocka_unit_test(there_is_room_for_the_largest_batch),
         cmocka_unit_test(batches_that_are_too_large_are_refused),
         cmocka_unit_test(out_of_memory))
