/* test_zip.c - reading honest archives, whatever their names. */
#include "unit/text/small_zip.inc"

#include <unistd.h>

static void reads_stored_and_deflated_entries(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 2, 1000, 65535, 65536, 65537, 300000};
    enum { N = sizeof sizes / sizeof *sizes };
    sg_rng rng = check_rng("reads_stored_and_deflated_entries");
    char *content[2 * N];
    made_zip made = {0};
    for (size_t i = 0; i < 2 * N; i++) {
        char name[32];
        const size_t size = sizes[i / 2];
        (void)snprintf(name, sizeof name, "folder/%zu.txt", i);
        content[i] = malloc(size + 1);
        for (size_t k = 0; k < size; k++) content[i][k] = (char)sg_rng_below(&rng, 200);
        make_zip_add(&made, name, content[i], size, i % 2 == 0 ? ZIP_STORED : ZIP_DEFLATED);
    }
    make_zip_finish(&made, "with a comment");

    sg_zip zip = {0};
    check_ok(sg_zip_open_memory(&zip, "good.zip", made.data, made.size, &err));
    assert_int_equal(zip.n_entries, 2 * N);
    for (size_t i = 0; i < 2 * N; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "folder/%zu.txt", i);
        assert_string_equal(zip.entry[i].name, name);
        assert_int_equal(zip.entry[i].unpacked, sizes[i / 2]);
        static const size_t steps[] = {1, 3, 65536, 100000};
        for (size_t s = sizes[i / 2] > 1000 ? 2 : 0; s < 4; s++) {
            char *read = NULL;
            size_t size = 0;
            check_ok(read_entry(&read, &size, &zip, i, steps[s], &err));
            assert_int_equal(size, sizes[i / 2]);
            assert_memory_equal(read, content[i], size);
            free(read);
        }
    }
    sg_zip_close(&zip);
    sg_zip_close(&zip); /* a closed archive is an empty one */
    for (size_t i = 0; i < 2 * N; i++) free(content[i]);
    make_zip_free(&made);
}

static void reads_archives_without_entries_and_with_many(void **state)
{
    (void)state;
    made_zip none = {0}, many = {0};
    make_zip_finish(&none, "");
    sg_zip zip = {0};
    check_ok(sg_zip_open_memory(&zip, "none.zip", none.data, none.size, &err));
    assert_int_equal(zip.n_entries, 0);
    sg_zip_close(&zip);

    for (int i = 0; i < ZIP_MAX_ENTRIES; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "%d", i);
        make_zip_text(&many, name, name, ZIP_STORED);
    }
    make_zip_finish(&many, "");
    check_ok(sg_zip_open_memory(&zip, "many.zip", many.data, many.size, &err));
    assert_int_equal(zip.n_entries, ZIP_MAX_ENTRIES);
    for (int i = 0; i < ZIP_MAX_ENTRIES; i++) {
        char *content = NULL;
        size_t size = 0;
        check_ok(read_entry(&content, &size, &zip, (size_t)i, 100, &err));
        assert_int_equal(size, strlen(zip.entry[i].name));
        assert_memory_equal(content, zip.entry[i].name, size);
        free(content);
    }
    sg_zip_close(&zip);
    make_zip_free(&none);
    make_zip_free(&many);
}

static void reads_from_a_file_and_finds_a_long_comment(void **state)
{
    (void)state;
    char *folder = check_folder(), *comment = malloc(65536), path[1024];
    memset(comment, 'c', 65535);
    comment[65535] = '\0';
    made_zip made = {0};
    make_zip_text(&made, "a.txt", TEXT, ZIP_DEFLATED);
    make_zip_finish(&made, comment);
    make_zip_write(&made, folder, "a.zip");
    (void)snprintf(path, sizeof path, "%s/a.zip", folder);
    sg_zip zip = {0};
    char *content = NULL;
    size_t size = 0;
    check_ok(sg_zip_open(&zip, path, &err));
    check_ok(read_entry(&content, &size, &zip, 0, 64, &err));
    assert_int_equal(size, strlen(TEXT));
    free(content);
    sg_zip_close(&zip);
    check_fails(sg_zip_open(&zip, "/nowhere/x.zip", &err), SG_ENOTFOUND, "/nowhere/x.zip: ");
    check_fails(sg_zip_open(&zip, folder, &err), SG_EIO, folder);
    make_zip_free(&made);
    check_folder_remove(folder);
    free(comment);
}

static void accepts_odd_but_harmless_names(void **state)
{
    (void)state;
    static const char *const names[] = {"...",     "..x", "x..",      "a/...",
                                        "a/..b/c", "a b", "\xc3\xa4", "folder/"};
    made_zip made = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        make_zip_text(&made, names[i], "", ZIP_STORED);
    make_zip_finish(&made, "");
    sg_zip zip = {0};
    check_ok(sg_zip_open_memory(&zip, "odd.zip", made.data, made.size, &err));
    for (size_t i = 0; i < zip.n_entries; i++) assert_string_equal(zip.entry[i].name, names[i]);
    sg_zip_close(&zip);
    make_zip_free(&made);
}

/* The reason must survive a name and a path that are longer than the message. */
static void says_why_despite_long_names(void **state)
{
    (void)state;
    char name[5001], path[2001];
    memset(name, 'n', 5000);
    memset(path, 'p', 2000);
    name[5000] = path[2000] = '\0';
    sg_zip zip = {0};
    made_zip made = {0};
    make_zip_text(&made, name, "1\n", ZIP_STORED);
    make_zip_finish(&made, "");
    make_zip_put16(&made, made.record[0] + ZIP_RECORD_FLAGS, 1);
    check_fails(sg_zip_open_memory(&zip, path, made.data, made.size, &err), SG_EFORMAT,
                "is encrypted");
    make_zip_put16(&made, made.record[0] + ZIP_RECORD_FLAGS, 0);
    make_zip_put32(&made, made.record[0] + ZIP_RECORD_CRC, 0);
    char *content = NULL;
    size_t size = 0;
    check_ok(sg_zip_open_memory(&zip, path, made.data, made.size, &err));
    check_fails(read_entry(&content, &size, &zip, 0, 100, &err), SG_EFORMAT,
                "checksum is wrong");
    sg_zip_close(&zip);
    check_fails(sg_zip_open_memory(&zip, path, made.data, 5, &err), SG_EFORMAT, "too short");
    make_zip_free(&made);
}

static sg_status open_and_read(void *context, sg_error *err)
{
    const made_zip *made = context;
    sg_zip zip = {0};
    char *content = NULL;
    size_t size = 0;
    sg_status status = sg_zip_open_memory(&zip, "x.zip", made->data, made->size, err);
    if (status == SG_OK) status = read_entry(&content, &size, &zip, 0, 1000, err);
    if (status == SG_OK) free(content);
    sg_zip_close(&zip);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    made_zip made = small_zip(ZIP_DEFLATED);
    assert_true(check_out_of_memory(open_and_read, &made) >= 7);
    make_zip_free(&made);
    sg_zip_stream_close(NULL);
}

SG_TESTS(cmocka_unit_test(reads_stored_and_deflated_entries),
         cmocka_unit_test(reads_archives_without_entries_and_with_many),
         cmocka_unit_test(reads_from_a_file_and_finds_a_long_comment),
         cmocka_unit_test(accepts_odd_but_harmless_names),
         cmocka_unit_test(says_why_despite_long_names),
         cmocka_unit_test(survives_lack_of_memory))
