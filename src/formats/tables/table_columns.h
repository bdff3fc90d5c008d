/* table_columns.h - columns of a table by their names in the header, which is the row read last.
 *
 *     SG_TRY(sg_table_column(&column, &csv, "smiles", err));
 *     const size_t id = sg_table_guess(&csv, (const char *[]){"id", "name"}, 2);   // SIZE_MAX: none
 */
#ifndef SG_FORMATS_TABLES_TABLE_COLUMNS_H
#define SG_FORMATS_TABLES_TABLE_COLUMNS_H

#include "base/names.h"
#include "text/csv_reader.h"

/* The first column that has one of these names, whatever the capitals, the first name that any column
 * has; SIZE_MAX: none has. */
size_t sg_table_guess(const sg_csv *csv, const char *const *name, size_t n);

/* The column that the user calls `name`, or whose number from 0 it is.  Fails with SG_EINVAL; the text
 * offers the nearest name. */
sg_status sg_table_column(size_t *column, const sg_csv *csv, const char *name, sg_error *err);

/* The column that was said; where nothing was (NULL), the one with the usual name, if any; none for an empty
 * text.  Fails as sg_table_column. */
sg_status sg_table_column_or(size_t *column, const sg_csv *csv, const char *said,
                             const char *usual, sg_error *err);

/* A row must have as many fields as the header.  Fails with SG_EFORMAT. */
sg_status sg_table_check_row(const sg_csv *csv, size_t n_columns, sg_error *err);

/* What n columns are called in the header, the row read last.  Fails with SG_EFORMAT where a name is not
 * UTF-8; the text says `what` they are: "a target". */
sg_status sg_table_name_columns(sg_names *names, const sg_csv *csv, const size_t *column,
                                size_t n, const char *what, sg_error *err);

/* Finite numbers of a row, those of n columns.  Fails with SG_EFORMAT; the text says `what` they are: "an
 * attribute". */
sg_status sg_table_read_reals(double *value, const sg_csv *csv, const size_t *column, size_t n,
                              const char *what, sg_error *err);

#endif
