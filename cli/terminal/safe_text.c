/* safe_text.c - escapes for terminals, LaTeX and spreadsheets. */
#include "safe_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int utf8_length(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] < 0x80) return 1;
    const int length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4) return 0;
    for (int i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    const bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    const bool outside = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return overlong || outside ? 0 : length;
}

/* The number of a character of two or three bytes; 0: it has others. */
static unsigned number_of(const unsigned char *s, int length)
{
    if (length == 2) return (s[0] & 0x1fU) << 6 | (s[1] & 0x3fU);
    if (length == 3) return (s[0] & 0x0fU) << 12 | (s[1] & 0x3fU) << 6 | (s[2] & 0x3fU);
    return 0;
}

/* Control characters of 8 bits, ends of lines, and what turns the direction of writing. */
static bool is_unsafe(unsigned number)
{
    return (number >= 0x80 && number < 0xa0) || number == 0x200e || number == 0x200f ||
           (number >= 0x2028 && number <= 0x202e) || (number >= 0x2066 && number <= 0x2069);
}

size_t safe_piece(char out[SAFE_PIECE], const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    const int length = utf8_length(*text);
    const unsigned number = number_of(s, length);
    *text += length > 0 ? length : 1;
    if (length == 0 || s[0] < 0x20 || s[0] == 0x7f)
        return (size_t)snprintf(out, SAFE_PIECE, "\\x%02x", s[0]);
    if (is_unsafe(number)) return (size_t)snprintf(out, SAFE_PIECE, "\\u%04x", number);
    memcpy(out, s, (size_t)length);
    return (size_t)length;
}

size_t latex_piece(char out[SAFE_PIECE], const char **text)
{
    const char c = **text;
    if ((unsigned char)c < 0x20 || c == 0x7f || c == '\\') {
        ++*text;
        return (size_t)snprintf(out, SAFE_PIECE, "%s", c == '\\' ? "\\textbackslash{}" : " ");
    }
    if (strchr("&%$#_{}~^", c) == NULL) return safe_piece(out, text);
    ++*text;
    return (size_t)snprintf(out, SAFE_PIECE, c == '~' || c == '^' ? "\\%c{}" : "\\%c", c);
}

void safe_write(char *out, size_t room, const char *text,
                size_t (*piece)(char out[SAFE_PIECE], const char **text))
{
    char next[SAFE_PIECE];
    size_t size = 0;
    while (*text != '\0') {
        const size_t length = piece(next, &text);
        if (size + length + 1 > room) break;
        memcpy(out + size, next, length);
        size += length;
    }
    out[size] = '\0';
}

bool safe_is_formula(const char *field)
{
    char *end = NULL;
    if (field[0] == '\0' || strchr("=+-@\t\r", field[0]) == NULL) return false;
    (void)strtod(field, &end);
    return end == field || *end != '\0';
}

size_t text_width(const char *text)
{
    size_t width = 0;
    for (; text != NULL && *text != '\0'; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}
