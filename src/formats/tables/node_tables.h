/* node_tables.h - a table of nodes and a table of edges, "nodes.csv?edges=edges.csv".
 *
 *     id,class,split,attributes                 source,target
 *     paper31,theory,train,12:1 77:1            paper31,paper9
 *
 * Columns of nodes: id (else the first one), what to predict (class, target, label or y), split, sparse
 * attributes as entries index:value (attributes, features or words), graph where there are several; all
 * others are attributes, one number each.  Edges: source and target (else the first two), label; all others
 * are attributes of the edge.  Every edge stands once or twice; where it has no direction, its first row counts.
 */
#ifndef SG_FORMATS_TABLES_NODE_TABLES_H
#define SG_FORMATS_TABLES_NODE_TABLES_H

#include "data/collector.h"
#include "data/nodes/sparse_table.h"
#include "formats/import_options.h"
#include "text/csv_reader.h"

/* Nodes as read. */
typedef struct sg_node_rows {
    uint32_t n;
    sg_names id;        /* [n]                                      */
    sg_name_table *ids; /* the numbers of ids                       */
    uint64_t *line;     /* [n]                                      */
    sg_names target;    /* [n][target_name.n] as written            */
    sg_names target_name;
    uint8_t *part;     /* [n] sg_part; NULL: there is no split     */
    double *attribute; /* [n][n_attributes]                        */
    uint32_t n_attributes;
    sg_names attribute_name; /* [n_attributes]                     */
    sg_sparse_table sparse;
    uint32_t *graph_offset; /* [n_graphs + 1] */
    sg_names graph_id;      /* none where there is no such column */
    uint32_t n_graphs;
    size_t line_capacity, part_capacity, attribute_capacity, offset_capacity;
} sg_node_rows;

void sg_node_rows_free(sg_node_rows *rows);

/* Read the table in text[0 .. size), which is changed; at least 16 bytes behind it must be there.
 * Fails with SG_EFORMAT (path, line, column), SG_EINVAL (a column that is not there), SG_ELIMIT or
 * SG_ENOMEM; what was read is the caller's to free. */
sg_status sg_node_rows_read(sg_node_rows *rows, const char *path, char *text, size_t size,
                            const sg_import_options *options, sg_error *err);

/* Edges as read. */
typedef struct sg_edge_rows {
    uint32_t n;
    uint32_t *end;     /* [n][2] numbers of nodes       */
    sg_names label;    /* [n] or none                   */
    double *attribute; /* [n][n_attributes]             */
    uint32_t n_attributes;
    sg_names attribute_name; /* [n_attributes]          */
    size_t end_capacity, attribute_capacity;
} sg_edge_rows;

void sg_edge_rows_free(sg_edge_rows *rows);

/* Likewise, for edges between these nodes. */
sg_status sg_edge_rows_read(sg_edge_rows *rows, const sg_node_rows *nodes, const char *path,
                            char *text, size_t size, sg_error *err);

/* Of edges without direction: which row counts for every row, the first one between the same two nodes.
 *
 *   first     out; [rows->n], released with sg_free
 *   n_differ  out; the edges of which a later row has another label or other attributes; `loops` says
 *             whether those from a node to itself count
 *
 * Fails with SG_ENOMEM or SG_ECANCELED. */
sg_status sg_edge_rows_first(uint32_t **first, uint32_t *n_differ, const sg_edge_rows *rows,
                             bool loops, sg_error *err);

#endif
