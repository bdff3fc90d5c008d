/* json_out.c - writing JSON, one value after the other.
 *
 * The program sees sharegnn.h alone, and a writer of JSON is no part of a library of graph networks;
 * so this is the program's own.  It writes to a stream, takes texts in any encoding, and cannot fail.
 *
 * printf's decimal point depends on the locale; the program never calls setlocale, so it is
 * always the "C" locale's. */
#include "json_out.h"

#include "safe_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static void put_string(FILE *out, const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    fputc('"', out);
    while (*s != '\0') {
        const int length = utf8_length((const char *)s);
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
