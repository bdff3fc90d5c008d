/* test_bundle.c - the same files in a folder, an archive and memory. */
#include "text/bundle.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/make_zip.h"

#include <sys/stat.h>

static const sg_memory_file FILES[] = {
    {"X_A.txt", "1, 2\n2, 1\n", 10}, {"X_graph_indicator.txt", "1\n1\n", 4}, {"empty", "", 0}};

enum { N_FILES = sizeof FILES / sizeof *FILES };

/* Read file `i` in pieces of `step` bytes into `content`. */
static size_t read_file(char *content, size_t room, const sg_bundle *bundle, size_t i,
                        size_t step)
{
    sg_stream *stream = NULL;
    size_t n = 0, total = 0;
    check_ok(sg_stream_open(&stream, bundle, i, &err));
    do {
        assert_true(total + step <= room);
        check_ok(sg_stream_read(&n, stream, content + total, step, &err));
        total += n;
    } while (n > 0);
    sg_stream_close(stream);
    return total;
}

static void check_content(const sg_bundle *bundle)
{
    for (size_t k = 0; k < N_FILES; k++) {
        const size_t i = sg_bundle_find(bundle, FILES[k].name);
        assert_true(i < bundle->n_files);
        assert_string_equal(sg_bundle_name(bundle, i), FILES[k].name);
        for (size_t step = 1; step <= 16; step++) {
            char content[64];
            assert_int_equal(read_file(content, sizeof content, bundle, i, step),
                             FILES[k].size);
            assert_memory_equal(content, FILES[k].data, FILES[k].size);
        }
    }
    assert_true(sg_bundle_find(bundle, "X_a.txt") == SG_BUNDLE_NONE);
    assert_true(sg_bundle_find(bundle, "X_A.tx") == SG_BUNDLE_NONE);
}

static void write_folder(const char *folder)
{
    for (size_t k = 0; k < N_FILES; k++) check_write(folder, FILES[k].name, FILES[k].data);
}

static made_zip zip_of_files(void)
{
    made_zip made = {0};
    make_zip_text(&made, "X/", "", ZIP_STORED);
    for (size_t k = 0; k < N_FILES; k++) {
        char name[64];
        (void)snprintf(name, sizeof name, "X/%s", FILES[k].name);
        make_zip_add(&made, name, FILES[k].data, FILES[k].size, ZIP_DEFLATED);
    }
    make_zip_finish(&made, "");
    return made;
}

static const char *stream_path(const sg_bundle *bundle, const char *name)
{
    static char path[1024];
    sg_stream *stream = NULL;
    check_ok(sg_stream_open(&stream, bundle, sg_bundle_find(bundle, name), &err));
    (void)snprintf(path, sizeof path, "%s", sg_stream_path(stream));
    sg_stream_close(stream);
    return path;
}

static void reads_a_folder(void **state)
{
    (void)state;
    char *folder = check_folder(), expected[1024];
    write_folder(folder);
    sg_bundle bundle = {0};
    check_ok(sg_bundle_open(&bundle, folder, &err));
    check_content(&bundle);
    (void)snprintf(expected, sizeof expected, "%s/X_A.txt", folder);
    assert_string_equal(stream_path(&bundle, "X_A.txt"), expected);
    sg_bundle_close(&bundle);
    sg_bundle_close(&bundle);
    check_folder_remove(folder);
}

static void reads_an_archive(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1024], expected[2048];
    made_zip made = zip_of_files();
    make_zip_write(&made, folder, "x.zip");
    (void)snprintf(path, sizeof path, "%s/x.zip", folder);
    sg_bundle bundle = {0};
    check_ok(sg_bundle_open(&bundle, path, &err));
    check_content(&bundle);
    (void)snprintf(expected, sizeof expected, "%s/X/X_A.txt", path);
    assert_string_equal(stream_path(&bundle, "X_A.txt"), expected);
    sg_bundle_close(&bundle);
    make_zip_free(&made);
    check_folder_remove(folder);
}

static void reads_memory(void **state)
{
    (void)state;
    sg_bundle bundle = {0};
    check_ok(sg_bundle_from_memory(&bundle, "memory", FILES, N_FILES, &err));
    check_content(&bundle);
    assert_string_equal(stream_path(&bundle, "X_A.txt"), "memory/X_A.txt");
    sg_bundle_close(&bundle);
    check_ok(sg_bundle_from_memory(&bundle, "none", NULL, 0, &err));
    assert_true(sg_bundle_find(&bundle, "X_A.txt") == SG_BUNDLE_NONE);
    sg_bundle_close(&bundle);
}

static void refuses_what_cannot_be_opened(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1024];
    sg_bundle bundle, before;
    memset(&bundle, 0x5a, sizeof bundle);
    memcpy(&before, &bundle, sizeof bundle);
    const long live = sg_mem_live();
    check_fails(sg_bundle_open(&bundle, "/nowhere", &err), SG_ENOTFOUND, "/nowhere: ");
    check_write(folder, "text.zip", "not an archive, but long enough to be one");
    (void)snprintf(path, sizeof path, "%s/text.zip", folder);
    check_fails(sg_bundle_open(&bundle, path, &err), SG_EFORMAT, "text.zip: not a usable zip");
    check_fails(sg_bundle_open(&bundle, "/dev/null", &err), SG_EIO, "not a plain file");
    assert_memory_equal(&bundle, &before, sizeof bundle);
    assert_int_equal(sg_mem_live(), live);
    check_folder_remove(folder);
}

static void refuses_a_folder_in_place_of_a_file(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1024];
    (void)snprintf(path, sizeof path, "%s/X_A.txt", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    sg_bundle bundle = {0};
    sg_stream *stream = NULL;
    check_ok(sg_bundle_open(&bundle, folder, &err));
    const size_t i = sg_bundle_find(&bundle, "X_A.txt");
    check_fails(sg_stream_open(&stream, &bundle, i, &err), SG_EIO, "X_A.txt: not a plain file");
    assert_null(stream);
    sg_bundle_close(&bundle);
    check_folder_remove(folder);
}

static sg_status open_and_read(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_bundle bundle = {0};
    sg_stream *stream = NULL;
    char buffer[64];
    size_t n = 0;
    if (context != NULL)
        SG_TRY(sg_bundle_open(&bundle, context, err));
    else
        SG_TRY(sg_bundle_from_memory(&bundle, "memory", FILES, N_FILES, err));
    SG_TRY(sg_stream_open(&stream, &bundle, sg_bundle_find(&bundle, "X_A.txt"), err));
    SG_TRY(sg_stream_read(&n, stream, buffer, sizeof buffer, err));
done:
    sg_stream_close(stream);
    sg_bundle_close(&bundle);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1024];
    write_folder(folder);
    assert_true(check_out_of_memory(open_and_read, folder) >= 5);
    made_zip made = zip_of_files();
    make_zip_write(&made, folder, "x.zip");
    (void)snprintf(path, sizeof path, "%s/x.zip", folder);
    assert_true(check_out_of_memory(open_and_read, path) >= 7);
    assert_true(check_out_of_memory(open_and_read, NULL) >= 3);
    make_zip_free(&made);
    check_folder_remove(folder);
}

/* A file that is long enough for a thread of its own to read ahead. */
static void reads_ahead_what_it_would_read(void **state)
{
    (void)state;
    enum { SIZE = 3 << 20 };
    char *folder = check_folder(), path[300], *content = malloc(SIZE),
         *found = malloc(SIZE + 16);
    assert_non_null(content);
    assert_non_null(found);
    for (size_t i = 0; i < SIZE; i++) content[i] = (char)('0' + i * i % 10);
    made_zip made = {0};
    make_zip_add(&made, "X/long.txt", content, SIZE, ZIP_DEFLATED);
    make_zip_finish(&made, "");
    make_zip_write(&made, folder, "x.zip");
    (void)snprintf(path, sizeof path, "%s/x.zip", folder);
    sg_bundle bundle = {0};
    sg_stream *stream = NULL;
    size_t n = 0, total = 0;
    check_ok(sg_bundle_open(&bundle, path, &err));
    check_ok(sg_stream_open(&stream, &bundle, 0, &err));
    assert_int_equal(sg_stream_size(stream), SIZE);
    check_ok(sg_stream_read_ahead(stream, &err));
    do {
        check_ok(sg_stream_read(&n, stream, found + total, SIZE + 16 - total, &err));
        total += n;
    } while (n > 0);
    assert_int_equal(total, SIZE);
    assert_memory_equal(found, content, SIZE);
    sg_stream_close(stream);
    sg_bundle_close(&bundle);
    make_zip_free(&made);
    check_folder_remove(folder);
    free(content);
    free(found);
}

SG_TESTS(cmocka_unit_test(reads_ahead_what_it_would_read), cmocka_unit_test(reads_a_folder),
         cmocka_unit_test(reads_an_archive), cmocka_unit_test(reads_memory),
         cmocka_unit_test(refuses_what_cannot_be_opened),
         cmocka_unit_test(refuses_a_folder_in_place_of_a_file),
         cmocka_unit_test(survives_lack_of_memory))
