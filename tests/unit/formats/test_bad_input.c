/* test_bad_input.c - malformed data sets, from a folder, an archive and memory: one clear error
 * each, with path and line, no leak, and nothing written.
 *
 * The readers' own tests look at single files; here whole data sets go the way that a user's go. */
#include "sharegnn.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "formats/tu_reader.h"
#include "support/check.h"
#include "support/folder.h"
#include "support/make_zip.h"
#include "support/text_bundle.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Open `path` through the public interface; it must fail with `code` and one line of text that
 * begins with the path and contains `part`. */
static void check_refused(const char *path, sg_status code, const char *part)
{
    sg_dataset *data = (sg_dataset *)folder, *before = data; /* any address will do */
    const long live = sg_mem_live();
    const size_t n_before = n_entries(folder);
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        const sg_data_options options = {.struct_size = sizeof options, .n_threads = n_threads};
        sg_error err = {0};
        const sg_status status = sg_data_open(&data, path, &options, &err);
        if (status != code || strstr(err.text, part) == NULL ||
            strncmp(err.text, path, strlen(path)) != 0 || strchr(err.text, '\n') != NULL)
            fail_msg("%s: status %d, \"%s\"; expected status %d, \"%s\"", path, (int)status,
                     err.text, (int)code, part);
        assert_int_equal(err.status, code);
        assert_non_null(err.where);
        assert_ptr_equal(data, before);
        assert_int_equal(sg_mem_live(), live);
        assert_int_equal(sg_data_open(&data, path, &options, NULL), code);
    }
    assert_int_equal(n_entries(folder), n_before);
}

/* The data set in `text` must be refused in a folder, in an archive and in memory. */
static void check_text_refused(const char *text, size_t size, sg_status code, const char *part)
{
    text_bundle files;
    made_zip made = {0};
    sg_bundle bundle = {0};
    sg_dataset data = {0};
    text_bundle_split(&files, text, size);
    for (size_t i = 0; i < files.n_files; i++) {
        char name[128];
        (void)snprintf(name, sizeof name, "X/%s", files.file[i].name);
        make_zip_add(&made, name, files.file[i].data, files.file[i].size, ZIP_DEFLATED);
        check_ok(sg_folder_make(path_of("X"), &err));
        check_ok(sg_file_write(path_of(name), files.file[i].data, files.file[i].size, &err));
    }
    make_zip_finish(&made, "");
    make_zip_write(&made, folder, "X.zip");
    check_refused(path_of("X"), code, part);
    check_refused(path_of("X.zip"), code, part);
    check_ok(sg_bundle_from_memory(&bundle, "memory", files.file, files.n_files, &err));
    check_fails(sg_tu_read(&data, &bundle, 1, &err), code, part);
    sg_bundle_close(&bundle);
    sg_folder_remove(path_of("X"));
    make_zip_free(&made);
}

#define A         "== A\n1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n"
#define INDICATOR "== graph_indicator\n1\n1\n1\n2\n2\n"
#define GOOD      A INDICATOR

static void accepts_what_the_cases_below_spoil(void **state)
{
    (void)state;
    text_bundle files;
    sg_bundle bundle = {0};
    sg_dataset data = {0};
    text_bundle_split(&files, GOOD, strlen(GOOD));
    check_ok(sg_bundle_from_memory(&bundle, "memory", files.file, files.n_files, &err));
    check_ok(sg_tu_read(&data, &bundle, 1, &err));
    sg_dataset_free(&data);
    sg_bundle_close(&bundle);
}

static void refuses_malformed_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } cases[] = {
        /* missing files */
        {INDICATOR, "no file NAME_A.txt in it"},
        {A, "X_graph_indicator.txt: missing"},
        {"== graph_labels\n1\n", "no file NAME_A.txt in it"},
        {"== readme\nhello\n", "no file NAME_A.txt in it"},
        /* short files */
        {"== A\n1, 2\n2, 1\n4, 5\n5, 4\n== graph_indicator\n1\n1\n", "X_A.txt:3: node 5, but"},
        {A "== graph_indicator\n", "X_A.txt:1: node 2, but there are 0 nodes"},
        {"== A\n1, 2\n2, 1\n2,", "X_graph_indicator.txt: missing"},
        {"== A\n1, 2\n2\n" INDICATOR, "X_A.txt:2:2: nothing here"},
        {"== A\n1, 2\n2,\n" INDICATOR, "X_A.txt:2:2: nothing here"},
        {GOOD "== node_labels\n1\n1\n1\n1\n", "X_node_labels.txt:4: 4 rows for 5 nodes"},
        {GOOD "== node_labels\n", "X_node_labels.txt: 0 rows for 5 nodes"},
        {GOOD "== node_attributes\n1\n", "X_node_attributes.txt:1: 1 rows for 5 nodes"},
        {GOOD "== edge_labels\n1\n1\n", "X_edge_labels.txt:2: 2 rows for 6 lines"},
        {GOOD "== edge_attributes\n\n", "X_edge_attributes.txt: 0 rows for 6 lines"},
        {GOOD "== graph_labels\n1\n", "X_graph_indicator.txt:4: graph 2, but only 1 graphs"},
        {GOOD "== graph_attributes\n1\n", "X_graph_indicator.txt:4: graph 2, but only 1"},
        /* long files */
        {GOOD "== node_labels\n1\n1\n1\n1\n1\n1\n", "X_node_labels.txt:6: 6 rows for 5"},
        {GOOD "== edge_labels\n1\n1\n1\n1\n1\n1\n1\n", "X_edge_labels.txt:7: 7 rows for 6"},
        {GOOD "== graph_labels\n1\n1\n== graph_attributes\n1\n1\n1\n",
         "3 rows, but X_graph_la"},
        /* numbers out of range */
        {"== A\n0, 1\n" INDICATOR, "X_A.txt:1:1: found \"0\""},
        {"== A\n1, 0\n" INDICATOR, "X_A.txt:1:4: found \"0\""},
        {"== A\n1, -2\n" INDICATOR, "X_A.txt:1:4: found \"-2\""},
        {"== A\n1, 6\n" INDICATOR, "X_A.txt:1: node 6, but there are 5 nodes"},
        {"== A\n1, 4294967295\n" INDICATOR, "X_A.txt:1: node 4294967295, but there are 5"},
        {"== A\n1, 4294967296\n" INDICATOR, "X_A.txt:1:4: found \"4294967296\""},
        {"== A\n1, 99999999999999999999999\n" INDICATOR, "X_A.txt:1:4: found \"9999999"},
        {A "== graph_indicator\n0\n0\n0\n1\n1\n", "X_graph_indicator.txt:1:1: found \"0\""},
        {A "== graph_indicator\n1\n1\n1\n-1\n", "X_graph_indicator.txt:4:1: found \"-1\""},
        {A "== graph_indicator\n1\n1\n1\n4000000000\n1\n", "graph 1 after graph 4000000000"},
        {"== A\n== graph_indicator\n4000000000\n", "graph 4000000000 where graph 1 is next"},
        {A "== graph_indicator\n1\n1\n1\n3\n3\n", "_indicator.txt:4: graph 3 where graph 2 is"},
        {A "== graph_indicator\n1\n1\n2\n1\n2\n", "_indicator.txt:4: graph 1 after graph 2"},
        {GOOD "== node_labels\n1\n2147483648\n1\n1\n1\n", "X_node_labels.txt:2:1: found"},
        {GOOD "== graph_labels\n1\n9223372036854775808\n", "X_graph_labels.txt:2:1: found"},
        {GOOD "== node_attributes\n1\n1e999\n1\n1\n1\n", "X_node_attributes.txt:2:1: found"},
        /* arcs between graphs */
        {"== A\n1, 2\n3, 4\n" INDICATOR, "X_A.txt:2: nodes 3 and 4 belong to different graphs"},
        /* letters, and values that are no numbers */
        {"== A\none, two\n" INDICATOR, "X_A.txt:1:1: found \"one\""},
        {A "== graph_indicator\n1\n1\nx\n", "X_graph_indicator.txt:3:1: found \"x\""},
        {GOOD "== node_labels\nC\nC\nH\nH\nO\n", "X_node_labels.txt:1:1: found \"C\""},
        {GOOD "== graph_labels\nyes\nno\n", "X_graph_labels.txt:1:1: found \"yes\""},
        {GOOD "== graph_attributes\n1.5\nnan\n", "X_graph_attributes.txt:2:1: found \"nan\""},
        {GOOD "== graph_attributes\n1.5, NaN\n1, 2\n", "X_graph_attributes.txt:1:6: found"},
        {GOOD "== graph_attributes\ninf\n1\n", "X_graph_attributes.txt:1:1: found \"inf\""},
        {GOOD "== node_attributes\n1\n?\n1\n1\n1\n", "X_node_attributes.txt:2:1: found \"?\""},
        /* empty lines and columns */
        {"== A\n1, 2\n\n2, 1\n" INDICATOR, "X_A.txt:2: an empty line between others"},
        {A "== graph_indicator\n1\n1\n \t\r\n1\n", "X_graph_indicator.txt:3: an empty line"},
        {GOOD "== graph_labels\n\n1\n", "X_graph_labels.txt:1: an empty line"},
        {GOOD "== node_labels\n1, 2\n1\n", "X_node_labels.txt:2: 1 values; the lines before"},
        {GOOD "== graph_attributes\n1\n1, 2\n",
         "X_graph_attributes.txt:2: 2 values; the lines"},
        {"== A\n1, 2, 3\n" INDICATOR, "X_A.txt:1:7: found \"3\""},
        {"== A\n1; 2\n" INDICATOR, "X_A.txt:1:1: found \"1;\""},
        {GOOD "== edge_labels\n1,\n", "X_edge_labels.txt:1:2: nothing here"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_text_refused(cases[i].text, strlen(cases[i].text), SG_EFORMAT, cases[i].part);
}

static void refuses_binary_garbage(void **state)
{
    (void)state;
    sg_rng rng = check_rng("refuses_binary_garbage");
    for (int round = 0; round < 5; round++) {
        char text[2000];
        const int begin = snprintf(text, sizeof text, "%s== node_labels\n", GOOD);
        for (size_t i = (size_t)begin; i < sizeof text; i++)
            text[i] = (char)sg_rng_below(&rng, 256);
        check_text_refused(text, sizeof text, SG_EFORMAT, "X_node_labels.txt:1");
    }
}

static void refuses_a_line_of_20_megabytes(void **state)
{
    (void)state;
    const size_t size = 20000000;
    char *text = malloc(size);
    memset(text, '7', size);
    memcpy(text, GOOD "== node_labels\n", strlen(GOOD "== node_labels\n"));
    check_text_refused(text, size, SG_ELIMIT, "X_node_labels.txt: a line is longer than");
    free(text);
}

/* A few lines must not claim much memory, whatever numbers are in them. */
static void takes_no_memory_for_large_numbers(void **state)
{
    (void)state;
    sg_text text = {0};
    struct rusage before, after;
    check_ok(sg_text_add(&text, &err, "== graph_indicator\n1\n1\n== A\n"));
    for (unsigned i = 1; i < 200; i++) /* every jump is small, all together are not */
        check_ok(sg_text_add(&text, &err, "%u, 1\n", i << 20));
    check_ok(sg_text_add(&text, &err, "4294967295, 1\n"));
    assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
    check_text_refused(text.data, text.size, SG_EFORMAT, "X_A.txt:1: node 1048576, but there");
    assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
    assert_true(after.ru_maxrss - before.ru_maxrss < 300000); /* kilobytes */
    sg_text_free(&text);
}

/* ---- Files that are no files -------------------------------------------------------------- */

static void refuses_odd_things_in_place_of_files(void **state)
{
    (void)state;
    check_write(folder, "X/X_graph_indicator.txt", "1\n1\n");
    assert_int_equal(mkdir(path_of("X/X_A.txt"), 0700), 0);
    check_refused(path_of("X"), SG_EIO, "X_A.txt: not a plain file");
    assert_int_equal(rmdir(path_of("X/X_A.txt")), 0);

    char link[1024];
    (void)snprintf(link, sizeof link, "%s", path_of("X/X_A.txt"));
    assert_int_equal(symlink("/nowhere/at/all", link), 0);
    check_refused(path_of("X"), SG_ENOTFOUND, "X_A.txt: cannot open: No such file");
    assert_int_equal(unlink(link), 0);
    assert_int_equal(symlink("X_A.txt", link), 0);
    check_refused(path_of("X"), SG_EIO, "X_A.txt: cannot open: ");
    assert_int_equal(unlink(link), 0);
    assert_int_equal(symlink("/dev/zero", link), 0);
    check_refused(path_of("X"), SG_EIO, "X_A.txt: not a plain file");
    assert_int_equal(unlink(link), 0);

    assert_int_equal(mkfifo(link, 0600), 0);
    (void)alarm(300);
    check_refused(path_of("X"), SG_EIO, "X_A.txt: not a plain file");
    (void)alarm(0);
}

static void refuses_unreadable_files(void **state)
{
    (void)state;
    const bool root = geteuid() == 0; /* may read everything, but can be somebody else */
    check_write(folder, "X/X_A.txt", "1, 2\n");
    check_write(folder, "X/X_graph_indicator.txt", "1\n1\n");
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(chmod(path_of("X/X_A.txt"), 0), 0);
    if (root && seteuid(65534) != 0) {
        printf("SKIPPED: this user may read everything\n");
        skip();
    }
    check_refused(path_of("X"), SG_EIO, "X_A.txt: cannot open: Permission denied");
    if (root) assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(path_of("X"), 0), 0);
    if (root) assert_int_equal(seteuid(65534), 0);
    check_refused(path_of("X"), SG_EIO, "X: cannot open the folder: Permission denied");
    if (root) assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(path_of("X"), 0700), 0);
}

static void refuses_what_is_no_data_set(void **state)
{
    (void)state;
    check_refused(path_of("nothing"), SG_ENOTFOUND, "no such data set");
    check_write(folder, "empty/.hidden", "");
    check_refused(path_of("empty"), SG_EFORMAT, "no file NAME_A.txt in it");
    check_write(folder, "text.zip", "<html>404 Not Found</html>");
    check_refused(path_of("text.zip"), SG_EFORMAT, "not a usable zip archive");
    check_write(folder, "empty.zip", "");
    check_refused(path_of("empty.zip"), SG_EFORMAT, "too short");
}

/* ---- Archives ----------------------------------------------------------------------------- */

static made_zip good_zip(int method)
{
    made_zip made = {0};
    make_zip_text(&made, "X/X_A.txt", "1, 2\n2, 1\n1, 3\n3, 1\n", method);
    make_zip_text(&made, "X/X_graph_indicator.txt", "1\n1\n1\n", method);
    make_zip_finish(&made, "");
    return made;
}

/* Lie about a field of the first entry, in two or four bytes. */
static void check_lie_refused(int method, size_t field, uint32_t value, int width,
                              sg_status code, const char *part)
{
    made_zip made = good_zip(method);
    if (width == 2)
        make_zip_put16(&made, made.record[0] + field, (uint16_t)value);
    else
        make_zip_put32(&made, made.record[0] + field, value);
    make_zip_write(&made, folder, "X.zip");
    check_refused(path_of("X.zip"), code, part);
    make_zip_free(&made);
}

static void refuses_lying_archives(void **state)
{
    (void)state;
    static const int methods[] = {ZIP_STORED, ZIP_DEFLATED};
    for (size_t i = 0; i < 2; i++) {
        const int m = methods[i];
        check_lie_refused(m, ZIP_RECORD_FLAGS, 1, 2, SG_EFORMAT, "X_A.txt is encrypted");
        check_lie_refused(m, ZIP_RECORD_METHOD, 99, 2, SG_EFORMAT, "packed by method 99");
        check_lie_refused(m, ZIP_RECORD_CRC, 1, 4, SG_EFORMAT, "its checksum is wrong");
        check_lie_refused(m, ZIP_RECORD_UNPACKED, 19, 4, SG_EFORMAT,
                          "longer than the directory");
        check_lie_refused(m, ZIP_RECORD_UNPACKED, 21, 4, SG_EFORMAT, "shorter than the direc");
        check_lie_refused(m, ZIP_RECORD_UNPACKED, 4000000000, 4, SG_ELIMIT, "impossible");
        check_lie_refused(m, ZIP_RECORD_PACKED, 3, 4, SG_EFORMAT, "X_A.txt is damaged");
        check_lie_refused(m, ZIP_RECORD_PACKED, 90, 4, SG_EFORMAT, "X_A.txt is damaged");
        check_lie_refused(m, ZIP_RECORD_PACKED, 100000, 4, SG_EFORMAT, "claims 100000 packed");
        check_lie_refused(m, ZIP_RECORD_UNPACKED, UINT32_MAX, 4, SG_EFORMAT, "zip64");
        check_lie_refused(m, ZIP_RECORD_HEADER, 7, 4, SG_EFORMAT, "not where its directory");
        check_lie_refused(m, ZIP_RECORD_HEADER, 4000000000, 4, SG_EFORMAT, "it is cut off");
    }
}

static void refuses_archives_cut_off_anywhere(void **state)
{
    (void)state;
    made_zip made = good_zip(ZIP_DEFLATED);
    for (size_t whole = made.size; made.size > 0; made.size -= made.size > 100 ? 7 : 1) {
        if (made.size == whole) continue;
        make_zip_write(&made, folder, "X.zip");
        check_refused(path_of("X.zip"), SG_EFORMAT, "not a usable zip archive");
    }
    make_zip_free(&made);
}

static void refuses_archives_that_lead_outside(void **state)
{
    (void)state;
    static const char *const names[] = {"../X_A.txt", "/tmp/X_A.txt", "X/../../X_A.txt",
                                        "..\\X_A.txt"};
    for (size_t i = 0; i < 4; i++) {
        made_zip made = {0};
        make_zip_text(&made, "X/X_graph_indicator.txt", "1\n", ZIP_STORED);
        make_zip_text(&made, names[i], "1, 1\n", ZIP_STORED);
        make_zip_finish(&made, "");
        make_zip_write(&made, folder, "X.zip");
        check_refused(path_of("X.zip"), SG_EFORMAT, "leads out of the archive");
        make_zip_free(&made);
    }
}

/* A megabyte that unpacks to a gigabyte of zeros, and says so. */
static void refuses_a_bomb(void **state)
{
    (void)state;
    const size_t size = 50000000;
    char *zeros = calloc(1, size);
    made_zip made = {0};
    make_zip_text(&made, "X_A.txt", "1, 2\n", ZIP_STORED);
    make_zip_add(&made, "X_graph_indicator.txt", zeros, size, ZIP_DEFLATED);
    for (int i = 0; i < 30; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "%d", i);
        make_zip_text(&made, name, "", ZIP_STORED);
    }
    make_zip_finish(&made, "");
    for (size_t i = 2; i < made.n_entries; i++) { /* all entries share the packed bytes */
        make_zip_put16(&made, made.record[i] + ZIP_RECORD_METHOD, ZIP_DEFLATED);
        make_zip_put32(&made, made.record[i] + ZIP_RECORD_PACKED, (uint32_t)made.packed[1]);
        make_zip_put32(&made, made.record[i] + ZIP_RECORD_UNPACKED, (uint32_t)size);
        make_zip_put32(&made, made.record[i] + ZIP_RECORD_HEADER, (uint32_t)made.local[1]);
    }
    make_zip_write(&made, folder, "X.zip");
    check_refused(path_of("X.zip"), SG_ELIMIT, "claim to unpack to 1550000005");
    make_zip_free(&made);
    free(zeros);
}

/* ---- Splits ------------------------------------------------------------------------------- */

static void refuses_malformed_splits(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"", "s.json:1:1: the text ends here"},
        {"[\n{\"test\": [0, 5],", "s.json:2:14: found 5; a whole number from 0 to 4"},
        {"[{\"test\": [-1]", "s.json:1:12: found -1"},
        {"[{\"test\": [0, 0]", "s.json:1:15: graph 0 is in \"test\" already"},
        {"[{\"test\": [0],\n \"model_selection\": [{\"train\": [1, 0]",
         "s.json:2:36: graph 0 is in \"test\" already"},
        {"[{\"test\": [0], \"model_selection\": [{\"train\": [1], \"validation\": [1]}]}]",
         "graph 1 is in \"train\" already"},
        {"[{\"test\": [99999999999999999999]", "s.json:1:12: found 99999999999999999999"},
        {"[{\"test\": [1.5]", "s.json:1:12: found 1.5"},
        {"[{\"test\": [\"a\"]", "s.json:1:12: found something else"},
        {"[{\"test\": [0]}]", "\"model_selection\" is missing in this fold"},
        {"PK\003\004", "s.json:1:1: found 'P'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_splits *splits = NULL;
        const long live = sg_mem_live();
        check_write(folder, "s.json", cases[i].text);
        check_fails(sg_splits_open(&splits, path_of("s.json"), 5, &err), SG_EFORMAT,
                    cases[i].part);
        check_fails(sg_splits_open(&splits, path_of("s.json"), 5, &err), SG_EFORMAT, folder);
        assert_null(splits);
        assert_int_equal(sg_mem_live(), live);
    }
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(WITH_FOLDER(accepts_what_the_cases_below_spoil), WITH_FOLDER(refuses_malformed_texts),
         WITH_FOLDER(refuses_binary_garbage), WITH_FOLDER(refuses_a_line_of_20_megabytes),
         WITH_FOLDER(takes_no_memory_for_large_numbers),
         WITH_FOLDER(refuses_odd_things_in_place_of_files),
         WITH_FOLDER(refuses_unreadable_files), WITH_FOLDER(refuses_what_is_no_data_set),
         WITH_FOLDER(refuses_lying_archives), WITH_FOLDER(refuses_archives_cut_off_anywhere),
         WITH_FOLDER(refuses_archives_that_lead_outside), WITH_FOLDER(refuses_a_bomb),
         WITH_FOLDER(refuses_malformed_splits))
