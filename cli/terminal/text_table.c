/* text_table.c - aligned columns for people. */
#include "text_table.h"

#include "locale_signs.h"
#include "message.h"
#include "safe_text.h"
#include "terminal_ink.h"
#include "terminal_width.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 2, LEAST = 16 }; /* between columns; the width that words keep */

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
static void put_cell(FILE *out, const char *text, size_t bytes, size_t width, bool left,
                     size_t *owed)
{
    size_t used = 0;
    for (size_t i = 0; i < bytes; i++) used += ((unsigned char)text[i] & 0xc0) != 0x80;
    const size_t blanks = width - smaller(width, used);
    if (bytes == 0) {
        *owed += width;
        return;
    }
    put_blanks(out, *owed + (left ? 0 : blanks));
    const bool is_bar = sign_is_bar(text) && terminal_has_ink(out);
    if (is_bar) fputs(INK_BAR, out);
    fwrite(text, 1, bytes, out);
    if (is_bar) fputs(INK_END, out);
    *owed = left ? blanks : 0;
}

static void put_text(FILE *out, const char *text, size_t width, bool left, size_t *owed)
{
    put_cell(out, text, text != NULL ? strlen(text) : 0, width, left, owed);
}

/* ---- Fitting ------------------------------------------------------------------------------- */

/* Columns that stand side by side: `pick`, [n]; all have widths. */
typedef struct columns_shown {
    const text_table *table;
    const size_t *width; /* [table->n_columns] */
    const size_t *pick;
    size_t n;
} columns_shown;

static size_t width_of_all(const text_table *t, const size_t *width)
{
    size_t total = 0;
    for (size_t c = 0; c < t->n_columns; c++) total += width[c] + (c > 0 ? GAP : 0);
    return total;
}

/* Words take several lines where a line has no room for them: the widest column first. */
static void narrow(const text_table *t, size_t *width, size_t room)
{
    while (width_of_all(t, width) > room) {
        size_t widest = t->n_columns;
        for (size_t c = 0; c < t->n_columns; c++) {
            const size_t title = text_width(t->columns[c].title);
            if (!t->columns[c].left || width[c] <= (title > LEAST ? title : LEAST)) continue;
            if (widest == t->n_columns || width[c] > width[widest]) widest = c;
        }
        if (widest == t->n_columns) return;
        width[widest]--;
    }
}

/* The bytes of `text` that a line of `width` columns takes: whole words where there are some. */
static size_t line_of(const char *text, size_t width)
{
    size_t bytes = 0, used = 0, word = 0;
    while (text[bytes] != '\0' && used < width) {
        bytes++;
        while (((unsigned char)text[bytes] & 0xc0) == 0x80) bytes++;
        used++;
        if (text[bytes] == ' ' || text[bytes - 1] == ',') word = bytes;
    }
    return text[bytes] == '\0' || word == 0 ? bytes : word;
}

/* A row in as many lines as its longest cell takes. */
static void print_row(const columns_shown *s, char *const *cell, const char **rest,
                      const char *indent, FILE *out)
{
    bool more = true;
    for (size_t i = 0; i < s->n; i++)
        rest[i] = cell[s->pick[i]] != NULL ? cell[s->pick[i]] : "";
    while (more) {
        size_t owed = 0;
        more = false;
        fputs(indent, out);
        for (size_t i = 0; i < s->n; i++) {
            const size_t c = s->pick[i], bytes = line_of(rest[i], s->width[c]);
            put_cell(out, rest[i], bytes, s->width[c], s->table->columns[c].left, &owed);
            owed += GAP;
            rest[i] += bytes;
            while (*rest[i] == ' ') rest[i]++;
            more = more || *rest[i] != '\0';
        }
        fputc('\n', out);
    }
}

/* ---- Printing ------------------------------------------------------------------------------ */

/* A title over a single column is aligned as the column; over several it stands in the middle. */
static void print_above(const columns_shown *s, const char *indent, FILE *out)
{
    const column *columns = s->table->columns;
    size_t owed = 0;
    fputs(indent, out);
    for (size_t i = 0, next; i < s->n; i = next) {
        const char *text = columns[s->pick[i]].above;
        size_t span = s->width[s->pick[i]];
        for (next = i + 1; text != NULL && next < s->n; next++) {
            const char *other = columns[s->pick[next]].above;
            if (other == NULL || strcmp(other, text) != 0) break;
            span += GAP + s->width[s->pick[next]];
        }
        const size_t before = next > i + 1 ? (span - smaller(span, text_width(text))) / 2 : 0;
        owed += before;
        put_text(out, text, span - before, next > i + 1 || columns[s->pick[i]].left, &owed);
        owed += GAP;
    }
    fputc('\n', out);
}

static void print_header(const columns_shown *s, const char *indent, FILE *out)
{
    const text_table *t = s->table;
    bool above = false, titles = false;
    for (size_t c = 0; c < t->n_columns; c++) {
        above = above || t->columns[c].above != NULL;
        titles = titles || t->columns[c].title != NULL;
    }
    if (above) print_above(s, indent, out);
    if (!titles) return;
    size_t owed = 0;
    const bool inked = terminal_has_ink(out);
    fputs(indent, out);
    if (inked) fputs(INK_BOLD, out);
    for (size_t i = 0; i < s->n; i++) {
        const column *is = &t->columns[s->pick[i]];
        put_text(out, is->title, s->width[s->pick[i]], is->left, &owed);
        owed += GAP;
    }
    if (inked) fputs(INK_END, out);
    fputc('\n', out);
}

/* Pick columns from `from` on, as many as there is room for; those after the first part stand
 * behind the first column again.  Returns the first that is left. */
static size_t pick_columns(size_t *pick, size_t *n, const text_table *t, const size_t *width,
                           size_t from, size_t room)
{
    size_t used = 0, c = from;
    *n = 0;
    if (from > 0) {
        pick[(*n)++] = 0;
        used = width[0];
    }
    for (; c < t->n_columns; c++) {
        const size_t with = used + (*n > 0 ? GAP : 0) + width[c];
        if (with > room && c > from) break;
        pick[(*n)++] = c;
        used = with;
    }
    return c;
}

bool text_table_print(const text_table *t, const char *indent, FILE *out)
{
    const size_t terminal = terminal_width(out), before = strlen(indent);
    const size_t room = terminal > before ? terminal - before : SIZE_MAX;
    size_t *width = calloc(2 * t->n_columns, sizeof *width);
    const char **rest = calloc(t->n_columns, sizeof *rest);
    const bool whole = width != NULL && rest != NULL && !t->incomplete;
    for (size_t c = 0; whole && c < t->n_columns; c++) width[c] = column_width(t, c);
    if (whole) narrow(t, width, room);
    for (size_t c = 0, next; whole && c < t->n_columns; c = next) {
        columns_shown s = {.table = t, .width = width, .pick = width + t->n_columns};
        next = pick_columns(width + t->n_columns, &s.n, t, width, c, room);
        if (c > 0) fputc('\n', out);
        print_header(&s, indent, out);
        for (size_t row = 0; row + t->n_columns <= t->n_cells; row += t->n_columns)
            print_row(&s, t->cell + row, rest, indent, out);
    }
    free(rest);
    free(width);
    return whole;
}

void text_table_free(text_table *t)
{
    for (size_t i = 0; i < t->n_cells; i++) free(t->cell[i]);
    free(t->cell);
    *t = (text_table){.columns = t->columns, .n_columns = t->n_columns};
}
