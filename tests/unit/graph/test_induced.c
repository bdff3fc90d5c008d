/* test_induced.c - some nodes of a graph, and the arcs between them. */
#include "graph/induced.h"
#include "support/check.h"

/* A square 0 - 1 - 2 - 3 - 0, of which 0, 1 and 3 are chosen. */
static void arcs_to_others_are_left_out(void **state)
{
    (void)state;
    static const uint32_t offset[] = {0, 2, 4, 6, 8},
                          neighbor[] = {11, 13, 10, 12, 11, 13, 10, 12};
    const sg_one_graph graph = {
        .first = 10, .n_nodes = 4, .arc_offset = offset, .neighbor = neighbor};
    const uint32_t node[] = {0, 1, 3}, number[] = {0, 1, UINT32_MAX, 2};
    uint32_t arc_offset[4], to[8];
    sg_induced_arcs(arc_offset, to, number, &graph, node, 3);
    static const uint32_t expected[] = {0, 2, 3, 4}, joined[] = {1, 2, 0, 0};
    assert_memory_equal(arc_offset, expected, sizeof expected);
    assert_memory_equal(to, joined, sizeof joined);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(arcs_to_others_are_left_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
