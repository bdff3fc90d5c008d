/* test_simple_labelings.c - none, label, degree, index. */
#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labels_of.h"
#include "support/random_graph.h"

static bool same(sg_key a, sg_key b)
{
    assert_int_equal(a.key == b.key, a.check == b.check);
    return a.key == b.key;
}

static void none_is_the_same_for_all(void **state)
{
    (void)state;
    sg_graph graph = graph_of(4, "0-1 1-2");
    sg_key *key = keys_of(&graph, "none");
    for (uint32_t v = 0; v < 4; v++) check_same_key(key[v], sg_key_of(SG_TAG_NONE, NULL, 0));
    sg_free(key);
    sg_graph_free(&graph);
}

static void degree_is_the_number_of_neighbors(void **state)
{
    (void)state;
    sg_rng rng = check_rng("degree");
    for (int i = 0; i < 500; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){4, 12});
        sg_key *key = keys_of(&graph, "degree");
        for (uint32_t v = 0; v < graph.n_nodes; v++) {
            const uint64_t degree = graph.arc_offset[v + 1] - graph.arc_offset[v];
            check_same_key(key[v], sg_key_of(SG_TAG_DEGREE, &degree, 1));
        }
        sg_free(key);
        sg_graph_free(&graph);
    }
}

/* From zero in every graph. */
static void index_is_the_position_in_the_graph(void **state)
{
    (void)state;
    sg_rng rng = check_rng("index");
    for (int i = 0; i < 200; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){4, 12});
        sg_key *key = keys_of(&graph, "index");
        for (uint32_t g = 0; g < graph.n_graphs; g++)
            for (uint32_t v = graph.graph_offset[g]; v < graph.graph_offset[g + 1]; v++) {
                const uint64_t position = v - graph.graph_offset[g];
                check_same_key(key[v], sg_key_of(SG_TAG_INDEX, &position, 1));
            }
        sg_free(key);
        sg_graph_free(&graph);
    }
}

/* Runs of the same label, negative and extreme ones: alike exactly where the rows are. */
static void label_is_the_row_of_node_labels(void **state)
{
    (void)state;
    sg_rng rng = check_rng("label");
    const int32_t values[] = {0, 0, 1, -1, INT32_MIN, INT32_MAX};
    for (int i = 0; i < 500; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){4, 9});
        const uint32_t n = graph.n_nodes, width = 1 + sg_rng_below(&rng, 3);
        int32_t *label = sg_alloc((size_t)n * width, sizeof *label);
        assert_non_null(label);
        for (uint32_t k = 0; k < n * width; k++) label[k] = values[sg_rng_below(&rng, 6)];
        const sg_graph_view view = {
            .graph = &graph, .node_label = label, .n_node_columns = width};
        sg_key *key = keys_of_view(&view, "label");
        for (uint32_t u = 0; u < n; u++)
            for (uint32_t v = 0; v < n; v++)
                assert_int_equal(
                    same(key[u], key[v]),
                    memcmp(label + u * width, label + v * width, width * sizeof *label) == 0);
        sg_free(key);
        sg_free(label);
        sg_graph_free(&graph);
    }
}

static void label_keys_are_of_the_values(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1");
    const int32_t one[] = {6, -1, 6}, two[] = {6, 0, -1, 2, 6, 0};
    const sg_graph_view narrow = {.graph = &graph, .node_label = one, .n_node_columns = 1},
                        wide = {.graph = &graph, .node_label = two, .n_node_columns = 2};
    sg_key *a = keys_of_view(&narrow, "label"), *b = keys_of_view(&wide, "label");
    check_same_key(a[0], sg_key_of(SG_TAG_LABEL, &(uint64_t){6}, 1));
    check_same_key(a[1], sg_key_of(SG_TAG_LABEL, &(uint64_t){UINT64_MAX}, 1));
    check_same_key(a[2], a[0]);
    check_same_key(b[0], sg_key_of(SG_TAG_LABEL, (uint64_t[]){6, 0}, 2));
    check_same_key(b[1], sg_key_of(SG_TAG_LABEL, (uint64_t[]){UINT64_MAX, 2}, 2));
    check_same_key(b[2], b[0]);
    sg_free(a);
    sg_free(b);
    sg_graph_free(&graph);
}

/* Where a data set has no labels, all nodes have the same one; whatever the width says. */
static void without_labels_all_are_alike(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1");
    const sg_graph_view view = {.graph = &graph, .n_node_columns = 2};
    sg_key *key = keys_of_view(&view, "label");
    for (uint32_t v = 0; v < 3; v++) check_same_key(key[v], sg_key_of(SG_TAG_NONE, NULL, 0));
    sg_free(key);
    sg_graph_free(&graph);
}

static void graphs_without_nodes_are_fine(void **state)
{
    (void)state;
    const char *const kinds[] = {"none", "label", "degree", "index"};
    sg_graph none = {0};
    uint32_t no_offset[] = {0, 0, 0};
    sg_graph empty = {.n_graphs = 2, .graph_offset = no_offset, .arc_offset = no_offset};
    none.graph_offset = none.arc_offset = no_offset;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        sg_free(keys_of(&none, kinds[i]));
        sg_free(keys_of(&empty, kinds[i]));
        sg_graph single = graph_of(1, "");
        sg_free(keys_of(&single, kinds[i]));
        sg_graph_free(&single);
    }
}

static sg_status label_wide_graph(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_labels labels = {0};
    sg_label_expression expression = {0};
    SG_TRY(sg_label_parse(&expression, "label+degree+index+none", err));
    SG_TRY(sg_labels_compute(&labels, &expression, context, NULL, err));
done:
    sg_labels_free(&labels);
    sg_label_expression_free(&expression);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1");
    const int32_t label[] = {6, 0, -1, 2, 6, 0};
    sg_graph_view view = {.graph = &graph, .node_label = label, .n_node_columns = 2};
    assert_true(check_out_of_memory(label_wide_graph, &view) > 5);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(none_is_the_same_for_all),
         cmocka_unit_test(degree_is_the_number_of_neighbors),
         cmocka_unit_test(index_is_the_position_in_the_graph),
         cmocka_unit_test(label_is_the_row_of_node_labels),
         cmocka_unit_test(label_keys_are_of_the_values),
         cmocka_unit_test(without_labels_all_are_alike),
         cmocka_unit_test(graphs_without_nodes_are_fine),
         cmocka_unit_test(survives_failing_allocations))
