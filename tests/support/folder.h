/* folder.h - one folder for all files of a test program.
 *
 *     check_write(folder, "a.txt", "1\n");
 *     check_ok(sg_file_read(&text, path_of("a.txt"), 100, &err));
 *     ...
 *     return cmocka_run_group_tests(tests, make_folder, remove_folder);
 */
#ifndef SG_TESTS_SUPPORT_FOLDER_H
#define SG_TESTS_SUPPORT_FOLDER_H

#include <stddef.h>

extern char *folder; /* between make and remove */

/* Set up and tear down, of a group or of a single test. */
int make_folder(void **state);
int remove_folder(void **state);

/* The path of something in the folder; valid for three more calls. */
const char *path_of(const char *name);

/* How many files and folders are in `path`, a folder. */
size_t n_entries(const char *path);

#endif
