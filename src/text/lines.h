/* lines.h - a text file as blocks of whole lines.
 *
 * Parsers get a few hundred kilobytes at a time and run through them without asking whether the
 * buffer ends: a block always ends with a newline and is followed by readable zero bytes.
 *
 *     sg_lines lines = {0};
 *     SG_TRY(sg_lines_open(&lines, stream, err));
 *     const char *p, *end;
 *     for (;;) {
 *         SG_TRY(sg_lines_next(&p, &end, &lines, err));
 *         if (p == end) break;
 *         while (p < end) p = parse_line(p);
 *     }
 *     sg_lines_close(&lines);
 */
#ifndef SG_TEXT_LINES_H
#define SG_TEXT_LINES_H

#include "text/bundle.h"

/* Readable bytes behind every block, so that a parser may look ahead. */
#define SG_LINES_PADDING 32

typedef struct sg_lines {
    sg_stream *stream; /* borrowed */
    char *buffer;
    size_t capacity; /* without the padding                             */
    size_t block;    /* bytes at the front that were handed out          */
    size_t size;     /* bytes in the buffer, the block included          */
    bool ended;
} sg_lines;

/* Start reading lines from `stream`, which is borrowed until close. */
sg_status sg_lines_open(sg_lines *lines, sg_stream *stream, sg_error *err);

void sg_lines_close(sg_lines *lines);

/* The next block of whole lines, valid until the next call; begin == end after the last one.  A
 * last line without a newline gets one.
 * Fails with SG_EIO, SG_EFORMAT, SG_ENOMEM, or SG_ELIMIT for a line of more than 16 MiB. */
sg_status sg_lines_next(const char **begin, const char **end, sg_lines *lines, sg_error *err);

/* What is done with a line: text[0 .. size) without its end, valid for the call, readable beyond it. */
typedef sg_status (*sg_line_taker)(void *context, const char *text, size_t size, sg_error *err);

/* Hand on all lines of a file; "\r\n" ends a line as "\n" does.  Fails like sg_lines_next and `take`. */
sg_status sg_lines_each(sg_stream *stream, sg_line_taker take, void *context, sg_error *err);

#endif
