/* dataset.h - graphs with everything that is known about them.
 *
 * A data set is one disjoint union of graphs plus optional columns: labels and attributes of
 * nodes and edges, a class or target values of each graph, names of all of them.  A column that does not exist has no
 * memory (n_columns == 0, value == NULL); {0} is the empty data set.
 */
#ifndef SG_DATA_DATASET_H
#define SG_DATA_DATASET_H

#include "data/label_names.h"
#include "graph/graph.h"

/* Whole-number labels of nodes or arcs; almost always one column. */
typedef struct sg_label_table {
    int32_t *value; /* [n_rows][n_columns] */
    uint32_t n_columns;
} sg_label_table;

/* Real-valued attributes of nodes, arcs or graphs. */
typedef struct sg_value_table {
    double *value; /* [n_rows][n_columns]; NaN = missing (targets only) */
    uint32_t n_columns;
} sg_value_table;

typedef struct sg_dataset {
    char *name;
    sg_graph graph;
    sg_graph_repairs repairs;

    sg_label_table node_label;     /* rows: nodes                                          */
    sg_value_table node_attribute; /* rows: nodes                                          */
    sg_label_table edge_label;     /* rows: arcs; both arcs of an edge as the source says  */
    sg_value_table edge_attribute; /* rows: arcs                                           */

    uint32_t *graph_class; /* [n_graphs] 0 .. n_classes-1, or NULL                        */
    int64_t *class_name;   /* [n_classes] the label in the file, ascending; or NULL       */
    uint32_t n_classes;

    sg_value_table target; /* rows: graphs; regression targets                            */

    /* What data sets may say besides; each has nothing (n == 0, NULL) where they do not. */
    sg_label_names node_name, edge_name; /* of labels with one column                     */
    sg_names class_word;                 /* [n_classes] where classes are words           */
    sg_names graph_id;                   /* [n_graphs]                                    */
    sg_names target_name;                /* [target.n_columns]                            */
    uint8_t *graph_part;                 /* [n_graphs] of sg_graph_part                   */
} sg_dataset;

/* Release everything and make the data set empty. */
void sg_dataset_free(sg_dataset *data);

/* Bytes of memory that the data set occupies. */
size_t sg_dataset_bytes(const sg_dataset *data);

/* A hash of the whole content (graphs, labels, attributes, classes, targets; not the name), the
 * same on every machine: two data sets with the same fingerprint are the same. */
uint64_t sg_dataset_fingerprint(const sg_dataset *data);

/* Number the distinct values of `label` from 0 in ascending order.
 *
 *   graph_class out; [n] the number of each label; the caller frees it with sg_free
 *   class_name  out; [*n_classes] the distinct labels; the caller frees it
 *
 * Fails with SG_ENOMEM; outputs are then unchanged.  Time O(n log n). */
sg_status sg_classes_number(uint32_t **graph_class, int64_t **class_name, uint32_t *n_classes,
                            const int64_t *label, uint32_t n, sg_error *err);

#endif
