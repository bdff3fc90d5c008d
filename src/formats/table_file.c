/* table_file.c - rows become records. */
#include "formats/table_file.h"

#include "base/mem.h"
#include "data/part.h"
#include "formats/line_reader.h"
#include "formats/tables/table_columns.h"
#include "images/image_graph.h"
#include "text/csv_reader.h"
#include "text/json_reader.h"
#include "text/numbers.h"

#include <math.h>
#include <string.h>

/* What the columns are. */
typedef struct layout {
    const sg_format *format; /* of the cells, or of the pixels  */
    size_t n_columns;
    size_t content;   /* column of cells; SIZE_MAX: none       */
    size_t id, split; /* SIZE_MAX: none                        */
    size_t *target;   /* [n_targets] */
    size_t n_targets;
    size_t *pixel; /* [n_pixels] */
    size_t n_pixels;
} layout;

static void layout_free(layout *l)
{
    sg_free(l->target);
    sg_free(l->pixel);
}

/* ---- The header ------------------------------------------------------------------------------- */

/* Guess the column of cells: it has the name of a format that tables can hold.  The first such format
 * is taken. */
static void guess_content(layout *l, const sg_csv *csv)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    for (size_t i = 0; i < n && l->content == SIZE_MAX; i++) {
        const bool possible = l->format == NULL || l->format == format[i];
        if (!possible || format[i]->read_cell == NULL) continue;
        l->content = sg_table_guess(csv, &format[i]->setting, 1);
        if (l->content != SIZE_MAX) l->format = format[i];
    }
}

static sg_status fail_without_content(const sg_csv *csv, sg_error *err)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    const char *first = NULL;
    sg_words words = {0};
    for (size_t i = 0; i < n; i++) {
        if (format[i]->read_cell == NULL) continue;
        if (first == NULL) first = format[i]->setting;
        sg_words_add(&words, format[i]->setting);
    }
    return sg_error_at(err, SG_EINVAL, SG_WHERE, (sg_place){csv->path, 1, 0},
                       "no column is called %s; name it behind the file, as in "
                       "\"FILE.csv?%s=%.60s\", or say ?image=WxH",
                       sg_words_end(&words, "or"), first, csv->field[0].text);
}

static sg_status find_content(layout *l, const sg_csv *csv, const sg_import_options *o,
                              sg_error *err)
{
    l->format = o->format;
    l->content = SIZE_MAX;
    if (o->column != NULL) return sg_table_column(&l->content, csv, o->column, err);
    if (l->format != NULL && l->format->takes_size) return SG_OK;
    guess_content(l, csv);
    return l->content != SIZE_MAX ? SG_OK : fail_without_content(csv, err);
}

static sg_status find_targets(layout *l, const sg_csv *csv, const sg_import_options *o,
                              sg_error *err)
{
    static const char *const usual[] = {"target", "label", "class", "y"};
    sg_status status = SG_OK;
    SG_ALLOC(l->target, o->target.n + (size_t)1);
    for (uint32_t t = 0; t < o->target.n; t++)
        SG_TRY(
            sg_table_column(&l->target[l->n_targets++], csv, sg_names_at(&o->target, t), err));
    if (o->has_target) goto done;
    l->target[0] = sg_table_guess(csv, usual, sizeof usual / sizeof *usual);
    l->n_targets = l->target[0] != SIZE_MAX;
done:
    return status;
}

/* All columns that are nothing else are pixels. */
static sg_status find_pixels(layout *l, const sg_csv *csv, const sg_import_options *o,
                             sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(l->pixel, csv->n_fields);
    for (size_t c = 0; c < csv->n_fields; c++) {
        bool used = c == l->id || c == l->split;
        for (size_t t = 0; t < l->n_targets; t++) used = used || c == l->target[t];
        if (!used) l->pixel[l->n_pixels++] = c;
    }
    if (l->n_pixels != (size_t)o->width * o->height)
        SG_TRY(
            sg_error_at(err, SG_EINVAL, SG_WHERE, (sg_place){csv->path, 1, 0},
                        "image=%ux%u needs %zu columns of pixels, but %zu are neither target, "
                        "id nor split",
                        o->width, o->height, (size_t)o->width * o->height, l->n_pixels));
done:
    return status;
}

static sg_status find_layout(layout *l, const sg_csv *csv, const sg_import_options *o,
                             sg_error *err)
{
    sg_status status = SG_OK;
    l->n_columns = csv->n_fields;
    SG_TRY(find_content(l, csv, o, err));
    SG_TRY(find_targets(l, csv, o, err));
    SG_TRY(sg_table_column_or(&l->id, csv, o->id, "id", err));
    SG_TRY(sg_table_column_or(&l->split, csv, o->split, "split", err));
    if (l->content == SIZE_MAX) SG_TRY(find_pixels(l, csv, o, err));
done:
    return status;
}

/* ---- Rows ------------------------------------------------------------------------------------- */

typedef struct table_reader {
    const sg_import_options *options;
    layout layout;
    sg_csv csv;
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
    if (r->layout.content == SIZE_MAX) return read_image(r, err);
    const sg_csv_field *field = &r->csv.field[r->layout.content];
    return r->cells.format->read_cell(&r->record, &r->cells, field->text, field->size,
                                      field->place, err);
}

static sg_status read_row(table_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    const layout *l = &r->layout;
    const sg_csv *csv = &r->csv;
    const sg_place row = {csv->path, csv->field[0].place.line, 0};
    SG_TRY(sg_table_check_row(csv, l->n_columns, err));
    sg_record_clear(&r->record);
    SG_TRY(read_content(r, err));
    for (size_t t = 0; t < l->n_targets; t++) {
        const sg_csv_field *field = &csv->field[l->target[t]];
        SG_TRY(sg_names_add(&r->record.target, field->text, field->size, err));
    }
    if (l->id != SIZE_MAX) {
        const sg_csv_field *field = &csv->field[l->id];
        SG_TRY(sg_text_add_bytes(&r->record.id, field->text, field->size, err));
        r->record.has_id = true;
    }
    if (l->split != SIZE_MAX) {
        const sg_csv_field *field = &csv->field[l->split];
        if (!sg_part_of_word(&r->record.part, field->text, field->size))
            SG_TRY(
                sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                            "found \"%.40s\"; train, validation, test or nothing is needed, or "
                            "split= behind the file's name where this column is something else",
                            field->text));
    }
    SG_TRY(sg_line_collect(&r->collector, &r->record, row, err));
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

static sg_status read_rows(table_reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    bool some = false;
    SG_TRY(sg_csv_next(&some, &r->csv, err));
    SG_REQUIRE(some, SG_EFORMAT, "%s: nothing is in it; a header is needed", r->csv.path);
    SG_TRY(find_layout(&r->layout, &r->csv, r->options, err));
    r->cells = (sg_line_reader){.format = r->layout.format, .options = r->options};
    SG_TRY(name_targets(r, err));
    for (;;) {
        SG_TRY(sg_csv_next(&some, &r->csv, err));
        if (!some) break;
        SG_TRY(read_row(r, err));
    }
done:
    return status;
}

sg_status sg_table_read(sg_dataset *data, const char *name, const char *path, char *text,
                        size_t size, char separator, const sg_import_options *options,
                        sg_error *err)
{
    sg_status status = SG_OK;
    table_reader r = {.options = options, .csv = sg_csv_of(path, text, size, separator)};
    SG_TRY(read_rows(&r, err));
    SG_TRY(sg_line_finish(data, &r.collector, &r.cells, name, path, err));
done:
    layout_free(&r.layout);
    sg_csv_free(&r.csv);
    sg_record_free(&r.record);
    sg_record_collector_free(&r.collector);
    sg_line_reader_free(&r.cells);
    sg_image_free(&r.image);
    return status;
}

/* ---- The formats ------------------------------------------------------------------------------ */

static sg_status read_commas(sg_dataset *data, const sg_format_input *in, sg_error *err)
{
    return sg_table_read(data, in->name, in->path, in->text, in->size, ',', in->options, err);
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
