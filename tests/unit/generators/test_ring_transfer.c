/* test_ring_transfer.c - rings, their balance, and classes read off the finished graphs. */
#include "generators/ring_transfer.h"
#include "support/check.h"

enum { N_GRAPHS = 1200, PAPER_SEED = 764 };

typedef sg_status (*maker)(sg_dataset *data, uint32_t seed, sg_error *err);

/* Walk around graph `g` and write the labels met; fails where it is not one ring. */
static void read_ring(int32_t *label, const sg_dataset *data, uint32_t g, uint32_t n)
{
    const sg_graph *graph = &data->graph;
    const uint32_t first = graph->graph_offset[g];
    assert_int_equal(graph->graph_offset[g + 1] - first, n);
    uint32_t before = graph->neighbor[graph->arc_offset[first]], v = first;
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(graph->arc_offset[v + 1] - graph->arc_offset[v], 2);
        assert_true(i == 0 || v != first);
        label[i] = data->node_label.value[v];
        const uint32_t *both = graph->neighbor + graph->arc_offset[v];
        const uint32_t next = both[0] == before ? both[1] : both[0];
        before = v;
        v = next;
    }
    assert_int_equal(v, first);
}

static uint32_t find(int32_t value, const int32_t *label, uint32_t n)
{
    uint32_t i = 0;
    while (i < n && label[i] != value) i++;
    assert_true(i < n);
    return i;
}

/* What the recipes of the paper say about a ring's labels. */
static uint32_t expected_class1(const int32_t *label)
{
    const uint32_t one = find(1, label, 100);
    uint32_t n_zeros = 0;
    for (uint32_t i = 0; i < 100; i++) n_zeros += label[i] == 0;
    assert_int_equal(n_zeros, 96);
    int32_t sum = 0;
    for (uint32_t i = 0; i < 4; i++) sum += label[(one + 25 * i) % 100];
    assert_int_equal(sum, 10);
    return (uint32_t)label[(one + 50) % 100] - 2;
}

static uint32_t expected_class2(const int32_t *label)
{
    uint32_t n_odd = 0, n_even = 0;
    for (uint32_t i = 0; i < 16; i++) {
        (void)find((int32_t)i, label, 16);
        if ((label[i] + label[(i + 8) % 16]) % 2 == 1)
            n_odd++;
        else
            n_even++;
    }
    return n_odd > n_even ? 1 : 0;
}

static uint32_t expected_class3(const int32_t *label)
{
    const uint32_t zero = find(0, label, 16);
    const bool a = label[(zero + 8) % 16] % 2 == 1;
    const bool b = (label[(zero + 4) % 16] + label[(zero + 12) % 16]) % 2 == 1;
    return a && b ? 3 : a ? 2 : b ? 1 : 0;
}

static void check_recipe(maker make, const char *name, uint32_t n_nodes, uint32_t n_classes,
                         uint32_t (*expected_class)(const int32_t *label))
{
    for (uint32_t seed = 1; seed <= 2; seed++) {
        sg_dataset data = {0};
        uint32_t n_of_class[4] = {0};
        int32_t label[100];
        check_ok(make(&data, seed, &err));
        assert_string_equal(data.name, name);
        assert_int_equal(data.graph.n_graphs, N_GRAPHS);
        assert_int_equal(data.items.n_classes, n_classes);
        assert_int_equal(data.node_label.n_columns, 1);
        assert_int_equal(data.repairs.one_way, 0);
        for (uint32_t g = 0; g < N_GRAPHS; g++) {
            read_ring(label, &data, g, n_nodes);
            assert_int_equal(data.items.item_class[g], expected_class(label));
            n_of_class[data.items.item_class[g]]++;
        }
        for (uint32_t c = 0; c < n_classes; c++) {
            assert_int_equal(n_of_class[c], N_GRAPHS / n_classes);
            assert_int_equal(data.items.class_name[c], c);
        }
        sg_dataset_free(&data);
    }
}

static void ring_transfer1_follows_its_recipe(void **state)
{
    (void)state;
    check_recipe(sg_ring_transfer1_make, "RingTransfer1", 100, 3, expected_class1);
}

static void ring_transfer2_follows_its_recipe(void **state)
{
    (void)state;
    check_recipe(sg_ring_transfer2_make, "RingTransfer2", 16, 2, expected_class2);
}

static void ring_transfer3_follows_its_recipe(void **state)
{
    (void)state;
    check_recipe(sg_ring_transfer3_make, "RingTransfer3", 16, 4, expected_class3);
}

/* The neighbors of node 0 in the first graph and the classes of the first graphs; the published
 * sets as a whole are compared in test_generators.c. */
static void check_beginning(maker make, const uint32_t *neighbors, const uint32_t *classes)
{
    sg_dataset data = {0};
    check_ok(make(&data, PAPER_SEED, &err));
    assert_memory_equal(data.graph.neighbor, neighbors, 2 * sizeof *neighbors);
    assert_memory_equal(data.items.item_class, classes, 12 * sizeof *classes);
    sg_dataset_free(&data);
}

static void paper_seed_begins_as_published(void **state)
{
    (void)state;
    check_beginning(sg_ring_transfer1_make, (uint32_t[]){77, 93},
                    (uint32_t[]){0, 0, 0, 1, 0, 2, 2, 2, 1, 1, 0, 0});
    check_beginning(sg_ring_transfer2_make, (uint32_t[]){8, 14},
                    (uint32_t[]){0, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0, 0});
    check_beginning(sg_ring_transfer3_make, (uint32_t[]){3, 10},
                    (uint32_t[]){1, 2, 1, 0, 3, 3, 1, 3, 1, 3, 1, 2});
}

SG_TESTS(cmocka_unit_test(ring_transfer1_follows_its_recipe),
         cmocka_unit_test(ring_transfer2_follows_its_recipe),
         cmocka_unit_test(ring_transfer3_follows_its_recipe),
         cmocka_unit_test(paper_seed_begins_as_published))
