/* table_file.c - rows become records. */
#include "formats/table_file.h"

#include "base/mem.h"
#include "base/number.h"
#include "data/part.h"
#include "data/record_targets.h"
#include "formats/line_reader.h"
#include "formats/tables/cell_kind.h"
#include "formats/tables/table_columns.h"
#include "formats/tables/table_layout.h"
#include "images/image_graph.h"
#include "text/csv_reader.h"
#include "text/json_reader.h"
#include "text/numbers.h"

#include <math.h>
#include <string.h>

/* ---- Rows ------------------------------------------------------------------------------------- */

typedef struct table_reader {
    const sg_import_options *options;
    sg_table_layout layout;
    sg_reading reading;
    sg_csv csv;
    const uint64_t *row_line; /* [rows] where they begin; NULL: as the text says */
    sg_names header;          /* names of columns */
    size_t column;            /* that is being read; SIZE_MAX: none, the row as a whole */
    sg_record record;
    sg_record_collector collector;
    sg_line_reader cells;
    sg_image image;
} table_reader;

static sg_status read_image(table_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_image_resize(&r->image, r->options->width, r->options->height, 1, err));
    for (size_t i = 0; i < r->layout.n_pixels; i++) {
        const sg_csv_field *field = &r->csv.field[r->layout.pixel[i]];
        double *value = &r->image.value[i];
        if (sg_scan_real(value, field->text) != field->text + field->size || !isfinite(*value))
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                               "found \"%.40s\"; the value of a pixel is needed", field->text));
    }
    SG_TRY(sg_image_to_record(&r->record, &r->image, err));
done:
    return status;
}

static sg_status read_content(table_reader *r, sg_error *err)
{
    r->column = r->layout.content;
    if (r->layout.content == SIZE_MAX) return read_image(r, err);
    const sg_csv_field *field = &r->csv.field[r->layout.content];
    return r->cells.format->read_cell(&r->record, &r->cells, field->text, field->size,
                                      field->place, err);
}

/* A cell among numbers: as a number that everything reads, or as nothing. */
static sg_status add_number(table_reader *r, const sg_csv_field *field, sg_error *err)
{
    double value = 0;
    char written[SG_NUMBER_ROOM];
    const sg_cell_kind kind = sg_cell_look(&value, field->text, r->csv.separator);
    if (kind == SG_CELL_MISSING || kind == SG_CELL_DASH)
        return sg_names_add(&r->record.target, "", 0, err);
    if (kind == SG_CELL_BOUND && !r->options->takes_bounds)
        return sg_error_at(
            err, SG_EFORMAT, SG_WHERE, field->place,
            "found \"%.40s\" among numbers, which is a bound; bounds=value takes "
            "it as %g",
            field->text, value);
    if (kind == SG_CELL_WORD)
        return sg_error_at(
            err, SG_EFORMAT, SG_WHERE, field->place,
            "found \"%.40s\" among numbers; leave the cell empty if the target is "
            "missing",
            field->text);
    if (sg_cell_number(&value, field->text))
        return sg_names_add(&r->record.target, field->text, field->size, err);
    sg_number_write(written, value);
    return sg_names_add(&r->record.target, written, strlen(written), err);
}

/* A cell among words, each of which is a class. */
static sg_status add_word(table_reader *r, const sg_csv_field *field, sg_error *err)
{
    const char *flaw = sg_utf8_flaw(field->text);
    if (sg_cell_is_missing(field->text))
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                           "found no class; other rows have classes that are words, and then "
                           "every row needs one");
    if (flaw != NULL)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                           "found byte %u in a class; words must be UTF-8",
                           (unsigned)(unsigned char)*flaw);
    return sg_names_add(&r->record.target, field->text, field->size, err);
}

static sg_status read_targets(table_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_table_layout *l = &r->layout;
    for (size_t t = 0; t < l->n_targets; t++) {
        const sg_csv_field *field = &r->csv.field[l->target[t]];
        r->column = l->target[t];
        SG_TRY(l->kind[t] == SG_TARGET_NUMBERS ? add_number(r, field, err)
               : l->kind[t] == SG_TARGET_WORDS
                   ? add_word(r, field, err)
                   : sg_names_add(&r->record.target, field->text, field->size, err));
    }
done:
    return status;
}

static sg_status read_part(table_reader *r, sg_error *err)
{
    const sg_csv_field *field = &r->csv.field[r->layout.split];
    r->column = r->layout.split;
    if (sg_part_of_word(&r->record.part, field->text, field->size)) return SG_OK;
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                       "found \"%.40s\"; train, validation, test or nothing is needed, or "
                       "split= after the file's name if this column is something else",
                       field->text);
}

static sg_status read_row(table_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_table_layout *l = &r->layout;
    const sg_csv *csv = &r->csv;
    r->column = SIZE_MAX;
    SG_TRY(sg_table_check_row(csv, l->n_columns, err));
    sg_record_clear(&r->record);
    SG_TRY(read_content(r, err));
    SG_TRY(read_targets(r, err));
    if (l->split != SIZE_MAX) SG_TRY(read_part(r, err));
    if (l->id != SIZE_MAX) {
        const sg_csv_field *field = &csv->field[l->id];
        SG_TRY(sg_text_add_bytes(&r->record.id, field->text, field->size, err));
        r->record.has_id = true;
        sg_error flaw = {0};
        if (sg_record_check_id(&r->record, &flaw) != SG_OK)
            SG_TRY(sg_error_at(err, flaw.status, SG_WHERE, field->place, "%s", flaw.text));
    }
done:
    return status;
}

/* ---- Rows that are left out -------------------------------------------------------------- */

/* Whether it is the row that is wrong. */
static bool is_of_row(sg_status status)
{
    return status == SG_EFORMAT || status == SG_ELIMIT;
}

/* Keep the cells of the row; where there are not as many as columns, nothing of it is known. */
static sg_status keep_cells(sg_names *cell, const table_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    const bool whole = r->csv.n_fields == r->layout.n_columns;
    for (size_t c = 0; c < r->layout.n_columns && r->options->keeps_columns; c++)
        SG_TRY(sg_names_add(cell, whole ? r->csv.field[c].text : "",
                            whole ? r->csv.field[c].size : 0, err));
done:
    return status;
}

static sg_status reject(table_reader *r, const sg_error *why, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_table_layout *l = &r->layout;
    const sg_csv *csv = &r->csv;
    const bool whole = csv->n_fields == l->n_columns;
    sg_reject row = {
        .row = r->reading.n_rows,
        .line = csv->n_fields > 0 ? csv->field[0].place.line : csv->line,
        .column =
            whole && r->column != SIZE_MAX ? sg_names_at(&r->header, (uint32_t)r->column) : "",
        .id = whole && l->id != SIZE_MAX ? csv->field[l->id].text : "",
        .content = whole && l->content != SIZE_MAX ? csv->field[l->content].text : NULL};
    sg_reject_take(&row, csv->path, why->text);
    if (sg_reading_kept(&r->reading) < SG_MOST_REJECTS)
        SG_TRY(keep_cells(&r->reading.reject_cell, r, err));
    SG_TRY(sg_reading_reject(&r->reading, &row, err));
done:
    return status;
}

/* Read and collect a row, or leave it out. */
static sg_status take_row(table_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error why = {0};
    const uint64_t line = r->csv.field[0].place.line;
    status = read_row(r, &why);
    if (status == SG_OK) {
        r->column = SIZE_MAX;
        status =
            sg_line_collect(&r->collector, &r->record, (sg_place){r->csv.path, line, 0}, &why);
        if (status == SG_ELIMIT) SG_TRY(sg_error_set(err, status, SG_WHERE, "%s", why.text));
        if (status == SG_OK) SG_TRY(keep_cells(&r->reading.cell, r, err));
    }
    if (is_of_row(status)) SG_TRY(reject(r, &why, err));
    if (status != SG_OK) SG_TRY(sg_error_set(err, status, SG_WHERE, "%s", why.text));
    r->reading.n_rows++;
done:
    return status;
}

static sg_status name_targets(table_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t t = 0; t < r->layout.n_targets; t++) {
        const sg_csv_field *field = &r->csv.field[r->layout.target[t]];
        const char *flaw = sg_utf8_flaw(field->text);
        if (flaw != NULL)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                               "found byte %u in the name of a target; names must be UTF-8",
                               (unsigned)(unsigned char)*flaw));
        SG_TRY(sg_names_add(&r->collector.all.target_name, field->text, field->size, err));
    }
done:
    return status;
}

static sg_status read_header(table_reader *r, const sg_table_survey *survey, sg_error *err)
{
    sg_status status = SG_OK;
    bool some = false;
    SG_TRY(sg_csv_next(&some, &r->csv, err));
    SG_REQUIRE(some, SG_EFORMAT, "%s: it is empty; a header is needed", r->csv.path);
    SG_TRY(sg_table_layout_find(&r->layout, &r->reading, &r->csv, survey, r->options, err));
    r->cells = (sg_line_reader){.format = r->layout.format, .options = r->options};
    SG_TRY(name_targets(r, err));
    for (size_t c = 0; c < r->csv.n_fields; c++)
        SG_TRY(sg_names_add(&r->header, r->csv.field[c].text, r->csv.field[c].size, err));
    if (r->options->keeps_columns)
        SG_TRY(sg_names_add_all(&r->reading.column_name, &r->header, err));
done:
    return status;
}

static sg_status read_rows(table_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    for (;;) {
        bool some = false;
        sg_error why = {0};
        if (r->row_line != NULL && r->csv.p < r->csv.end)
            r->csv.line = r->row_line[r->reading.n_rows];
        status = sg_csv_next(&some, &r->csv, &why);
        /* A quote that is never closed has taken all rows behind it. */
        if (status == SG_EFORMAT && r->csv.p < r->csv.end) {
            r->column = SIZE_MAX;
            SG_TRY(reject(r, &why, err));
            r->reading.n_rows++;
            sg_csv_skip_line(&r->csv);
            continue;
        }
        if (status != SG_OK) SG_TRY(sg_error_set(err, status, SG_WHERE, "%s", why.text));
        if (!some) break;
        SG_TRY(take_row(r, err));
    }
    SG_TRY(sg_reading_check(&r->reading, r->options->max_rejects, r->csv.path, err));
done:
    return status;
}

/* Tables of pixels are large, and what is in them is said. */
static bool needs_survey(const sg_import_options *options)
{
    return options->format == NULL || !options->format->takes_size;
}

/* The text of a table, and where its rows come from. */
typedef struct table_text {
    char *text;
    size_t size;
    char separator;
    const uint64_t *row_line;
} table_text;

static sg_status read_table(sg_dataset *data, const char *name, const char *path,
                            const table_text *from, const sg_import_options *options,
                            sg_error *err)
{
    sg_status status = SG_OK;
    table_reader r = {.options = options, .row_line = from->row_line};
    sg_table_survey survey = {0};
    if (needs_survey(options))
        SG_TRY(sg_table_survey_make(&survey, path, from->text, from->size, from->separator,
                                    options, err));
    r.csv = sg_csv_of(path, from->text, from->size, from->separator);
    SG_TRY(read_header(&r, &survey, err));
    SG_TRY(read_rows(&r, err));
    SG_TRY(sg_line_finish(data, &r.collector, &r.cells, name, path, err));
    data->reading = r.reading;
    r.reading = (sg_reading){0};
done:
    sg_table_survey_free(&survey);
    sg_table_layout_free(&r.layout);
    sg_reading_free(&r.reading);
    sg_names_free(&r.header);
    sg_csv_free(&r.csv);
    sg_record_free(&r.record);
    sg_record_collector_free(&r.collector);
    sg_line_reader_free(&r.cells);
    sg_image_free(&r.image);
    return status;
}

sg_status sg_table_read(sg_dataset *data, const char *name, const char *path, char *text,
                        size_t size, char separator, const sg_import_options *options,
                        sg_error *err)
{
    const table_text from = {.text = text, .size = size, .separator = separator};
    return read_table(data, name, path, &from, options, err);
}

sg_status sg_table_read_from(sg_dataset *data, const char *name, const char *path, char *text,
                             size_t size, const uint64_t *row_line,
                             const sg_import_options *options, sg_error *err)
{
    const table_text from = {
        .text = text, .size = size, .separator = ',', .row_line = row_line};
    return read_table(data, name, path, &from, options, err);
}

/* ---- The formats ------------------------------------------------------------------------------ */

/* Some spreadsheets write semicolons or tabs into what they call comma-separated. */
static char separator_of(const char *text, size_t size)
{
    const char *newline = size > 0 ? memchr(text, '\n', size) : NULL;
    const size_t n = newline != NULL ? (size_t)(newline - text) : size;
    if (n == 0 || memchr(text, ',', n) != NULL) return ',';
    return memchr(text, ';', n) != NULL ? ';' : memchr(text, '\t', n) != NULL ? '\t' : ',';
}

static sg_status read_commas(sg_dataset *data, const sg_format_input *in, sg_error *err)
{
    return sg_table_read(data, in->name, in->path, in->text, in->size,
                         separator_of(in->text, in->size), in->options, err);
}

static sg_status read_tabs(sg_dataset *data, const sg_format_input *in, sg_error *err)
{
    return sg_table_read(data, in->name, in->path, in->text, in->size, '\t', in->options, err);
}

const sg_format sg_format_csv = {
    .name = "csv",
    .about = "a table with a header: molecules, texts or images",
    .ending = {".csv"},
    .has_columns = true,
    .read = read_commas,
};

const sg_format sg_format_tsv = {
    .name = "tsv",
    .about = "the same with tabs instead of commas",
    .ending = {".tsv", ".tab"},
    .has_columns = true,
    .read = read_tabs,
};
