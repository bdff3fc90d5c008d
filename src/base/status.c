/* status.c - writing an sg_error once. */
#include "base/status.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool continues_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

static void write_text(sg_error *err, size_t used, const char *fmt, va_list args)
{
    const size_t room = sizeof err->text - used;
    const int length = vsnprintf(err->text + used, room, fmt, args);
    if (length < 0 || (size_t)length < room) return;
    /* Cut before a character of UTF-8, not inside one. */
    char *end = err->text + sizeof err->text - 2;
    while (end > err->text && continues_character(*end)) end--;
    *end = '\0';
}

sg_status sg_error_set(sg_error *err, sg_status status, const char *where, const char *fmt, ...)
{
    if (err == NULL || err->status != SG_OK) return status;
    err->status = status;
    err->where = where;
    va_list args;
    va_start(args, fmt);
    write_text(err, 0, fmt, args);
    va_end(args);
    return status;
}

sg_status sg_error_at(sg_error *err, sg_status status, const char *where, sg_place place,
                      const char *fmt, ...)
{
    if (err == NULL || err->status != SG_OK) return status;
    err->status = status;
    err->where = where;

    /* A long path must not push the reason out of the text: keep its end. */
    const size_t longest = sizeof err->text / 2, length = strlen(place.path);
    const char *path = length > longest ? place.path + (length - longest) : place.path;
    while (path != place.path && continues_character(*path)) path++;
    const unsigned long long line = place.line, column = place.column;
    int used =
        snprintf(err->text, sizeof err->text, "%s%s", path == place.path ? "" : "...", path);
    if (line > 0)
        used += snprintf(err->text + used, sizeof err->text - (size_t)used, ":%llu", line);
    if (line > 0 && column > 0)
        used += snprintf(err->text + used, sizeof err->text - (size_t)used, ":%llu", column);
    if (line == 0 && column > 0)
        used += snprintf(err->text + used, sizeof err->text - (size_t)used, ", column %llu",
                         column);
    used += snprintf(err->text + used, sizeof err->text - (size_t)used, ": ");

    va_list args;
    va_start(args, fmt);
    write_text(err, (size_t)used, fmt, args);
    va_end(args);
    return status;
}

sg_status sg_error_errno(sg_error *err, const char *where, const char *path, const char *verb)
{
    const int code = errno;
    char reason[128];
    const char *text = strerror_r(code, reason, sizeof reason) == 0 ? reason : "unknown error";
    const sg_status status = code == ENOENT   ? SG_ENOTFOUND
                             : code == ENOMEM ? SG_ENOMEM
                                              : SG_EIO;
    return sg_error_at(err, status, where, (sg_place){path, 0, 0}, "cannot %s: %s", verb, text);
}
