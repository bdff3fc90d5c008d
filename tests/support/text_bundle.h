/* text_bundle.h - a whole data set in one text, for tests and fuzz targets.
 *
 *     == A
 *     1, 2
 *     == graph_indicator
 *     1
 *     1
 *
 * Lines that begin with "== " name the file X_A.txt, X_graph_indicator.txt, ... that follows;
 * what stands before the first of them is ignored.  In a header, because fuzz targets link
 * nothing but the library.
 */
#ifndef SG_TESTS_SUPPORT_TEXT_BUNDLE_H
#define SG_TESTS_SUPPORT_TEXT_BUNDLE_H

#include "text/bundle.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_BUNDLE_FILES = 16, TEXT_BUNDLE_NAME = 64 };

typedef struct text_bundle {
    sg_memory_file file[TEXT_BUNDLE_FILES]; /* point into `name` and into the text */
    char name[TEXT_BUNDLE_FILES][TEXT_BUNDLE_NAME];
    size_t n_files;
} text_bundle;

/* The next line that begins with "== ", or `end`. */
static inline const char *text_bundle_heading(const char *p, const char *end)
{
    while (p < end) {
        if (end - p >= 3 && memcmp(p, "== ", 3) == 0) return p;
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        p = newline != NULL ? newline + 1 : end;
    }
    return end;
}

/* Split a text into files; the text is borrowed, and `bundle` must stay where it is. */
static inline void text_bundle_split(text_bundle *bundle, const char *text, size_t size)
{
    const char *end = text + size, *p = text_bundle_heading(text, end);
    bundle->n_files = 0;
    while (p < end && bundle->n_files < TEXT_BUNDLE_FILES) {
        const char *suffix = p + 3, *newline = memchr(p, '\n', (size_t)(end - p));
        const char *suffix_end = newline != NULL ? newline : end;
        const char *content = newline != NULL ? newline + 1 : end;
        if (suffix_end > suffix && suffix_end[-1] == '\r') suffix_end--;
        const size_t length = (size_t)(suffix_end - suffix);
        const size_t i = bundle->n_files++;
        p = text_bundle_heading(content, end);
        (void)snprintf(bundle->name[i], TEXT_BUNDLE_NAME, "X_%.*s.txt",
                       (int)(length < 32 ? length : 32), suffix);
        bundle->file[i] = (sg_memory_file){bundle->name[i], content, (size_t)(p - content)};
    }
}

#endif
