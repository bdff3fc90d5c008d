/* table_survey.c - cells are counted by what they are; different values are told apart by hashes. */
#include "formats/tables/table_survey.h"

#include "base/hash.h"
#include "base/mem.h"
#include "data/part.h"
#include "formats/line_reader.h"
#include "formats/tables/cell_kind.h"
#include "text/csv_reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void sg_table_survey_free(sg_table_survey *survey)
{
    for (size_t c = 0; c < survey->n_columns && survey->column != NULL; c++)
        sg_free(survey->column[c].seen);
    sg_free(survey->column);
    sg_names_free(&survey->name);
    *survey = (sg_table_survey){0};
}

/* Where a hash is, or would be. */
static uint64_t *slot_of(uint64_t *seen, uint32_t n_slots, uint64_t hash)
{
    size_t slot = (size_t)(hash >> 32) % n_slots;
    while (seen[slot] != 0 && seen[slot] != hash) slot = (slot + 1) % n_slots;
    return &seen[slot];
}

/* Room for one more hash: a header may have thousands of columns, and few of them have many values. */
static sg_status make_room(sg_column_survey *c, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t *seen = NULL;
    const uint32_t n_slots = c->n_slots > 0 ? 2 * c->n_slots : 4;
    if (2 * (c->n_distinct + 1) <= c->n_slots) goto done;
    SG_ALLOC(seen, n_slots);
    for (uint32_t i = 0; i < c->n_slots; i++)
        if (c->seen[i] != 0) *slot_of(seen, n_slots, c->seen[i]) = c->seen[i];
    sg_free(c->seen);
    c->seen = seen;
    c->n_slots = n_slots;
done:
    return status;
}

/* Count a value that is told apart by its hash, and say whether it is new. */
static sg_status add_distinct(bool *is_new, sg_column_survey *c, uint64_t hash, sg_error *err)
{
    sg_status status = SG_OK;
    *is_new = false;
    if (c->n_distinct > SG_MOST_DISTINCT) goto done;
    SG_TRY(make_room(c, err));
    hash |= 1;
    uint64_t *slot = slot_of(c->seen, c->n_slots, hash);
    *is_new = *slot == 0;
    c->n_distinct += *is_new;
    *slot = hash;
done:
    return status;
}

static sg_status add_number(sg_column_survey *c, double value, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t bits = 0;
    bool is_new = false;
    if (value == 0) value = 0; /* -0 */
    memcpy(&bits, &value, sizeof bits);
    SG_TRY(add_distinct(&is_new, c, sg_hash_words(&bits, 1), err));
    c->min = c->n_numbers + c->n_bounds > 1 ? fmin(c->min, value) : value;
    c->max = c->n_numbers + c->n_bounds > 1 ? fmax(c->max, value) : value;
    c->n_whole += value == floor(value) && fabs(value) <= 1e15;
    c->n_binary += value == 0 || value == 1;
done:
    return status;
}

static sg_status add_word(sg_column_survey *c, const sg_csv_field *field, sg_error *err)
{
    sg_status status = SG_OK;
    uint8_t part = SG_NO_PART;
    bool is_new = false;
    if (sg_part_of_word(&part, field->text, field->size) && part != SG_NO_PART) c->n_parts++;
    SG_TRY(add_distinct(&is_new, c, sg_hash_bytes(field->text, field->size), err));
    if (!is_new || c->n_shown == 3) goto done;
    (void)snprintf(c->word[c->n_shown++], sizeof c->word[0], "%s", field->text);
done:
    return status;
}

static sg_status add_cell(sg_column_survey *c, const sg_csv_field *field, char separator,
                          sg_error *err)
{
    sg_status status = SG_OK;
    double value = 0;
    c->n_cells++;
    c->n_commas += separator == ';' && sg_cell_has_decimal_comma(&value, field->text);
    switch (sg_cell_look(&value, field->text, separator)) {
    case SG_CELL_MISSING:
        c->n_missing++;
        break;
    case SG_CELL_DASH:
        c->n_dashes++;
        break;
    case SG_CELL_NUMBER:
        c->n_numbers++;
        status = add_number(c, value, err);
        break;
    case SG_CELL_BOUND:
        c->n_bounds++;
        status = add_number(c, value, err);
        break;
    case SG_CELL_WORD:
        c->n_words++;
        status = add_word(c, field, err);
        break;
    }
    return status;
}

/* ---- Cells that a format recognizes ----------------------------------------------------------- */

/* Who tries the first cells. */
typedef struct trier {
    sg_line_reader reader;
    sg_record record;
} trier;

static const sg_format *recognizing_format(void)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    for (size_t i = 0; i < n; i++)
        if (format[i]->knows_cells && format[i]->read_cell != NULL) return format[i];
    return NULL;
}

static sg_status try_cell(sg_column_survey *c, trier *t, const sg_csv_field *field,
                          sg_error *err)
{
    if (field->size == 0 || c->n_tried == SG_CELLS_TRIED || t->reader.format == NULL)
        return SG_OK;
    sg_record_clear(&t->record);
    c->format = t->reader.format;
    c->n_tried++;
    c->n_bytes += field->size;
    const sg_status status = t->reader.format->read_cell(&t->record, &t->reader, field->text,
                                                         field->size, field->place, NULL);
    c->n_molecules += status == SG_OK;
    return status == SG_ENOMEM ? sg_error_memory(err, SG_WHERE) : SG_OK;
}

/* ---- All rows ------------------------------------------------------------------------------- */

static sg_status open_columns(sg_table_survey *s, const sg_csv *csv, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(s->column, csv->n_fields);
    s->n_columns = csv->n_fields;
    for (size_t c = 0; c < csv->n_fields; c++)
        SG_TRY(sg_names_add(&s->name, csv->field[c].text, csv->field[c].size, err));
done:
    return status;
}

static sg_status survey_rows(sg_table_survey *s, sg_csv *csv, trier *t, sg_error *err)
{
    sg_status status = SG_OK;
    bool some = false;
    status = sg_csv_next(&some, csv, NULL);
    if (status == SG_ENOMEM) SG_TRY(sg_error_memory(err, SG_WHERE));
    if (status != SG_OK || !some) return SG_OK; /* who reads the table will say what is wrong */
    SG_TRY(open_columns(s, csv, err));
    for (;;) {
        status = sg_csv_next(&some, csv, NULL);
        if (status == SG_ENOMEM) SG_TRY(sg_error_memory(err, SG_WHERE));
        if (status != SG_OK) sg_csv_skip_line(csv);
        if (status == SG_OK && !some) break;
        if (status != SG_OK || csv->n_fields != s->n_columns) continue;
        s->n_rows++;
        for (size_t c = 0; c < s->n_columns; c++) {
            SG_TRY(add_cell(&s->column[c], &csv->field[c], csv->separator, err));
            SG_TRY(try_cell(&s->column[c], t, &csv->field[c], err));
        }
    }
done:
    return status;
}

sg_status sg_table_survey_make(sg_table_survey *survey, const char *path, const char *text,
                               size_t size, char separator, const sg_import_options *options,
                               sg_error *err)
{
    enum { ROOM = 32 }; /* numbers are read in steps */
    sg_status status = SG_OK;
    char *copy = NULL;
    sg_csv csv = {0};
    trier t = {.reader = {.format = recognizing_format(), .options = options}};
    sg_table_survey made = {0};
    SG_ALLOC(copy, size + ROOM);
    if (size > 0) memcpy(copy, text, size);
    csv = sg_csv_of(path, copy, size, separator);
    SG_TRY(survey_rows(&made, &csv, &t, err));
    *survey = made;
    made = (sg_table_survey){0};
done:
    sg_table_survey_free(&made);
    sg_line_reader_free(&t.reader);
    sg_record_free(&t.record);
    sg_csv_free(&csv);
    sg_free(copy);
    return status;
}

/* ---- What columns are --------------------------------------------------------------------- */

bool sg_column_is_numeric(const sg_column_survey *c)
{
    const uint64_t numbers = c->n_numbers + c->n_bounds;
    return c->n_numbers > 0 && 10 * numbers >= 9 * (numbers + c->n_words);
}

bool sg_column_is_recognized(const sg_column_survey *c)
{
    return c->n_tried > 0 && 10 * c->n_molecules >= 9 * c->n_tried &&
           c->n_bytes >= 2 * c->n_tried;
}

bool sg_column_may_be_target(const sg_column_survey *c)
{
    const bool repeats = c->n_distinct <= 20 && 2 * (uint64_t)c->n_distinct <= c->n_words;
    return c->n_distinct > 1 && (sg_column_is_numeric(c) || repeats);
}

bool sg_column_is_split(const sg_column_survey *c)
{
    return c->n_parts > 0 && c->n_distinct > 1 && 20 * c->n_parts >= 19 * c->n_cells;
}

/* "numbers from -3 to 7" */
static int describe_numbers(char *looks, size_t room, const sg_column_survey *c)
{
    const uint64_t numbers = c->n_numbers + c->n_bounds;
    if (c->n_binary == numbers)
        return snprintf(looks, room, "%s",
                        c->n_distinct > 1 ? "0 and 1"
                        : c->max > 0      ? "only 1"
                                          : "only 0");
    const bool whole = c->n_whole == numbers;
    if (c->n_distinct <= SG_MOST_DISTINCT)
        return snprintf(looks, room, "%snumbers from %.4g to %.4g, %u different",
                        whole ? "whole " : "", c->min, c->max, c->n_distinct);
    return snprintf(looks, room, "%snumbers from %.4g to %.4g", whole ? "whole " : "", c->min,
                    c->max);
}

static int describe_words(char *looks, size_t room, const sg_column_survey *c)
{
    if (c->n_distinct <= 3 && c->n_words > c->n_distinct)
        return snprintf(looks, room, "the words %s%s%s%s%s", c->word[0],
                        c->n_distinct > 1 ? ", " : "", c->word[1],
                        c->n_distinct > 2 ? ", " : "", c->word[2]);
    if (c->n_distinct <= SG_MOST_DISTINCT)
        return snprintf(looks, room, "%u different words, as %s", c->n_distinct, c->word[0]);
    return snprintf(looks, room, "words, as %s", c->word[0]);
}

const char *sg_column_looks(char looks[SG_LOOKS], const sg_column_survey *c)
{
    const bool numeric = sg_column_is_numeric(c);
    const uint64_t n_odd = numeric ? c->n_words + c->n_bounds : 0;
    const uint64_t n_empty = c->n_missing + (numeric ? c->n_dashes : 0);
    looks[0] = '\0';
    int size = numeric                      ? describe_numbers(looks, SG_LOOKS, c)
               : sg_column_is_recognized(c) ? snprintf(looks, SG_LOOKS, "%s", c->format->name)
               : c->n_words > 0             ? describe_words(looks, SG_LOOKS, c)
                                            : snprintf(looks, SG_LOOKS, "nothing");
    if (n_empty > 0 && size < SG_LOOKS)
        size += snprintf(looks + size, SG_LOOKS - (size_t)size, ", %llu empty",
                         (unsigned long long)n_empty);
    if (n_odd > 0 && size < SG_LOOKS)
        (void)snprintf(looks + size, SG_LOOKS - (size_t)size, ", %llu no number",
                       (unsigned long long)n_odd);
    return looks;
}
