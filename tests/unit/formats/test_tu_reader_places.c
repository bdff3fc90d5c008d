/* test_tu_reader_places.c - data sets from folders, archives and memory; large and real ones. */
#include "support/make_zip.h"
#include "unit/formats/data_sizes.inc"

/* ---- Folders and archives ----------------------------------------------------------------- */

static const char *fixture(const char *name)
{
    static char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", SG_TEST_FIXTURES, name);
    return path;
}

static void reads_the_fixtures(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t n_graphs, n_nodes, n_arcs, n_classes, n_edge_labels;
    } known[] = {
        {"MOL2", 2, 11, 20, 2, 1}, {"CYC", 6, 40, 102, 2, 0}, {"RT2x3", 3, 48, 96, 2, 0}};
    for (size_t i = 0; i < 3; i++) {
        sg_dataset data = {0};
        check_ok(sg_tu_open(&data, fixture(known[i].name), 1, &err));
        assert_string_equal(data.name, known[i].name);
        check_sizes(&data, known[i].n_graphs, known[i].n_nodes, known[i].n_arcs);
        assert_int_equal(data.items.n_classes, known[i].n_classes);
        assert_int_equal(data.node_label.n_columns, 1);
        assert_int_equal(data.edge_label.n_columns, known[i].n_edge_labels);
        sg_dataset_free(&data);
    }
}

/* Ethylene: two carbons (nodes 4, 5 from 0) joined by a double bond, two hydrogens on each. */
static void reads_ethylene(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(sg_tu_open(&data, fixture("MOL2"), 1, &err));
    const uint32_t offset[] = {0, 1, 2, 3, 4, 7, 10},
                   neighbor[] = {4, 4, 5, 5, 0, 1, 5, 2, 3, 4};
    const int32_t label[] = {0, 0, 0, 0, 1, 1}, bond[] = {0, 0, 0, 0, 0, 0, 1, 0, 0, 1};
    assert_int_equal(data.graph.graph_offset[1], 6);
    assert_memory_equal(data.graph.arc_offset, offset, sizeof offset);
    assert_memory_equal(data.graph.neighbor, neighbor, sizeof neighbor);
    assert_memory_equal(data.node_label.value, label, sizeof label);
    assert_memory_equal(data.edge_label.value, bond, sizeof bond);
    sg_dataset_free(&data);
}

/* Add the files of a fixture to an archive, under PREFIX. */
static void add_fixture(made_zip *zip, const char *name, const char *prefix, int method)
{
    sg_bundle bundle = {0};
    check_ok(sg_bundle_open(&bundle, fixture(name), &err));
    for (size_t i = 0; i < bundle.n_files; i++) {
        char entry[256], content[4096];
        size_t n = 0;
        sg_stream *stream = NULL;
        if (sg_bundle_name(&bundle, i)[0] == '.') continue;
        check_ok(sg_stream_open(&stream, &bundle, i, &err));
        check_ok(sg_stream_read(&n, stream, content, sizeof content, &err));
        (void)snprintf(entry, sizeof entry, "%s%s", prefix, sg_bundle_name(&bundle, i));
        make_zip_add(zip, entry, content, n, method);
        sg_stream_close(stream);
    }
    sg_bundle_close(&bundle);
}

static uint64_t fingerprint_at(const char *path, uint32_t n_threads)
{
    sg_dataset data = {0};
    check_ok(sg_tu_open(&data, path, n_threads, &err));
    const uint64_t fingerprint = sg_dataset_fingerprint(&data);
    sg_dataset_free(&data);
    return fingerprint;
}

static void reads_archives_like_folders(void **state)
{
    (void)state;
    static const char *const names[] = {"MOL2", "CYC", "RT2x3"};
    static const char *const prefixes[] = {"", "MOL2/", "deep/er/"};
    char *folder = check_folder(), path[1024];
    for (size_t i = 0; i < 3; i++) {
        made_zip made = {0};
        add_fixture(&made, names[i], prefixes[i], i == 1 ? ZIP_STORED : ZIP_DEFLATED);
        make_zip_finish(&made, "");
        make_zip_write(&made, folder, "other name.zip");
        (void)snprintf(path, sizeof path, "%s/other name.zip", folder);
        const uint64_t expected = fingerprint_at(fixture(names[i]), 1);
        static const uint32_t threads[] = {0, 1, 2, 3, 8, 1000};
        for (size_t t = 0; t < 6; t++)
            assert_true(fingerprint_at(path, threads[t]) == expected);
        make_zip_free(&made);
    }
    check_folder_remove(folder);
}

/* ---- Which files -------------------------------------------------------------------------- */

#define TINY(name) name "_A.txt", name "_graph_indicator.txt"

/* A folder FOLDER/SUB with empty files of the given names. */
static const char *folder_of(const char *folder, const char *sub, const char *const *name)
{
    static char path[1024];
    for (; *name != NULL; name++) {
        char file[256];
        (void)snprintf(file, sizeof file, "%s/%s", sub, *name);
        check_write(folder, file, "");
    }
    (void)snprintf(path, sizeof path, "%s/%s", folder, sub);
    return path;
}

static void check_name(const char *path, const char *expected)
{
    sg_dataset data = {0};
    check_ok(sg_tu_open(&data, path, 1, &err));
    assert_string_equal(data.name, expected);
    sg_dataset_free(&data);
}

static void finds_the_data_set(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1100];
    sg_dataset data = {0};
    check_name(folder_of(folder, "A", (const char *[]){TINY("A"), NULL}), "A");
    check_name(folder_of(folder, "B", (const char *[]){TINY("Other"), NULL}), "Other");
    check_name(folder_of(folder, "C", (const char *[]){TINY("C"), TINY("D"), NULL}), "C");
    (void)snprintf(path, sizeof path, "%s//", folder_of(folder, "C", (const char *[]){NULL}));
    check_name(path, "C");
    check_name(folder_of(folder, "E.zip", (const char *[]){TINY("E"), TINY("F"), NULL}), "E");
    check_name(folder_of(folder, "._", (const char *[]){TINY("._X"), TINY("X"), NULL}), "X");
    check_name(folder_of(folder, "U", (const char *[]){TINY("U_A"), "README", NULL}), "U_A");
    check_fails(sg_tu_open(&data,
                           folder_of(folder, "G", (const char *[]){TINY("H"), TINY("I"), NULL}),
                           1, &err),
                SG_EFORMAT, "G: 2 files NAME_A.txt in it, none of them G_A.txt");
    check_fails(sg_tu_open(&data, folder_of(folder, "J", (const char *[]){"_A.txt", "x", NULL}),
                           1, &err),
                SG_EFORMAT, "J: no file NAME_A.txt in it; this is not a TU data set");
    check_fails(
        sg_tu_open(&data, folder_of(folder, "K", (const char *[]){"K_A.txt", NULL}), 1, &err),
        SG_EFORMAT, "K/K_graph_indicator.txt: missing");
    check_fails(sg_tu_open(&data, "/nowhere/X", 1, &err), SG_ENOTFOUND, "/nowhere/X: ");
    check_folder_remove(folder);
}

static void check_archive_refused(const made_zip *made, const char *part)
{
    char *folder = check_folder(), path[1024];
    sg_dataset data = {0};
    make_zip_write(made, folder, "x.zip");
    (void)snprintf(path, sizeof path, "%s/x.zip", folder);
    check_fails(sg_tu_open(&data, path, 1, &err), SG_EFORMAT, part);
    check_folder_remove(folder);
}

static void refuses_two_data_sets_in_one_archive(void **state)
{
    (void)state;
    made_zip two = {0}, twice = {0}, mixed = {0};
    add_fixture(&two, "MOL2", "a/", ZIP_STORED);
    add_fixture(&two, "CYC", "b/", ZIP_STORED);
    make_zip_finish(&two, "");
    check_archive_refused(&two, "x.zip: 2 files NAME_A.txt in it, none of them x_A.txt");

    add_fixture(&twice, "MOL2", "old/", ZIP_STORED);
    add_fixture(&twice, "MOL2", "new/", ZIP_STORED);
    make_zip_finish(&twice, "");
    check_archive_refused(&twice, "MOL2_A.txt: more than once in it");

    add_fixture(&mixed, "MOL2", "", ZIP_STORED);
    make_zip_text(&mixed, "older/MOL2_node_labels.txt", "1\n", ZIP_STORED);
    make_zip_finish(&mixed, "");
    check_archive_refused(&mixed, "MOL2_node_labels.txt: more than once in it");
    make_zip_free(&two);
    make_zip_free(&twice);
    make_zip_free(&mixed);
}

/* What macOS puts beside the files when it packs an archive. */
static void ignores_hidden_files(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1024];
    made_zip made = {0};
    add_fixture(&made, "MOL2", "MOL2/", ZIP_DEFLATED);
    make_zip_text(&made, "__MACOSX/MOL2/._MOL2_A.txt", "\x05\x16\x07", ZIP_STORED);
    make_zip_finish(&made, "");
    make_zip_write(&made, folder, "renamed.zip");
    (void)snprintf(path, sizeof path, "%s/renamed.zip", folder);
    check_name(path, "MOL2");
    make_zip_free(&made);
    check_folder_remove(folder);
}

/* ---- Large and real data ------------------------------------------------------------------ */

/* Entries of more than 8 MiB are unpacked by a thread of their own. */
static void reads_large_entries_on_any_number_of_threads(void **state)
{
    (void)state;
    const size_t size = 9000000;
    char *folder = check_folder(), *text = malloc(size), path[1024];
    for (size_t i = 0; i < size; i += 2) {
        text[i] = '1';
        text[i + 1] = '\n';
    }
    made_zip made = {0};
    make_zip_text(&made, "X_A.txt", "1, 2\n2, 1\n", ZIP_STORED);
    make_zip_add(&made, "X_graph_indicator.txt", text, size, ZIP_DEFLATED);
    for (size_t i = 0; i < size; i += 2) text[i] = (char)('0' + i / 2 % 10);
    make_zip_add(&made, "X_node_labels.txt", text, size, ZIP_DEFLATED);
    make_zip_finish(&made, "");
    make_zip_write(&made, folder, "x.zip");
    (void)snprintf(path, sizeof path, "%s/x.zip", folder);
    const uint64_t expected = fingerprint_at(path, 1);
    assert_true(fingerprint_at(path, 2) == expected);
    assert_true(fingerprint_at(path, 8) == expected);

    make_zip_put32(&made, made.record[2] + ZIP_RECORD_CRC, made.crc[2] + 1);
    make_zip_write(&made, folder, "x.zip");
    sg_dataset data = {0};
    for (uint32_t n_threads = 1; n_threads <= 3; n_threads++)
        check_fails(sg_tu_open(&data, path, n_threads, &err), SG_EFORMAT,
                    "x.zip: entry X_node_labels.txt is damaged: its checksum is wrong");
    make_zip_free(&made);
    check_folder_remove(folder);
    free(text);
}

static void reads_the_real_data_sets(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t n_graphs, n_nodes, n_arcs;
        bool large;
    } known[] = {{"CSL", 150, 6150, 24600, false},
                 {"DHFR", 756, 32075, 67352, false},
                 {"IMDB-BINARY", 1000, 19773, 193062, false},
                 {"MUTAG", 188, 3371, 7442, false},
                 {"Mutagenicity", 4337, 131488, 266894, false},
                 {"NCI1", 4110, 122747, 265506, false},
                 {"RingTransfer1", 1200, 120000, 240000, false},
                 {"RingTransfer2", 1200, 19200, 38400, false},
                 {"RingTransfer3", 1200, 19200, 38400, false},
                 {"Snowflakes", 1000, 112500, 375000, false},
                 {"SubstructureCounting", 5000, 94000, 313390, false},
                 {"ZINC", 12000, 277864, 597970, false},
                 {"ZINC-full", 249456, 5775257, 12424046, true}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char file[128];
        (void)snprintf(file, sizeof file, "data/%s.zip", known[i].name);
        const char *path = check_shared(file);
        sg_dataset data = {0};
        check_ok(sg_tu_open(&data, path, 0, &err));
        assert_string_equal(data.name, known[i].name);
        check_sizes(&data, known[i].n_graphs, known[i].n_nodes, known[i].n_arcs);
        const uint64_t fingerprint = sg_dataset_fingerprint(&data);
        sg_dataset_free(&data);
        for (uint32_t n_threads = 1; n_threads <= 3 && !known[i].large; n_threads += 2)
            assert_true(fingerprint_at(path, n_threads) == fingerprint);
    }
}

/* ---- Memory ------------------------------------------------------------------------------- */

typedef struct memory_case {
    const char *path;
    uint32_t n_threads;
} memory_case;

static sg_status open_and_free(void *context, sg_error *err)
{
    const memory_case *c = context;
    sg_dataset data = {0};
    const sg_status status = sg_tu_open(&data, c->path, c->n_threads, err);
    if (status != SG_OK) assert_null(data.name);
    sg_dataset_free(&data);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1024], zip_path[1024];
    (void)snprintf(path, sizeof path, "%s/X", folder);
    (void)snprintf(zip_path, sizeof zip_path, "%s/X.zip", folder);
    static const char text[] = "== A\n1, 2\n2, 3\n3, 3\n== graph_indicator\n1\n1\n1\n"
                               "== graph_labels\n7\n== graph_attributes\n0.5, ?\n"
                               "== node_labels\n1\n2\n3\n== node_attributes\n1.5\n2.5\n3.5\n"
                               "== edge_labels\n1\n1\n2\n== edge_attributes\n0.1\n0.2\n0.3\n";
    text_bundle files;
    made_zip made = {0};
    text_bundle_split(&files, text, strlen(text));
    for (size_t i = 0; i < files.n_files; i++) {
        char name[128], content[256];
        (void)snprintf(content, sizeof content, "%.*s", (int)files.file[i].size,
                       (const char *)files.file[i].data);
        (void)snprintf(name, sizeof name, "X/%s", files.file[i].name);
        check_write(folder, name, content);
        make_zip_text(&made, name, content, ZIP_DEFLATED);
    }
    make_zip_finish(&made, "");
    make_zip_write(&made, folder, "X.zip");
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        assert_true(check_out_of_memory(open_and_free, &(memory_case){path, n_threads}) > 40);
        assert_true(check_out_of_memory(open_and_free, &(memory_case){zip_path, n_threads}) >
                    40);
    }
    make_zip_free(&made);
    check_folder_remove(folder);
}

SG_TESTS(cmocka_unit_test(reads_the_fixtures), cmocka_unit_test(reads_ethylene),
         cmocka_unit_test(reads_archives_like_folders), cmocka_unit_test(finds_the_data_set),
         cmocka_unit_test(refuses_two_data_sets_in_one_archive),
         cmocka_unit_test(ignores_hidden_files),
         cmocka_unit_test(reads_large_entries_on_any_number_of_threads),
         cmocka_unit_test(reads_the_real_data_sets), cmocka_unit_test(survives_lack_of_memory))
