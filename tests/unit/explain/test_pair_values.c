/* test_pair_values.c - names of pair values, listed or found in the data. */
#include "explain/pair_values.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "support/explained_models.h"

/* The keys of the values that a property gives the pairs of a graph. */
static sg_weight_keys keys_in(const sg_dataset *data, uint32_t graph, const char *text)
{
    sg_property property = {0};
    sg_scratch scratch = {0};
    sg_pairs pairs = {0};
    const sg_graph_view view = sg_dataset_view(data);
    const sg_one_graph one = sg_view_graph(&view, graph);
    check_ok(sg_property_parse(&property, text, &err));
    check_ok(property.kind->find(&pairs, &property, &one, &scratch, &err));
    sg_weight_keys keys = {.value = sg_alloc(pairs.n_values, sizeof *keys.value),
                           .n_slots = pairs.n_values};
    assert_non_null(keys.value);
    for (uint32_t i = 0; i < pairs.n_values; i++) keys.value[i] = pairs.key[i].key;
    sg_scratch_free(&scratch);
    sg_property_free(&property);
    return keys;
}

static sg_pair_values values_of(const sg_dataset *data, uint32_t graph, const char *property)
{
    sg_pair_values values = {0};
    sg_weight_keys keys = keys_in(data, graph, property);
    check_ok(sg_pair_values_open(&values, property, &err));
    check_ok(sg_pair_values_add(&values, &keys, &err));
    check_ok(sg_pair_values_name(&values, data, &err));
    for (uint32_t i = 0; i < keys.n_slots; i++)
        assert_true(sg_table_find(&values.names.number, keys.value[i]) < values.n);
    sg_weight_keys_free(&keys);
    return values;
}

static void check_names(const sg_dataset *data, uint32_t graph, const char *property,
                        const char *const *expected, uint32_t n)
{
    sg_pair_values values = values_of(data, graph, property);
    assert_int_equal(values.n, n);
    for (uint32_t i = 0; i < n; i++) assert_string_equal(values.name[i], expected[i]);
    sg_pair_values_close(&values);
}

#define CHECK_NAMES(data, graph, property, ...)                                                \
    check_names(data, graph, property, (const char *const[]){__VA_ARGS__},                     \
                sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* Ethylene has single bonds (0) and a double one (1); the ring of the other molecule as well. */
static void values_are_named_for_people(void **state)
{
    (void)state;
    sg_dataset *data = explained_molecules();
    CHECK_NAMES(data, 0, "distance 0..2,5", "distance 0", "distance 1", "distance 2",
                "distance 5");
    CHECK_NAMES(data, 1, "cycle-distance 1", "distance 1, on no cycle",
                "distance 1, on a cycle");
    CHECK_NAMES(data, 0, "edge", "self", "edge 0", "edge 1");
    CHECK_NAMES(data, 0, "path 0..3", "self", "path of 1 edge: 0", "path of 1 edge: 1",
                "path of 2 edges: 0 x2", "path of 2 edges: 0, 1", "path of 3 edges: 0 x2, 1");
    sg_data_close(data);
}

/* Every listed value has the key that the property itself gives it. */
static void listed_values_have_the_keys_of_the_property(void **state)
{
    (void)state;
    static const char *const PROPERTIES[] = {"distance 0..3", "cycle-distance 0..3"};
    sg_dataset *data = explained_molecules();
    for (int i = 0; i < 2; i++) {
        sg_pair_values values = {0};
        sg_weight_keys keys = keys_in(data, 1, PROPERTIES[i]);
        check_ok(sg_pair_values_open(&values, PROPERTIES[i], &err));
        const uint32_t n = values.n;
        check_ok(sg_pair_values_add(&values, &keys, &err));
        assert_int_equal(values.n, n);
        sg_pair_values_close(&values);
        sg_weight_keys_free(&keys);
    }
    sg_data_close(data);
}

/* A row of three pixels. */
static void offsets_are_listed_row_by_row(void **state)
{
    (void)state;
    uint32_t graph_offset[] = {0, 3}, arc_offset[] = {0, 1, 3, 4}, neighbor[] = {1, 0, 2, 1};
    const sg_dataset image = {.graph = {.n_graphs = 1,
                                        .n_nodes = 3,
                                        .n_arcs = 4,
                                        .graph_offset = graph_offset,
                                        .arc_offset = arc_offset,
                                        .neighbor = neighbor}};
    CHECK_NAMES(&image, 0, "offset 3x1", "offset -1,+0", "offset +0,+0", "offset +1,+0");
    CHECK_NAMES(&image, 0, "offset 3x1 101", "offset -1,+0", "offset +1,+0");
}

/* What does not occur in the data has a number but no better name. */
static void values_that_the_data_lacks_come_last(void **state)
{
    (void)state;
    sg_dataset *data = explained_molecules(), *other = explained_data("CSL");
    sg_pair_values values = {0};
    sg_weight_keys keys = keys_in(data, 0, "edge");
    check_ok(sg_pair_values_open(&values, "edge", &err));
    check_ok(sg_pair_values_add(&values, &keys, &err));
    check_ok(sg_pair_values_name(&values, other, &err));
    assert_int_equal(values.n, 3);
    assert_string_equal(values.name[0], "self");
    assert_string_equal(values.name[1], "edge #1");
    assert_string_equal(values.name[2], "edge #2");
    sg_pair_values_close(&values);
    sg_weight_keys_free(&keys);
    sg_data_close(other);
    sg_data_close(data);
}

/* Two ways around a square, and no labels on its edges. */
static void several_paths_are_counted(void **state)
{
    (void)state;
    uint32_t graph_offset[] = {0, 4}, arc_offset[] = {0, 2, 4, 6, 8},
             neighbor[] = {1, 3, 0, 2, 1, 3, 0, 2};
    const sg_dataset square = {.graph = {.n_graphs = 1,
                                         .n_nodes = 4,
                                         .n_arcs = 8,
                                         .graph_offset = graph_offset,
                                         .arc_offset = arc_offset,
                                         .neighbor = neighbor}};
    CHECK_NAMES(&square, 0, "path 1..2", "path of 1 edge", "2 paths of 2 edges");
    CHECK_NAMES(&square, 0, "edge", "self", "edge");
}

/* A square again, of one single and three double bonds: the two ways around it have all of them. */
static void paths_say_which_edges_they_have(void **state)
{
    (void)state;
    uint32_t graph_offset[] = {0, 4}, arc_offset[] = {0, 2, 4, 6, 8},
             neighbor[] = {1, 3, 0, 2, 1, 3, 0, 2};
    int32_t label[] = {1, 2, 1, 2, 2, 2, 2, 2};
    sg_dataset square = {.graph = {.n_graphs = 1,
                                   .n_nodes = 4,
                                   .n_arcs = 8,
                                   .graph_offset = graph_offset,
                                   .arc_offset = arc_offset,
                                   .neighbor = neighbor},
                         .edge_label = {.value = label, .n_columns = 1}};
    CHECK_NAMES(&square, 0, "path 1..2", "path of 1 edge: 1", "path of 1 edge: 2",
                "2 paths of 2 edges: 1, 2 x3");
    check_ok(sg_label_names_add(&square.edge_name, 1, "single", 6, &err));
    check_ok(sg_label_names_add(&square.edge_name, 2, "double", 6, &err));
    CHECK_NAMES(&square, 0, "path 2", "2 paths of 2 edges: single, double x3");
    sg_label_names_free(&square.edge_name);

    int32_t two_columns[] = {1, 0, 2, 0, 1, 0, 3, 5, 3, 5, 2, 0, 2, 0, 2, 0};
    square.edge_label.value = two_columns;
    square.edge_label.n_columns = 2;
    CHECK_NAMES(&square, 0, "edge", "self", "edge (1,0)", "edge (2,0)", "edge (3,5)");
    CHECK_NAMES(&square, 0, "path 2", "2 paths of 2 edges: (1,0), (2,0) x2, (3,5)");
}

static sg_status name_once(void *context, sg_error *err)
{
    const sg_dataset *data = context;
    sg_pair_values values = {0};
    /* no value, and that of a path of two single bonds */
    uint64_t key[] = {17, sg_key_of(SG_TAG_PATH, (uint64_t[]){2, 1, 0, 2}, 4).key};
    const sg_weight_keys keys = {.value = key, .n_slots = 2};
    sg_status status = sg_pair_values_open(&values, "path 0..2", err);
    if (status == SG_OK) status = sg_pair_values_add(&values, &keys, err);
    if (status == SG_OK) status = sg_pair_values_name(&values, data, err);
    sg_pair_values_close(&values);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    sg_dataset *data = explained_molecules();
    assert_true(check_out_of_memory(name_once, data) > 0);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(values_are_named_for_people),
         cmocka_unit_test(listed_values_have_the_keys_of_the_property),
         cmocka_unit_test(offsets_are_listed_row_by_row),
         cmocka_unit_test(values_that_the_data_lacks_come_last),
         cmocka_unit_test(several_paths_are_counted),
         cmocka_unit_test(paths_say_which_edges_they_have),
         cmocka_unit_test(survives_failing_allocations))
