/* format_kinds.c - the list of all formats as a table.
 *
 * Nothing else is in this file: a program that brings a table of its own, as the test of
 * docs/adding-a-format.md does, is linked without it. */
#include "formats/format.h"

#define ADDRESS(format) &(format),

static const sg_format *const FORMATS[] = {SG_FORMAT_LIST(ADDRESS)};

enum {
    N_FORMATS = sizeof FORMATS / sizeof FORMATS[0]
}; /* NOLINT(bugprone-sizeof-expression) */

const sg_format *const *sg_formats(size_t *n_formats)
{
    *n_formats = N_FORMATS;
    return FORMATS;
}
