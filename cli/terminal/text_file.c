/* text_file.c - the whole of a small text file. */
#include "text_file.h"

#include "message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 24 };

/* Everything that is in the file; NULL: there is no memory for it. */
static char *read_all(size_t *size, FILE *file)
{
    char *text = NULL;
    *size = 0;
    for (size_t capacity = 1 << 12; capacity <= LIMIT; capacity *= 2) {
        char *larger = realloc(text, capacity + 1);
        if (larger == NULL) {
            free(text);
            return NULL;
        }
        text = larger;
        *size += fread(text + *size, 1, capacity - *size, file);
        if (*size < capacity) break;
    }
    text[*size] = '\0';
    return text;
}

static char *complain(const char *path, const char *what)
{
    char *name = message_escape(path);
    fprintf(stderr, "%s: %s\n", name != NULL ? name : "file", what);
    free(name);
    return NULL;
}

static char *complain_of_system(const char *path, const char *what)
{
    char text[200];
    (void)snprintf(text, sizeof text, "%s: %s", what, strerror(errno));
    return complain(path, text);
}

char *text_file_read(const char *path)
{
    size_t size = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) return complain_of_system(path, "cannot open");
    char *text = read_all(&size, file), *result = NULL;
    if (text == NULL)
        complain(path, "out of memory");
    else if (ferror(file))
        complain_of_system(path, "cannot read");
    else if (!feof(file))
        complain(path, "it has more than 16 MiB; that is no description");
    else if (memchr(text, '\0', size) != NULL)
        complain(path, "it has a zero byte, so it is no text");
    else
        result = text;
    if (result == NULL) free(text);
    (void)fclose(file);
    return result;
}
