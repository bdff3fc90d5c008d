/* text_file.c - the whole of a small text file. */
#include "text_file.h"

#include "base/file.h"
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 24 };

static char *complain(const char *path, const char *what)
{
    char *name = message_escape(path);
    fprintf(stderr, "%s: %s\n", name != NULL ? name : "file", what);
    free(name);
    return NULL;
}

char *text_file_read(const char *path)
{
    sg_error err = {0};
    sg_text text = {0};
    char *result = NULL;
    const sg_status status = sg_file_read(&text, path, LIMIT, &err);
    if (status == SG_ELIMIT)
        complain(path, "it has more than 16 MiB; that is no description");
    else if (status != SG_OK)
        (void)message_failure(&err, NULL);
    else if (text.size > 0 && memchr(text.data, '\0', text.size) != NULL)
        complain(path, "it has a zero byte, so it is not a text");
    else if ((result = malloc(text.size + 1)) == NULL)
        complain(path, "out of memory");
    else
        memcpy(result, text.size > 0 ? text.data : "", text.size + 1);
    sg_text_free(&text);
    return result;
}
