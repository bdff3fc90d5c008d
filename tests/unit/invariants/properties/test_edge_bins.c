/* test_edge_bins.c - weights of edges as values of pairs. */
#include "support/check.h"
#include "support/pairs_of.h"
#include "support/slow_pairs.h"

/* A path 0 - 1 - 2 with weights 0.25 and 2, as two attributes of which the first is nothing. */
static uint32_t graph_offset[] = {0, 3}, arc_offset[] = {0, 1, 3, 4}, neighbor[] = {1, 0, 2, 1};
static const sg_graph GRAPH = {1, 3, 4, graph_offset, arc_offset, neighbor, {0}};
static const double WEIGHT[] = {9, 0.25, 9, 0.25, 9, 2, 9, 2};
static const sg_graph_view VIEW = {
    .graph = &GRAPH, .edge_attribute = WEIGHT, .n_edge_attributes = 2};

static void check_value(const sg_pairs *pairs, uint32_t p, uint32_t sender, uint64_t bin)
{
    assert_int_equal(pairs->sender[p], sender);
    assert_int_equal(pairs->key[pairs->value[p]].key,
                     sg_key_of(SG_TAG_EDGE_BINS, (uint64_t[]){1, bin}, 2).key);
}

static void edges_are_binned(void **state)
{
    static const struct {
        const char *expression;
        uint64_t light, heavy;                   /* bins */
    } cases[] = {{"edge-bins 0.5,2 of 1", 0, 2}, /* a bin begins at its number */
                 {"edge-bins 0.25,2.5 of 1", 1, 1},
                 {"edge-bins -1,1e2  of 1", 1, 1},
                 {"edge-bins 3 of 1", 0, 0},
                 {"edge-bins 0.5,2", 2, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_scratch scratch = {0};
        const sg_pairs pairs = pairs_of(&VIEW, cases[i].expression, &scratch);
        assert_int_equal(pairs.row[3], 7);
        check_value(&pairs, 1, 1, cases[i].light);
        check_value(&pairs, 2, 0, cases[i].light);
        check_value(&pairs, 4, 2, cases[i].heavy);
        check_value(&pairs, 5, 1, cases[i].heavy);
        for (uint32_t v = 0; v < 3; v++)
            assert_int_equal(pairs.key[pairs.value[v == 0 ? 0 : 3 * v]].key,
                             sg_key_of(SG_TAG_EDGE_BINS, &(uint64_t){0}, 1).key);
        sg_scratch_free(&scratch);
    }
}

static void edges_without_attributes_are_alike(void **state)
{
    const sg_graph_view bare = {.graph = &GRAPH};
    sg_scratch scratch = {0};
    (void)state;
    const sg_pairs pairs = pairs_of(&bare, "edge-bins 0.5,2", &scratch);
    check_value(&pairs, 1, 1, 0);
    check_value(&pairs, 4, 2, 0);
    sg_scratch_free(&scratch);
}

static void columns_and_numbers_are_checked(void **state)
{
    static const char *const WRONG[] = {"edge-bins",
                                        "edge-bins x",
                                        "edge-bins 1,",
                                        "edge-bins 2,1",
                                        "edge-bins 1,1",
                                        "edge-bins nan",
                                        "edge-bins 1 of",
                                        "edge-bins 1 of -1",
                                        "edge-bins 1,2 by",
                                        "edge-bins 1e999",
                                        "edge-bins 1 of 99999",
                                        "edge-bins 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"};
    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        check_fails(find_all_pairs(&VIEW, WRONG[i], &err), SG_EINVAL,
                    "up to 16 ascending numbers are needed");
    check_fails(find_all_pairs(&VIEW, "edge-bins 1 of 2", &err), SG_EINVAL,
                "there is no attribute 2 of edges; there are 2, numbered from 0");
    check_ok(find_all_pairs(&VIEW, "edge-bins 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16", &err));
}

static void bins_have_names(void **state)
{
    sg_property property = {0};
    sg_value_names names = {0};
    (void)state;
    check_ok(sg_property_parse(&property, "edge-bins 0.5,2", &err));
    check_ok(property.kind->list(&names, &property, &err));
    assert_int_equal(names.n, 4);
    assert_string_equal(sg_names_at(&names.text, 1), "edge below 0.5");
    assert_string_equal(sg_names_at(&names.text, 3), "edge from 2");
    sg_value_names_free(&names);
    sg_property_free(&property);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    check_pairs_memory(&VIEW, "edge-bins 0.5,2 of 1");
}

SG_TESTS(cmocka_unit_test(edges_are_binned),
         cmocka_unit_test(edges_without_attributes_are_alike),
         cmocka_unit_test(columns_and_numbers_are_checked), cmocka_unit_test(bins_have_names),
         cmocka_unit_test(memory_may_run_out))
