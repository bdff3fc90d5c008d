/* test_data_folders.c - which folder wins, and what is said when none has the data set. */
#include "formats/data_folders.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/folder.h"

#include <limits.h>
#include <unistd.h>

/* The folder has "environment/", "home/.cache/sharegnn/", "work/data/" and "named/"; the test runs
 * inside "work". */
static char old_folder[PATH_MAX], *old_home, *old_data;

static char *kept(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? strdup(value) : NULL;
}

static void restore(const char *name, char *value)
{
    if (value != NULL)
        (void)setenv(name, value, 1);
    else
        (void)unsetenv(name);
    free(value);
}

static int set_up(void **state)
{
    (void)make_folder(state);
    check_write(folder, "work/here", "");
    if (getcwd(old_folder, sizeof old_folder) == NULL) return -1;
    if (chdir(path_of("work")) != 0) return -1;
    old_home = kept("HOME");
    old_data = kept("SHAREGNN_DATA");
    (void)setenv("HOME", path_of("home"), 1);
    (void)setenv("SHAREGNN_DATA", path_of("environment"), 1);
    return 0;
}

static int tear_down(void **state)
{
    restore("HOME", old_home);
    restore("SHAREGNN_DATA", old_data);
    if (chdir(old_folder) != 0) return -1;
    return remove_folder(state);
}

/* `name`, looked for in `named` (under the test's folder; NULL: everywhere), is at `expected`. */
static void check_found(const char *name, const char *named, const char *expected)
{
    sg_text path = {0};
    check_ok(sg_data_folders_find(&path, name, named != NULL ? path_of(named) : NULL, &err));
    assert_string_equal(path.data, expected[0] == '=' ? expected + 1 : path_of(expected));
    assert_int_equal(path.size, strlen(path.data));
    sg_text_free(&path);
}

static void check_not_found(const char *name, const char *named, const char *part)
{
    sg_text path = {0};
    check_ok(sg_text_add(&path, &err, "before"));
    check_fails(sg_data_folders_find(&path, name, named, &err), SG_ENOTFOUND, part);
    assert_string_equal(path.data, "before");
    assert_int_equal(path.size, 6);
    sg_text_free(&path);
}

static void looks_in_the_folders_in_order(void **state)
{
    (void)state;
    check_write(folder, "home/.cache/sharegnn/X/X_A.txt", "");
    check_found("X", NULL, "home/.cache/sharegnn/X");
    check_write(folder, "work/data/X.zip", "");
    check_found("X", NULL, "=data/X.zip");
    check_write(folder, "environment/X.zip", "");
    check_found("X", NULL, "environment/X.zip");
    check_write(folder, "environment/X/X_A.txt", "");
    check_found("X", NULL, "environment/X");
    check_write(folder, "named/X.zip", "");
    check_found("X", "named", "named/X.zip");
}

static void looks_in_a_named_folder_alone(void **state)
{
    (void)state;
    check_write(folder, "environment/X/X_A.txt", "");
    check_not_found("X", "/nowhere", "/nowhere: no data set X/ or X.zip in it");
    check_not_found("X", "", "no data set X/ or X.zip in it");
}

static void says_where_it_looked(void **state)
{
    (void)state;
    check_not_found("X", NULL, "X: no such data set in $SHAREGNN_DATA (");
    check_not_found("X", NULL, folder);
    check_not_found("X", NULL, "~/.cache/sharegnn");
    (void)unsetenv("SHAREGNN_DATA");
    check_not_found("X", NULL, "$SHAREGNN_DATA (not set)");
    (void)setenv("SHAREGNN_DATA", "", 1);
    (void)unsetenv("HOME");
    check_not_found("X", NULL, "X: no such data set");
}

static void takes_paths(void **state)
{
    (void)state;
    check_write(folder, "work/sub/Y/Y_A.txt", "");
    check_write(folder, "work/Z.zip", "");
    check_found("sub/Y", NULL, "=sub/Y");
    check_found("sub/Y/", NULL, "=sub/Y/");
    check_found("./sub/Y", NULL, "=./sub/Y");
    check_found("Z.zip", NULL, "=Z.zip");
    check_found(path_of("work/sub/Y"), NULL, "work/sub/Y");
    check_not_found("sub/no", NULL, "sub/no: no such data set");
    check_not_found("no.zip", NULL, "no.zip: no such data set");
}

/* With settings any file is a data set, and so is a folder; where the user is, or in the folders. */
static void takes_files_with_settings(void **state)
{
    (void)state;
    check_write(folder, "work/lines.txt", "C\n");
    check_write(folder, "work/faces/a/1.pgm", "");
    check_write(folder, "named/more.txt", "C\n");
    check_found("lines.txt?smiles", NULL, "=lines.txt?smiles");
    check_found("faces?image", NULL, "=faces?image");
    check_found("more.txt?smiles", "named", "named/more.txt?smiles");
    check_not_found("lines.txt", NULL,
                    "lines.txt: there is such a file, but its name does not");
    check_not_found("faces", NULL, "faces: no such data set");
}

/* A plain file called X is no data set; a folder called X.zip is one. */
static void tells_files_from_folders(void **state)
{
    (void)state;
    check_write(folder, "environment/X", "a plain file");
    check_not_found("X", NULL, "X: no such data set");
    check_write(folder, "environment/X.zip/X_A.txt", "");
    check_found("X", NULL, "environment/X.zip");
}

static void refuses_an_empty_name(void **state)
{
    (void)state;
    sg_text path = {0};
    check_fails(sg_data_folders_find(&path, "", NULL, &err), SG_EINVAL, "the name is empty");
    sg_text_free(&path);
}

static void says_why_despite_long_names(void **state)
{
    (void)state;
    char name[3001];
    memset(name, 'n', 3000);
    name[3000] = '\0';
    check_not_found(name, NULL, "no such data set");
    check_not_found(name, "/nowhere", "/nowhere: no data set");
    name[0] = '/';
    check_not_found(name, NULL, "no such data set");
}

static void knows_where_new_data_goes(void **state)
{
    (void)state;
    sg_text path = {0};
    check_ok(sg_data_folders_home(&path, &err));
    assert_string_equal(path.data, getenv("SHAREGNN_DATA"));
    sg_text_free(&path);
    (void)setenv("SHAREGNN_DATA", "", 1);
    check_ok(sg_data_folders_home(&path, &err));
    assert_string_equal(path.data, "data");
    sg_text_free(&path);
    (void)unsetenv("SHAREGNN_DATA");
    check_ok(sg_data_folders_home(&path, &err));
    assert_string_equal(path.data, "data");
    sg_text_free(&path);
}

/* Files of other formats by their whole names, and with settings, which are kept. */
static void finds_files_of_other_formats(void **state)
{
    (void)state;
    sg_text path = {0}, expected = {0};
    check_write(folder, "home/.cache/sharegnn/R8.csv", "text\n");
    check_write(folder, "home/.cache/sharegnn/plain.txt", "");
    check_ok(sg_text_add(&expected, &err, "%s/home/.cache/sharegnn/R8.csv?target=a/b", folder));
    check_ok(sg_data_folders_find(&path, "R8.csv?target=a/b", NULL, &err));
    assert_string_equal(path.data, expected.data);
    path.size = 0;
    check_ok(sg_data_folders_find(&path, "R8.csv", NULL, &err));
    assert_memory_equal(path.data, expected.data, path.size);
    check_not_found("R9.csv?x=1", NULL, "R9.csv: no such data set");
    check_not_found("./R9.csv?x=1", NULL, "./R9.csv: no such data set");
    check_not_found("plain.txt", NULL, "no such data set");
    sg_text_free(&path);
    sg_text_free(&expected);
}

static sg_status find_and_free(void *context, sg_error *err)
{
    sg_text path = {0};
    sg_status status = sg_data_folders_find(&path, context, NULL, err);
    sg_text_free(&path);
    if (status == SG_OK) status = sg_data_folders_home(&path, err);
    sg_text_free(&path);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    char name[] = "X";
    check_write(folder, "home/.cache/sharegnn/X/X_A.txt", "");
    assert_true(check_out_of_memory(find_and_free, name) >= 3);
}

#define WITH_FOLDERS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

SG_TESTS(WITH_FOLDERS(looks_in_the_folders_in_order),
         WITH_FOLDERS(looks_in_a_named_folder_alone), WITH_FOLDERS(says_where_it_looked),
         WITH_FOLDERS(finds_files_of_other_formats), WITH_FOLDERS(takes_paths),
         WITH_FOLDERS(takes_files_with_settings), WITH_FOLDERS(tells_files_from_folders),
         WITH_FOLDERS(refuses_an_empty_name), WITH_FOLDERS(says_why_despite_long_names),
         WITH_FOLDERS(knows_where_new_data_goes), WITH_FOLDERS(survives_lack_of_memory))
