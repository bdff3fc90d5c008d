/* name_writer.h - a text of limited room that knows how long it would like to be, as snprintf does. */
#ifndef SG_EXPLAIN_NAME_WRITER_H
#define SG_EXPLAIN_NAME_WRITER_H

#include "base/status.h"
#include "data/dataset.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct sg_name_writer {
    char *text;
    size_t room, length;
} sg_name_writer;

/* Begin with the empty text. */
static inline sg_name_writer sg_name_begin(char *text, size_t room)
{
    if (room > 0) text[0] = '\0';
    return (sg_name_writer){text, room, 0};
}

SG_PRINTF(2, 3)
static inline void sg_name_put(sg_name_writer *w, const char *format, ...)
{
    const size_t left = w->length < w->room ? w->room - w->length : 0;
    va_list values;
    va_start(values, format);
    const int n = vsnprintf(left > 0 ? w->text + w->length : NULL, left, format, values);
    va_end(values);
    if (n > 0) w->length += (size_t)n;
}

/* What the data calls a node's label, which may have several columns (explainer_names.c). */
void sg_name_put_node(sg_name_writer *w, const sg_dataset *data, size_t node);

#endif
