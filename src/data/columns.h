/* columns.h - tables of whole or real numbers: what is said about nodes, arcs and items.
 *
 * A table that does not exist has no memory (n_columns == 0, value == NULL).  The memory may be that of
 * a program that uses the library, and is then never written and never freed:
 *
 *     sg_loans_add(&loans, table.value);
 *     sg_loans_return(&loans, &table.value);      // from here on table.value may be freed
 */
#ifndef SG_DATA_COLUMNS_H
#define SG_DATA_COLUMNS_H

#include "base/status.h"

/* Whole-number labels of nodes or arcs; almost always one column. */
typedef struct sg_label_table {
    int32_t *value; /* [n_rows][n_columns] */
    uint32_t n_columns;
} sg_label_table;

/* Real-valued attributes of nodes or arcs, or targets of items. */
typedef struct sg_value_table {
    double *value; /* [n_rows][n_columns]; NaN = missing (targets only) */
    uint32_t n_columns;
} sg_value_table;

/* Arrays that are used in place and belong to others; {0} has none. */
enum { SG_MOST_LOANS = 9 }; /* three of the graphs, six columns */
typedef struct sg_loans {
    const void *array[SG_MOST_LOANS];
    uint32_t n;
} sg_loans;

/* Remember that an array belongs to others. */
void sg_loans_add(sg_loans *loans, const void *array);

/* Make the pointer at the address `array` NULL where it belongs to others, so that it can be freed in any
 * case. */
void sg_loans_return(const sg_loans *loans, void *array);

/* Copy rows of a table, in any order; rows may be left out or repeated.
 *
 *   copy    out; address of a pointer, which gets memory for n_rows rows; it stays as it is where the
 *           table has no memory or no columns
 *   source  [n_rows] the number of every row in `table`
 *   width   bytes of a row
 *
 * Fails with SG_ENOMEM; the pointer is then unchanged.  Time O(n_rows * width). */
sg_status sg_rows_copy(void *copy, const void *table, const uint32_t *source, size_t n_rows,
                       size_t width, sg_error *err);

/* Bring the rows of a table into another order, that of a graph's arcs say; rows may be left out or
 * repeated.
 *
 *     SG_TRY(sg_rows_gather(&table.value, source, n_arcs, table.n_columns * sizeof *table.value,
 *                           err));
 *
 *   table   address of a pointer to memory of sg_alloc or sg_grow, which is replaced by memory for
 *           n_rows rows; a table without memory or columns stays as it is
 *   source  [n_rows] the old number of every new row; NULL: the order stays
 *   width   bytes of a row
 *
 * Fails with SG_ENOMEM; the table is then unchanged.  Time O(n_rows * width). */
sg_status sg_rows_gather(void *table, const uint32_t *source, size_t n_rows, size_t width,
                         sg_error *err);

#endif
