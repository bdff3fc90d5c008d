/* test_snowflakes.c - the shape of snowflakes, and classes read off the finished graphs. */
#include "generators/snowflakes.h"
#include "support/check.h"

enum { N_GRAPHS = 1000, PAPER_SEED = 764 };

static bool are_joined(const sg_graph *graph, uint32_t u, uint32_t v)
{
    for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++)
        if (graph->neighbor[a] == v) return true;
    return false;
}

static uint32_t count_triangles_at(const sg_graph *graph, uint32_t v)
{
    uint32_t n = 0;
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
        for (uint32_t b = graph->arc_offset[v]; b < a; b++)
            n += are_joined(graph, graph->neighbor[a], graph->neighbor[b]);
    return n;
}

/* The two parts differ in their far ends: where node 5 (and 6) of a part closes a triangle the
 * part is B, else A.  `base` is the first node that arm `i` added; its nodes follow in order
 * without the end: the near part's 0 .. 6, then the far part's, or 0 .. 13 if the far part's end
 * is the ring node. */
static uint32_t read_arm(const sg_graph *graph, uint32_t base, uint32_t ring_node)
{
    const bool ends_at_7 = are_joined(graph, ring_node, base + 5);
    assert_int_equal(are_joined(graph, ring_node, base + 12), !ends_at_7);
    const uint32_t second_5 = ends_at_7 ? base + 11 : base + 12;
    const bool first_is_b = count_triangles_at(graph, base + 5) > 0;
    const bool second_is_b = count_triangles_at(graph, second_5) > 0;
    if (first_is_b) {
        assert_true(second_is_b && ends_at_7);
        return 3;
    }
    if (!second_is_b) assert_true(ends_at_7);
    return !second_is_b ? 0 : ends_at_7 ? 1 : 2;
}

static void check_snowflake(const sg_dataset *data, uint32_t g, uint32_t ring_size)
{
    const sg_graph *graph = &data->graph;
    const uint32_t first = graph->graph_offset[g], end = graph->graph_offset[g + 1];
    assert_int_equal(end - first, 15 * ring_size);
    assert_int_equal(graph->arc_offset[end] - graph->arc_offset[first], 2 * 25 * ring_size);

    uint32_t n_marked = 0, marked = 0;
    for (uint32_t v = first; v < end; v++)
        if (data->node_label.value[v] != 0) {
            assert_int_equal(data->node_label.value[v], 1);
            marked = v - first;
            n_marked++;
        }
    assert_int_equal(n_marked, 1);
    assert_true(marked < ring_size);
    for (uint32_t i = 0; i < ring_size; i++) {
        assert_true(are_joined(graph, first + i, first + (i + 1) % ring_size));
        const uint32_t arm = read_arm(graph, first + ring_size + 14 * i, first + i);
        if (i == marked) assert_int_equal(data->items.item_class[g], arm);
    }
}

static void graphs_follow_the_recipe(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(sg_snowflakes_make(&data, 11, &err));
    assert_string_equal(data.name, "Snowflakes");
    assert_int_equal(data.graph.n_graphs, N_GRAPHS);
    assert_int_equal(data.items.n_classes, 4);
    for (uint32_t g = 0; g < N_GRAPHS; g++) check_snowflake(&data, g, 3 + g / 100);
    sg_dataset_free(&data);
}

/* The published set as a whole is compared in test_generators.c. */
static void paper_seed_begins_as_published(void **state)
{
    (void)state;
    const uint32_t neighbors[4] = {1, 2, 15, 16};
    const uint32_t classes[12] = {2, 3, 1, 0, 3, 3, 2, 2, 2, 0, 0, 0};
    sg_dataset data = {0};
    check_ok(sg_snowflakes_make(&data, PAPER_SEED, &err));
    assert_memory_equal(data.graph.neighbor, neighbors, sizeof neighbors);
    assert_int_equal(data.node_label.value[1], 1);
    assert_memory_equal(data.items.item_class, classes, sizeof classes);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(graphs_follow_the_recipe),
         cmocka_unit_test(paper_seed_begins_as_published))
