/* test_batches.c - items and graphs in batches. */
#include "support/check.h"
#include "train/batches.h"

static const uint32_t OFFSET[] = {0, 3, 3, 7, 8, 12};
static const sg_graph GRAPH = {
    .n_graphs = 5, .n_nodes = 12, .graph_offset = (uint32_t *)(uintptr_t)OFFSET};
static const uint32_t ITEM[] = {11, 0, 5, 2, 4, 9, 7};
enum { N = sizeof ITEM / sizeof *ITEM };

static sg_training_spec training_of(const sg_train_options *options)
{
    return (sg_training_spec){.options = options, .item = {ITEM}, .n_items = {N}};
}

/* Every item is there once. */
static void check_items(const sg_batches *b)
{
    for (uint32_t i = 0; i < N; i++) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < b->n_items; k++) n += b->item[k] == ITEM[i];
        assert_int_equal(n, 1);
    }
    assert_int_equal(b->begin[0], 0);
    assert_int_equal(b->begin[b->n], N);
}

/* With batch-nodes, graphs do not matter. */
static void nodes_are_units(void **state)
{
    const sg_train_options options = {.batch_size = 64, .batch_nodes = 2};
    const sg_training_spec training = training_of(&options);
    sg_batches b = {0};
    (void)state;
    check_ok(sg_batches_open(&b, &training, &GRAPH, SG_ITEM_NODE, &err));
    assert_int_equal(b.n, 3);
    assert_memory_equal(b.item, ITEM, sizeof ITEM);
    sg_batches_shuffle(&b, 5);
    check_items(&b);
    assert_int_equal(b.begin[1], 3);
    sg_batches_close(&b);
}

static void items_are_units(void **state)
{
    const sg_train_options options = {.batch_size = 3};
    const sg_training_spec training = training_of(&options);
    sg_batches b = {0};
    (void)state;
    check_ok(sg_batches_open(&b, &training, NULL, SG_ITEM_GRAPH, &err));
    assert_int_equal(b.n, 2);
    assert_memory_equal(b.item, ITEM, sizeof ITEM);
    sg_batches_shuffle(&b, 5);
    check_items(&b);
    assert_int_equal(b.begin[1], 4);
    assert_memory_equal(b.order, b.item, sizeof ITEM);
    sg_batches_close(&b);
    assert_int_equal(sg_train_batch_limits(&training, NULL, SG_ITEM_GRAPH).items, 128);
}

static void nodes_of_a_graph_are_together(void **state)
{
    const sg_train_options options = {.batch_size = 2};
    const sg_training_spec training = training_of(&options);
    sg_batches b = {0};
    (void)state;
    check_ok(sg_batches_open(&b, &training, &GRAPH, SG_ITEM_NODE, &err));
    assert_int_equal(b.n_units, 4); /* one graph is empty */
    assert_int_equal(b.n, 2);
    for (uint32_t seed = 0; seed < 20; seed++) {
        sg_batches_shuffle(&b, seed);
        check_items(&b);
        /* Both batches have two whole graphs: no graph is in both. */
        for (uint32_t i = 0; i < b.begin[1]; i++)
            for (uint32_t k = b.begin[1]; k < N; k++)
                assert_int_not_equal(sg_graph_of_node(OFFSET, 5, b.item[i]),
                                     sg_graph_of_node(OFFSET, 5, b.item[k]));
    }
    uint32_t order[4];
    memcpy(order, b.order, sizeof order);
    sg_batches again = {0};
    check_ok(sg_batches_open(&again, &training, &GRAPH, SG_ITEM_NODE, &err));
    memcpy(again.order, order, sizeof order);
    sg_batches_lay_out(&again);
    assert_memory_equal(again.item, b.item, sizeof ITEM);
    sg_batches_close(&again);
    sg_batches_close(&b);
    const sg_batch_limits limits = sg_train_batch_limits(&training, &GRAPH, SG_ITEM_NODE);
    assert_int_equal(limits.items, 12);
    assert_int_equal(limits.spans, 5);
}

static sg_status open_and_close(void *context, sg_error *err)
{
    sg_batches b = {0};
    const sg_status status = sg_batches_open(&b, context, &GRAPH, SG_ITEM_NODE, err);
    sg_batches_close(&b);
    return status;
}

static void survives_without_memory(void **state)
{
    const sg_train_options options = {.batch_size = 2};
    sg_training_spec training = training_of(&options);
    (void)state;
    assert_true(check_out_of_memory(open_and_close, &training) > 4);
}

SG_TESTS(cmocka_unit_test(items_are_units), cmocka_unit_test(nodes_are_units),
         cmocka_unit_test(nodes_of_a_graph_are_together),
         cmocka_unit_test(survives_without_memory))
