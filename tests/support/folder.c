/* folder.c - one folder for all files of a test program. */
#include "support/folder.h"

#include "support/check.h"

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
