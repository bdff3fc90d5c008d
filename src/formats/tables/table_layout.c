/* table_layout.c - from options, names and content to columns. */
#include "formats/tables/table_layout.h"

#include "base/mem.h"
#include "formats/tables/table_columns.h"

#include <string.h>
#include <strings.h>

void sg_table_layout_free(sg_table_layout *l)
{
    sg_free(l->target);
    sg_free(l->kind);
    sg_free(l->pixel);
    *l = (sg_table_layout){0};
}

/* ---- What becomes graphs -------------------------------------------------------------------- */

/* A column that has the name of a format that tables can hold.  The first such format is taken. */
static void find_by_name(sg_table_layout *l, const sg_csv *csv)
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

/* Whether `name` contains `part`, whatever the capitals. */
static bool contains(const char *name, const char *part)
{
    const size_t size = strlen(part);
    for (; *name != '\0'; name++)
        if (strncasecmp(name, part, size) == 0) return true;
    return false;
}

/* The column whose cells a format recognizes: one whose name has the word of the format in it, else the one
 * with the longest cells. */
static void find_by_content(sg_table_layout *l, const sg_table_survey *s)
{
    double longest = 0;
    for (size_t i = 0; i < s->n_columns; i++) {
        const sg_column_survey *c = &s->column[i];
        const sg_format *format = c->format;
        if (format == NULL || (l->format != NULL && l->format != format)) continue;
        if (contains(sg_names_at(&s->name, (uint32_t)i), format->setting) &&
            2 * c->n_molecules > c->n_tried) {
            l->content = i;
            break;
        }
        const double length = (double)c->n_bytes / (double)(c->n_tried > 0 ? c->n_tried : 1);
        if (!sg_column_is_recognized(c) || length <= longest) continue;
        longest = length;
        l->content = i;
    }
    if (l->content != SIZE_MAX) l->format = s->column[l->content].format;
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
                       "no column is called %s; name it after the file, as in "
                       "\"FILE.csv?%s=%.60s\", or say ?image=WxH",
                       sg_words_end(&words, "or"), first, csv->field[0].text);
}

/* The column that was found by its cells, and another one that could have been meant. */
static sg_status tell_content(sg_reading *reading, const sg_table_layout *l, const sg_csv *csv,
                              const sg_table_survey *s, sg_error *err)
{
    const char *found = csv->field[l->content].text, *plural = l->format->plural;
    for (size_t c = 0; c < s->n_columns; c++)
        if (c != l->content && s->column[c].format == l->format &&
            sg_column_is_recognized(&s->column[c]))
            return sg_reading_note(reading, err,
                                   "the column \"%.60s\" has the %s: its cells look so, as "
                                   "do those of \"%.60s\" (%s=COLUMN)",
                                   found, plural, csv->field[c].text, l->format->setting);
    return sg_reading_note(reading, err, "the column \"%.60s\" has the %s: its cells look so",
                           found, plural);
}

static sg_status find_content(sg_table_layout *l, sg_reading *reading, const sg_csv *csv,
                              const sg_table_survey *s, const sg_import_options *o,
                              sg_error *err)
{
    l->format = o->format;
    l->content = SIZE_MAX;
    if (o->column != NULL) return sg_table_column(&l->content, csv, o->column, err);
    if (l->format != NULL && l->format->takes_size) return SG_OK;
    find_by_name(l, csv);
    if (l->content != SIZE_MAX) return SG_OK;
    find_by_content(l, s);
    if (l->content == SIZE_MAX) return fail_without_content(csv, err);
    return tell_content(reading, l, csv, s, err);
}

/* ---- Targets -------------------------------------------------------------------------------- */

static bool is_target(const sg_table_layout *l, size_t column)
{
    for (size_t t = 0; t < l->n_targets; t++)
        if (l->target[t] == column) return true;
    return false;
}

/* Whether `name` is like `pattern`, in which * is any text; whatever the capitals. */
static bool is_like(const char *name, const char *pattern)
{
    if (*pattern == '\0') return *name == '\0';
    if (*pattern != '*')
        return strncasecmp(name, pattern, 1) == 0 && *name != '\0' &&
               is_like(name + 1, pattern + 1);
    for (;; name++) {
        if (is_like(name, pattern + 1)) return true;
        if (*name == '\0') return false;
    }
}

static size_t count_stars(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++) n += *text == '*';
    return n;
}

/* The column that is called so, or all that are like it. */
static sg_status add_targets(sg_table_layout *l, const sg_csv *csv, const char *name,
                             sg_error *err)
{
    sg_status status = SG_OK;
    size_t column = 0, n_before = l->n_targets;
    const size_t n_stars = count_stars(name);
    if (n_stars == 0 || sg_csv_column(csv, name) != SIZE_MAX) {
        SG_TRY(sg_table_column(&column, csv, name, err));
        if (!is_target(l, column)) l->target[l->n_targets++] = column;
        goto done;
    }
    SG_REQUIRE(n_stars <= 3, SG_EINVAL, "target=%.60s: at most three * are possible", name);
    for (size_t c = 0; c < csv->n_fields; c++)
        if (c != l->content && is_like(csv->field[c].text, name) && !is_target(l, c))
            l->target[l->n_targets++] = c;
    if (l->n_targets == n_before)
        SG_TRY(sg_error_at(err, SG_EINVAL, SG_WHERE, (sg_place){csv->path, 1, 0},
                           "no column is like \"%.80s\"", name));
done:
    return status;
}

/* Of several targets each must be a number, which is checked once all are there. */
static sg_target_kind kind_of(const sg_column_survey *column, size_t n_targets)
{
    if (sg_column_is_numeric(column)) return SG_TARGET_NUMBERS;
    return n_targets == 1 && column->n_words > 0 ? SG_TARGET_WORDS : SG_TARGET_AS_WRITTEN;
}

static sg_status find_targets(sg_table_layout *l, const sg_csv *csv, const sg_table_survey *s,
                              const sg_import_options *o, sg_error *err)
{
    static const char *const usual[] = {"target", "label", "class", "y"};
    sg_status status = SG_OK;
    SG_ALLOC(l->target, csv->n_fields + 1);
    SG_ALLOC(l->kind, csv->n_fields + 1);
    for (uint32_t t = 0; t < o->target.n; t++)
        SG_TRY(add_targets(l, csv, sg_names_at(&o->target, t), err));
    if (!o->has_target) {
        l->target[0] = sg_table_guess(csv, usual, sizeof usual / sizeof *usual);
        l->n_targets = l->target[0] != SIZE_MAX;
    }
    for (size_t t = 0; t < l->n_targets && s->n_columns > 0; t++)
        l->kind[t] = kind_of(&s->column[l->target[t]], l->n_targets);
done:
    return status;
}

/* ---- Ids, parts, pixels ---------------------------------------------------------------------- */

/* Whether a name ends with `end`, whatever the capitals. */
static bool ends_with(const char *name, const char *end)
{
    const size_t size = strlen(name), n = strlen(end);
    return size >= n && strcasecmp(name + size - n, end) == 0;
}

/* The first column that is nothing else and is called `word`, alone or behind another word. */
static size_t find_called(const sg_table_layout *l, const sg_csv *csv, const char *word)
{
    for (size_t c = 0; c < csv->n_fields; c++) {
        const char *name = csv->field[c].text;
        const size_t size = strlen(name), n = strlen(word);
        const bool is_apart = size == n || (size > n && strchr("_ -", name[size - n - 1]));
        if (is_apart && ends_with(name, word) && c != l->content && !is_target(l, c)) return c;
    }
    return SIZE_MAX;
}

/* A column called id; else mol_id, Compound ID or CID; else one of names. */
static sg_status find_id(sg_table_layout *l, const sg_csv *csv, const sg_import_options *o,
                         sg_error *err)
{
    static const char *const words[] = {"id", "cid", "name"};
    sg_status status = SG_OK;
    SG_TRY(sg_table_column_or(&l->id, csv, o->id, "id", err));
    if (o->id != NULL || l->content == SIZE_MAX) goto done;
    for (size_t i = 0; i < sizeof words / sizeof *words && l->id == SIZE_MAX; i++)
        l->id = find_called(l, csv, words[i]);
done:
    return status;
}

/* A column that is only called split, and whose cells are something else, is none. */
static sg_status find_split(sg_table_layout *l, sg_reading *reading, const sg_csv *csv,
                            const sg_table_survey *s, const sg_import_options *o, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_table_column_or(&l->split, csv, o->split, "split", err));
    if (l->split != SIZE_MAX && l->split < s->n_columns && o->split == NULL) {
        const sg_column_survey *c = &s->column[l->split];
        if (2 * c->n_parts < c->n_cells - c->n_missing) {
            SG_TRY(sg_reading_note(reading, err,
                                   "the column \"%.60s\" is not used: its cells are not train, "
                                   "validation and test",
                                   csv->field[l->split].text));
            l->split = SIZE_MAX;
        }
    }
    if (l->split != SIZE_MAX)
        SG_TRY(sg_reading_note(reading, err,
                               "the column \"%.60s\" names the parts: train, validation, test",
                               csv->field[l->split].text));
    for (size_t c = 0; c < s->n_columns && o->split == NULL; c++)
        if (l->split == SIZE_MAX && sg_column_is_split(&s->column[c]))
            SG_TRY(sg_reading_note(reading, err,
                                   "the column \"%.60s\" looks like a split and is not used; "
                                   "split=%.60s uses it",
                                   csv->field[c].text, csv->field[c].text));
done:
    return status;
}

/* All columns that are nothing else are pixels. */
static sg_status find_pixels(sg_table_layout *l, const sg_csv *csv, const sg_import_options *o,
                             sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(l->pixel, csv->n_fields);
    for (size_t c = 0; c < csv->n_fields; c++)
        if (c != l->id && c != l->split && !is_target(l, c)) l->pixel[l->n_pixels++] = c;
    if (l->n_pixels != (size_t)o->width * o->height)
        SG_TRY(
            sg_error_at(err, SG_EINVAL, SG_WHERE, (sg_place){csv->path, 1, 0},
                        "image=%ux%u needs %zu columns of pixels, but %zu are neither target, "
                        "id nor split",
                        o->width, o->height, (size_t)o->width * o->height, l->n_pixels));
done:
    return status;
}

/* Whether a column that is nothing else could be a target. */
static bool may_be_target(const sg_table_layout *l, const sg_table_survey *s, size_t c)
{
    return c != l->content && c != l->split && c != l->id && !is_target(l, c) &&
           sg_column_may_be_target(&s->column[c]) && !sg_column_is_recognized(&s->column[c]);
}

/* A target that was found by its name is said where others could be meant. */
static sg_status tell_target(sg_reading *reading, const sg_table_layout *l, const sg_csv *csv,
                             const sg_table_survey *s, const sg_import_options *o,
                             sg_error *err)
{
    uint32_t n_others = 0;
    if (o->has_target || l->n_targets == 0 || l->content == SIZE_MAX) return SG_OK;
    for (size_t c = 0; c < s->n_columns; c++) n_others += may_be_target(l, s, c);
    if (n_others == 0) return SG_OK;
    return sg_reading_note(reading, err,
                           "the column \"%.60s\" is the target because it is called so; "
                           "%u other column%s could be it (target=COLUMN)",
                           csv->field[l->target[0]].text, n_others, n_others == 1 ? "" : "s");
}

/* In "4,5" the comma may be a decimal one or not: it is said how targets were read. */
static sg_status tell_commas(sg_reading *reading, const sg_table_layout *l, const sg_csv *csv,
                             const sg_table_survey *s, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t t = 0; t < l->n_targets && s->n_columns > 0; t++)
        if (l->kind[t] == SG_TARGET_NUMBERS && s->column[l->target[t]].n_commas > 0)
            SG_TRY(sg_reading_note(reading, err,
                                   "the column \"%.60s\" has decimal commas: 4,5 is 4.5",
                                   csv->field[l->target[t]].text));
done:
    return status;
}

/* Columns that may be targets, where there is none. */
static sg_status offer_targets(sg_reading *reading, const sg_table_layout *l,
                               const sg_table_survey *s, sg_error *err)
{
    sg_status status = SG_OK;
    char looks[SG_LOOKS];
    for (size_t c = 0; c < s->n_columns; c++)
        if (may_be_target(l, s, c))
            SG_TRY(sg_reading_candidate(reading, sg_names_at(&s->name, (uint32_t)c),
                                        sg_column_looks(looks, &s->column[c]), err));
done:
    return status;
}

sg_status sg_table_layout_find(sg_table_layout *l, sg_reading *reading, const sg_csv *csv,
                               const sg_table_survey *survey, const sg_import_options *o,
                               sg_error *err)
{
    sg_status status = SG_OK;
    l->n_columns = csv->n_fields;
    SG_TRY(find_content(l, reading, csv, survey, o, err));
    SG_TRY(find_targets(l, csv, survey, o, err));
    SG_TRY(find_id(l, csv, o, err));
    SG_TRY(find_split(l, reading, csv, survey, o, err));
    if (l->content == SIZE_MAX) SG_TRY(find_pixels(l, csv, o, err));
    SG_TRY(tell_target(reading, l, csv, survey, o, err));
    SG_TRY(tell_commas(reading, l, csv, survey, err));
    if (l->n_targets == 0 && !o->has_target) SG_TRY(offer_targets(reading, l, survey, err));
done:
    return status;
}
