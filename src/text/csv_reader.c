/* csv_reader.c - fields are found and unquoted in place. */
#include "text/csv_reader.h"

#include "base/mem.h"
#include "base/number.h"

#include <string.h>

sg_csv sg_csv_of(const char *path, char *text, size_t size, char separator)
{
    static const char mark[] = "\xef\xbb\xbf";
    sg_csv csv = {.path = path,
                  .p = text,
                  .end = text + size,
                  .line_begin = text,
                  .line = 1,
                  .separator = separator};
    if (size >= 3 && memcmp(text, mark, 3) == 0) csv.p = csv.line_begin = text + 3;
    *csv.end = '\0';
    return csv;
}

void sg_csv_free(sg_csv *csv)
{
    sg_free(csv->field);
    *csv = (sg_csv){0};
}

static sg_place place_of(const sg_csv *csv, const char *p)
{
    return (sg_place){csv->path, csv->line, (uint64_t)(p - csv->line_begin) + 1};
}

/* Take the quotes off the field at csv->p, and step behind it. */
static sg_status read_quoted(sg_csv_field *field, sg_csv *csv, sg_error *err)
{
    char *to = ++csv->p;
    field->text = to;
    for (;;) {
        if (csv->p == csv->end)
            return sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                               "the quote that begins here is never closed");
        const char c = *csv->p++;
        if (c == '"') {
            if (csv->p == csv->end || *csv->p != '"') break;
            csv->p++;
        } else if (c == '\n') {
            csv->line++;
            csv->line_begin = csv->p;
        }
        *to++ = c;
    }
    field->size = (size_t)(to - field->text);
    field->place.column++; /* from here on, where the text begins */
    if (csv->p < csv->end && *csv->p == '\r' && csv->p + 1 < csv->end && csv->p[1] == '\n')
        csv->p++;
    if (csv->p < csv->end && *csv->p != csv->separator && *csv->p != '\n')
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place_of(csv, csv->p),
                           "found text after a closing quote; '%c' or the end of the line "
                           "is needed, and a quote inside of quotes is written twice",
                           csv->separator);
    return SG_OK;
}

static void read_plain(sg_csv_field *field, sg_csv *csv)
{
    char *begin = csv->p;
    while (csv->p < csv->end && *csv->p != csv->separator && *csv->p != '\n') csv->p++;
    field->text = begin;
    field->size = (size_t)(csv->p - begin);
    if (field->size > 0 && begin[field->size - 1] == '\r' &&
        (csv->p == csv->end || *csv->p == '\n'))
        field->size--;
}

/* Read a field; what separates it from the next stays at csv->p. */
static sg_status read_field(sg_csv *csv, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&csv->field, &csv->capacity, csv->n_fields + 1, sizeof *csv->field, err));
    sg_csv_field *field = &csv->field[csv->n_fields];
    *field = (sg_csv_field){.place = place_of(csv, csv->p)};
    if (csv->p < csv->end && *csv->p == '"')
        SG_TRY(read_quoted(field, csv, err));
    else
        read_plain(field, csv);
    if (memchr(field->text, '\0', field->size) != NULL)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                           "found a zero byte; this is not a text file"));
    csv->n_fields++;
done:
    return status;
}

static void skip_newline(sg_csv *csv)
{
    if (csv->p < csv->end && *csv->p == '\n') csv->p++;
    csv->line++;
    csv->line_begin = csv->p;
}

sg_status sg_csv_next(bool *some, sg_csv *csv, sg_error *err)
{
    sg_status status = SG_OK;
    csv->n_fields = 0;
    while (csv->p < csv->end && (*csv->p == '\n' || (*csv->p == '\r' && csv->p + 1 < csv->end &&
                                                     csv->p[1] == '\n'))) {
        csv->p += *csv->p == '\r';
        skip_newline(csv);
    }
    *some = csv->p < csv->end;
    if (!*some) goto done;
    for (;;) {
        SG_TRY(read_field(csv, err));
        const bool more = csv->p < csv->end && *csv->p == csv->separator;
        if (more)
            csv->p++;
        else
            skip_newline(csv);
        /* Only now that what stood behind it was looked at can the field get its end. */
        const sg_csv_field *last = &csv->field[csv->n_fields - 1];
        last->text[last->size] = '\0';
        if (!more) break;
    }
done:
    return status;
}

void sg_csv_skip_line(sg_csv *csv)
{
    while (csv->p < csv->end && *csv->p != '\n') csv->p++;
    skip_newline(csv);
}

size_t sg_csv_column(const sg_csv *csv, const char *name)
{
    uint64_t number = 0;
    for (size_t i = 0; i < csv->n_fields; i++)
        if (strcmp(csv->field[i].text, name) == 0) return i;
    if (sg_number_whole(&number, name, strlen(name)) && number < csv->n_fields)
        return (size_t)number;
    return SIZE_MAX;
}
