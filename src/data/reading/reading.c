/* reading.c - lists of texts, and a table of rejects that people open in a spreadsheet. */
#include "data/reading/reading.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/wording.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

void sg_reading_free(sg_reading *reading)
{
    sg_free(reading->place);
    sg_names_free(&reading->column);
    sg_names_free(&reading->id);
    sg_names_free(&reading->reason);
    sg_names_free(&reading->content);
    sg_names_free(&reading->note);
    sg_names_free(&reading->candidate);
    sg_names_free(&reading->looks);
    sg_names_free(&reading->column_name);
    sg_names_free(&reading->cell);
    sg_names_free(&reading->reject_cell);
    *reading = (sg_reading){0};
}

size_t sg_reading_bytes(const sg_reading *reading)
{
    enum { N_LISTS = 10 };
    const sg_names *const names[N_LISTS] = {
        &reading->column,      &reading->id,     &reading->reason,      &reading->note,
        &reading->candidate,   &reading->looks,  &reading->column_name, &reading->cell,
        &reading->reject_cell, &reading->content};
    size_t bytes = reading->capacity * sizeof *reading->place;
    for (size_t i = 0; i < N_LISTS; i++) bytes += sg_names_bytes(names[i]);
    return bytes;
}

static sg_status add_text(sg_names *names, const char *text, sg_error *err)
{
    return sg_names_add(names, text, strlen(text), err);
}

sg_status sg_reading_reject(sg_reading *reading, const sg_reject *reject, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = sg_reading_kept(reading);
    if (n < SG_MOST_REJECTS) {
        SG_TRY(sg_grow(&reading->place, &reading->capacity, (size_t)n + 1,
                       sizeof *reading->place, err));
        reading->place[n] = (sg_reject_place){reject->row, reject->line, reject->at};
        SG_TRY(add_text(&reading->column, reject->column, err));
        SG_TRY(add_text(&reading->id, reject->id, err));
        SG_TRY(add_text(&reading->reason, reject->reason, err));
        SG_TRY(
            add_text(&reading->content, reject->content != NULL ? reject->content : "", err));
    }
    reading->n_rejects++;
done:
    return status;
}

uint32_t sg_reading_kept(const sg_reading *reading)
{
    return reading->reason.n;
}

sg_reject sg_reading_at(const sg_reading *reading, uint32_t i)
{
    return (sg_reject){.row = reading->place[i].row,
                       .line = reading->place[i].line,
                       .at = reading->place[i].at,
                       .column = sg_names_at(&reading->column, i),
                       .id = sg_names_at(&reading->id, i),
                       .reason = sg_names_at(&reading->reason, i),
                       .content = sg_names_at(&reading->content, i)};
}

void sg_reject_take(sg_reject *reject, const char *path, const char *text)
{
    const char *reason = sg_error_read_place(&reject->line, &reject->at, path, text);
    reject->reason = reason != NULL ? reason : text;
}

sg_status sg_reading_note(sg_reading *reading, sg_error *err, const char *fmt, ...)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    va_list args;
    va_start(args, fmt);
    SG_TRY(sg_text_add_list(&text, err, fmt, args));
    SG_TRY(sg_names_add(&reading->note, text.data, text.size, err));
done:
    va_end(args);
    sg_text_free(&text);
    return status;
}

sg_status sg_reading_candidate(sg_reading *reading, const char *column, const char *looks,
                               sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(add_text(&reading->candidate, column, err));
    SG_TRY(add_text(&reading->looks, looks, err));
done:
    return status;
}

/* A cell of CSV, in quotes where it must be. */
static sg_status add_cell(sg_text *text, const char *cell, sg_error *err)
{
    sg_status status = SG_OK;
    if (strpbrk(cell, ",\"\r\n") == NULL) return sg_text_add(text, err, "%s", cell);
    SG_TRY(sg_text_add_bytes(text, "\"", 1, err));
    for (; *cell != '\0'; cell++) {
        if (*cell == '"') SG_TRY(sg_text_add_bytes(text, "\"", 1, err));
        SG_TRY(sg_text_add_bytes(text, cell, 1, err));
    }
    SG_TRY(sg_text_add_bytes(text, "\"", 1, err));
done:
    return status;
}

sg_status sg_reading_rejects_csv(sg_text *text, const sg_reading *reading, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(text, err, "line,column,id,reason,content\n"));
    for (uint32_t i = 0; i < sg_reading_kept(reading); i++) {
        const sg_reject reject = sg_reading_at(reading, i);
        const char *const cell[] = {reject.column, reject.id, reject.reason, reject.content};
        SG_TRY(sg_text_add_integer(text, (int64_t)reject.line, err));
        for (int c = 0; c < 4; c++) {
            SG_TRY(sg_text_add_bytes(text, ",", 1, err));
            SG_TRY(add_cell(text, cell[c], err));
        }
        SG_TRY(sg_text_add_bytes(text, "\n", 1, err));
    }
done:
    return status;
}

/* ---- How many ----------------------------------------------------------------------------- */

bool sg_reject_limit_read(sg_reject_limit *limit, const char *text)
{
    size_t size = strlen(text);
    sg_reject_limit read = {.is_said = true, .is_share = size > 0 && text[size - 1] == '%'};
    if (read.is_share) {
        size--;
        while (size > 0 && text[size - 1] == ' ') size--;
    }
    if (!sg_number_real(&read.value, text, size) || !(read.value >= 0)) return false;
    if (read.is_share) read.value /= 100;
    if (read.is_share ? read.value > 1 : read.value != floor(read.value)) return false;
    *limit = read;
    return true;
}

sg_status sg_reading_check(const sg_reading *reading, sg_reject_limit limit, const char *path,
                           sg_error *err)
{
    static const double USUAL_SHARE = 0.01;
    if (reading->n_rejects == 0) return SG_OK;
    if (!limit.is_said) limit = (sg_reject_limit){.is_share = true, .value = USUAL_SHARE};
    const double most =
        limit.is_share ? floor(limit.value * (double)reading->n_rows + 1e-9) : limit.value;
    const bool none_left = reading->n_rejects == reading->n_rows;
    if ((double)reading->n_rejects <= most && !none_left) return SG_OK;
    const sg_reject first = sg_reading_at(reading, 0);
    const sg_place place = {path, first.line, first.at};
    if (none_left && reading->n_rows == 1)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place, "%s", first.reason);
    if (none_left)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place, "%.400s; no other row can be read",
                           first.reason);
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                       "%.400s; %llu of %llu rows cannot be read, and max-rejects allows %.0f",
                       first.reason, (unsigned long long)reading->n_rejects,
                       (unsigned long long)reading->n_rows, most);
}
