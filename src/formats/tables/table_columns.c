/* table_columns.c - names of columns are compared without regard to capitals. */
#include "formats/tables/table_columns.h"

#include "base/nearest.h"
#include "text/json_reader.h"
#include "text/numbers.h"

#include <ctype.h>
#include <math.h>
#include <strings.h>

size_t sg_table_guess(const sg_csv *csv, const char *const *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < csv->n_fields; c++)
            if (strcasecmp(csv->field[c].text, name[i]) == 0) return c;
    return SIZE_MAX;
}

/* A word in small letters, cut where it is too long for a slip. */
typedef struct small_word {
    char text[64];
} small_word;

static small_word in_small_letters(const char *word)
{
    small_word small = {""};
    for (size_t i = 0; i + 1 < sizeof small.text && word[i] != '\0'; i++)
        small.text[i] = (char)tolower((unsigned char)word[i]);
    return small;
}

/* The column whose name is nearest, whatever its capitals; SIZE_MAX: none is near. */
static size_t nearest_column(const sg_csv *csv, const char *name)
{
    const small_word wanted = in_small_letters(name);
    size_t best = SIZE_MAX, distance = SIZE_MAX;
    for (size_t c = 0; c < csv->n_fields; c++) {
        const small_word small = in_small_letters(csv->field[c].text);
        sg_nearest offered = {.wanted = wanted.text};
        sg_nearest_offer(&offered, small.text);
        if (offered.name == NULL || offered.distance >= distance) continue;
        distance = offered.distance;
        best = c;
    }
    return best;
}

sg_status sg_table_column(size_t *column, const sg_csv *csv, const char *name, sg_error *err)
{
    *column = sg_csv_column(csv, name);
    if (*column == SIZE_MAX) *column = sg_table_guess(csv, &name, 1);
    if (*column != SIZE_MAX) return SG_OK;
    const size_t nearest = nearest_column(csv, name);
    const sg_place place = {csv->path, 1, 0};
    if (nearest == SIZE_MAX)
        return sg_error_at(err, SG_EINVAL, SG_WHERE, place,
                           "there is no column \"%.80s\" among %zu, the first of which is "
                           "\"%.80s\"",
                           name, csv->n_fields, csv->field[0].text);
    return sg_error_at(err, SG_EINVAL, SG_WHERE, place,
                       "there is no column \"%.80s\" among %zu; did you mean \"%.80s\"?", name,
                       csv->n_fields, csv->field[nearest].text);
}

sg_status sg_table_column_or(size_t *column, const sg_csv *csv, const char *said,
                             const char *usual, sg_error *err)
{
    if (said != NULL && said[0] != '\0') return sg_table_column(column, csv, said, err);
    *column = said == NULL ? sg_table_guess(csv, &usual, 1) : SIZE_MAX;
    return SG_OK;
}

sg_status sg_table_check_row(const sg_csv *csv, size_t n_columns, sg_error *err)
{
    if (csv->n_fields == n_columns) return SG_OK;
    return sg_error_at(err, SG_EFORMAT, SG_WHERE,
                       (sg_place){csv->path, csv->field[0].place.line, 0},
                       "found %zu fields, but the header has %zu", csv->n_fields, n_columns);
}

sg_status sg_table_name_columns(sg_names *names, const sg_csv *csv, const size_t *column,
                                size_t n, const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t i = 0; i < n; i++) {
        const sg_csv_field *field = &csv->field[column[i]];
        const char *flaw = sg_utf8_flaw(field->text);
        if (flaw != NULL)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                               "found byte %u in the name of %s; names must be UTF-8",
                               (unsigned)(unsigned char)*flaw, what));
        SG_TRY(sg_names_add(names, field->text, field->size, err));
    }
done:
    return status;
}

sg_status sg_table_read_reals(double *value, const sg_csv *csv, const size_t *column, size_t n,
                              const char *what, sg_error *err)
{
    for (size_t i = 0; i < n; i++) {
        const sg_csv_field *field = &csv->field[column[i]];
        if (sg_scan_real(&value[i], field->text) != field->text + field->size ||
            !isfinite(value[i]))
            return sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                               "found \"%.40s\"; %s is a finite number", field->text, what);
    }
    return SG_OK;
}
