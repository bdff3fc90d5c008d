/* line_array.h - a data set from lines in memory.
 *
 *     const sg_line_array lines = {.line = smiles, .n = 3, .format = &sg_format_smiles};
 *     SG_TRY(sg_line_array_read(&data, &kept, &n_kept, &lines, "molecules", threads, err));
 *
 * All threads read lines; the graphs come in the order of the lines.
 */
#ifndef SG_FORMATS_MEMORY_LINE_ARRAY_H
#define SG_FORMATS_MEMORY_LINE_ARRAY_H

#include "base/threads.h"
#include "formats/format.h"

typedef struct sg_line_array {
    const char *const *line; /* [n] */
    size_t n;
    const sg_format *format; /* one that has lines       */
    const sg_import_options *options;

    /* Told about a line that cannot be read; whether to go on without it.  NULL: stop. */
    bool (*refused)(void *context, size_t line, const sg_error *why);
    void *context;
} sg_line_array;

/* Read all lines into an empty data set.
 *
 *   kept, n_kept  out; the lines that became graphs; kept is released with sg_free
 *
 * Fails with SG_EINVAL (a line is NULL), SG_EFORMAT (a line, by its number from 0, as "line[17], column
 * 4: ..."; no line is left), SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
sg_status sg_line_array_read(sg_dataset *data, uint32_t **kept, uint32_t *n_kept,
                             const sg_line_array *lines, const char *name, sg_threads *threads,
                             sg_error *err);

#endif
