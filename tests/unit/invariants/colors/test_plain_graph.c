/* test_plain_graph.c - one graph of a union, by itself. */
#include "invariants/colors/plain_graph.h"

#include "graph/marks.h"
#include "support/check.h"

/* A node alone, then a path 0 - 1 - 2 with labels of its edges. */
static const uint32_t OFFSET[] = {0, 0, 1, 3, 4}, NEIGHBOR[] = {2, 1, 3, 2};
static const int32_t EDGE[] = {7, 7, 8, 8};
static const sg_one_graph PATH = {.first = 1,
                                  .n_nodes = 3,
                                  .arc_offset = OFFSET + 1,
                                  .neighbor = NEIGHBOR,
                                  .edge_label = EDGE,
                                  .n_edge_columns = 1};
static const sg_key KEY[] = {{1, 2}, {3, 4}, {1, 2}};

static void numbers_begin_with_0(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    sg_plain_graph plain = {0};
    check_ok(sg_plain_graph_make(&plain, &PATH, KEY, SG_ARCS_ALIKE, &scratch, &err));
    assert_memory_equal(plain.offset, ((const uint32_t[]){0, 1, 3, 4}), 4 * sizeof(uint32_t));
    assert_memory_equal(plain.neighbor, ((const uint32_t[]){1, 0, 2, 1}), 4 * sizeof(uint32_t));
    for (int a = 0; a < 4; a++) assert_true(plain.arc[a] == 0);
    assert_true(plain.label[0] == plain.label[2] && plain.label[0] != plain.label[1]);
    check_ok(sg_plain_graph_make(&plain, &PATH, KEY, SG_ARCS_LABELED, &scratch, &err));
    assert_true(plain.arc[0] == plain.arc[1] && plain.arc[0] != plain.arc[2]);
    assert_true(plain.arc[3] == sg_arc_mark(&PATH, 2, 3));
    sg_scratch_free(&scratch);
}

SG_TESTS(cmocka_unit_test(numbers_begin_with_0))
