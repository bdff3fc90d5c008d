/* table_layout.h - what the columns of a table are: molecules or texts, targets, ids, parts, pixels.
 *
 * Options decide, then names, then what is in the columns.  What was found without being told is noted.
 */
#ifndef SG_FORMATS_TABLES_TABLE_LAYOUT_H
#define SG_FORMATS_TABLES_TABLE_LAYOUT_H

#include "data/reading/reading.h"
#include "formats/tables/table_survey.h"
#include "text/csv_reader.h"

/* What the cells of a target must be; others make a row bad. */
typedef enum sg_target_kind {
    SG_TARGET_AS_WRITTEN, /* anything                           */
    SG_TARGET_NUMBERS,    /* numbers, or nothing                */
    SG_TARGET_WORDS       /* words, of which every row has one  */
} sg_target_kind;

/* SIZE_MAX: there is no such column. */
typedef struct sg_table_layout {
    const sg_format *format; /* of the cells, or of the pixels   */
    size_t n_columns;
    size_t content; /* column of cells                         */
    size_t id, split;
    size_t *target;       /* [n_targets] */
    sg_target_kind *kind; /* [n_targets] */
    size_t n_targets;
    size_t *pixel; /* [n_pixels] */
    size_t n_pixels;
} sg_table_layout;

void sg_table_layout_free(sg_table_layout *layout);

/* Find the columns of the table whose header is the row of `csv` that was read last.
 *
 *   reading  out; notes, and without targets the columns that may be some
 *
 * Fails with SG_EINVAL (a column that is not there; nothing to make graphs of) or SG_ENOMEM; what was made is
 * the caller's to free. */
sg_status sg_table_layout_find(sg_table_layout *layout, sg_reading *reading, const sg_csv *csv,
                               const sg_table_survey *survey, const sg_import_options *options,
                               sg_error *err);

#endif
