/* line_cutter.h - whole lines out of bytes that come in any portions.
 *
 *     sg_line_cutter cutter = {0};
 *     while (there is more) {
 *         SG_TRY(sg_line_cutter_push(&cutter, bytes, n, err));
 *         for (uint32_t i = 0; i < cutter.n_lines; i++) use(&cutter.line[i]);
 *     }
 *     SG_TRY(sg_line_cutter_end(&cutter, err));             // the last line may have no newline
 *     ... use the one line there may be ...
 *     sg_line_cutter_free(&cutter);
 *
 * Memory is that of a portion and of one line.  Which lines there are does not depend on how the bytes
 * were portioned.
 */
#ifndef SG_TEXT_LINE_CUTTER_H
#define SG_TEXT_LINE_CUTTER_H

#include "base/status.h"

/* Bytes of the longest line, without its newline. */
enum { SG_CUT_LINE_MOST = 1 << 22 };

/* A line without its newline; behind it at least 32 more bytes can be read. */
typedef struct sg_cut_line {
    const char *text;
    size_t size;
    uint64_t number; /* from 1                            */
    bool too_long;   /* the text is lost, the size is 0   */
} sg_cut_line;

/* Where the text of a line begins behind blanks, tabs and carriage returns; its size: it is blank. */
size_t sg_cut_line_begin(const sg_cut_line *line);

/* {0} has seen nothing. */
typedef struct sg_line_cutter {
    sg_cut_line *line; /* [n_lines] those that the last portion completed */
    uint32_t n_lines;
    char *buffer;
    size_t size;      /* bytes in it                                        */
    size_t n_cut;     /* of these: in lines that are complete               */
    uint64_t n_seen;  /* lines so far                                       */
    bool is_skipping; /* the line being read is too long                    */
    size_t buffer_capacity, line_capacity;
} sg_line_cutter;

void sg_line_cutter_free(sg_line_cutter *cutter);

/* Take a portion.  cutter->line are the lines it completes, valid until the next call.  A byte order
 * mark before the first line is left out.
 * Fails with SG_ENOMEM, or SG_ELIMIT for a portion of 2^31 bytes and more; then there are no lines. */
sg_status sg_line_cutter_push(sg_line_cutter *cutter, const char *bytes, size_t n,
                              sg_error *err);

/* Nothing follows: the last line, if it is not complete yet. */
sg_status sg_line_cutter_end(sg_line_cutter *cutter, sg_error *err);

#endif
