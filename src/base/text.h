/* text.h - a growing text, for building paths, files and messages.
 *
 *     sg_text text = {0};
 *     SG_TRY(sg_text_add(&text, err, "%s/%s.txt", folder, name));
 *     sg_text_free(&text);
 */
#ifndef SG_BASE_TEXT_H
#define SG_BASE_TEXT_H

#include "base/status.h"

#include <stdarg.h>

typedef struct sg_text {
    char *data; /* zero-terminated once something was added */
    size_t size;
    size_t capacity;
} sg_text;

void sg_text_free(sg_text *text);

/* Append formatted text.  Fails with SG_ENOMEM; the text is then unchanged. */
SG_PRINTF(3, 4)
sg_status sg_text_add(sg_text *text, sg_error *err, const char *fmt, ...);

/* The same for functions that take arguments like printf themselves. */
SG_PRINTF(3, 0)
sg_status sg_text_add_list(sg_text *text, sg_error *err, const char *fmt, va_list args);

/* Append `size` bytes as they are. */
sg_status sg_text_add_bytes(sg_text *text, const void *bytes, size_t size, sg_error *err);

/* Append a whole number in decimal; much faster than sg_text_add. */
sg_status sg_text_add_integer(sg_text *text, int64_t value, sg_error *err);

/* Append a real number with as few digits as read back to the same double. */
sg_status sg_text_add_real(sg_text *text, double value, sg_error *err);

#endif
