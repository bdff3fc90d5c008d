/* array_check.h - whether arrays of graphs can be a data set.
 *
 *     sg_graph_arrays arrays;
 *     SG_TRY(sg_arrays_check(&arrays, given, err));       // from here on nothing is wrong with them
 *     sg_given_columns(column, &arrays);
 */
#ifndef SG_DATA_ARRAY_CHECK_H
#define SG_DATA_ARRAY_CHECK_H

#include "data/collector.h"
#include "sharegnn/data.h"

/* A column of the caller's. */
typedef struct sg_given_column {
    const char *name;
    const void *value;       /* [n_rows][n_columns]                   */
    size_t n_rows;           /* nodes, edges or graphs                */
    uint32_t n_columns;      /* 0: there is none                      */
    bool is_real;            /* doubles; else whole numbers           */
    bool may_be_missing;     /* doubles may be NaN                   */
    const char *const *word; /* [n_rows] in place of `value`, or NULL */
} sg_given_column;

/* Copy the caller's struct, of whatever size it is, and check everything that it points to.
 *
 *   arrays  out; n_edges is the number of neighbors where they are compressed rows; the number of
 *           columns is 0 where there is no array or no row
 *
 * Fails with SG_EINVAL; the text names the array and the index.  Time O(everything). */
sg_status sg_arrays_check(sg_graph_arrays *arrays, const sg_graph_arrays *given, sg_error *err);

/* A name of a data set, which may be NULL, is UTF-8; `member` is what messages call it.  Fails with
 * SG_EINVAL. */
sg_status sg_arrays_check_name(const char *name, const char *member, sg_error *err);

/* What their classes, targets and parts belong to. */
sg_item_kind sg_arrays_item(const sg_graph_arrays *arrays);

/* The columns of arrays in the order of sg_column. */
void sg_given_columns(sg_given_column column[SG_N_COLUMNS], const sg_graph_arrays *arrays);

#endif
