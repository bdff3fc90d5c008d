/* columns.h - tables of whole or real numbers: what is said about nodes, arcs and items.
 *
 * A table that does not exist has no memory (n_columns == 0, value == NULL).
 */
#ifndef SG_DATA_COLUMNS_H
#define SG_DATA_COLUMNS_H

#include <stdint.h>

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

#endif
