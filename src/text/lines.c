/* lines.c - keeping the incomplete last line for the next block. */
#include "text/lines.h"

#include "base/mem.h"

#include <string.h>

enum {
    BUFFER_SIZE = 1 << 18, /* fits the second-level cache beside the unpacker's window */
    MAX_LINE = 1 << 24
};

sg_status sg_lines_open(sg_lines *lines, sg_stream *stream, sg_error *err)
{
    sg_status status = SG_OK;
    char *buffer = NULL;
    SG_ALLOC(buffer, BUFFER_SIZE + SG_LINES_PADDING);
    *lines = (sg_lines){.stream = stream, .buffer = buffer, .capacity = BUFFER_SIZE};
done:
    return status;
}

void sg_lines_close(sg_lines *lines)
{
    sg_free(lines->buffer);
    *lines = (sg_lines){0};
}

static size_t after_last_newline(const char *text, size_t size)
{
    while (size > 0 && text[size - 1] != '\n') size--;
    return size;
}

/* Fill the buffer.  One byte stays free for the newline that the last line may lack. */
static sg_status fill(sg_lines *lines, sg_error *err)
{
    while (!lines->ended && lines->size < lines->capacity - 1) {
        size_t n = 0;
        const sg_status status = sg_stream_read(&n, lines->stream, lines->buffer + lines->size,
                                                lines->capacity - 1 - lines->size, err);
        if (status != SG_OK) return status;
        lines->size += n;
        lines->ended = n == 0;
    }
    if (lines->ended && lines->size > 0 && lines->buffer[lines->size - 1] != '\n')
        lines->buffer[lines->size++] = '\n';
    return SG_OK;
}

sg_status sg_lines_next(const char **begin, const char **end, sg_lines *lines, sg_error *err)
{
    sg_status status = SG_OK;
    lines->size -= lines->block;
    memmove(lines->buffer, lines->buffer + lines->block, lines->size);
    lines->block = 0;
    for (;;) {
        SG_TRY(fill(lines, err));
        lines->block = after_last_newline(lines->buffer, lines->size);
        if (lines->block > 0 || lines->size == 0) break;
        SG_REQUIRE(lines->capacity < MAX_LINE, SG_ELIMIT, "%s: a line is longer than %d bytes",
                   sg_stream_path(lines->stream), MAX_LINE);
        size_t room = lines->capacity + SG_LINES_PADDING;
        SG_TRY(sg_grow(&lines->buffer, &room, 2 * lines->capacity + SG_LINES_PADDING, 1, err));
        lines->capacity = room - SG_LINES_PADDING;
    }
    memset(lines->buffer + lines->size, 0, SG_LINES_PADDING);
    *begin = lines->buffer;
    *end = lines->buffer + lines->block;
done:
    return status;
}

sg_status sg_lines_each(sg_stream *stream, sg_line_taker take, void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_lines lines = {0};
    const char *p = NULL, *end = NULL;
    SG_TRY(sg_lines_open(&lines, stream, err));
    for (;;) {
        SG_TRY(sg_lines_next(&p, &end, &lines, err));
        if (p == end) break;
        while (p < end) {
            const char *newline = memchr(p, '\n', (size_t)(end - p));
            const size_t size = (size_t)(newline - p);
            SG_TRY(take(context, p, size > 0 && p[size - 1] == '\r' ? size - 1 : size, err));
            p = newline + 1;
        }
    }
done:
    sg_lines_close(&lines);
    return status;
}
