/* test_tu_reader.c - whole data sets: every legal form, and files that do not fit each other. */
#include "base/mem.h"
#include "base/text.h"
#include "support/random_graph.h"
#include "unit/formats/data_sizes.inc"

/* Read a data set given as one text, see text_bundle.h. */
static sg_status read_text(sg_dataset *data, const char *text, uint32_t n_threads,
                           sg_error *err)
{
    sg_status status = SG_OK;
    text_bundle files;
    sg_bundle bundle = {0};
    text_bundle_split(&files, text, strlen(text));
    SG_TRY(sg_bundle_from_memory(&bundle, "memory", files.file, files.n_files, err));
    SG_TRY(sg_tu_read(data, &bundle, n_threads, err));
done:
    sg_bundle_close(&bundle);
    return status;
}

static sg_dataset data_of(const char *text)
{
    sg_dataset data = {0};
    check_ok(read_text(&data, text, 1, &err));
    return data;
}

static void check_same(const char *text, const char *other)
{
    sg_dataset a = data_of(text), b = data_of(other);
    assert_true(sg_dataset_fingerprint(&a) == sg_dataset_fingerprint(&b));
    sg_dataset_free(&a);
    sg_dataset_free(&b);
}

static void check_refused(const char *text, const char *part)
{
    sg_dataset data, before;
    memset(&data, 0x5a, sizeof data);
    memcpy(&before, &data, sizeof data);
    const long live = sg_mem_live();
    check_fails(read_text(&data, text, 1, &err), SG_EFORMAT, part);
    assert_memory_equal(&data, &before, sizeof data);
    assert_int_equal(sg_mem_live(), live);
}

/* ---- Hand-made data sets ------------------------------------------------------------------ */

static void reads_every_file(void **state)
{
    (void)state;
    sg_dataset data =
        data_of("== A\n1, 2\n2, 1\n3, 4\n4, 3\n4, 5\n5, 4\n"
                "== graph_indicator\n1\n1\n2\n2\n2\n"
                "== graph_labels\n7\n-3\n"
                "== graph_attributes\n0.5, ?\n, -2e3\n"
                "== node_labels\n10, -1\n20, -2\n30, -3\n40, -4\n50, -5\n"
                "== node_attributes\n1.5\n2.5\n3.5\n4.5\n5.5\n"
                "== edge_labels\n1\n1\n2\n2\n3\n3\n"
                "== edge_attributes\n0.1, 1\n0.2, 2\n0.3, 3\n0.4, 4\n0.5, 5\n0.6, 6\n"
                "== readme\nanything at all\n");
    assert_string_equal(data.name, "X");
    check_sizes(&data, 2, 5, 6);
    const uint32_t neighbor[] = {1, 0, 3, 2, 4, 3};
    assert_memory_equal(data.graph.neighbor, neighbor, sizeof neighbor);
    assert_int_equal(data.graph.graph_offset[1], 2);
    assert_int_equal(data.items.n_classes, 2);
    assert_int_equal(data.items.class_name[0], -3);
    assert_int_equal(data.items.class_name[1], 7);
    assert_int_equal(data.items.item_class[0], 1);
    assert_int_equal(data.items.item_class[1], 0);
    assert_int_equal(data.items.target.n_columns, 2);
    assert_true(data.items.target.value[0] == 0.5 && isnan(data.items.target.value[1]));
    assert_true(isnan(data.items.target.value[2]) && data.items.target.value[3] == -2000);
    assert_int_equal(data.node_label.n_columns, 2);
    assert_int_equal(data.node_label.value[6], 40);
    assert_int_equal(data.node_label.value[7], -4);
    assert_int_equal(data.node_attribute.n_columns, 1);
    assert_true(data.node_attribute.value[4] == 5.5);
    assert_int_equal(data.edge_label.n_columns, 1);
    assert_int_equal(data.edge_label.value[4], 3);
    assert_int_equal(data.edge_attribute.n_columns, 2);
    /* What the first row of an edge says counts for both directions. */
    assert_true(data.edge_attribute.value[8] == 0.5 && data.edge_attribute.value[9] == 5);
    assert_true(data.edge_attribute.value[10] == 0.5 && data.edge_attribute.value[11] == 5);
    assert_int_equal(data.repairs.self_loops + data.repairs.duplicates + data.repairs.one_way,
                     0);
    sg_dataset_free(&data);
}

static void has_nothing_where_files_are_missing(void **state)
{
    (void)state;
    sg_dataset data = data_of("== A\n1, 2\n2, 1\n== graph_indicator\n1\n1\n");
    check_sizes(&data, 1, 2, 2);
    assert_null(data.node_label.value);
    assert_null(data.node_attribute.value);
    assert_null(data.edge_label.value);
    assert_null(data.edge_attribute.value);
    assert_null(data.items.item_class);
    assert_null(data.items.class_name);
    assert_null(data.items.target.value);
    assert_int_equal(data.items.n_classes, 0);
    sg_dataset_free(&data);
}

static void does_not_mind_the_form(void **state)
{
    (void)state;
    static const char plain[] = "== A\n1, 2\n2, 1\n2, 3\n3, 2\n"
                                "== graph_indicator\n1\n1\n1\n"
                                "== graph_labels\n1\n== node_labels\n4\n5\n6\n";
    check_same(plain, "== A\r\n1,2\r\n2,1\r\n2,3\r\n3,2\r\n\r\n"
                      "== graph_indicator\r\n1\r\n1\r\n1\r\n"
                      "== graph_labels\r\n1\r\n== node_labels\r\n4\r\n5\r\n6\r\n");
    check_same(plain, "== node_labels\n4 \n5\t\n 6\n\n\n== graph_labels\n+1\n"
                      "== graph_indicator\n 1\n01\n1\n \n"
                      "== A\n1 2\n2\t1\n2 , 3\n3,  2\n\n");
    /* The order of arcs does not matter, nor whether both directions are given. */
    check_same(plain, "== A\n3, 2\n2, 3\n2, 1\n1, 2\n== graph_indicator\n1\n1\n1\n"
                      "== graph_labels\n1\n== node_labels\n4\n5\n6");
    check_same(plain, "== A\n3, 2\n1, 2\n== graph_indicator\n1\n1\n1\n"
                      "== graph_labels\n1\n== node_labels\n4\n5\n6");
    check_same(plain, "== A\n1, 2\n2, 2\n2, 1\n3, 2\n2, 3\n3, 2\n== graph_indicator\n1\n1\n1\n"
                      "== graph_labels\n1\n== node_labels\n4\n5\n6");
}

static void reads_small_and_empty_data_sets(void **state)
{
    (void)state;
    sg_dataset data = data_of("== A\n== graph_indicator\n");
    check_sizes(&data, 0, 0, 0);
    sg_dataset_free(&data);

    data = data_of("== A\n\n== graph_indicator\n\n\n== graph_labels\n== node_labels\n\n"
                   "== edge_labels\n \n== node_attributes\n== edge_attributes\n"
                   "== graph_attributes\n");
    check_sizes(&data, 0, 0, 0);
    assert_null(data.node_label.value);
    assert_null(data.edge_label.value);
    sg_dataset_free(&data);

    data = data_of("== A\n== graph_indicator\n1\n");
    check_sizes(&data, 1, 1, 0);
    sg_dataset_free(&data);

    data = data_of("== A\n== graph_indicator\n1\n1\n2\n== node_labels\n3\n3\n3\n");
    check_sizes(&data, 2, 3, 0);
    sg_dataset_free(&data);
}

/* A graph that has a class or a target exists, even if it has no nodes. */
static void reads_graphs_without_nodes(void **state)
{
    (void)state;
    sg_dataset data = data_of("== A\n1, 2\n== graph_indicator\n2\n2\n5\n"
                              "== graph_labels\n1\n1\n0\n0\n1\n1\n");
    check_sizes(&data, 6, 3, 2);
    const uint32_t offset[] = {0, 0, 2, 2, 2, 3, 3};
    assert_memory_equal(data.graph.graph_offset, offset, sizeof offset);
    sg_dataset_free(&data);

    data = data_of("== A\n== graph_indicator\n== graph_attributes\n1\n?\n");
    check_sizes(&data, 2, 0, 0);
    assert_int_equal(data.items.target.n_columns, 1);
    sg_dataset_free(&data);
}

static void repairs_graphs_and_counts_it(void **state)
{
    (void)state;
    sg_dataset data = data_of("== A\n1, 1\n1, 2\n1, 2\n2, 1\n2, 3\n3, 3\n3, 3\n4, 3\n3, 4\n"
                              "== graph_indicator\n1\n1\n1\n1\n");
    check_sizes(&data, 1, 4, 6);
    assert_int_equal(data.repairs.self_loops, 3);
    assert_int_equal(data.repairs.duplicates, 1);
    assert_int_equal(data.repairs.one_way, 1);
    sg_dataset_free(&data);
}

/* Where no arc is left there is nothing that could have a label. */
static void forgets_labels_of_arcs_that_are_dropped(void **state)
{
    (void)state;
    sg_dataset data = data_of("== A\n1, 1\n== graph_indicator\n1\n== edge_labels\n7\n"
                              "== edge_attributes\n0.5\n");
    check_sizes(&data, 1, 1, 0);
    assert_int_equal(data.edge_label.n_columns, 0);
    assert_int_equal(data.edge_attribute.n_columns, 0);
    assert_null(data.edge_label.value);
    assert_null(data.edge_attribute.value);
    sg_dataset_free(&data);
}

/* ---- Random data sets --------------------------------------------------------------------- */

/* The row of the arc file that decides about the arc (u, v): its first mention, else that of its
 * reverse. */
static size_t deciding_row(const sg_arc_list *arcs, uint32_t u, uint32_t v)
{
    for (int reversed = 0; reversed < 2; reversed++) {
        for (size_t i = 0; i < arcs->n; i++)
            if (arcs->from[i] == u && arcs->to[i] == v) return i;
        const uint32_t w = u;
        u = v;
        v = w;
    }
    fail_msg("the arc (%u, %u) is not in the file", v + 1, u + 1);
    return 0;
}

/* A data set with an arc label and attribute that name the row they stand in. */
static sg_text union_text(const random_union *u)
{
    sg_text text = {0};
    check_ok(sg_text_add(&text, &err, "== A\n"));
    for (size_t i = 0; i < u->arcs.n; i++)
        check_ok(sg_text_add(&text, &err, "%u, %u\n", u->arcs.from[i] + 1, u->arcs.to[i] + 1));
    check_ok(sg_text_add(&text, &err, "== edge_labels\n"));
    for (size_t i = 0; i < u->arcs.n; i++)
        check_ok(sg_text_add(&text, &err, "%zu, %zu\n", i, 7 * i));
    check_ok(sg_text_add(&text, &err, "== edge_attributes\n"));
    for (size_t i = 0; i < u->arcs.n; i++) check_ok(sg_text_add(&text, &err, "%zu.25\n", i));
    check_ok(sg_text_add(&text, &err, "== graph_indicator\n"));
    for (uint32_t g = 0; g < u->n_graphs; g++)
        for (uint32_t v = u->graph_offset[g]; v < u->graph_offset[g + 1]; v++)
            check_ok(sg_text_add(&text, &err, "%u\n", g + 1));
    check_ok(sg_text_add(&text, &err, "== graph_labels\n"));
    for (uint32_t g = 0; g < u->n_graphs; g++)
        check_ok(sg_text_add(&text, &err, "%d\n", (int)(g * 5 % 3) - 1));
    return text;
}

static void labels_follow_their_arcs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("labels_follow_their_arcs");
    for (int round = 0; round < 400; round++) {
        random_union u = random_union_draw(&rng, (random_shape){4, 9});
        check_ok(sg_arc_list_make_pairs(&u.arcs, &err));
        sg_text text = union_text(&u);
        sg_dataset data = data_of(text.data);
        const sg_graph *graph = &data.graph;
        for (uint32_t v = 0; v < graph->n_nodes; v++)
            for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
                const size_t row = deciding_row(&u.arcs, v, graph->neighbor[a]);
                assert_int_equal(data.edge_label.value[2 * a], row);
                assert_int_equal(data.edge_label.value[2 * a + 1], 7 * row);
                const size_t back = deciding_row(&u.arcs, graph->neighbor[a], v);
                const double first = (double)(row < back ? row : back); /* of both directions */
                assert_true(data.edge_attribute.value[a] == first + 0.25);
            }
        const uint64_t fingerprint = sg_dataset_fingerprint(&data);
        const sg_graph_repairs repairs = data.repairs;
        sg_dataset_free(&data);
        static const uint32_t threads[] = {2, 3, 8};
        for (size_t t = 0; t < 3 && round < 60; t++) {
            check_ok(read_text(&data, text.data, threads[t], &err));
            assert_true(sg_dataset_fingerprint(&data) == fingerprint);
            assert_memory_equal(&data.repairs, &repairs, sizeof repairs);
            sg_dataset_free(&data);
        }
        sg_text_free(&text);
        random_union_free(&u);
    }
}

/* ---- Errors that concern two files -------------------------------------------------------- */

static void refuses_files_that_do_not_fit(void **state)
{
    (void)state;
    static const char start[] = "== A\n1, 2\n2, 1\n== graph_indicator\n1\n1\n2\n";
    static const struct {
        const char *more, *part;
    } wrong[] = {
        {"== node_labels\n1\n2\n", "memory/X_node_labels.txt:2: 2 rows for 3 nodes"},
        {"== node_labels\n", "memory/X_node_labels.txt: 0 rows for 3 nodes"},
        {"== node_labels\n1\n2\n3\n4\n5\n", "memory/X_node_labels.txt:4: 5 rows for 3 nodes"},
        {"== node_attributes\n1\n", "memory/X_node_attributes.txt:1: 1 rows for 3 nodes"},
        {"== edge_labels\n1\n", "memory/X_edge_labels.txt:1: 1 rows for 2 lines of the arc"},
        {"== edge_labels\n1\n1\n1\n", "memory/X_edge_labels.txt:3: 3 rows for 2 lines"},
        {"== edge_attributes\n1\n1\n1\n", "memory/X_edge_attributes.txt:3: 3 rows for 2"},
        {"== graph_labels\n1\n",
         "memory/X_graph_indicator.txt:3: graph 2, but only 1 graphs have a row in X_graph_labels"},
        {"== graph_labels\n", "memory/X_graph_indicator.txt:1: graph 1, but only 0 graphs"},
        {"== graph_attributes\n1\n", "graph 2, but only 1 graphs have a row in X_graph_attr"},
        {"== graph_attributes\n1\n2\n== graph_labels\n1\n2\n3\n",
         "memory/X_graph_attributes.txt: 2 rows, but X_graph_labels.txt has 3"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[512];
        (void)snprintf(text, sizeof text, "%s%s", start, wrong[i].more);
        check_refused(text, wrong[i].part);
    }
}

static void refuses_arcs_that_lead_nowhere(void **state)
{
    (void)state;
    static const struct {
        const char *arcs, *part;
    } wrong[] = {
        {"1, 2\n2, 4\n", "X_A.txt:2: node 4, but there are 3 nodes"},
        {"4, 1\n", "X_A.txt:1: node 4, but there are 3 nodes"},
        {"1, 2\n2, 1\n4294967295, 1\n", "X_A.txt:3: node 4294967295, but there are 3"},
        {"1, 2\n2, 1\n1, 4294967295\n", "X_A.txt:3: node 4294967295, but there are 3"},
        {"1, 2\n1, 3\n", "X_A.txt:2: nodes 1 and 3 belong to different graphs (1 and 2)"},
        {"3, 2\n", "X_A.txt:1: nodes 3 and 2 belong to different graphs (2 and 1)"},
        {"2, 1\n1, 2\n2, 3\n", "X_A.txt:3: nodes 2 and 3 belong to different graphs"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[512];
        (void)snprintf(text, sizeof text, "== A\n%s== graph_indicator\n1\n1\n2\n",
                       wrong[i].arcs);
        check_refused(text, wrong[i].part);
    }
    check_refused("== A\n1, 1\n== graph_indicator\n",
                  "X_A.txt:1: node 1, but there are 0 nodes");
}

static void refuses_graph_numbers_with_gaps(void **state)
{
    (void)state;
    check_refused("== A\n== graph_indicator\n1\n1\n3\n",
                  "X_graph_indicator.txt:3: graph 3 where graph 2 is next");
    check_refused("== A\n== graph_indicator\n2\n", "X_graph_indicator.txt:1: graph 2 where");
    check_refused("== A\n== graph_indicator\n4000000000\n", "graph 4000000000 where graph 1");
    check_refused("== A\n== graph_indicator\n4000000000\n== graph_labels\n1\n",
                  "graph 4000000000, but only 1 graphs have a row");
}

/* The same error is reported whatever the threads do. */
static void reports_the_same_error_on_any_number_of_threads(void **state)
{
    (void)state;
    static const char text[] = "== A\n1, 2\nx\n== graph_indicator\n1\ny\n== node_labels\nz\n"
                               "== edge_labels\nz\n== graph_labels\nz\n";
    for (uint32_t n_threads = 0; n_threads < 12; n_threads++) {
        sg_dataset data = {0};
        check_fails(read_text(&data, text, n_threads, &err), SG_EFORMAT,
                    "memory/X_A.txt:2:1: found \"x\"");
    }
}

SG_TESTS(cmocka_unit_test(reads_every_file),
         cmocka_unit_test(has_nothing_where_files_are_missing),
         cmocka_unit_test(does_not_mind_the_form),
         cmocka_unit_test(reads_small_and_empty_data_sets),
         cmocka_unit_test(reads_graphs_without_nodes),
         cmocka_unit_test(repairs_graphs_and_counts_it),
         cmocka_unit_test(forgets_labels_of_arcs_that_are_dropped),
         cmocka_unit_test(labels_follow_their_arcs),
         cmocka_unit_test(refuses_files_that_do_not_fit),
         cmocka_unit_test(refuses_arcs_that_lead_nowhere),
         cmocka_unit_test(refuses_graph_numbers_with_gaps),
         cmocka_unit_test(reports_the_same_error_on_any_number_of_threads))
