/* test_edge_table.c - rows of edges by hand; test_edge_table_double.c is the same for double. */
#include "layers/real/edge_table.h"

#include "base/mem.h"
#include "support/check.h"

/* A path 0 - 1 - 2; its arcs have the slots 1, 1, none and 0, and one attribute. */
static uint32_t OFFSET[] = {0, 1, 3, 4}, NEIGHBOR[] = {1, 0, 2, 1};
static const sg_graph GRAPH = {
    .n_nodes = 3, .n_arcs = 4, .arc_offset = OFFSET, .neighbor = NEIGHBOR};
static const sg_batch_span SPAN = {.n = 3};
static const sg_gather_from FROM = {
    .graph = &GRAPH, .span = &SPAN, .rows = {0, 3}, .hearers = &GRAPH};
static const uint32_t SLOT[] = {1, 1, SG_NO_SLOT, 0};
static const double ATTRIBUTE[] = {0, 0, 1, 2};
static const sg_plan PLAN = {.n_slots = 2};
static const sg_real P[] = {10, 20, 100}; /* two rows, and the attribute's */

static const sg_edge_spec TABLE = {.plan = &PLAN},
                          ALL = {.plan = &PLAN, .attribute = ATTRIBUTE, .n_attributes = 1};

static void rows_of_arcs(void **state)
{
    (void)state;
    const SG_R(sg_edge_table) table = {&TABLE, SLOT, P, 1}, all = {&ALL, SLOT, P, 1};
    sg_real room[1], gradient[3] = {0};
    assert_ptr_equal(SG_R(sg_edge_row)(room, &table, 0), P + 1);
    assert_true(*SG_R(sg_edge_row)(room, &table, 2) == 0);
    assert_true(*SG_R(sg_edge_row)(room, &all, 2) == 100);
    assert_true(*SG_R(sg_edge_row)(room, &all, 3) == 210);
    SG_R(sg_edge_row_back)(gradient, &all, 3, (const sg_real[]){7});
    assert_true(gradient[0] == 7 && gradient[1] == 0 && gradient[2] == 14);
}

static void sums_over_neighbors(void **state)
{
    (void)state;
    const SG_R(sg_edge_table) table = {&TABLE, SLOT, P, 1};
    const sg_real x[] = {1, -30, 5}, dz[] = {1, 2, 4};
    sg_real z[3], dx[3] = {0}, gradient[2] = {0}, room[2];
    SG_R(sg_gather_edges)(z, x, &table, &FROM, room);
    assert_true(z[0] == 0 && z[1] == 26 && z[2] == 0); /* relu(1 + 20) + relu(5) */
    SG_R(sg_gather_edges_back)(dx, gradient, dz, x, &table, &FROM, room);
    assert_true(dx[0] == 2 && dx[1] == 0 && dx[2] == 2);
    assert_true(gradient[0] == 0 && gradient[1] == 2);
}

/* The same by the nodes that hear a node. */
static void sums_over_hearers(void **state)
{
    (void)state;
    const SG_R(sg_edge_table) table = {&TABLE, SLOT, P, 1};
    const sg_real x[] = {1, -30, 5}, dz[] = {1, 2, 4};
    sg_real dx[3] = {0}, room[2];
    uint32_t *heard = NULL;
    check_ok(SG_R(sg_edges_heard)(&heard, &GRAPH, &GRAPH, &err));
    assert_memory_equal(heard, ((uint32_t[]){1, 0, 3, 2}), 4 * sizeof *heard);
    SG_R(sg_gather_edges_back_rows)(dx, dz, x, &table, heard, &FROM, room);
    assert_true(dx[0] == 2 && dx[1] == 0 && dx[2] == 2);
    sg_free(heard);
}

SG_TESTS(cmocka_unit_test(rows_of_arcs), cmocka_unit_test(sums_over_neighbors),
         cmocka_unit_test(sums_over_hearers))
