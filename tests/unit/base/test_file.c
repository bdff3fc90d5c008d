/* test_file.c - folders and whole files. */
#include "base/file.h"
#include "base/mem.h"
#include "support/check.h"

#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

/* A path inside a test's folder; valid until the tenth call after this one. */
static const char *in(const char *folder, const char *name)
{
    static char path[10][6000];
    static int next = 0;
    char *p = path[next++ % 10];
    (void)snprintf(p, sizeof path[0], "%s/%s", folder, name);
    return p;
}

static size_t count_entries(const char *path)
{
    size_t n = 0;
    DIR *folder = opendir(path);
    assert_non_null(folder);
    while (readdir(folder) != NULL) n++;
    closedir(folder);
    return n - 2; /* . and .. */
}

static void check_content(const char *path, const void *data, size_t size)
{
    sg_text text = {0};
    check_ok(sg_file_read(&text, path, SIZE_MAX, &err));
    assert_int_equal(text.size, size);
    if (size > 0) assert_memory_equal(text.data, data, size);
    sg_text_free(&text);
}

static void paths_are_looked_at(void **state)
{
    (void)state;
    char *folder = check_folder();
    check_write(folder, "file", "x");
    assert_true(sg_path_exists(folder));
    assert_true(sg_path_exists(in(folder, "file")));
    assert_false(sg_path_exists(in(folder, "nothing")));
    assert_true(sg_path_is_folder(folder));
    assert_false(sg_path_is_folder(in(folder, "file")));
    assert_false(sg_path_is_folder(in(folder, "nothing")));
    assert_true(sg_path_is_special(folder));
    assert_true(sg_path_is_special("/dev/null"));
    assert_false(sg_path_is_special(in(folder, "file")));
    assert_false(sg_path_is_special(in(folder, "nothing")));
    assert_string_equal(sg_path_name("a/b/c.txt"), "c.txt");
    assert_string_equal(sg_path_name("/c.txt"), "c.txt");
    assert_string_equal(sg_path_name("c.txt"), "c.txt");
    assert_string_equal(sg_path_name("a/"), "");
    assert_string_equal(sg_path_name(""), "");
    check_folder_remove(folder);
}

static void folders_are_made_with_their_parents(void **state)
{
    (void)state;
    char *folder = check_folder();
    const char *const paths[] = {"a", "b/c/d", "b/c/e", "f//g", "h/i/", "b/./k", "b/../l"};
    for (int round = 0; round < 2; round++) /* the second time they are there */
        for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
            check_ok(sg_folder_make(in(folder, paths[i]), &err));
            assert_true(sg_path_is_folder(in(folder, paths[i])));
        }
    check_ok(sg_folder_make("/", &err));
    check_ok(sg_folder_make(".", &err));
    assert_int_equal(count_entries(folder), 5);
    check_folder_remove(folder);
}

static void folders_are_made_where_we_are(void **state)
{
    (void)state;
    char *folder = check_folder(), before[1024];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    check_ok(sg_folder_make("x", &err));
    check_ok(sg_folder_make("y/z", &err));
    assert_int_equal(chdir(before), 0);
    assert_true(sg_path_is_folder(in(folder, "x")));
    assert_true(sg_path_is_folder(in(folder, "y/z")));
    check_folder_remove(folder);
}

static void a_folder_that_cannot_be_made_says_why(void **state)
{
    (void)state;
    char *folder = check_folder();
    check_write(folder, "file", "x");
    check_fails(sg_folder_make(in(folder, "file"), &err), SG_EIO, "File exists");
    check_fails(sg_folder_make(in(folder, "file/a"), &err), SG_EIO,
                "file: cannot create the folder: ");
    assert_int_equal(symlink("nowhere", in(folder, "link")), 0);
    check_fails(sg_folder_make(in(folder, "link"), &err), SG_EIO, "File exists");
    check_fails(sg_folder_make("", &err), SG_ENOTFOUND, "cannot create the folder");
    check_folder_remove(folder);
}

static void a_folder_without_permission_says_so(void **state)
{
    (void)state;
    if (geteuid() == 0) skip(); /* nothing is forbidden to root */
    char *folder = check_folder();
    assert_int_equal(chmod(folder, 0555), 0);
    check_fails(sg_folder_make(in(folder, "a/b"), &err), SG_EIO, "Permission denied");
    check_fails(sg_file_write(in(folder, "a"), "x", 1, &err), SG_EIO, "Permission denied");
    assert_int_equal(chmod(folder, 0755), 0);
    check_folder_remove(folder);
}

static void temporary_folders_have_names_of_their_own(void **state)
{
    (void)state;
    char *folder = check_folder();
    sg_temporary_folder first = {0}, second = {0};
    check_ok(sg_temporary_folder_make(&first, in(folder, "data"), &err));
    check_ok(sg_temporary_folder_make(&second, in(folder, "data"), &err));
    const char *name = first.name.data;
    assert_string_not_equal(name, second.name.data);
    assert_true(sg_path_is_folder(name));
    assert_true(sg_path_is_folder(second.name.data));
    assert_int_equal(strncmp(name, in(folder, "data"), strlen(folder) + 5), 0);
    assert_null(strchr(name + strlen(folder) + 1, '/'));
    assert_int_equal(count_entries(folder), 2);
    sg_temporary_folder_remove(&first);
    sg_temporary_folder_remove(&second);
    assert_int_equal(count_entries(folder), 0);
    sg_temporary_folder_close(&first);
    sg_temporary_folder_close(&second);
    check_fails(sg_temporary_folder_make(&first, in(folder, "no/data"), &err), SG_ENOTFOUND,
                "No such file");
    sg_temporary_folder_remove(&first);
    sg_temporary_folder_close(&first);
    check_folder_remove(folder);
}

/* What is half-built can be removed when no file can be opened any more. */
static void temporary_folders_are_removed_without_descriptors(void **state)
{
    (void)state;
    char *folder = check_folder();
    sg_temporary_folder made = {0};
    struct rlimit before, none;
    check_ok(sg_temporary_folder_make(&made, in(folder, "data"), &err));
    for (int i = 0; i < 3; i++) {
        char file[1100];
        (void)snprintf(file, sizeof file, "%s/%d", made.name.data, i);
        check_ok(sg_file_write(file, "x", 1, &err));
    }
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = (struct rlimit){.rlim_cur = 0, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    sg_temporary_folder_remove(&made);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(count_entries(folder), 0);
    sg_temporary_folder_close(&made);
    check_folder_remove(folder);
}

static void make_old(const char *path)
{
    const struct timeval long_ago[2] = {{1000000000, 0}, {1000000000, 0}};
    assert_int_equal(utimes(path, long_ago), 0);
}

/* A folder that somebody builds, or that only looks like one, is not what a killed process left. */
static void orphaned_folders_are_removed(void **state)
{
    (void)state;
    char *folder = check_folder();
    const char *orphan = in(folder, "data.part-0123456789abcdef"),
               *fresh = in(folder, "data.part-fedcba9876543210"),
               *other = in(folder, "data.part-mine");
    sg_temporary_folder used = {0}, next = {0};
    check_ok(sg_temporary_folder_make(&used, in(folder, "data"), &err));
    check_write(folder, "data.part-0123456789abcdef/data_A.txt", "1, 2\n");
    check_ok(sg_folder_make(fresh, &err));
    check_ok(sg_folder_make(other, &err));
    make_old(used.name.data);
    make_old(orphan);
    make_old(other);
    check_ok(sg_temporary_folder_make(&next, in(folder, "data"), &err));
    assert_false(sg_path_exists(orphan));
    assert_true(sg_path_is_folder(fresh));
    assert_true(sg_path_is_folder(other));
    assert_true(sg_path_is_folder(used.name.data));
    sg_temporary_folder_remove(&used);
    sg_temporary_folder_remove(&next);
    sg_folder_remove(fresh);
    sg_folder_remove(other);
    sg_temporary_folder_close(&used);
    sg_temporary_folder_close(&next);
    check_folder_remove(folder);
}

static void removing_takes_the_files_along(void **state)
{
    (void)state;
    char *folder = check_folder();
    check_write(folder, "a/x", "1");
    check_write(folder, "a/.hidden", "2");
    check_write(folder, "b/x", "3");
    check_write(folder, "b/c/y", "4");
    sg_folder_remove(in(folder, "a"));
    assert_false(sg_path_exists(in(folder, "a")));
    sg_folder_remove(in(folder, "b")); /* has a folder inside: that one stays */
    assert_false(sg_path_exists(in(folder, "b/x")));
    assert_true(sg_path_exists(in(folder, "b/c/y")));
    sg_folder_remove(in(folder, "nothing"));
    sg_folder_remove(in(folder, "b/c/y"));
    assert_true(sg_path_exists(in(folder, "b/c/y")));
    check_folder_remove(folder);
}

/* Sizes around the chunk in which files are read. */
static void what_is_written_is_read(void **state)
{
    (void)state;
    char *folder = check_folder();
    const size_t sizes[] = {0, 1, 100, 16383, 16384, 16385, 100000};
    static char data[100000];
    sg_rng rng = check_rng("file");
    for (size_t i = 0; i < sizeof data; i++) data[i] = (char)sg_rng_below(&rng, 256);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check_ok(sg_file_write(in(folder, "file"), data, sizes[i], &err));
        check_content(in(folder, "file"), data, sizes[i]);
        assert_int_equal(count_entries(folder), 1); /* no temporary file stays */
    }
    check_ok(sg_file_write(in(folder, "empty"), NULL, 0, &err));
    check_content(in(folder, "empty"), "", 0);
    check_folder_remove(folder);
}

/* A reader that has the old file open goes on reading it. */
static void the_old_file_stays_whole_for_its_readers(void **state)
{
    (void)state;
    char *folder = check_folder(), content[10] = "";
    check_write(folder, "file", "old");
    FILE *reader = fopen(in(folder, "file"), "r");
    assert_non_null(reader);
    check_ok(sg_file_write(in(folder, "file"), "newer", 5, &err));
    assert_int_equal(fread(content, 1, sizeof content, reader), 3);
    assert_memory_equal(content, "old", 3);
    (void)fclose(reader);
    check_content(in(folder, "file"), "newer", 5);
    check_folder_remove(folder);
}

/* Somebody else's temporary file of the same name is left alone. */
static void a_taken_name_is_not_used(void **state)
{
    (void)state;
    char *folder = check_folder(), taken[100];
    (void)snprintf(taken, sizeof taken, "file.part-%ld-0", (long)getpid());
    check_write(folder, taken, "theirs");
    check_ok(sg_file_write(in(folder, "file"), "ours", 4, &err));
    check_content(in(folder, "file"), "ours", 4);
    check_content(in(folder, taken), "theirs", 6);
    assert_int_equal(count_entries(folder), 2);
    check_folder_remove(folder);
}

static void failing_to_write_leaves_nothing_behind(void **state)
{
    (void)state;
    char *folder = check_folder();
    check_write(folder, "file", "x");
    check_write(folder, "target/file", "y");
    check_fails(sg_file_write(in(folder, "no/file"), "z", 1, &err), SG_ENOTFOUND,
                "no/file: cannot write: ");
    check_fails(sg_file_write(in(folder, "file/z"), "z", 1, &err), SG_EIO, "Not a directory");
    check_fails(sg_file_write(in(folder, "target"), "z", 1, &err), SG_EIO,
                "target: not a plain file; give another path");
    assert_int_equal(count_entries(folder), 2);
    assert_int_equal(count_entries(in(folder, "target")), 1);
    check_content(in(folder, "file"), "x", 1);
    check_content(in(folder, "target/file"), "y", 1);
    check_folder_remove(folder);
}

static void pieces_become_one_file(void **state)
{
    (void)state;
    char *folder = check_folder();
    const char *path = in(folder, "file");
    sg_file_writer writer = {0};
    check_write(folder, "file", "old");
    check_ok(sg_file_writer_open(&writer, path, &err));
    check_ok(sg_file_writer_add(&writer, "ab", 2, &err));
    check_ok(sg_file_writer_add(&writer, NULL, 0, &err));
    check_ok(sg_file_writer_add(&writer, "cde", 3, &err));
    check_content(path, "old", 3);
    check_content(writer.temporary.data, "abcde", 5);
    check_ok(sg_file_writer_commit(&writer, &err));
    check_content(path, "abcde", 5);
    assert_int_equal(count_entries(folder), 1);
    sg_file_writer_close(&writer);
    sg_file_writer_close(&writer);
    check_content(path, "abcde", 5);
    check_folder_remove(folder);
}

static void what_is_not_committed_disappears(void **state)
{
    (void)state;
    char *folder = check_folder();
    const char *path = in(folder, "file");
    sg_file_writer writer = {0};
    sg_file_writer_close(&writer);
    check_write(folder, "file", "old");
    check_ok(sg_file_writer_open(&writer, path, &err));
    check_ok(sg_file_writer_add(&writer, "new", 3, &err));
    assert_int_equal(count_entries(folder), 2);
    sg_file_writer_close(&writer);
    assert_int_equal(count_entries(folder), 1);
    check_content(path, "old", 3);
    check_folder_remove(folder);
}

/* The target turns into a folder between opening and committing. */
static void a_commit_that_fails_leaves_nothing_behind(void **state)
{
    (void)state;
    char *folder = check_folder();
    const char *path = in(folder, "file");
    sg_file_writer writer = {0};
    check_ok(sg_file_writer_open(&writer, path, &err));
    check_ok(sg_folder_make(path, &err));
    check_fails(sg_file_writer_commit(&writer, &err), SG_EIO, "file: cannot replace: ");
    sg_file_writer_close(&writer);
    assert_int_equal(count_entries(folder), 1);
    check_folder_remove(folder);
}

/* Neither a device nor a pipe is replaced by a file, nor is a pipe waited for. */
static void only_plain_files_are_replaced(void **state)
{
    (void)state;
    char *folder = check_folder();
    assert_int_equal(mkfifo(in(folder, "pipe"), 0666), 0);
    assert_int_equal(symlink("/dev/null", in(folder, "link")), 0);
    assert_int_equal(mkdir(in(folder, "folder"), 0777), 0);
    const char *const names[] = {"pipe", "link", "folder"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *path = in(folder, names[i]);
        sg_file_writer writer = {0};
        check_fails(sg_file_write(path, "x", 1, &err), SG_EIO,
                    ": not a plain file; give another path to write to");
        check_fails(sg_file_writer_open(&writer, path, &err), SG_EIO, names[i]);
        assert_null(writer.temporary.data);
        assert_false(writer.is_open);
        assert_true(sg_path_is_special(path));
    }
    assert_int_equal(count_entries(folder), 3);
    assert_int_equal(unlink(in(folder, "pipe")), 0);
    check_folder_remove(folder);
}

/* In a folder like /tmp somebody may have laid a link to a file of ours.  Only root can make one here. */
static void links_of_strangers_are_not_followed(void **state)
{
    (void)state;
    enum { STRANGER = 65534 };
    if (geteuid() != 0) skip();
    char *folder = check_folder();
    check_write(folder, "precious", "mine");
    assert_int_equal(mkdir(in(folder, "all"), 0700), 0);
    assert_int_equal(chmod(in(folder, "all"), 01777), 0);
    assert_int_equal(symlink("../precious", in(folder, "all/link")), 0);
    assert_int_equal(lchown(in(folder, "all/link"), STRANGER, STRANGER), 0);
    check_fails(sg_file_write(in(folder, "all/link"), "x", 1, &err), SG_EIO,
                "all/link: a link of another user");
    assert_int_equal(count_entries(in(folder, "all")), 1);

    /* Our own, the folder's owner's, and those in a folder of ours are followed. */
    assert_int_equal(lchown(in(folder, "all/link"), geteuid(), (gid_t)-1), 0);
    check_ok(sg_file_write(in(folder, "all/link"), "1", 1, &err));
    assert_int_equal(lchown(in(folder, "all/link"), STRANGER, STRANGER), 0);
    assert_int_equal(chown(in(folder, "all"), STRANGER, STRANGER), 0);
    check_ok(sg_file_write(in(folder, "all/link"), "2", 1, &err));
    assert_int_equal(chown(in(folder, "all"), geteuid(), (gid_t)-1), 0);
    assert_int_equal(chmod(in(folder, "all"), 0755), 0);
    check_ok(sg_file_write(in(folder, "all/link"), "3", 1, &err));
    check_folder_remove(folder);
}

static void reading_appends(void **state)
{
    (void)state;
    char *folder = check_folder();
    check_write(folder, "file", "bcd");
    sg_text text = {0};
    check_ok(sg_text_add(&text, &err, "a"));
    check_ok(sg_file_read(&text, in(folder, "file"), 3, &err)); /* the limit is the file's */
    check_ok(sg_file_read(&text, in(folder, "file"), 100, &err));
    assert_string_equal(text.data, "abcdbcd");
    sg_text_free(&text);
    check_folder_remove(folder);
}

/* Files of one chunk and of several; what was in the text before stays, and ends as it did. */
static void a_file_over_the_limit_is_refused(void **state)
{
    (void)state;
    char *folder = check_folder();
    static char data[40000];
    memset(data, 'x', sizeof data);
    check_ok(sg_file_write(in(folder, "file"), data, sizeof data, &err));
    const size_t limits[] = {0, 1, 16383, 16384, 20000, 39999};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        sg_text text = {0}, empty = {0};
        check_ok(sg_text_add(&text, &err, "before"));
        check_fails(sg_file_read(&text, in(folder, "file"), limits[i], &err), SG_ELIMIT,
                    "file: larger than the ");
        assert_int_equal(text.size, 6);
        assert_string_equal(text.data, "before");
        check_fails(sg_file_read(&empty, in(folder, "file"), limits[i], &err), SG_ELIMIT, "");
        assert_int_equal(empty.size, 0);
        sg_text_free(&empty);
        sg_text_free(&text);
    }
    sg_text text = {0};
    check_ok(sg_file_read(&text, in(folder, "file"), sizeof data, &err));
    sg_text_free(&text);
    check_folder_remove(folder);
}

static void what_cannot_be_read_says_why(void **state)
{
    (void)state;
    char *folder = check_folder();
    sg_text text = {0};
    check_fails(sg_file_read(&text, in(folder, "nothing"), 10, &err), SG_ENOTFOUND,
                "nothing: cannot open: No such file");
    check_fails(sg_file_read(&text, folder, 10, &err), SG_EIO, "Is a directory");
    assert_null(text.data);
    sg_text_free(&text);
    check_folder_remove(folder);
}

static void long_paths_keep_the_reason(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1000] = "", part[201];
    memset(part, 'p', 200);
    part[200] = '\0';
    for (int i = 0; i < 4; i++) {
        if (i > 0) strcat(path, "/");
        strcat(path, part);
    }
    check_ok(sg_folder_make(in(folder, path), &err));
    strcat(path, "/file");
    check_ok(sg_file_write(in(folder, path), "1234", 4, &err));
    sg_text text = {0};
    check_fails(sg_file_read(&text, in(folder, path), 3, &err), SG_ELIMIT,
                "/file: larger than the 3 bytes allowed");
    check_fails(sg_folder_make(in(folder, path), &err), SG_EIO, "/file: cannot create");
    strcat(path, "s");
    check_fails(sg_file_read(&text, in(folder, path), 3, &err), SG_ENOTFOUND, "cannot open");
    check_folder_remove(folder);
}

static sg_status use_everything(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    sg_temporary_folder made = {0};
    const char *folder = context;
    SG_TRY(sg_folder_make(in(folder, "a/b"), err));
    SG_TRY(sg_file_write(in(folder, "a/b/file"), "content", 7, err));
    SG_TRY(sg_file_read(&text, in(folder, "a/b/file"), 100, err));
    SG_TRY(sg_temporary_folder_make(&made, in(folder, "a/c"), err));
    assert_string_equal(text.data, "content");
done:
    sg_temporary_folder_remove(&made);
    sg_temporary_folder_close(&made);
    sg_text_free(&text);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    char *folder = check_folder();
    assert_true(check_out_of_memory(use_everything, folder) >= 4);
    assert_int_equal(count_entries(in(folder, "a")), 1);
    assert_int_equal(count_entries(in(folder, "a/b")), 1);
    check_folder_remove(folder);
}

SG_TESTS(cmocka_unit_test(paths_are_looked_at),
         cmocka_unit_test(folders_are_made_with_their_parents),
         cmocka_unit_test(folders_are_made_where_we_are),
         cmocka_unit_test(a_folder_that_cannot_be_made_says_why),
         cmocka_unit_test(a_folder_without_permission_says_so),
         cmocka_unit_test(temporary_folders_have_names_of_their_own),
         cmocka_unit_test(temporary_folders_are_removed_without_descriptors),
         cmocka_unit_test(orphaned_folders_are_removed),
         cmocka_unit_test(removing_takes_the_files_along),
         cmocka_unit_test(what_is_written_is_read),
         cmocka_unit_test(the_old_file_stays_whole_for_its_readers),
         cmocka_unit_test(a_taken_name_is_not_used),
         cmocka_unit_test(failing_to_write_leaves_nothing_behind),
         cmocka_unit_test(pieces_become_one_file),
         cmocka_unit_test(what_is_not_committed_disappears),
         cmocka_unit_test(a_commit_that_fails_leaves_nothing_behind),
         cmocka_unit_test(only_plain_files_are_replaced),
         cmocka_unit_test(links_of_strangers_are_not_followed),
         cmocka_unit_test(reading_appends), cmocka_unit_test(a_file_over_the_limit_is_refused),
         cmocka_unit_test(what_cannot_be_read_says_why),
         cmocka_unit_test(long_paths_keep_the_reason),
         cmocka_unit_test(survives_any_failing_allocation))
