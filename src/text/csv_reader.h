/* csv_reader.h - comma-separated values, row by row, with the line and column of each.
 *
 *     sg_csv csv = sg_csv_of("data.csv", text, size, ',');
 *     bool some;
 *     for (;;) {
 *         SG_TRY(sg_csv_next(&some, &csv, err));
 *         if (!some) break;
 *         puts(csv.field[0].text);
 *     }
 *     sg_csv_free(&csv);
 *
 * RFC 4180 and what programs make of it: fields may be quoted, and contain separators, newlines and
 * doubled quotes then; lines end with \n or \r\n; a byte order mark, a missing last newline and empty
 * lines do not matter.  The text is changed where quotes are taken off: fields point into it.
 */
#ifndef SG_TEXT_CSV_READER_H
#define SG_TEXT_CSV_READER_H

#include "base/status.h"

typedef struct sg_csv_field {
    char *text; /* zero-terminated, quotes taken off */
    size_t size;
    sg_place place;
} sg_csv_field;

typedef struct sg_csv {
    const char *path;
    char *p, *end, *line_begin;
    uint64_t line; /* of p, from 1 */
    char separator;
    sg_csv_field *field; /* [n_fields] of the row read last */
    size_t n_fields, capacity;
} sg_csv;

/* Read `text`, which is borrowed and changed; text[size] must be there and is overwritten. */
sg_csv sg_csv_of(const char *path, char *text, size_t size, char separator);

void sg_csv_free(sg_csv *csv);

/* Read the next row; *some is false where there is none.
 * Fails with SG_EFORMAT where a quote is not closed or followed by something else, or where a zero
 * byte stands in the text; or with SG_ENOMEM. */
sg_status sg_csv_next(bool *some, sg_csv *csv, sg_error *err);

/* Step behind the end of the line where reading a row has failed, so that the next row can be read.  At the end
 * of the text there is no next one. */
void sg_csv_skip_line(sg_csv *csv);

/* The number of the column called `name` in the row read last (the header), or else, where `name` is
 * a number, the column of that number from 0.  SIZE_MAX: there is none. */
size_t sg_csv_column(const sg_csv *csv, const char *name);

#endif
