/* text_table.c - aligned columns for people. */
#include "text_table.h"

#include "message.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 2 };

/* Columns a UTF-8 text takes: its characters, not its bytes. */
static size_t text_width(const char *text)
{
    size_t width = 0;
    for (; text != NULL && *text != '\0'; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool make_room(text_table *t)
{
    if (t->n_cells < t->capacity) return true;
    const size_t capacity = t->capacity + t->capacity / 2 + 64;
    char **cell = realloc(t->cell, capacity * sizeof *cell);
    if (cell == NULL) return false;
    t->cell = cell;
    t->capacity = capacity;
    return true;
}

void text_table_add(text_table *t, const char *format, ...)
{
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    const int length = vsnprintf(NULL, 0, format, values);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    char *cell = NULL;
    if (text != NULL) {
        vsnprintf(text, (size_t)length + 1, format, again);
        cell = message_escape(text);
    }
    if (cell != NULL && make_room(t)) {
        t->cell[t->n_cells++] = cell;
    } else {
        free(cell);
        t->incomplete = true;
    }
    free(text);
    va_end(again);
    va_end(values);
}

static size_t column_width(const text_table *t, size_t c)
{
    size_t width = text_width(t->columns[c].title);
    for (size_t i = c; i < t->n_cells; i += t->n_columns) {
        const size_t cell = text_width(t->cell[i]);
        if (cell > width) width = cell;
    }
    return width;
}

static void put_blanks(FILE *out, size_t n)
{
    for (; n > 0; n--) fputc(' ', out);
}

/* Lines do not end in blanks: they are owed until the next text comes. */
static void put_cell(FILE *out, const char *text, size_t width, bool left, size_t *owed)
{
    const size_t blanks = width - smaller(width, text_width(text));
    if (text == NULL || *text == '\0') {
        *owed += width;
        return;
    }
    put_blanks(out, *owed + (left ? 0 : blanks));
    fputs(text, out);
    *owed = left ? blanks : 0;
}

/* A title over a single column is aligned as the column; over several it stands in the middle. */
static void print_above(const text_table *t, const size_t *width, const char *indent, FILE *out)
{
    size_t owed = 0;
    fputs(indent, out);
    for (size_t c = 0, next; c < t->n_columns; c = next) {
        const char *text = t->columns[c].above;
        size_t span = width[c];
        for (next = c + 1; text != NULL && next < t->n_columns; next++) {
            if (t->columns[next].above == NULL || strcmp(t->columns[next].above, text) != 0)
                break;
            span += GAP + width[next];
        }
        const size_t before = next > c + 1 ? (span - smaller(span, text_width(text))) / 2 : 0;
        owed += before;
        put_cell(out, text, span - before, next > c + 1 || t->columns[c].left, &owed);
        owed += GAP;
    }
    fputc('\n', out);
}

static void print_header(const text_table *t, const size_t *width, const char *indent,
                         FILE *out)
{
    bool above = false, titles = false;
    for (size_t c = 0; c < t->n_columns; c++) {
        above = above || t->columns[c].above != NULL;
        titles = titles || t->columns[c].title != NULL;
    }
    if (above) print_above(t, width, indent, out);
    if (!titles) return;
    size_t owed = 0;
    fputs(indent, out);
    for (size_t c = 0; c < t->n_columns; c++) {
        put_cell(out, t->columns[c].title, width[c], t->columns[c].left, &owed);
        owed += GAP;
    }
    fputc('\n', out);
}

bool text_table_print(const text_table *t, const char *indent, FILE *out)
{
    size_t *width = calloc(t->n_columns, sizeof *width);
    if (width == NULL || t->incomplete) {
        free(width);
        return false;
    }
    for (size_t c = 0; c < t->n_columns; c++) width[c] = column_width(t, c);
    print_header(t, width, indent, out);
    for (size_t row = 0; row + t->n_columns <= t->n_cells; row += t->n_columns) {
        size_t owed = 0;
        fputs(indent, out);
        for (size_t c = 0; c < t->n_columns; c++) {
            put_cell(out, t->cell[row + c], width[c], t->columns[c].left, &owed);
            owed += GAP;
        }
        fputc('\n', out);
    }
    free(width);
    return true;
}

void text_table_free(text_table *t)
{
    for (size_t i = 0; i < t->n_cells; i++) free(t->cell[i]);
    free(t->cell);
    *t = (text_table){.columns = t->columns, .n_columns = t->n_columns};
}
