/* sdf_rows.h - an SD file as a table: a row per molecule, a column per data field.
 *
 *     SG_TRY(sg_sdf_rows_make(&rows, text, size, err));
 *
 * The first column is called molfile and holds the MOL block, the second one the title line, the others the
 * data items ("> <logS>") in the order in which they come up first.
 */
#ifndef SG_FORMATS_MOLECULES_SDF_ROWS_H
#define SG_FORMATS_MOLECULES_SDF_ROWS_H

#include "base/names.h"

/* The table as CSV.  {0} has no rows. */
typedef struct sg_sdf_rows {
    sg_text csv;    /* with 32 zeros behind it */
    uint64_t *line; /* [n] of the file, at which a molecule begins, from 1 */
    uint32_t n;
    size_t capacity;
} sg_sdf_rows;

void sg_sdf_rows_free(sg_sdf_rows *rows);

/* Make the table of text[0 .. size).  A file without "$$$$" has one molecule.  Fails with SG_EFORMAT (a zero
 * byte), SG_ENOMEM or SG_ELIMIT. */
sg_status sg_sdf_rows_make(sg_sdf_rows *rows, const char *text, size_t size, sg_error *err);

#endif
