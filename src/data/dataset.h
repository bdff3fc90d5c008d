/* dataset.h - graphs with everything that is known about them.
 *
 * A data set is one disjoint union of graphs plus optional columns: labels and attributes of nodes
 * and edges, classes or targets of the items, names of all of them.  A column that does not exist
 * has no memory (n_columns == 0, value == NULL); {0} is the empty data set.
 */
#ifndef SG_DATA_DATASET_H
#define SG_DATA_DATASET_H

#include "data/items.h"
#include "data/label_names.h"
#include "data/nodes/sparse_table.h"
#include "data/reading/reading.h"
#include "graph/graph.h"

/* Who uses a data set, see dataset_hold.h. */
typedef struct sg_dataset_hold sg_dataset_hold;

typedef struct sg_dataset {
    char *name;
    sg_graph graph;
    sg_graph_repairs repairs;

    sg_label_table node_label;     /* rows: nodes                                          */
    sg_value_table node_attribute; /* rows: nodes                                          */
    sg_sparse_table node_sparse;   /* rows: nodes; attributes behind those of the table    */
    sg_label_table edge_label;     /* rows: arcs; both arcs of an edge as the source says  */
    sg_value_table edge_attribute; /* rows: arcs                                           */

    sg_items items; /* what is to be learned and predicted: graphs or nodes */

    /* What data sets may say besides; each has nothing (n == 0, NULL) where they do not. */
    sg_label_names node_name, edge_name; /* of labels with one column                     */
    sg_names node_attribute_name, edge_attribute_name; /* [n_columns] of these tables     */
    sg_names graph_id; /* [n_graphs]                                    */
    sg_names node_id;  /* [n_nodes]                                     */
    char *
        form; /* how molecules were read: settings of their format, "form=normal"; NULL: as they
                   are written, or they are none                                           */

    sg_reading
        reading; /* what happened when the table was read; {0}: it is from no table      */

    /* Where ranks have read a part each: */
    uint32_t *rank_node;  /* [n_ranks + 1] where the nodes of a rank begin among those of all;
                             NULL: these graphs are all there are                          */
    uint32_t n_ranks;     /* that have the parts                                           */
    uint32_t first_graph; /* the number of the first graph among those of all ranks        */

    sg_loans loans;        /* those of the arrays above that are the caller's */
    sg_dataset_hold *hold; /* NULL: it has one owner */
} sg_dataset;

/* Release everything and make the data set empty. */
void sg_dataset_free(sg_dataset *data);

/* Forget the arrays of graphs, nodes and arcs that are the caller's: they are NULL then, all others stay.
 * For who has made new ones and frees the old ones. */
void sg_dataset_return_graphs(sg_dataset *data);

/* Bytes of memory that the data set occupies, arrays of the caller's included. */
size_t sg_dataset_bytes(const sg_dataset *data);

/* A hash of the whole content (graphs, labels, attributes, classes, targets; not the name), the
 * same on every machine: two data sets with the same fingerprint are the same. */
uint64_t sg_dataset_fingerprint(const sg_dataset *data);

/* What a data set may say about nodes and edges, as flags. */
enum {
    SG_NODE_LABELS = 1,
    SG_NODE_ATTRIBUTES = 2,
    SG_NODE_SPARSE = 4,
    SG_EDGE_LABELS = 8,
    SG_EDGE_ATTRIBUTES = 16,
    SG_DIRECTIONS = 32,
    SG_SELF_LOOPS = 64,
    SG_ALL_COLUMNS = 127
};

/* Which of them this one says. */
uint32_t sg_dataset_columns(const sg_dataset *data);

/* Whether all that the data set says about nodes and edges is among `room`, what a format or a copy can
 * hold; `holder` is what messages call it: "graph6".  Fails with SG_EINVAL. */
sg_status sg_dataset_check_room(const sg_dataset *data, uint32_t room, const char *holder,
                                sg_error *err);

/* The number of items. */
uint32_t sg_item_count(const sg_dataset *data);

#endif
