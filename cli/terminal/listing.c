/* listing.c - text and LaTeX are collected in a text table until their columns are known; CSV and JSON
 * go out row by row. */
#include "listing.h"

#include "locale_signs.h"
#include "safe_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void listing_open(listing *l, listing_format format, FILE *out)
{
    *l = (listing){.format = format, .out = out, .json = {.out = out}};
}

/* ---- Numbers ----------------------------------------------------------------------------- */

typedef struct number_text {
    char text[48];
} number_text;

static number_text rounded(double value, int decimals)
{
    number_text n = {"-"};
    if (isnan(value)) return n;
    if (decimals >= 0)
        (void)snprintf(n.text, sizeof n.text, fabs(value) < 1e30 ? "%.*f" : "%.*g", decimals,
                       value);
    else
        (void)snprintf(n.text, sizeof n.text, "%.*g", -decimals, value);
    return n;
}

/* With as few digits as read back to the same number. */
static number_text exact(double value)
{
    number_text n = {""};
    for (int digits = 15; isfinite(value) && digits <= 17; digits++) {
        (void)snprintf(n.text, sizeof n.text, "%.*g", digits, value);
        if (strtod(n.text, NULL) == value) break;
    }
    return n;
}

/* 389263 as 389\,263. */
static number_text grouped(uint64_t value)
{
    char digits[24];
    number_text n = {""};
    (void)snprintf(digits, sizeof digits, "%" PRIu64, value);
    size_t size = 0;
    for (size_t i = 0, length = strlen(digits); i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            n.text[size++] = '\\';
            n.text[size++] = ',';
        }
        n.text[size++] = digits[i];
    }
    return n;
}

/* ---- Cells ------------------------------------------------------------------------------- */

/* Append to a text on the heap. */
__attribute__((format(printf, 3, 4))) static void append(listing *l, char **text,
                                                         const char *format, ...)
{
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    const size_t old = *text != NULL ? strlen(*text) : 0;
    const int length = vsnprintf(NULL, 0, format, values);
    char *larger = length < 0 ? NULL : realloc(*text, old + (size_t)length + 1);
    if (larger != NULL) {
        (void)vsnprintf(larger + old, (size_t)length + 1, format, again);
        *text = larger;
    } else {
        l->failed = true;
    }
    va_end(again);
    va_end(values);
}

/* Fields with commas, quotes or line ends stand in quotes (RFC 4180). */
static void append_field(listing *l, char **line, const char *field)
{
    if (*line != NULL) append(l, line, ",");
    if (strpbrk(field, ",\"\r\n") == NULL) {
        append(l, line, "%s", field);
        return;
    }
    append(l, line, "\"");
    for (; *field != '\0'; field++) append(l, line, "%s%c", *field == '"' ? "\"" : "", *field);
    append(l, line, "\"");
}

static void add_field(listing *l, const char *key, const char *field)
{
    append_field(l, &l->names, key);
    append_field(l, &l->row, field);
}

/* A field with a text that somebody else has chosen. */
static void add_text_field(listing *l, const char *key, const char *text)
{
    char *plain = NULL;
    if (!safe_is_formula(text)) {
        add_field(l, key, text);
        return;
    }
    append(l, &plain, "'%s", text);
    if (plain != NULL) add_field(l, key, plain);
    free(plain);
}

static void begin_cell(listing *l, const char *title, bool left)
{
    if (l->n_rows == 0 && l->at == l->n_columns) {
        if (l->n_columns == l->capacity) {
            const size_t capacity = l->capacity * 2 + 16;
            column *larger = realloc(l->columns, capacity * sizeof *larger);
            if (larger == NULL) {
                l->failed = true;
                return;
            }
            l->columns = larger;
            l->capacity = capacity;
        }
        l->columns[l->n_columns++] = (column){.title = title, .left = left};
    }
    if (l->format == LISTING_JSON && l->at == 0) json_open(&l->json, NULL, '{');
    l->at++;
}

/* Whether the format has a table for people. */
static bool is_shown(const listing *l)
{
    return l->format == LISTING_TEXT || l->format == LISTING_LATEX;
}

/* A text with LaTeX's special characters made plain, to be freed; NULL: out of memory. */
static char *escape_latex(listing *l, const char *text)
{
    char *escaped = NULL;
    append(l, &escaped, "%s", "");
    while (*text != '\0') {
        char piece[SAFE_PIECE];
        const int length = (int)latex_piece(piece, &text);
        append(l, &escaped, "%.*s", length, piece);
    }
    return escaped;
}

static void add_latex_text(listing *l, const char *text)
{
    char *escaped = escape_latex(l, text);
    text_table_add(&l->table, "%s", escaped != NULL ? escaped : "");
    free(escaped);
}

void listing_text(listing *l, const char *key, const char *title, const char *text)
{
    begin_cell(l, title, true);
    if (l->format == LISTING_TEXT) text_table_add(&l->table, "%s", text);
    if (l->format == LISTING_LATEX) add_latex_text(l, text);
    if (l->format == LISTING_CSV) add_text_field(l, key, text);
    if (l->format == LISTING_JSON) json_text(&l->json, key, text);
}

void listing_count(listing *l, const char *key, const char *title, uint64_t value)
{
    char digits[24];
    (void)snprintf(digits, sizeof digits, "%" PRIu64, value);
    begin_cell(l, title, false);
    if (l->format == LISTING_TEXT) text_table_add(&l->table, "%s", digits);
    if (l->format == LISTING_LATEX) text_table_add(&l->table, "$%s$", grouped(value).text);
    if (l->format == LISTING_CSV) add_field(l, key, digits);
    if (l->format == LISTING_JSON) json_count(&l->json, key, value);
}

void listing_sum(listing *l, const char *key, const char *title, const uint64_t *value,
                 size_t n)
{
    char *text = NULL;
    begin_cell(l, title, false);
    append(l, &text, "%s", "");
    for (size_t i = 0; i < n && l->format != LISTING_JSON; i++)
        if (l->format == LISTING_LATEX)
            append(l, &text, "%s%s", i > 0 ? " + " : "", grouped(value[i]).text);
        else
            append(l, &text, "%s%" PRIu64, i > 0 ? " + " : "", value[i]);
    if (l->format == LISTING_TEXT) text_table_add(&l->table, "%s", text != NULL ? text : "");
    if (l->format == LISTING_LATEX) text_table_add(&l->table, "$%s$", text != NULL ? text : "");
    if (l->format == LISTING_CSV) add_text_field(l, key, text != NULL ? text : "");
    if (l->format == LISTING_JSON) {
        json_open(&l->json, key, '[');
        for (size_t i = 0; i < n; i++) json_count(&l->json, NULL, value[i]);
        json_close(&l->json, ']');
    }
    free(text);
}

void listing_real(listing *l, const char *key, const char *title, double value, int decimals)
{
    begin_cell(l, title, false);
    if (is_shown(l))
        text_table_add(&l->table, l->format == LISTING_LATEX ? "$%s$" : "%s",
                       rounded(value, decimals).text);
    if (l->format == LISTING_CSV) add_field(l, key, exact(value).text);
    if (l->format == LISTING_JSON) json_real(&l->json, key, value);
}

void listing_spread(listing *l, const char *key, const char *title, double mean, double std,
                    int decimals)
{
    char name[64];
    char pm[16];
    (void)snprintf(pm, sizeof pm, " %s ",
                   l->format == LISTING_LATEX ? "\\pm" : sign_plus_minus());
    const char *dollar = l->format == LISTING_LATEX ? "$" : "";
    begin_cell(l, title, false);
    if (is_shown(l))
        text_table_add(&l->table, "%s%s%s%s%s", dollar, rounded(mean, decimals).text,
                       isnan(std) ? "" : pm, isnan(std) ? "" : rounded(std, decimals).text,
                       dollar);
    for (int i = 0; i < 2 && !is_shown(l); i++) {
        (void)snprintf(name, sizeof name, "%s_%s", key, i == 0 ? "mean" : "std");
        const double value = i == 0 ? mean : std;
        if (l->format == LISTING_CSV)
            add_field(l, name, exact(value).text);
        else
            json_real(&l->json, name, value);
    }
}

/* ---- Rows and tables --------------------------------------------------------------------- */

/* The names are printed again only where they change. */
static void print_csv_row(listing *l)
{
    if (l->names != NULL && l->row != NULL) {
        if (l->header == NULL || strcmp(l->header, l->names) != 0) {
            fprintf(l->out, "%s%s\n", l->header != NULL ? "\n" : "", l->names);
            free(l->header);
            l->header = l->names;
            l->names = NULL;
        }
        fprintf(l->out, "%s\n", l->row);
    }
    free(l->names);
    free(l->row);
    l->names = l->row = NULL;
}

void listing_row(listing *l)
{
    if (l->format == LISTING_CSV) print_csv_row(l);
    if (l->format == LISTING_JSON) {
        json_close(&l->json, '}');
        json_line(&l->json);
    }
    l->n_rows++;
    l->at = 0;
}

static void print_latex(listing *l)
{
    const text_table *t = &l->table;
    fputs("\\begin{tabular}{", l->out);
    for (size_t c = 0; c < l->n_columns; c++) fputc(l->columns[c].left ? 'l' : 'c', l->out);
    fputs("}\n\\toprule\n", l->out);
    for (size_t c = 0; c < l->n_columns; c++) {
        char *title = escape_latex(l, l->columns[c].title);
        fprintf(l->out, "%s%s", c > 0 ? " & " : "", title != NULL ? title : "");
        free(title);
    }
    fputs(" \\\\\n\\midrule\n", l->out);
    for (size_t i = 0; i < t->n_cells; i++)
        fprintf(l->out, "%s%s", t->cell[i], (i + 1) % l->n_columns == 0 ? " \\\\\n" : " & ");
    fputs("\\bottomrule\n\\end{tabular}\n", l->out);
}

static void print_table(listing *l)
{
    if (l->n_rows == 0 || l->n_columns == 0 || !is_shown(l)) return;
    l->table.columns = l->columns;
    l->table.n_columns = l->n_columns;
    if (l->heading != NULL)
        fprintf(l->out, l->format == LISTING_LATEX ? "%% %s\n" : "%s\n", l->heading);
    if (l->format == LISTING_LATEX)
        print_latex(l);
    else if (!text_table_print(&l->table, "", l->out))
        l->failed = true;
    if (l->table.incomplete) l->failed = true;
}

void listing_break(listing *l, const char *heading)
{
    const bool again = l->n_rows > 0;
    print_table(l);
    if (again && is_shown(l)) fputc('\n', l->out);
    text_table_free(&l->table);
    free(l->heading);
    l->heading = NULL;
    l->n_rows = l->n_columns = l->at = 0;
    if (heading != NULL) append(l, &l->heading, "%s", heading);
}

bool listing_close(listing *l)
{
    print_table(l);
    text_table_free(&l->table);
    free(l->columns);
    free(l->heading);
    free(l->header);
    free(l->names);
    free(l->row);
    return !l->failed;
}
