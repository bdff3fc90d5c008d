/* format.c - looking a format up. */
#include "formats/format.h"

#include "text/name_ending.h"

#include <string.h>

enum { MAX_ENDINGS = sizeof((sg_format *)0)->ending / sizeof(char *) };

const sg_format *sg_format_of_name(const char *name)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    for (size_t i = 0; i < n; i++)
        for (size_t e = 0; e < MAX_ENDINGS && format[i]->ending[e] != NULL; e++)
            if (sg_ends_with_any_case(name, format[i]->ending[e])) return format[i];
    return NULL;
}

const sg_format *sg_format_find(const char *name)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(format[i]->name, name) == 0) return format[i];
    return NULL;
}

const sg_format *sg_format_of_line(char c)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    for (size_t i = 0; i < n; i++)
        if (c != '\0' && format[i]->line_begin == c) return format[i];
    return NULL;
}

void sg_format_line_words(sg_words *words, bool alike)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    for (size_t i = 0; i < n; i++)
        if (format[i]->read_line != NULL && !(alike && format[i]->line_begin != '\0'))
            sg_words_add(words, format[i]->name);
}

sg_status sg_format_with_lines(const sg_format **format, const char *name, const char *what,
                               sg_error *err)
{
    sg_words words = {0};
    const sg_format *found = sg_format_find(name);
    if (found != NULL && found->read_line != NULL) {
        *format = found;
        return SG_OK;
    }
    sg_format_line_words(&words, false);
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "%s: \"%.40s\" is not a format with a graph per line; possible: %s",
                        what, name, sg_words_end(&words, "and"));
}

const sg_format *sg_format_of_tables(void)
{
    size_t n = 0, i = 0;
    const sg_format *const *format = sg_formats(&n);
    while (i + 1 < n && !format[i]->has_columns) i++;
    return format[i];
}

const sg_format *sg_format_of_the_rest(void)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    return format[n - 1];
}
