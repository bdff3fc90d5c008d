/* test_gather.c - what nodes get from their neighbors, by hand; test_gather_double.c is the same for
 * double. */
#include "layers/real/gather.h"
#include "layers/real/gathered.h"

#include "support/check.h"

/* A path 0 - 1 - 2 and a node alone, as nodes 5 .. 8 of the data, rows 2 .. 5 of a batch. */
static uint32_t ARC_OFFSET[] = {0, 0, 0, 0, 0, 0, 1, 3, 4, 4}, NEIGHBOR[] = {6, 5, 7, 6};
static const sg_graph GRAPH = {.n_nodes = 9, .arc_offset = ARC_OFFSET, .neighbor = NEIGHBOR};
static const sg_batch_span SPAN = {.first_node = 5, .n = 4, .first_row = 2};
static const sg_gather_from FROM = {&GRAPH, &SPAN, {0, 4}, &GRAPH};
static const sg_real X[] = {0, 0, 1, 8, 3, -2, 5};

static void check_rows(const sg_real *z, const double expected[4])
{
    for (int v = 0; v < 4; v++) check_near((double)z[2 + v], expected[v], 1e-6, 1e-7);
}

static void neighbors_are_gathered(void **state)
{
    (void)state;
    sg_real z[7] = {0};
    SG_R(sg_gather)(z, X, 1, &FROM, SG_GATHER_SUM);
    check_rows(z, (double[]){8, 4, 8, 0});
    SG_R(sg_gather)(z, X, 1, &FROM, SG_GATHER_MEAN);
    check_rows(z, (double[]){8, 2, 8, 0});
    SG_R(sg_gather)(z, X, 1, &FROM, SG_GATHER_MAX);
    check_rows(z, (double[]){8, 3, 8, 0});
    SG_R(sg_gather_symmetric)(z, X, 1, &FROM);
    const double near = 1 / sqrt(6);
    check_rows(z, (double[]){0.5 + 8 * near, 8 / 3.0 + 4 * near, 1.5 + 8 * near, -2});
    assert_true(z[0] == 0 && z[1] == 0 && z[6] == 0); /* rows of others */
}

static void gradients_go_back(void **state)
{
    (void)state;
    static const sg_real DZ[] = {0, 0, 10, 20, 30, 40, 0};
    sg_real dx[7] = {0};
    SG_R(sg_gather_back)(dx, DZ, X, 1, &FROM, SG_GATHER_SUM);
    check_rows(dx, (double[]){20, 40, 20, 0});
    SG_R(sg_gather_back)(dx, DZ, X, 1, &FROM, SG_GATHER_MEAN); /* added */
    check_rows(dx, (double[]){30, 80, 30, 0});
    sg_real to_largest[7] = {0};
    SG_R(sg_gather_back)(to_largest, DZ, X, 1, &FROM, SG_GATHER_MAX);
    check_rows(to_largest, (double[]){0, 40, 20, 0});
}

/* A neighbor outside of the span is passed over. */
static void spans_may_be_less_than_graphs(void **state)
{
    (void)state;
    const sg_batch_span first_two = {.first_node = 5, .n = 2, .first_row = 2};
    sg_real z[7] = {0};
    SG_R(sg_gather)(z, X, 1, &(sg_gather_from){&GRAPH, &first_two, {0, 2}, &GRAPH},
                    SG_GATHER_MEAN);
    assert_true(z[2] == 8 && z[3] == 1 && z[4] == 0);
}

static void neighbors_of_a_span(void **state)
{
    (void)state;
    uint32_t w = 9;
    const sg_neighbors near = sg_neighbors_of(&FROM, 1);
    assert_int_equal(near.n, 2);
    assert_true(sg_neighbor_at(&w, &near, 0) && w == 0);
    assert_true(sg_neighbor_at(&w, &near, 1) && w == 2);
}

/* Arcs 5 -> 6 -> 7 and a self-loop of 6, which adds nothing. */
static void directed_gradients_go_back(void **state)
{
    (void)state;
    static uint32_t offset[] = {0, 0, 0, 0, 0, 0, 1, 3, 3, 3}, neighbor[] = {6, 6, 7};
    const sg_graph graph = {.n_nodes = 9,
                            .arc_offset = offset,
                            .neighbor = neighbor,
                            .rules = {.directed = true, .loops = true}};
    const sg_gather_from from = {&graph, &SPAN, {0, 4}, NULL};
    sg_real z[7] = {0}, dx[7] = {0, 0, 1, 1, 1, 1, 0};
    const double half = sqrt(0.5);
    SG_R(sg_gather_symmetric)(z, X, 1, &from);
    check_rows(z, (double[]){0.5 + 4, 4 + 3 * half, 3, -2});
    SG_R(sg_gather_symmetric_back)(dx, X, 1, &from, true);
    check_rows(dx, (double[]){1.5, 1 + 4 + 0.5, 1 + 3 + 8 * half, -1});
    SG_R(sg_gather_symmetric_back)(dx, X, 1, &from, false);
    check_rows(dx, (double[]){0.5, 4 + 0.5, 3 + 8 * half, -2});
    SG_R(sg_gather_symmetric)(z, X, 1, &FROM);
    SG_R(sg_gather_symmetric_back)(dx, X, 1, &FROM, false);
    assert_memory_equal(z + 2, dx + 2, 4 * sizeof *z); /* undirected: the same */
}

/* Rows are gathered for, and taken back by, a few at a time. */
static void some_rows(void **state)
{
    (void)state;
    const sg_batch batch = {.span = (sg_batch_span[]){SPAN}, .n_spans = 1, .n_rows = 7};
    for (int how = 0; how < 2; how++) {
        const sg_gathering gathering = how == 0 ? SG_GATHER_SUM : SG_GATHER_MEAN;
        sg_real z[7] = {0}, some[7] = {0}, dx[7] = {0}, back[7] = {0};
        SG_R(sg_gather)(z, X, 1, &FROM, gathering);
        SG_R(sg_gather_back)(dx, X, X, 1, &FROM, gathering);
        for (uint32_t v = 0; v < 4; v += 2) {
            const sg_batch_piece piece = {.first = 0, .behind = 1, .first_row = v, .n_rows = 2};
            const sg_gather_from two = sg_gather_from_piece(&GRAPH, &GRAPH, &batch, piece, 0);
            SG_R(sg_gather)(some, X, 1, &two, gathering);
            SG_R(sg_gather_back_rows)(back, X, 1, &two, gathering);
        }
        assert_memory_equal(z, some, sizeof z);
        assert_memory_equal(dx, back, sizeof dx);
    }
    sg_real largest[7] = {0}, given[7] = {0}, taken[7] = {0};
    SG_R(sg_gather)(largest, X, 1, &FROM, SG_GATHER_MAX);
    SG_R(sg_gather_back)(given, X, X, 1, &FROM, SG_GATHER_MAX);
    for (uint32_t v = 0; v < 4; v += 2) {
        const sg_gather_from two = {&GRAPH, &SPAN, {v, 2}, &GRAPH};
        SG_R(sg_gather_back_maxima)(taken, X, X, largest, 1, &two);
    }
    assert_memory_equal(given, taken, sizeof given);
    const sg_gather_from last = {&GRAPH, &SPAN, {1, 3}, &GRAPH};
    sg_real all[7] = {0}, rows[7] = {0};
    SG_R(sg_gather_symmetric_back)(all, X, 1, &FROM, false);
    sg_real scaled[7] = {0};
    SG_R(sg_scale_rows)(scaled, X, 1, &FROM);
    SG_R(sg_gather_scaled)(rows, scaled, 1, &last, &GRAPH, false);
    assert_true(rows[2] == 0);
    for (int v = 3; v < 6; v++) check_near((double)rows[v], (double)all[v], 1e-6, 0);
    SG_R(sg_gather_scaled)(rows, scaled, 1, &last, &GRAPH, true);
    for (int v = 3; v < 6; v++) check_near((double)rows[v], 2 * (double)all[v], 1e-6, 0);
}

static void neighbors_in_another_graph(void **state)
{
    (void)state;
    const sg_neighbors near = sg_neighbors_in(&GRAPH, &SPAN, 1);
    assert_int_equal(near.n, 2);
}

/* Z and dZ of the largest batch are side by side and fill what is kept. */
static void places_of_what_is_gathered(void **state)
{
    (void)state;
    sg_real kept[2 * 7 * 3];
    SG_R(sg_layer) layer = {.in_width = 3, .kept = kept};
    layer.kept_size = SG_R(sg_gathered_size)(&layer, &(SG_R(sg_layer_site)){.max_rows = 7});
    assert_int_equal(layer.kept_size, sizeof kept / sizeof *kept);
    assert_ptr_equal(SG_R(sg_gathered)(&layer), kept);
    assert_ptr_equal(SG_R(sg_d_gathered)(&layer), kept + 7 * 3);
}

SG_TESTS(cmocka_unit_test(places_of_what_is_gathered), cmocka_unit_test(some_rows),
         cmocka_unit_test(neighbors_in_another_graph),
         cmocka_unit_test(directed_gradients_go_back), cmocka_unit_test(neighbors_of_a_span),
         cmocka_unit_test(neighbors_are_gathered), cmocka_unit_test(gradients_go_back),
         cmocka_unit_test(spans_may_be_less_than_graphs))
