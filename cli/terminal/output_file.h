/* output_file.h - a file for results that appears whole or not at all.
 *
 *     output_file out;
 *     if (!output_file_open(&out, path)) return output_file_complain(path);
 *     fprintf(out.stream, ...);
 *     if (!output_file_close(&out)) ...
 *
 * A plain file is written beside its place and moved there by close (base/file.h); a link to one is
 * followed.  A pipe or a device, also behind a link such as /dev/stdout, is written to.
 */
#ifndef SG_CLI_OUTPUT_FILE_H
#define SG_CLI_OUTPUT_FILE_H

#include "base/file.h"

#include <stdio.h>

typedef struct output_file {
    FILE *stream;
    const char *path;      /* borrowed; NULL: standard output                          */
    sg_file_writer writer; /* of a plain file; not open: the stream goes to its place  */
} output_file;

/* Open a file, or standard output where `path` is NULL.  False where that is impossible; errno
 * says why. */
bool output_file_open(output_file *out, const char *path);

/* Finish.  False where something could not be written (errno says why); there is no file then. */
bool output_file_close(output_file *out);

/* Give up: there is no file afterwards. */
void output_file_discard(output_file *out);

/* Say that `path` (NULL: standard output) could not be written to and why, by errno; return
 * EXIT_FAILURE.  A reader of standard output that has seen enough needs no message, and no second one
 * from main. */
int output_file_complain(const char *path);

/* Whether a file could be written there, as far as that can be known before; errno says why not.
 * For those who would rather know before an hour of computing than behind it. */
bool output_file_possible(const char *path);

#endif
