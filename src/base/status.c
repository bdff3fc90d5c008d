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

/* The bytes of the character of UTF-8 that `text` begins with; 0 where it begins with none. */
static size_t character_size(const char *text)
{
    const unsigned char first = (unsigned char)text[0], second = (unsigned char)text[1];
    const size_t n = first < 0x80                   ? 1
                     : first < 0xc2 || first > 0xf4 ? 0
                     : first < 0xe0                 ? 2
                     : first < 0xf0                 ? 3
                                                    : 4;
    for (size_t i = 1; i < n; i++)
        if (!continues_character(text[i])) return 0;
    /* Too long for what it says, half of a pair of UTF-16, beyond the last character. */
    const bool is_wrong = (first == 0xe0 && second < 0xa0) ||
                          (first == 0xed && second > 0x9f) ||
                          (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return n > 1 && is_wrong ? 0 : n;
}

/* Paths and expressions may have any bytes, but whoever shows a text counts on UTF-8. */
static void replace_wrong_bytes(char *text)
{
    while (*text != '\0') {
        const size_t n = character_size(text);
        if (n == 0) *text = '?';
        text += n > 0 ? n : 1;
    }
}

static void write_text(sg_error *err, size_t used, const char *fmt, va_list args)
{
    const size_t room = sizeof err->text - used;
    const int length = vsnprintf(err->text + used, room, fmt, args);
    if (length >= 0 && (size_t)length >= room) {
        /* Cut before a character of UTF-8, not inside one. */
        char *end = err->text + sizeof err->text - 2;
        while (end > err->text && continues_character(*end)) end--;
        *end = '\0';
    }
    replace_wrong_bytes(err->text);
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

void sg_error_leave(sg_error_guard *guard)
{
    if (guard->caller == NULL) return;
    guard->caller->status = guard->own.status;
    guard->caller->where = guard->own.where;
    memcpy(guard->caller->text, guard->own.text, strlen(guard->own.text) + 1);
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

const char *sg_status_word(sg_status status)
{
    static const char *const words[] = {[SG_OK] = "SG_OK",
                                        [SG_EINVAL] = "SG_EINVAL",
                                        [SG_ENOMEM] = "SG_ENOMEM",
                                        [SG_EIO] = "SG_EIO",
                                        [SG_EFORMAT] = "SG_EFORMAT",
                                        [SG_ENOTFOUND] = "SG_ENOTFOUND",
                                        [SG_EEXIST] = "SG_EEXIST",
                                        [SG_ELIMIT] = "SG_ELIMIT",
                                        [SG_ECANCELED] = "SG_ECANCELED"};
    return (unsigned)status < sizeof words / sizeof *words ? words[status] : NULL;
}
