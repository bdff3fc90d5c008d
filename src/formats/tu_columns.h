/* tu_columns.h - the text files that TU Dortmund's data sets are made of.
 *
 * Every file has one row per line: numbers separated by commas or blanks.  A carriage return and
 * trailing blanks do not matter, nor do a missing last newline and empty lines at the end.  Row i
 * (from 0) stands in line i + 1, because empty lines are allowed nowhere else.
 *
 * All functions read the stream to its end; they fail with SG_EFORMAT (path, line, column, what
 * was found and what is allowed), SG_EIO, SG_ELIMIT or SG_ENOMEM, and leave outputs untouched.
 */
#ifndef SG_FORMATS_TU_COLUMNS_H
#define SG_FORMATS_TU_COLUMNS_H

#include "data/dataset.h"
#include "text/bundle.h"

/* Whole numbers; the first row decides the number of columns. */
sg_status sg_tu_read_labels(sg_label_table *table, size_t *n_rows, sg_stream *stream,
                            sg_error *err);

/* Real numbers; the first row decides the number of columns.  Where `allow_missing`, an empty
 * field between commas or a "?" is a missing value and becomes NaN. */
sg_status sg_tu_read_values(sg_value_table *table, size_t *n_rows, bool allow_missing,
                            sg_stream *stream, sg_error *err);

/* Sparse rows: the number of columns in the first line, then entries "17:0.5" in a line per row. */
sg_status sg_tu_read_sparse(sg_sparse_table *table, size_t *n_rows, sg_stream *stream,
                            sg_error *err);

/* Pairs of node numbers, counted from 1 in the file and from 0 here. */
sg_status sg_tu_read_arcs(sg_arc_list *arcs, sg_stream *stream, sg_error *err);

/* Whether every arc joins two nodes of one graph.  Fails with SG_EFORMAT, naming the line, or SG_ENOMEM. */
sg_status sg_tu_check_arcs(sg_arc_list *arcs, const uint32_t *graph_offset, uint32_t n_graphs,
                           const char *path, sg_error *err);

/* Consecutive nodes of one graph: the run goes to the first node of the next one. */
typedef struct sg_node_run {
    uint32_t graph;      /* from 0 */
    uint32_t first_node; /* from 0 */
} sg_node_run;

/* The graph of every node, as runs.  Graph numbers must not decrease. */
sg_status sg_tu_read_runs(sg_node_run **runs, size_t *n_runs, uint32_t *n_nodes,
                          sg_stream *stream, sg_error *err);

/* One whole number per line, of any size.  Where `allow_missing`, for nodes, a "?" is allowed and becomes
 * SG_NO_NODE_CLASS. */
sg_status sg_tu_read_classes(int64_t **label, size_t *n_rows, bool allow_missing,
                             sg_stream *stream, sg_error *err);

#endif
