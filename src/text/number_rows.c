/* number_rows.c - careful reading of rows and fields. */
#include "text/number_rows.h"

#include "base/observer.h"
#include "text/numbers.h"

#include <string.h>

sg_status sg_rows_open(sg_number_rows *rows, sg_stream *stream, sg_error *err)
{
    *rows = (sg_number_rows){.path = sg_stream_path(stream)};
    return sg_lines_open(&rows->lines, stream, err);
}

void sg_rows_close(sg_number_rows *rows)
{
    sg_lines_close(&rows->lines);
}

sg_status sg_rows_next_block(sg_number_rows *rows, sg_error *err)
{
    const sg_status status = sg_watch_ask_seldom(err);
    return status == SG_OK ? sg_lines_next(&rows->next, &rows->end, &rows->lines, err) : status;
}

size_t sg_rows_expect(const sg_number_rows *rows, size_t size, size_t n)
{
    const double file_size = (double)sg_stream_size(rows->lines.stream);
    const double expected = (double)n * (file_size / (double)size + 1) * 1.02;
    return (size_t)(expected < file_size ? expected : file_size);
}

sg_status sg_rows_fail(const sg_number_rows *rows, const char *p, const char *allowed,
                       sg_error *err)
{
    char found[24];
    size_t n = 0;
    for (; p + n < rows->row_end && n < sizeof found - 1; n++) {
        const char c = p[n];
        if (c == ',' || c == ' ' || c == '\t' || c == '\r') break;
        found[n] = c >= ' ' && c <= '~' ? c : '?';
    }
    found[n] = '\0';
    const sg_place place = {rows->path, rows->line, (uint64_t)(p - rows->row) + 1};
    if (n == 0)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place, "nothing here; %s", allowed);
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, place, "found \"%s\"; %s", found, allowed);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

sg_status sg_rows_enter(bool *empty, sg_number_rows *rows, sg_error *err)
{
    rows->row = rows->next;
    rows->row_end = memchr(rows->next, '\n', (size_t)(rows->end - rows->next));
    rows->next = rows->row_end + 1;
    rows->line++;
    const char *p = rows->row;
    while (is_blank(*p)) p++;
    *empty = p == rows->row_end;
    if (*empty && rows->blank_line == 0) rows->blank_line = rows->line;
    if (*empty || rows->blank_line == 0) return SG_OK;
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){rows->path, rows->blank_line, 0},
                       "an empty line between others; write a value in every line");
}

sg_row_field sg_field_next(sg_field_reader *f)
{
    while (is_blank(*f->p)) f->p++;
    if (f->p == f->end) {
        const bool was_after_comma = f->after_comma;
        f->after_comma = false;
        return was_after_comma ? SG_FIELD_EMPTY : SG_FIELD_NONE;
    }
    if (*f->p == ',') {
        f->p++;
        f->after_comma = true;
        return SG_FIELD_EMPTY;
    }
    f->after_comma = false;
    return SG_FIELD_TEXT;
}

bool sg_field_end(sg_field_reader *f)
{
    if (f->p != f->end && !is_blank(*f->p) && *f->p != ',') return false;
    while (is_blank(*f->p)) f->p++;
    if (*f->p == ',') {
        f->p++;
        f->after_comma = true;
    }
    return true;
}

sg_field_reader sg_fields_of(const sg_number_rows *rows)
{
    return (sg_field_reader){.p = rows->row, .end = rows->row_end};
}

sg_status sg_field_integer(int64_t *value, bool *some, sg_field_reader *f,
                           const sg_number_rows *rows, int64_t min, int64_t max,
                           const char *allowed, sg_error *err)
{
    const sg_row_field kind = sg_field_next(f);
    *some = kind != SG_FIELD_NONE;
    if (kind == SG_FIELD_NONE) return SG_OK;
    const char *begin = f->p;
    f->p = kind == SG_FIELD_TEXT ? sg_scan_integer(value, begin) : NULL;
    if (f->p == NULL || *value < min || *value > max || !sg_field_end(f))
        return sg_rows_fail(rows, begin - (kind == SG_FIELD_EMPTY), allowed, err);
    return SG_OK;
}

sg_status sg_rows_wrong_width(const sg_number_rows *rows, size_t n, size_t expected,
                              sg_error *err)
{
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){rows->path, rows->line, 0},
                       "%zu values; the lines before have %zu", n, expected);
}
