/* test_relabel_file.c - new labels from a text, and on a data set. */
#include "formats/relabel_file.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/folder.h"

static void reads(void **state)
{
    (void)state;
    sg_relabeling r = {0};
    check_ok(
        sg_relabeling_parse(&r, "map", "# people\n 3  - # hydrogen\n\n0\t6\r\n-1 -7", &err));
    assert_int_equal(r.n, 3);
    assert_int_equal(r.entry[0].from, -1);
    assert_int_equal(r.entry[0].to, -7);
    assert_int_equal(r.entry[1].from, 0);
    assert_int_equal(r.entry[1].to, 6);
    assert_false(r.entry[1].removed);
    assert_int_equal(r.entry[2].from, 3);
    assert_true(r.entry[2].removed);
    sg_relabeling_free(&r);
    check_ok(sg_relabeling_parse(&r, "map", "", &err));
    assert_int_equal(r.n, 0);
    sg_relabeling_free(&r);
}

static void refuses(void **state)
{
    (void)state;
    static const char *const bad[][2] = {{"1 2\nx 3\n", "map:2:1: a label"},
                                         {"1\n", "map:1:2: a label"},
                                         {"1 2 3\n", "map:1:5: a line has"},
                                         {"1 2147483648\n", "map:1:3: a label"},
                                         {"99999999999999999999 1\n", "map:1:1: a"},
                                         {"1 --\n", "map:1:3: a label"},
                                         {"1 2\n1 3\n", "map: label 1 occurs twice"},
                                         {"- 1\n", "map:1:1: a label"},
                                         {"1 2x\n", "map:1:3: a label"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sg_relabeling r = {0};
        check_fails(sg_relabeling_parse(&r, "map", bad[i][0], &err), SG_EFORMAT, bad[i][1]);
        assert_null(r.entry);
    }
}

/* A path 3-0-0-3 and a single 3. */
static sg_dataset small_data(void)
{
    static const uint32_t first[] = {0, 4, 5}, row[] = {0, 1, 3, 5, 6, 6},
                          to[] = {1, 0, 2, 1, 3, 2};
    static const int32_t label[] = {3, 0, 0, 3, 3}, edge[] = {1, 1, 2, 2, 3, 3};
    sg_dataset d = {.graph = {.n_graphs = 2, .n_nodes = 5, .n_arcs = 6}};
    d.graph.graph_offset = sg_alloc(3, sizeof(uint32_t));
    d.graph.arc_offset = sg_alloc(6, sizeof(uint32_t));
    d.graph.neighbor = sg_alloc(6, sizeof(uint32_t));
    d.node_label = (sg_label_table){sg_alloc(5, sizeof(int32_t)), 1};
    d.edge_label = (sg_label_table){sg_alloc(6, sizeof(int32_t)), 1};
    d.node_attribute = (sg_value_table){sg_alloc(5, sizeof(double)), 1};
    memcpy(d.graph.graph_offset, first, sizeof first);
    memcpy(d.graph.arc_offset, row, sizeof row);
    memcpy(d.graph.neighbor, to, sizeof to);
    memcpy(d.node_label.value, label, sizeof label);
    memcpy(d.edge_label.value, edge, sizeof edge);
    for (int v = 0; v < 5; v++) d.node_attribute.value[v] = v;
    return d;
}

static void relabels(void **state)
{
    (void)state;
    sg_dataset data = small_data();
    sg_new_label item[] = {{0, 6, false}, {3, 0, true}};
    const sg_relabeling r = {item, 2, 2};
    check_ok(sg_dataset_relabel(&data, &r, &err));
    assert_int_equal(data.graph.n_graphs, 2);
    assert_int_equal(data.graph.n_nodes, 2);
    assert_int_equal(data.graph.n_arcs, 2);
    assert_int_equal(data.graph.graph_offset[1], 2);
    assert_int_equal(data.graph.graph_offset[2], 2);
    assert_int_equal(data.graph.neighbor[0], 1);
    assert_int_equal(data.graph.neighbor[1], 0);
    assert_int_equal(data.node_label.value[0], 6);
    assert_int_equal(data.edge_label.value[0], 2);
    assert_int_equal(data.edge_label.value[1], 2);
    check_near(data.node_attribute.value[1], 2, 0, 0);
    sg_dataset_free(&data);
}

static void says_what_is_missing(void **state)
{
    (void)state;
    sg_dataset data = small_data(), none = {0};
    sg_new_label item[] = {{0, 6, false}};
    const sg_relabeling r = {item, 1, 1};
    check_fails(sg_dataset_relabel(&data, &r, &err), SG_EINVAL,
                "the file does not list label 3");
    assert_int_equal(data.graph.n_nodes, 5);
    check_fails(sg_dataset_relabel(&none, &r, &err), SG_EINVAL, "0 columns");
    sg_dataset_free(&data);
}

static sg_status whole_body(void *context, sg_error *err)
{
    sg_relabeling r = {0};
    sg_status status = SG_OK;
    sg_dataset *data = context;
    const uint32_t n_before = data->graph.n_nodes;
    SG_TRY(sg_relabeling_parse(&r, "map", "0 6\n6 6\n3 -\n", err));
    status = sg_dataset_relabel(data, &r, err);
    if (status != SG_OK) assert_int_equal(data->graph.n_nodes, n_before);
done:
    sg_relabeling_free(&r);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data();
    assert_true(check_out_of_memory(whole_body, &data) > 8);
    sg_dataset_free(&data);
}

static void relabels_by_a_file(void **state)
{
    (void)state;
    sg_dataset data = small_data();
    sg_relabeling r = {0};
    check_write(folder, "map", "0 6\n3 - # goes\n");
    check_ok(sg_relabeling_read(&r, path_of("map"), &err));
    assert_int_equal(r.n, 2);
    sg_relabeling_free(&r);
    check_ok(sg_dataset_relabel_by_file(&data, path_of("map"), &err));
    assert_int_equal(data.graph.n_nodes, 2);
    assert_int_equal(data.node_label.value[0], 6);
    check_fails(sg_dataset_relabel_by_file(&data, path_of("none"), &err), SG_ENOTFOUND, "none");
    check_fails(sg_relabeling_read(&r, path_of("none"), &err), SG_ENOTFOUND, "none");
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(reads), cmocka_unit_test(refuses), cmocka_unit_test(relabels),
         cmocka_unit_test(says_what_is_missing), cmocka_unit_test(out_of_memory),
         cmocka_unit_test_setup_teardown(relabels_by_a_file, make_folder, remove_folder))
