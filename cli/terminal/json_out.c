/* json_out.c - writing JSON, one value after the other.
 *
 * The program sees sharegnn.h alone, and a writer of JSON is no part of a library of graph networks;
 * so this is the program's own.  It writes to a stream, takes texts in any encoding, and cannot fail.
 *
 * printf's decimal point depends on the locale; the program never calls setlocale, so it is
 * always the "C" locale's. */
#include "json_out.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* The length of the UTF-8 character at `s`, or 0 if there is none (RFC 3629: no surrogates, no
 * overlong forms, nothing above U+10FFFF). */
static int utf8_length(const unsigned char *s)
{
    if (s[0] < 0x80) return 1;
    const int length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4) return 0;
    for (int i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    const bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    const bool outside = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return overlong || outside ? 0 : length;
}

static void put_string(FILE *out, const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    fputc('"', out);
    while (*s != '\0') {
        const int length = utf8_length(s);
        if (length == 0)
            fputs("\\ufffd", out);
        else if (*s == '"' || *s == '\\')
            fprintf(out, "\\%c", *s);
        else if (*s < 0x20 || *s == 0x7f)
            fprintf(out, "\\u%04x", *s);
        else
            fwrite(s, 1, (size_t)length, out);
        s += length > 0 ? length : 1;
    }
    fputc('"', out);
}

static void put_key(json *j, const char *key)
{
    if (j->comma) fputc(',', j->out);
    j->comma = true;
    if (key == NULL) return;
    put_string(j->out, key);
    fputc(':', j->out);
}

void json_open(json *j, const char *key, char bracket)
{
    put_key(j, key);
    fputc(bracket, j->out);
    j->comma = false;
}

void json_close(json *j, char bracket)
{
    fputc(bracket, j->out);
    j->comma = true;
}

void json_text(json *j, const char *key, const char *text)
{
    put_key(j, key);
    if (text == NULL)
        fputs("null", j->out);
    else
        put_string(j->out, text);
}

void json_count(json *j, const char *key, uint64_t value)
{
    put_key(j, key);
    fprintf(j->out, "%" PRIu64, value);
}

void json_real(json *j, const char *key, double value)
{
    char digits[40] = "null";
    for (int n = 15; isfinite(value) && n <= 17; n++) {
        snprintf(digits, sizeof digits, "%.*g", n, value);
        if (strtod(digits, NULL) == value) break;
    }
    put_key(j, key);
    fputs(digits, j->out);
}

void json_bool(json *j, const char *key, bool value)
{
    put_key(j, key);
    fputs(value ? "true" : "false", j->out);
}

void json_null(json *j, const char *key)
{
    put_key(j, key);
    fputs("null", j->out);
}

void json_line(json *j)
{
    fputc('\n', j->out);
    j->comma = false;
}
