/* table_file.h - a table of molecules, texts or images: CSV with a header.
 *
 * What is in it say the options, else the header: a column called smiles or text; target, label,
 * class or y; id; split.  Names are compared without regard to capitals; a number is a column from 0.
 */
#ifndef SG_FORMATS_TABLE_FILE_H
#define SG_FORMATS_TABLE_FILE_H

#include "data/dataset.h"
#include "formats/import_options.h"

/* Read the table in text[0 .. size), which is changed; at least 16 bytes behind it must be there.
 *
 *   name   of the data set
 *   path   of the file, for messages
 *
 * Fails with SG_EFORMAT (path, line, column), SG_EINVAL (a column that is not there), SG_ELIMIT or
 * SG_ENOMEM. */
sg_status sg_table_read(sg_dataset *data, const char *name, const char *path, char *text,
                        size_t size, char separator, const sg_import_options *options,
                        sg_error *err);

/* The same for a table that was made of another file.
 *
 *   row_line  [rows] the line of that file at which a row begins, for messages */
sg_status sg_table_read_from(sg_dataset *data, const char *name, const char *path, char *text,
                             size_t size, const uint64_t *row_line,
                             const sg_import_options *options, sg_error *err);

#endif
