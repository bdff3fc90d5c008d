/* record.h - one graph on its way into a data set.
 *
 * Readers of molecules, texts, images and JSON lines fill a record from one line, without looking at
 * any other; so lines can be read by different threads, or one by one as they arrive.  Generators
 * fill a record graph by graph.  Records are then collected into a data set (record_collector.h).  A
 * record's arrays are reused for the next graph.
 *
 *     sg_record_clear(&record);
 *     SG_TRY(sg_record_labeled_nodes(&record, 2, err));
 *     record.node[0] = 6;
 *     SG_TRY(sg_record_edge(&record, 0, 1, err));
 */
#ifndef SG_DATA_RECORD_H
#define SG_DATA_RECORD_H

#include "base/names.h"

/* Labels that are numbers are at least this; what is below numbers the record's words. */
#define SG_RECORD_LABEL_MIN (-(INT32_C(1) << 30))

/* The label of word number i of a record, and back. */
#define SG_RECORD_WORD(i)        ((int32_t)(INT32_MIN + (int64_t)(i)))
#define SG_RECORD_WORD_OF(label) ((uint32_t)((int64_t)(label)-INT32_MIN))

typedef struct sg_record_edge_entry {
    uint32_t from, to;
    int32_t label;
} sg_record_edge_entry;

/* What the targets of nodes are called where they stand. */
typedef enum sg_node_said {
    SG_SAID_NOTHING, /* classes and numbers where they are whole, as in a column of a table */
    SG_SAID_CLASSES, /* whole numbers or words                                              */
    SG_SAID_TARGETS /* numbers, which are no classes; words are classes whatever they are called */
} sg_node_said;

/* {0} is an empty record. */
typedef struct sg_record {
    int32_t *node; /* [n_nodes] labels */
    uint32_t n_nodes;
    sg_record_edge_entry *edge; /* [n_edges] every edge once */
    uint32_t n_edges;
    bool has_node_labels, has_edge_labels;
    sg_names node_word, edge_word; /* in the order of SG_RECORD_WORD        */
    double *attribute;             /* [n_nodes][n_attributes]               */
    uint32_t n_attributes;         /* of a node                             */
    sg_names target;               /* as written; "" where one is missing   */
    sg_names node_target;          /* [n_nodes][n_node_targets] likewise    */
    uint32_t n_node_targets;       /* of a node; 0: targets are the graph's */
    sg_node_said node_said;        /* what these are called                 */
    uint8_t *node_part;            /* [n_nodes] sg_part                     */
    bool has_node_parts;           /* else their part is that of the graph  */
    int64_t class_label;           /* a class that needs no target          */
    bool has_class;
    sg_text id;
    bool has_id;
    bool is_directed;   /* edges are arcs that stay as they are      */
    bool has_loops;     /* edges from a node to itself stay          */
    uint8_t part;       /* sg_part; SG_PART_NOT_SAID: nothing, not even "none"      */
    uint32_t max_nodes; /* what the reader allows; 0: 2^30 */
    size_t node_capacity, edge_capacity, attribute_capacity, part_capacity;
} sg_record;

enum { SG_PART_NOT_SAID = 0xff };

void sg_record_free(sg_record *record);

/* Make the record empty and keep its memory. */
void sg_record_clear(sg_record *record);

/* Append a node whose label is a word; `n` nodes without labels.  Fail with SG_ENOMEM, or SG_ELIMIT
 * beyond record->max_nodes. */
sg_status sg_record_node_word(sg_record *record, const char *word, size_t size, sg_error *err);
sg_status sg_record_nodes(sg_record *record, uint32_t n, sg_error *err);

/* Append `n` nodes whose labels are 0 until they are set in record->node.  Fails likewise. */
sg_status sg_record_labeled_nodes(sg_record *record, uint32_t n, sg_error *err);

/* Append an edge between nodes that are there or will be.  Its label is 0 until it is set in
 * record->edge. */
sg_status sg_record_edge(sg_record *record, uint32_t from, uint32_t to, sg_error *err);

/* Make room for attributes of all nodes, [n_nodes][n_attributes], and zero them. */
sg_status sg_record_attributes(sg_record *record, uint32_t n_attributes, sg_error *err);

/* Make room for parts of all nodes, which are in none. */
sg_status sg_record_node_parts(sg_record *record, sg_error *err);

/* Whether the id, if there is one, is UTF-8.  Fails with SG_EFORMAT; the record has no id then. */
sg_status sg_record_check_id(sg_record *record, sg_error *err);

/* Set the class of the graph. */
void sg_record_class(sg_record *record, int64_t class_label);

#endif
