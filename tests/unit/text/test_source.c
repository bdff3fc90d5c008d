/* test_source.c - bytes at positions, from a file and from memory. */
#include "text/source.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/folder.h"

#include <sys/stat.h>
#include <unistd.h>

/* Open `path`, which must fail with `code` and leave the output alone. */
static void check_refused(const char *path, sg_status code, const char *part)
{
    sg_source source, before;
    memset(&source, 0x5a, sizeof source);
    memcpy(&before, &source, sizeof source);
    const long live = sg_mem_live();
    check_fails(sg_source_open(&source, path, &err), code, part);
    check_fails(sg_source_open(&source, path, &err), code, path);
    assert_memory_equal(&source, &before, sizeof source);
    assert_int_equal(sg_mem_live(), live);
}

static void reads_file_and_memory_alike(void **state)
{
    (void)state;
    char text[1001];
    for (size_t i = 0; i < sizeof text - 1; i++) text[i] = (char)('a' + i * 7 % 26);
    text[sizeof text - 1] = '\0';
    check_write(folder, "text", text);
    sg_source file = {0}, memory = {0};
    check_ok(sg_source_open(&file, path_of("text"), &err));
    check_ok(sg_source_from_memory(&memory, "text", text, sizeof text - 1, &err));
    assert_int_equal(file.size, 1000);
    assert_int_equal(memory.size, 1000);
    sg_rng rng = check_rng("reads_file_and_memory_alike");
    for (int i = 0; i < 200; i++) {
        const uint32_t offset = sg_rng_below(&rng, 1001), n = sg_rng_below(&rng, 1001 - offset);
        char from_file[1000], from_memory[1000];
        check_ok(sg_source_read(from_file, &file, offset, n, &err));
        check_ok(sg_source_read(from_memory, &memory, offset, n, &err));
        assert_memory_equal(from_file, text + offset, n);
        assert_memory_equal(from_memory, text + offset, n);
    }
    sg_source_close(&file);
    sg_source_close(&memory);
}

static void refuses_to_read_past_the_end(void **state)
{
    (void)state;
    check_write(folder, "short", "12345");
    sg_source file = {0};
    char buffer[8] = "";
    check_ok(sg_source_open(&file, path_of("short"), &err));
    check_ok(sg_source_read(buffer, &file, 5, 0, &err));
    check_fails(sg_source_read(buffer, &file, 5, 1, &err), SG_EFORMAT, "short: ends after 5");
    check_fails(sg_source_read(buffer, &file, 0, 6, &err), SG_EFORMAT, "cut off");
    check_fails(sg_source_read(buffer, &file, UINT64_MAX, 2, &err), SG_EFORMAT, "cut off");
    check_fails(sg_source_read(buffer, &file, 2, SIZE_MAX, &err), SG_EFORMAT, "cut off");
    assert_string_equal(buffer, "");
    sg_source_close(&file);
}

static void reads_empty_sources(void **state)
{
    (void)state;
    check_write(folder, "empty", "");
    sg_source source = {0};
    check_ok(sg_source_open(&source, path_of("empty"), &err));
    assert_int_equal(source.size, 0);
    sg_source_close(&source);
    sg_source_close(&source); /* a closed source is an empty one */
    check_ok(sg_source_from_memory(&source, "nothing", NULL, 0, &err));
    check_ok(sg_source_read(NULL, &source, 0, 0, &err));
    check_fails(sg_source_read(NULL, &source, 0, 1, &err), SG_EFORMAT, "nothing: ends after 0");
    sg_source_close(&source);
}

static void refuses_what_is_no_plain_file(void **state)
{
    (void)state;
    check_refused("/nowhere/at/all", SG_ENOTFOUND, "No such file");
    check_refused(folder, SG_EIO, "not a plain file");
    check_refused("/dev/null", SG_EIO, "not a plain file");
    assert_int_equal(mkfifo(path_of("pipe"), 0600), 0);
    (void)alarm(300); /* opening a pipe that nobody writes to must not wait */
    check_refused(path_of("pipe"), SG_EIO, "not a plain file");
    (void)alarm(0);
}

static void refuses_an_unreadable_file(void **state)
{
    (void)state;
    const bool root = geteuid() == 0; /* may read everything, but can be somebody else */
    check_write(folder, "secret", "x");
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(chmod(path_of("secret"), 0), 0);
    if (root && seteuid(65534) != 0) {
        printf("SKIPPED: this user may read everything\n");
        skip();
    }
    check_refused(path_of("secret"), SG_EIO, "Permission denied");
    if (root) assert_int_equal(seteuid(0), 0);
}

static void notices_a_file_that_shrinks(void **state)
{
    (void)state;
    check_write(folder, "shrinking", "0123456789");
    sg_source file = {0};
    char buffer[10];
    check_ok(sg_source_open(&file, path_of("shrinking"), &err));
    assert_int_equal(truncate(path_of("shrinking"), 4), 0);
    check_fails(sg_source_read(buffer, &file, 0, 10, &err), SG_EIO, "became shorter");
    sg_source_close(&file);
}

static sg_status open_and_close(void *context, sg_error *err)
{
    sg_source source = {0}, memory = {0};
    sg_status status = sg_source_open(&source, context, err);
    if (status == SG_OK) status = sg_source_from_memory(&memory, "memory", "x", 1, err);
    sg_source_close(&source);
    sg_source_close(&memory);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    check_write(folder, "some", "x");
    char path[1024];
    (void)snprintf(path, sizeof path, "%s", path_of("some"));
    assert_int_equal(check_out_of_memory(open_and_close, path), 2);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(WITH_FOLDER(reads_file_and_memory_alike), WITH_FOLDER(refuses_to_read_past_the_end),
         WITH_FOLDER(reads_empty_sources), WITH_FOLDER(refuses_what_is_no_plain_file),
         WITH_FOLDER(refuses_an_unreadable_file), WITH_FOLDER(notices_a_file_that_shrinks),
         WITH_FOLDER(survives_lack_of_memory))
