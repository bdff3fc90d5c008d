/* test_edge_weight.c - weights of edges in files, on data and in sums. */
#include "layers/edge_weight.h"
#include "layers/real/weighed.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"
#include "text/yaml.h"

static sg_status read(sg_edge_weight *weight, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    sg_fields f;
    SG_TRY(sg_yaml_parse(&tree, "w.yml", text, strlen(text), err));
    SG_TRY(sg_fields_open(&f, tree.root, "gcn", "w.yml", err));
    SG_TRY(sg_edge_weight_read(weight, &f, err));
    SG_TRY(sg_fields_finish(&f, err));
done:
    sg_tree_free(&tree);
    return status;
}

/* What says nothing is written as nothing, so that files of layers without weights stay as they were. */
static void what_is_read_is_written(void **state)
{
    static const char *const TEXT[] = {"{}", "{weight: 0}", "{weight: 3}"};
    (void)state;
    for (size_t i = 0; i < sizeof TEXT / sizeof *TEXT; i++) {
        sg_edge_weight weight = {0};
        sg_node *map = NULL;
        char *text = NULL;
        check_ok(read(&weight, TEXT[i], &err));
        assert_int_equal(weight.weighs, i > 0);
        check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
        check_ok(sg_edge_weight_put(map, &weight, &err));
        check_ok(sg_yaml_write(&text, map, &err));
        assert_int_equal(strstr(text, "weight") != NULL, i > 0);
        sg_free(text);
        sg_node_free(map);
    }
    sg_edge_weight weight = {0};
    check_fails(read(&weight, "{weight: -1}", &err), SG_EFORMAT, "weight");
}

static void columns_must_be_there(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2");
    sg_plan_cache *cache = NULL;
    sg_edge_weight weight = {.weighs = true};
    check_ok(sg_plan_cache_open(&cache, &data, NULL, NULL, &err));
    check_fails(sg_edge_weight_bind(&weight, cache, &err), SG_EINVAL,
                "weight: 0: there is no such attribute of edges");
    data.edge_attribute = (sg_value_table){sg_alloc(4, sizeof(double)), 1};
    check_ok(sg_edge_weight_bind(&weight, cache, &err));
    assert_ptr_equal(weight.of.attribute, data.edge_attribute.value);
    weight.column = 1;
    check_fails(sg_edge_weight_bind(&weight, cache, &err), SG_EINVAL, "has 1, numbered from 0");
    weight.weighs = false;
    check_ok(sg_edge_weight_bind(&weight, cache, &err));
    sg_plan_cache_close(cache);
    sg_dataset_free(&data);
}

/* A path 0 - 1 - 2 with the weights 3 and 8, whole and cut. */
static void sums_by_hand(void **state)
{
    uint32_t row[] = {0, 1, 3, 4}, neighbor[] = {1, 0, 2, 1};
    const double e[] = {3, 3, 8, 8};
    const sg_graph graph = {.n_nodes = 3, .n_arcs = 4, .arc_offset = row, .neighbor = neighbor};
    const sg_batch_span span = {.n = 3};
    const sg_gather_from from = {&graph, &span, {0, 3}, &graph};
    const sg_edge_weight weight = {true, 0, {.attribute = e, .n_attributes = 1}};
    const SG_R(sg_layer_site) site = {.graph = &graph, .hearers = &graph, .learns = true};
    const sg_real x[] = {1, 10, 100};
    /* Degrees 1 + 3, 1 + 3 + 8 and 1 + 8. */
    const double a = 3 / sqrt(4 * 12), b = 8 / sqrt(12 * 9);
    const double wanted[3][3] = {
        {30, 3 + 800, 80},
        {30, (3 + 800) / 2.0, 80},
        {1 / 4.0 + 10 * a, a + 10 / 12.0 + 100 * b, 10 * b + 100 / 9.0}};
    const double back[3][3] = {
        {30, 3 + 800, 80}, {15, 3 + 800, 40}, {wanted[2][0], wanted[2][1], wanted[2][2]}};
    (void)state;
    for (int how = 0; how < 3; how++) {
        SG_R(sg_weighed) *weighed = NULL;
        sg_real z[3], dx[2][3] = {{0}};
        check_ok(SG_R(sg_weighed_open)(&weighed, &weight, (sg_weighing)how, &site, &err));
        SG_R(sg_weighed_gather)(z, x, 1, &from, weighed);
        SG_R(sg_weighed_back)(dx[0], x, 1, &from, weighed, false);
        SG_R(sg_weighed_back)(dx[1], x, 1, &from, weighed, true);
        for (int v = 0; v < 3; v++) {
            check_near((double)z[v], wanted[how][v], 1e-6, 1e-6);
            check_near((double)dx[0][v], back[how][v], 1e-6, 1e-6);
            check_near((double)dx[1][v], back[how][v], 1e-6, 1e-6);
        }
        SG_R(sg_weighed_close)(weighed);
    }
    SG_R(sg_weighed) *none = NULL;
    check_ok(SG_R(sg_weighed_open)(&none, &(sg_edge_weight){0}, SG_WEIGHED_SUM, &site, &err));
    assert_null(none);
    SG_R(sg_weighed_close)(none);
}

/* Without weights, the factors give the bits of gather.h, there and back; node 3 has a self-loop, and node 4 hears
 * nobody. */
static void counted_factors_have_the_bits_of_gathering(void **state)
{
    enum { N = 5, WIDTH = 19 };
    uint32_t row[] = {0, 2, 4, 6, 9, 9}, neighbor[] = {1, 3, 0, 2, 1, 3, 0, 2, 3};
    sg_graph graph = {.n_nodes = N, .n_arcs = 9, .arc_offset = row, .neighbor = neighbor};
    const sg_batch_span span = {.n = N};
    const sg_gather_from from = {&graph, &span, {0, N}, &graph};
    const SG_R(sg_layer_site) site = {.graph = &graph, .learns = true};
    sg_rng rng = check_rng("counted");
    (void)state;
    graph.rules.loops = true;
    for (int directed = 0; directed < 2; directed++) {
        SG_R(sg_weighed) *weighed = NULL;
        sg_real x[N * WIDTH], z[2][N * WIDTH], dx[2][N * WIDTH] = {{0}};
        graph.rules.directed = directed != 0;
        for (size_t i = 0; i < N * WIDTH; i++) x[i] = (sg_real)(sg_rng_uniform(&rng) - 0.5);
        check_ok(SG_R(sg_weighed_open)(&weighed, &(sg_edge_weight){0}, SG_WEIGHED_SYMMETRIC,
                                       &site, &err));
        SG_R(sg_weighed_gather)(z[0], x, WIDTH, &from, weighed);
        SG_R(sg_gather_symmetric)(z[1], x, WIDTH, &from);
        assert_memory_equal(z[0], z[1], sizeof *z);
        SG_R(sg_weighed_back)(dx[0], x, WIDTH, &from, weighed, false);
        SG_R(sg_gather_symmetric_back)(dx[1], x, WIDTH, &from, false);
        assert_memory_equal(dx[0], dx[1], sizeof *dx);
        SG_R(sg_weighed_close)(weighed);
    }
    /* Where a graph is cut, gather.h is used. */
    SG_R(sg_weighed) *none = NULL;
    const SG_R(sg_layer_site) cut = {.graph = &graph, .hearers = &graph, .learns = true};
    check_ok(
        SG_R(sg_weighed_open)(&none, &(sg_edge_weight){0}, SG_WEIGHED_SYMMETRIC, &cut, &err));
    assert_null(none);
}

SG_TESTS(cmocka_unit_test(counted_factors_have_the_bits_of_gathering),
         cmocka_unit_test(what_is_read_is_written), cmocka_unit_test(columns_must_be_there),
         cmocka_unit_test(sums_by_hand))
