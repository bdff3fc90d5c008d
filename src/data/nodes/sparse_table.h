/* sparse_table.h - attributes of which most are 0: compressed rows of index and value.
 *
 *     SG_TRY(sg_sparse_row_add(&table, 17, 1.0, err));          // of the row that is under way
 *     SG_TRY(sg_sparse_row_end(&table, err));
 *     for (uint64_t e = table.row[v]; e < table.row[v + 1]; e++)
 *         sum += table.value[e] * weight[table.column[e]];
 *
 * The columns of a row ascend; none is there twice.  A table that does not exist has no memory
 * (n_columns == 0, row == NULL).
 */
#ifndef SG_DATA_NODES_SPARSE_TABLE_H
#define SG_DATA_NODES_SPARSE_TABLE_H

#include "base/status.h"

/* Columns are below it. */
enum { SG_MOST_SPARSE_COLUMNS = 1 << 28 };

typedef struct sg_sparse_table {
    uint32_t n_columns;
    uint32_t n_rows;
    uint64_t *row;    /* [n_rows + 1] first entry of a row   */
    uint32_t *column; /* [row[n_rows]]                       */
    float *value;     /* [row[n_rows]] finite                */
    size_t row_capacity, column_capacity, value_capacity;
    uint64_t n_open; /* entries of the row under way        */
} sg_sparse_table;

void sg_sparse_table_free(sg_sparse_table *table);

/* Bytes of memory that the table occupies. */
size_t sg_sparse_table_bytes(const sg_sparse_table *table);

/* Add an entry to the row under way, in any order.  Fails with SG_ELIMIT (columns from 2^28 on) or
 * SG_ENOMEM. */
sg_status sg_sparse_row_add(sg_sparse_table *table, uint32_t column, float value,
                            sg_error *err);

/* End the row under way: its entries are sorted.
 * Fails with SG_EFORMAT where a column is there twice, or SG_ENOMEM. */
sg_status sg_sparse_row_end(sg_sparse_table *table, sg_error *err);

/* Read the entries of a row, "4:1 17:0.5", blanks between them; "4" is "4:1".  The row is not ended.
 * Fails with SG_EFORMAT at `place`, SG_ELIMIT or SG_ENOMEM.  At least 16 bytes must be behind the text. */
sg_status sg_sparse_row_read(sg_sparse_table *table, const char *text, sg_place place,
                             sg_error *err);

/* Add n rows that are in order: those of node v are column[row[v]] up to column[row[v + 1]] with their values,
 * NULL: all are 1.  Nothing is checked.  Fails with SG_ENOMEM. */
sg_status sg_sparse_table_append(sg_sparse_table *table, const uint64_t *row,
                                 const uint32_t *column, const float *value, uint32_t n,
                                 sg_error *err);

/* Copy rows in any order into an empty table.  Fails with SG_ENOMEM; what was made is the copy's. */
sg_status sg_sparse_table_select(sg_sparse_table *copy, const sg_sparse_table *table,
                                 const uint32_t *row, uint32_t n, sg_error *err);

#endif
