/* test_tu_writer.c - what is written is read back the same, and appears whole or not at all. */
#include "formats/tu_writer.h"

#include "base/file.h"
#include "base/mem.h"
#include "formats/tu_reader.h"
#include "support/check.h"
#include "support/folder.h"
#include "support/random_graph.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Random data sets --------------------------------------------------------------------- */

static sg_label_table random_labels(sg_rng *rng, size_t n_rows, uint32_t n_columns)
{
    if (n_rows == 0 || n_columns == 0) return (sg_label_table){0};
    int32_t *value = sg_alloc(n_rows * n_columns, sizeof *value);
    for (size_t i = 0; i < n_rows * n_columns; i++)
        value[i] = sg_rng_below(rng, 4) > 0 ? (int32_t)sg_rng_below(rng, 30) - 5
                                            : (int32_t)(uint32_t)sg_rng_next(rng);
    return (sg_label_table){value, n_columns};
}

static double random_value(sg_rng *rng, bool missing)
{
    static const double special[] = {0,   -0.0,  1,       -1,
                                     0.1, 1e300, -5e-324, 1.7976931348623157e308};
    const uint32_t kind = sg_rng_below(rng, 10);
    if (missing && kind == 0) return (double)NAN;
    if (kind < 3) return special[sg_rng_below(rng, 8)];
    return (sg_rng_uniform(rng) - 0.5) * pow(10, (int)sg_rng_below(rng, 40) - 20);
}

static sg_value_table random_values(sg_rng *rng, size_t n_rows, uint32_t n_columns,
                                    bool missing)
{
    if (n_rows == 0 || n_columns == 0) return (sg_value_table){0};
    double *value = sg_alloc(n_rows * n_columns, sizeof *value);
    for (size_t i = 0; i < n_rows * n_columns; i++) value[i] = random_value(rng, missing);
    return (sg_value_table){value, n_columns};
}

/* The same attributes for both directions of an edge, as readers have them. */
static void unite_directions(const sg_graph *graph, const sg_value_table *table)
{
    const size_t width = table->n_columns;
    for (uint32_t v = 0; v < graph->n_nodes && width > 0; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            for (uint32_t w = graph->neighbor[a], b = graph->arc_offset[w];
                 w > v && b < graph->arc_offset[w + 1]; b++)
                if (graph->neighbor[b] == v)
                    memcpy(table->value + b * width, table->value + a * width,
                           width * sizeof(double));
}

/* Every column may be there or not; classes are, so that graphs without nodes can be told. */
static sg_dataset random_data(sg_rng *rng)
{
    sg_dataset data = {.name = sg_text_copy("random")};
    data.graph = random_graph(rng, (random_shape){6, 12});
    const sg_graph *graph = &data.graph;
    data.node_label = random_labels(rng, graph->n_nodes, sg_rng_below(rng, 3));
    data.node_attribute = random_values(rng, graph->n_nodes, sg_rng_below(rng, 4), false);
    data.edge_label = random_labels(rng, graph->n_arcs, sg_rng_below(rng, 3));
    data.edge_attribute = random_values(rng, graph->n_arcs, sg_rng_below(rng, 3), false);
    unite_directions(graph, &data.edge_attribute);
    data.items.target = random_values(rng, graph->n_graphs, sg_rng_below(rng, 3), true);
    int64_t label[64];
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        label[g] =
            (int64_t)sg_rng_below(rng, 4) * (sg_rng_below(rng, 2) == 0 ? 1 : -1000000000000);
    check_ok(sg_items_number_classes(&data.items, label, graph->n_graphs, &err));
    return data;
}

static void check_reads_back(const sg_dataset *data, const char *path, uint32_t n_threads)
{
    sg_dataset read = {0};
    check_ok(sg_tu_open(&read, path, n_threads, &err));
    if (sg_dataset_fingerprint(&read) != sg_dataset_fingerprint(data))
        fail_msg("%s was read back differently", path);
    assert_int_equal(read.repairs.self_loops + read.repairs.duplicates + read.repairs.one_way,
                     0);
    sg_dataset_free(&read);
}

static void writes_what_it_reads(void **state)
{
    (void)state;
    sg_rng rng = check_rng("writes_what_it_reads");
    for (uint32_t round = 0; round < 150; round++) {
        sg_dataset data = random_data(&rng);
        check_ok(sg_tu_write(&data, path_of("sub/folder"), "X", true, &err));
        check_reads_back(&data, path_of("sub/folder/X"), 1 + round % 3);
        assert_int_equal(n_entries(path_of("sub/folder")), 1);
        sg_dataset_free(&data);
    }
}

static void writes_fixtures_byte_by_byte(void **state)
{
    (void)state;
    static const char *const files[] = {"MOL2_A.txt", "MOL2_edge_labels.txt",
                                        "MOL2_graph_indicator.txt", "MOL2_graph_labels.txt",
                                        "MOL2_node_labels.txt"};
    sg_dataset data = {0};
    check_ok(sg_tu_open(&data, SG_TEST_FIXTURES "/MOL2", 1, &err));
    check_ok(sg_tu_write(&data, folder, "MOL2", false, &err));
    assert_int_equal(n_entries(path_of("MOL2")), 5);
    for (size_t i = 0; i < 5; i++) {
        char original[1024], copy[64];
        sg_text expected = {0}, written = {0};
        (void)snprintf(original, sizeof original, "%s/MOL2/%s", SG_TEST_FIXTURES, files[i]);
        (void)snprintf(copy, sizeof copy, "MOL2/%s", files[i]);
        check_ok(sg_file_read(&expected, original, 1 << 20, &err));
        check_ok(sg_file_read(&written, path_of(copy), 1 << 20, &err));
        assert_string_equal(written.data, expected.data);
        sg_text_free(&expected);
        sg_text_free(&written);
    }
    sg_dataset_free(&data);
}

static sg_dataset tiny_data(void)
{
    sg_dataset data = {0};
    check_ok(sg_tu_open(&data, SG_TEST_FIXTURES "/CYC", 1, &err));
    return data;
}

static void writes_the_empty_data_set(void **state)
{
    (void)state;
    sg_dataset data = {0};
    data.graph = random_graph(&(sg_rng){{1, 2, 3, 4}}, (random_shape){0, 0});
    assert_int_equal(data.graph.n_graphs, 0);
    check_ok(sg_tu_write(&data, folder, "none", false, &err));
    check_reads_back(&data, path_of("none"), 1);
    sg_dataset_free(&data);
}

/* ---- Replacing ---------------------------------------------------------------------------- */

static void replaces_only_when_asked(void **state)
{
    (void)state;
    sg_dataset data = tiny_data();
    check_write(folder, "X/X_A.txt", "precious");
    check_write(folder, "X/notes", "more");
    check_fails(sg_tu_write(&data, folder, "X", false, &err), SG_EEXIST, "X: already there");
    assert_int_equal(n_entries(path_of("X")), 2);
    check_ok(sg_tu_write(&data, folder, "X", true, &err));
    check_reads_back(&data, path_of("X"), 1);
    assert_int_equal(n_entries(folder), 1);
    assert_int_equal(n_entries(path_of("X")), 4);
    sg_dataset_free(&data);
}

static void never_replaces_a_plain_file(void **state)
{
    (void)state;
    sg_dataset data = tiny_data();
    check_write(folder, "X", "a file of the user's");
    check_fails(sg_tu_write(&data, folder, "X", true, &err), SG_EEXIST, "not a folder");
    sg_text text = {0};
    check_ok(sg_file_read(&text, path_of("X"), 100, &err));
    assert_string_equal(text.data, "a file of the user's");
    assert_int_equal(n_entries(folder), 1);
    sg_text_free(&text);
    sg_dataset_free(&data);
}

/* A name must stay inside the folder. */
static void refuses_names_that_are_paths(void **state)
{
    (void)state;
    static const char *const names[] = {"", ".", "..", "../X", "a/b", "/X", "a/", ".hidden"};
    sg_dataset data = tiny_data();
    check_write(folder, "in/side", "");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int replace = 0; replace < 2; replace++)
            check_fails(sg_tu_write(&data, path_of("in"), names[i], replace != 0, &err),
                        SG_EINVAL, "data set name");
    assert_int_equal(n_entries(folder), 1);
    assert_int_equal(n_entries(path_of("in")), 1);
    sg_dataset_free(&data);
}

/* ---- Failures ----------------------------------------------------------------------------- */

static void refuses_what_the_format_cannot_say(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_write(folder, "X/X_A.txt", "");
    check_write(folder, "X/X_graph_indicator.txt", "2\n");
    check_write(folder, "X/X_graph_labels.txt", "1\n1\n1\n");
    check_ok(sg_tu_open(&data, path_of("X"), 1, &err));
    check_ok(sg_tu_write(&data, folder, "Y", false, &err));
    check_reads_back(&data, path_of("Y"), 1);
    sg_free(data.items.item_class); /* without classes nothing tells that graph 1 is empty */
    sg_free(data.items.class_name);
    data.items.item_class = NULL;
    data.items.class_name = NULL;
    data.items.n_classes = 0;
    check_fails(sg_tu_write(&data, folder, "Z", false, &err), SG_EINVAL,
                "graph 1 has no nodes");
    assert_int_equal(n_entries(folder), 2);
    sg_dataset_free(&data);
}

static void refuses_folders_that_cannot_be_made(void **state)
{
    (void)state;
    sg_dataset data = tiny_data();
    check_write(folder, "file", "");
    check_fails(sg_tu_write(&data, path_of("file/sub"), "X", false, &err), SG_EIO, "file");
    check_fails(sg_tu_write(&data, "/proc/nowhere", "X", false, &err), SG_ENOTFOUND, "/proc");
    assert_int_equal(n_entries(folder), 1);
    sg_dataset_free(&data);
}

/* A disk that is full in the middle of a file, played by a limit on the size of files. */
static void notices_a_full_disk(void **state)
{
    (void)state;
    struct rlimit before, limit;
    sg_dataset data = {0};
    const uint32_t n_nodes = 1000000; /* an indicator file of 2 MB */
    data.graph = (sg_graph){.n_graphs = 1, .n_nodes = n_nodes};
    data.graph.graph_offset = sg_alloc(2, sizeof(uint32_t));
    data.graph.graph_offset[1] = n_nodes;
    data.graph.arc_offset = sg_alloc(n_nodes + 1, sizeof(uint32_t));
    data.graph.neighbor = sg_alloc(0, sizeof(uint32_t));
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    static const rlim_t sizes[] = {0, 5000, 1 << 20, 1500000, 1999990};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        limit = before;
        limit.rlim_cur = sizes[i];
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        sg_error err = {0};
        const sg_status status = sg_tu_write(&data, folder, "X", false, &err);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(status, SG_EIO);
        assert_non_null(strstr(err.text, "cannot write"));
        assert_int_equal(n_entries(folder), 0);
    }
    check_ok(sg_tu_write(&data, folder, "X", false, &err));
    check_reads_back(&data, path_of("X"), 1);
    sg_dataset_free(&data);
}

static sg_status write_data(void *context, sg_error *err)
{
    const sg_status status = sg_tu_write(context, folder, "X", true, err);
    if (status != SG_OK) assert_int_equal(n_entries(folder), 1); /* the old one, nothing else */
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    sg_rng rng = check_rng("survives_lack_of_memory");
    sg_dataset old = tiny_data(), data = random_data(&rng);
    check_ok(sg_tu_write(&old, folder, "X", false, &err));
    assert_true(check_out_of_memory(write_data, &data) > 4);
    check_reads_back(&data, path_of("X"), 1);
    sg_dataset_free(&old);
    sg_dataset_free(&data);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(WITH_FOLDER(writes_what_it_reads), WITH_FOLDER(writes_fixtures_byte_by_byte),
         WITH_FOLDER(writes_the_empty_data_set), WITH_FOLDER(replaces_only_when_asked),
         WITH_FOLDER(never_replaces_a_plain_file), WITH_FOLDER(refuses_names_that_are_paths),
         WITH_FOLDER(refuses_what_the_format_cannot_say),
         WITH_FOLDER(refuses_folders_that_cannot_be_made), WITH_FOLDER(notices_a_full_disk),
         WITH_FOLDER(survives_lack_of_memory))
