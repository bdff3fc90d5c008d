/* number_rows.h - text files of numbers, row by row, with errors that name the place.
 *
 * A row is a line; its fields are separated by commas or blanks.  Whoever knows the usual form of
 * a file reads it in blocks with a loop of its own, and leaves any other row to the functions here:
 *
 *     SG_TRY(sg_rows_open(&rows, stream, err));
 *     for (;;) {
 *         SG_TRY(sg_rows_next_block(&rows, err));
 *         if (rows.next == rows.end) break;
 *         while (rows.next < rows.end) {
 *             SG_TRY(sg_rows_enter(&empty, &rows, err));
 *             sg_field_reader f = sg_fields_of(&rows);
 *             SG_TRY(sg_field_integer(&value, &some, &f, &rows, 0, 9, "a digit is needed", err));
 *         }
 *     }
 *     sg_rows_close(&rows);
 */
#ifndef SG_TEXT_NUMBER_ROWS_H
#define SG_TEXT_NUMBER_ROWS_H

#include "text/lines.h"

typedef struct sg_number_rows {
    sg_lines lines;
    const char *path;
    const char *next; /* the rest of the current block */
    const char *end;
    uint64_t line;       /* lines before `next`                        */
    uint64_t blank_line; /* first empty line, or 0                     */
    const char *row;     /* the row being read                         */
    const char *row_end; /* its newline                                */
} sg_number_rows;

/* Start reading from `stream`, which is borrowed until close. */
sg_status sg_rows_open(sg_number_rows *rows, sg_stream *stream, sg_error *err);

void sg_rows_close(sg_number_rows *rows);

/* The next block of whole rows is rows->next .. rows->end; empty at the end of the file. */
sg_status sg_rows_next_block(sg_number_rows *rows, sg_error *err);

/* How many items to expect in the whole file, when the first block of `size` bytes had `n`; never
 * more than it has bytes. */
size_t sg_rows_expect(const sg_number_rows *rows, size_t size, size_t n);

/* Enter the row at `next` for careful reading; *empty tells whether nothing stands in it.  Fails
 * with SG_EFORMAT where an empty row stands before another. */
sg_status sg_rows_enter(bool *empty, sg_number_rows *rows, sg_error *err);

/* Fail with SG_EFORMAT: path, line and column of `p`, what was found there, what is allowed. */
sg_status sg_rows_fail(const sg_number_rows *rows, const char *p, const char *allowed,
                       sg_error *err);

/* Fail because the row has `n` values where the rows before have `expected`. */
sg_status sg_rows_wrong_width(const sg_number_rows *rows, size_t n, size_t expected,
                              sg_error *err);

/* The fields of the entered row. */
typedef enum sg_row_field { SG_FIELD_NONE, SG_FIELD_EMPTY, SG_FIELD_TEXT } sg_row_field;

typedef struct sg_field_reader {
    const char *p;
    const char *end;
    bool after_comma;
} sg_field_reader;

sg_field_reader sg_fields_of(const sg_number_rows *rows);

/* What comes next.  After SG_FIELD_TEXT the caller reads at `p`, advances it, calls
 * sg_field_end. */
sg_row_field sg_field_next(sg_field_reader *f);

/* Step over what separates fields; false where the number is followed by something else. */
bool sg_field_end(sg_field_reader *f);

/* Read the whole number of the next field, from min to max; *some is false at the end of the row.
 * Fails with SG_EFORMAT and `allowed`. */
sg_status sg_field_integer(int64_t *value, bool *some, sg_field_reader *f,
                           const sg_number_rows *rows, int64_t min, int64_t max,
                           const char *allowed, sg_error *err);

#endif
