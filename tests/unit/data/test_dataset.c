/* test_dataset.c - owning, measuring and fingerprinting a data set. */
#include "support/random_graph.h"
#include "unit/data/sample.inc"

/* Numbers at the ends of what is possible. */
static sg_dataset make_sample(void)
{
    sg_dataset data = three_graphs();
    data.repairs = (sg_graph_repairs){.self_loops = 1, .duplicates = 2, .one_way = 3};
    data.node_label.value[1] = -1;
    data.node_label.value[4] = INT32_MIN;
    data.node_attribute.value[0] = 0.5;
    data.node_attribute.value[7] = -7;
    data.node_attribute.value[8] = 8e300;
    data.items.target.value[1] = (double)NAN;
    return data;
}

/* Stored by the users of data sets: it may never change. */
static void the_fingerprint_is_the_same_on_every_machine(void **state)
{
    (void)state;
    const sg_dataset empty = {0};
    sg_dataset data = make_sample();
    assert_int_equal(sg_dataset_fingerprint(&data), 0x0585a2855b51c9e7ULL);
    assert_int_equal(sg_dataset_fingerprint(&empty), 0xaf60304232a17df2ULL);
    sg_dataset_free(&data);
}

static void equal_content_has_equal_fingerprints(void **state)
{
    (void)state;
    sg_dataset a = make_sample(), b = make_sample();
    const uint64_t fingerprint = sg_dataset_fingerprint(&a);
    assert_int_equal(sg_dataset_fingerprint(&b), fingerprint);
    b.name[0] = 'x'; /* what it is called and what was repaired is not content */
    b.repairs.one_way++;
    b.items.target.value[1] = -(double)NAN;
    assert_int_equal(sg_dataset_fingerprint(&b), fingerprint);
    a.node_attribute.value[3] = 0.0;
    b.node_attribute.value[3] = -0.0;
    assert_int_equal(sg_dataset_fingerprint(&b), sg_dataset_fingerprint(&a));
    sg_dataset_free(&b);
    sg_dataset_free(&a);
}

static void columns_want_room(void **state)
{
    (void)state;
    static const struct {
        uint32_t column;
        const char *words;
    } cases[] = {{SG_NODE_LABELS, "labels of nodes"},
                 {SG_NODE_ATTRIBUTES, "attributes of nodes"},
                 {SG_NODE_SPARSE, "sparse attributes of nodes"},
                 {SG_EDGE_LABELS, "labels of edges"},
                 {SG_EDGE_ATTRIBUTES, "attributes of edges"}};
    uint64_t row = 0;
    char name[] = "pair";
    sg_dataset data = {.name = name};
    assert_int_equal(sg_dataset_columns(&data), 0);
    check_ok(sg_dataset_check_room(&data, 0, "a line", &err));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100];
        data = (sg_dataset){.name = name};
        data.node_label.n_columns = cases[i].column == SG_NODE_LABELS;
        data.node_attribute.n_columns = cases[i].column == SG_NODE_ATTRIBUTES;
        data.node_sparse.row = cases[i].column == SG_NODE_SPARSE ? &row : NULL;
        data.edge_label.n_columns = cases[i].column == SG_EDGE_LABELS;
        data.edge_attribute.n_columns = cases[i].column == SG_EDGE_ATTRIBUTES;
        assert_int_equal(sg_dataset_columns(&data), cases[i].column);
        check_ok(sg_dataset_check_room(&data, cases[i].column, "a line", &err));
        (void)snprintf(text, sizeof text, "pair: a line has no room for %s", cases[i].words);
        check_fails(
            sg_dataset_check_room(&data, SG_ALL_COLUMNS & ~cases[i].column, "a line", &err),
            SG_EINVAL, text);
    }
}

/* Whether offsets of nothing are there or not is no content. */
static void nothing_is_nothing_with_and_without_arrays(void **state)
{
    (void)state;
    uint32_t zero[] = {0, 0};
    const sg_dataset empty = {0}, built = {.graph = {.graph_offset = zero, .arc_offset = zero}};
    assert_int_equal(sg_dataset_fingerprint(&built), sg_dataset_fingerprint(&empty));
    const sg_dataset hollow = {
        .graph = {.n_graphs = 1, .graph_offset = zero, .arc_offset = zero}};
    assert_true(sg_dataset_fingerprint(&hollow) != sg_dataset_fingerprint(&empty));
}

/* Flip every bit of `block` in turn; none may go unnoticed.  Bits of a NaN may. */
static void check_every_bit(const sg_dataset *data, void *block, size_t size)
{
    const uint64_t fingerprint = sg_dataset_fingerprint(data);
    unsigned char *byte = block;
    for (size_t bit = 0; bit < 8 * size; bit++) {
        byte[bit / 8] ^= (unsigned char)(1U << bit % 8);
        if (sg_dataset_fingerprint(data) == fingerprint)
            fail_msg("bit %zu of %zu bytes makes no difference", bit, size);
        byte[bit / 8] ^= (unsigned char)(1U << bit % 8);
    }
    assert_int_equal(sg_dataset_fingerprint(data), fingerprint);
}

static void every_bit_of_the_content_counts(void **state)
{
    (void)state;
    sg_dataset d = make_sample();
    d.items.target.value[1] = 1;
    d.edge_attribute.value[0] = 7;
    check_every_bit(&d, d.graph.graph_offset, 4 * sizeof(uint32_t));
    check_every_bit(&d, d.graph.arc_offset, 6 * sizeof(uint32_t));
    check_every_bit(&d, d.graph.neighbor, 6 * sizeof(uint32_t));
    check_every_bit(&d, d.node_label.value, 5 * sizeof(int32_t));
    check_every_bit(&d, d.node_attribute.value, 10 * sizeof(double));
    check_every_bit(&d, d.edge_label.value, 6 * sizeof(int32_t));
    check_every_bit(&d, d.edge_attribute.value, 6 * sizeof(double));
    check_every_bit(&d, d.items.item_class, 3 * sizeof(uint32_t));
    check_every_bit(&d, d.items.class_name, 2 * sizeof(int64_t));
    check_every_bit(&d, d.items.target.value, 3 * sizeof(double));
    sg_dataset_free(&d);
}

typedef void (*change)(sg_dataset *data);

static void drop_node_labels(sg_dataset *data)
{
    data->node_label.n_columns = 0;
}

static void drop_node_attributes(sg_dataset *data)
{
    data->node_attribute.n_columns = 0;
}

static void drop_one_attribute(sg_dataset *data)
{
    data->node_attribute.n_columns = 1;
}

static void drop_edge_labels(sg_dataset *data)
{
    data->edge_label.n_columns = 0;
}

static void drop_edge_attributes(sg_dataset *data)
{
    data->edge_attribute.n_columns = 0;
}

static void drop_classes(sg_dataset *data)
{
    sg_free(data->items.item_class);
    data->items.item_class = NULL;
}

static void drop_class_names(sg_dataset *data)
{
    data->items.n_classes = 0;
}

static void drop_a_class_name(sg_dataset *data)
{
    data->items.n_classes = 1;
}

static void drop_targets(sg_dataset *data)
{
    data->items.target.n_columns = 0;
}

static void miss_another_target(sg_dataset *data)
{
    data->items.target.value[2] = (double)NAN;
}

static void drop_the_last_graph(sg_dataset *data)
{
    data->graph.n_graphs--;
}

static void drop_arcs(sg_dataset *data)
{
    data->graph.n_arcs -= 2;
}

/* Every change gives a fingerprint of its own. */
static void every_column_counts(void **state)
{
    (void)state;
    static const change changes[] = {
        drop_node_labels,     drop_node_attributes, drop_one_attribute,  drop_edge_labels,
        drop_edge_attributes, drop_classes,         drop_class_names,    drop_a_class_name,
        drop_targets,         miss_another_target,  drop_the_last_graph, drop_arcs};
    enum { N = sizeof changes / sizeof *changes };
    uint64_t seen[N + 1];
    for (size_t i = 0; i <= N; i++) {
        sg_dataset data = make_sample();
        if (i < N) changes[i](&data);
        seen[i] = sg_dataset_fingerprint(&data);
        for (size_t k = 0; k < i; k++) assert_true(seen[k] != seen[i]);
        sg_dataset_free(&data);
    }
}

/* The same words in columns of another shape or kind. */
static void the_shape_counts(void **state)
{
    (void)state;
    uint32_t graph_offset[] = {0, 2}, arc_offset[] = {0, 0, 0};
    int32_t label[] = {1, 2, 3, 4};
    double value[] = {1, 2, 3, 4};
    const sg_graph graph = {1, 2, 0, graph_offset, arc_offset, NULL, {0}};
    const sg_dataset variants[] = {
        {.graph = graph, .node_label = {label, 1}},
        {.graph = graph, .node_label = {label, 2}},
        {.graph = graph, .node_attribute = {value, 1}},
        {.graph = graph, .node_attribute = {value, 2}},
        {.graph = graph, .items.target = {value, 1}},
        {.graph = graph, .items.target = {value, 2}},
        {.graph = graph, .edge_label = {label, 1}},
        {.graph = graph, .edge_attribute = {value, 1}},
        {.graph = graph},
    };
    enum { N = sizeof variants / sizeof *variants };
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < i; k++)
            assert_true(sg_dataset_fingerprint(&variants[i]) !=
                        sg_dataset_fingerprint(&variants[k]));
}

/* Longer than the piece that is hashed at a time: every element of every piece counts. */
static void long_arrays_count_to_the_end(void **state)
{
    (void)state;
    enum { N = 1700 };
    static uint32_t graph_offset[2] = {0, N}, arc_offset[N + 1];
    static int32_t label[N];
    sg_dataset data = {.graph = {1, N, 0, graph_offset, arc_offset, NULL},
                       .node_label = {label, 1}};
    const uint64_t fingerprint = sg_dataset_fingerprint(&data);
    for (int i = 0; i < N; i++) {
        label[i] = 1;
        assert_true(sg_dataset_fingerprint(&data) != fingerprint);
        if (i > 0) { /* and where it stands counts as well */
            const uint64_t here = sg_dataset_fingerprint(&data);
            label[i] = 0, label[i - 1] = 1;
            assert_true(sg_dataset_fingerprint(&data) != here);
            label[i - 1] = 0;
        }
        label[i] = 0;
    }
    assert_int_equal(sg_dataset_fingerprint(&data), fingerprint);
}

static void bytes_are_counted(void **state)
{
    (void)state;
    sg_dataset data = make_sample();
    const size_t words = 4 + 6 + 6 + 5 + 6 + 3, long_words = 10 + 6 + 2 + 3;
    assert_int_equal(sg_dataset_bytes(&data), 4 * words + 8 * long_words);
    sg_dataset_free(&data);
}

static void freeing_makes_empty(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    const sg_dataset empty = {0};
    sg_dataset data = make_sample();
    assert_int_equal(sg_mem_live(), live + 11);
    sg_dataset_free(&data);
    assert_memory_equal(&data, &empty, sizeof data);
    sg_dataset_free(&data);
    assert_int_equal(sg_mem_live(), live);
}

static void items_are_graphs(void **state)
{
    (void)state;
    sg_dataset data = make_sample();
    const sg_dataset empty = {0};
    assert_int_equal(data.items.kind, SG_ITEM_GRAPH);
    assert_int_equal(sg_item_count(&data), 3);
    assert_int_equal(sg_item_count(&empty), 0);
    sg_dataset_free(&data);
}

/* Arrays of graphs that are the caller's are forgotten; what the data set owns and what items have
 * stays. */
static void graphs_are_returned(void **state)
{
    (void)state;
    static uint32_t neighbor[] = {1, 0, 2, 1, 4, 3};
    static double attribute[10], target[3];
    const long live = sg_mem_live();
    sg_dataset data = make_sample(), before = data;
    sg_dataset_return_graphs(&data);
    assert_memory_equal(&data, &before, sizeof data);
    sg_free(data.graph.neighbor);
    sg_free(data.node_attribute.value);
    sg_free(data.items.target.value);
    sg_loans_add(&data.loans, data.graph.neighbor = neighbor);
    sg_loans_add(&data.loans, data.node_attribute.value = attribute);
    sg_loans_add(&data.loans, data.items.target.value = target);
    for (int time = 0; time < 2; time++) {
        sg_dataset_return_graphs(&data);
        assert_true(data.graph.neighbor == NULL && data.node_attribute.value == NULL);
        assert_ptr_equal(data.items.target.value, target);
        assert_ptr_equal(data.graph.graph_offset, before.graph.graph_offset);
        assert_ptr_equal(data.graph.arc_offset, before.graph.arc_offset);
        assert_ptr_equal(data.node_label.value, before.node_label.value);
        assert_ptr_equal(data.edge_label.value, before.edge_label.value);
        assert_ptr_equal(data.edge_attribute.value, before.edge_attribute.value);
    }
    sg_dataset_free(&data);
    assert_int_equal(sg_mem_live(), live);
}

SG_TESTS(cmocka_unit_test(graphs_are_returned),
         cmocka_unit_test(the_fingerprint_is_the_same_on_every_machine),
         cmocka_unit_test(equal_content_has_equal_fingerprints),
         cmocka_unit_test(columns_want_room),
         cmocka_unit_test(nothing_is_nothing_with_and_without_arrays),
         cmocka_unit_test(every_bit_of_the_content_counts),
         cmocka_unit_test(every_column_counts), cmocka_unit_test(the_shape_counts),
         cmocka_unit_test(long_arrays_count_to_the_end), cmocka_unit_test(bytes_are_counted),
         cmocka_unit_test(freeing_makes_empty), cmocka_unit_test(items_are_graphs))
