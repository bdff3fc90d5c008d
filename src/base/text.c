/* text.c - a growing text. */
#include "base/text.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sg_text_free(sg_text *text)
{
    sg_free(text->data);
    *text = (sg_text){0};
}

static sg_status reserve(sg_text *text, size_t more, sg_error *err)
{
    return sg_grow(&text->data, &text->capacity, text->size + more + 1, 1, err);
}

sg_status sg_text_add_list(sg_text *text, sg_error *err, const char *fmt, va_list args)
{
    sg_status status = SG_OK;
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, fmt, args);
    SG_REQUIRE(length >= 0, SG_EINVAL, "text: cannot format \"%s\"", fmt);
    SG_TRY(reserve(text, (size_t)length, err));
    (void)vsnprintf(text->data + text->size, (size_t)length + 1, fmt, again);
    text->size += (size_t)length;
done:
    va_end(again);
    return status;
}

sg_status sg_text_add(sg_text *text, sg_error *err, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    const sg_status status = sg_text_add_list(text, err, fmt, args);
    va_end(args);
    return status;
}

sg_status sg_text_add_bytes(sg_text *text, const void *bytes, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(reserve(text, size, err));
    if (size > 0) memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = '\0';
done:
    return status;
}

sg_status sg_text_add_integer(sg_text *text, int64_t value, sg_error *err)
{
    char digits[24], *p = digits + sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do *--p = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (value < 0) *--p = '-';
    return sg_text_add_bytes(text, p, (size_t)(digits + sizeof digits - p), err);
}

/* The locale may have put its own decimal point, of one byte or several, where every file format
 * wants '.': it is what is neither digit, sign nor letter. */
static void write_point(char *number)
{
    char *end = number;
    for (const char *p = number; *p != '\0'; p++) {
        const bool is_point = (*p < '0' || *p > '9') && strchr("+-einfa", *p) == NULL;
        if (!is_point)
            *end++ = *p;
        else if (end == number || end[-1] != '.')
            *end++ = '.';
    }
    *end = '\0';
}

sg_status sg_text_add_real(sg_text *text, double value, sg_error *err)
{
    char digits[40];
    for (int precision = 6; precision <= 17; precision++) {
        (void)snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) break;
    }
    write_point(digits);
    return sg_text_add_bytes(text, digits, strlen(digits), err);
}
