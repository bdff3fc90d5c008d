/* folder.c - one folder for all files of a test program. */
#include "support/folder.h"

#include "support/check.h"

#include <dirent.h>

char *folder;

int make_folder(void **state)
{
    (void)state;
    folder = check_folder();
    return 0;
}

int remove_folder(void **state)
{
    (void)state;
    check_folder_remove(folder);
    folder = NULL;
    return 0;
}

const char *path_of(const char *name)
{
    static char path[4][1024];
    static int next;
    char *p = path[next++ % 4];
    (void)snprintf(p, sizeof path[0], "%s/%s", folder, name);
    return p;
}

size_t n_entries(const char *path)
{
    size_t n = 0;
    DIR *opened = opendir(path);
    assert_non_null(opened);
    while (readdir(opened) != NULL) n++;
    closedir(opened);
    return n - 2; /* "." and ".." */
}
