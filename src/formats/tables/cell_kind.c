/* cell_kind.c - the ways to write a number, tried from the strictest on. */
#include "formats/tables/cell_kind.h"

#include "data/record_targets.h"

#include <string.h>
#include <strings.h>

enum { LONGEST = 64 };

/* A cell without the blanks around it; cut where it is too long for a number. */
typedef struct short_cell {
    char text[LONGEST + 1];
    bool fits;
} short_cell;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static short_cell trim(const char *cell)
{
    short_cell trimmed = {.fits = true};
    while (is_blank(*cell)) cell++;
    size_t size = strlen(cell);
    while (size > 0 && is_blank(cell[size - 1])) size--;
    if (size > LONGEST) {
        trimmed.fits = false;
        return trimmed;
    }
    memcpy(trimmed.text, cell, size);
    return trimmed;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Leave the commas between thousands out, "1,234,567.8".  False where they are not between groups of three
 * digits, or where there are none.  "0,770" has a decimal comma: no thousands begin with 0. */
static bool join_thousands(short_cell *cell)
{
    char *to = cell->text;
    const char *p = cell->text + (cell->text[0] == '-' || cell->text[0] == '+');
    size_t first = 0;
    while (is_digit(p[first])) first++;
    if (first == 0 || first > 3 || p[first] != ',' || p[0] == '0') return false;
    to += (p - cell->text) + (ptrdiff_t)first;
    p += first;
    while (*p == ',') {
        if (!is_digit(p[1]) || !is_digit(p[2]) || !is_digit(p[3]) || is_digit(p[4]))
            return false;
        memmove(to, p + 1, 3);
        to += 3;
        p += 4;
    }
    if (*p != '\0' && *p != '.') return false;
    memmove(to, p, strlen(p) + 1);
    return true;
}

/* Make "1.234,5" and "4,5" of "1234.5" and "4.5".  False where there is no comma, or more behind it than digits and
 * a power of ten, or points before it that are not between groups of three digits. */
static bool replace_comma(short_cell *cell)
{
    char *comma = strchr(cell->text, ','), *to = cell->text;
    if (comma == NULL || !is_digit(comma[1]) || strpbrk(comma + 1, ",.") != NULL) return false;
    const char *point = memchr(cell->text, '.', (size_t)(comma - cell->text));
    if (point != NULL && (point == cell->text || !is_digit(point[-1]))) return false;
    for (const char *p = point; p != NULL && p < comma; p += 4)
        if (*p != '.' || !is_digit(p[1]) || !is_digit(p[2]) || !is_digit(p[3])) return false;
    *comma = '.';
    for (const char *p = cell->text; *p != '\0'; p++)
        if (*p != '.' || p >= comma) *to++ = *p;
    *to = '\0';
    return true;
}

/* The minus of typesetters, U+2212, becomes the one of keyboards. */
static void make_minus_plain(short_cell *cell)
{
    static const char minus[] = "\xe2\x88\x92";
    if (strncmp(cell->text, minus, 3) != 0) return;
    cell->text[0] = '-';
    memmove(cell->text + 1, cell->text + 3, strlen(cell->text + 3) + 1);
}

static bool has_decimal_comma(double *value, short_cell cell)
{
    make_minus_plain(&cell);
    if (!replace_comma(&cell)) return false;
    return sg_cell_number(value, cell.text + (cell.text[0] == '+'));
}

bool sg_cell_has_decimal_comma(double *value, const char *cell)
{
    const short_cell trimmed = trim(cell);
    return trimmed.fits && has_decimal_comma(value, trimmed);
}

static bool is_number(double *value, short_cell cell, char separator)
{
    if (separator == ';' && has_decimal_comma(value, cell)) return true;
    make_minus_plain(&cell);
    if (sg_cell_number(value, cell.text)) return true;
    if (cell.text[0] == '+' && is_digit(cell.text[1]) && sg_cell_number(value, cell.text + 1))
        return true;
    if (!join_thousands(&cell)) return false;
    return sg_cell_number(value, cell.text + (cell.text[0] == '+'));
}

/* The length of the sign of a bound that begins here; 0: there is none. */
static size_t sign_size(const char *text)
{
    static const char *const sign[] = {
        ">=", "<=", "=<", "=>",           ">>",          "<<",
        ">",  "<",  "~",  "\xe2\x89\xa5", "\xe2\x89\xa4" /* U+2265, U+2264 */};
    for (size_t i = 0; i < sizeof sign / sizeof *sign; i++)
        if (strncmp(text, sign[i], strlen(sign[i])) == 0) return strlen(sign[i]);
    return 0;
}

sg_cell_kind sg_cell_look(double *value, const char *cell, char separator)
{
    const short_cell trimmed = trim(cell);
    if (!trimmed.fits) return SG_CELL_WORD;
    if (is_number(value, trimmed, separator)) return SG_CELL_NUMBER;
    if (sg_cell_is_missing(trimmed.text) || strcasecmp(trimmed.text, "n/a") == 0 ||
        strcasecmp(trimmed.text, "#n/a") == 0)
        return SG_CELL_MISSING;
    if (strcmp(trimmed.text, "-") == 0 || strcmp(trimmed.text, "--") == 0) return SG_CELL_DASH;
    const size_t sign = sign_size(trimmed.text);
    if (sign > 0 && is_number(value, trim(trimmed.text + sign), separator))
        return SG_CELL_BOUND;
    return SG_CELL_WORD;
}
