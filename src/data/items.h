/* items.h - what a data set says about its items: the things that models learn and predict.
 *
 * An item is a graph, item i being graph i, or a node, item i being node i of all graphs.  Splits,
 * targets, losses, metrics, trainings and results only know items.  Every graph has a class or none has;
 * nodes may lack one (SG_NO_CLASS), and are then in no part of a split.
 *
 *     const uint32_t n = sg_item_count(&data);                        // data/dataset.h
 *     for (uint32_t i = 0; i < n; i++) use(data.items.item_class[i]);
 *
 * A column that does not exist has no memory; {0} says nothing about graphs.
 */
#ifndef SG_DATA_ITEMS_H
#define SG_DATA_ITEMS_H

#include "base/names.h"
#include "data/columns.h"

typedef struct sg_items {
    sg_item_kind kind;
    uint32_t *item_class; /* [n] 0 .. n_classes-1, of nodes also SG_NO_CLASS; or NULL     */
    uint32_t n_classes;
    int64_t *class_name;   /* [n_classes] the label in the file, ascending; or NULL        */
    sg_names class_word;   /* [n_classes] where classes are words                          */
    sg_value_table target; /* rows: items; what regression and multilabel predict          */
    sg_names target_name;  /* [target.n_columns]                                           */
    uint8_t *part;         /* [n] sg_part, where the file says it; or NULL                 */
} sg_items;

/* Release everything and make the items say nothing. */
void sg_items_free(sg_items *items);

/* Bytes of memory that is used for n items. */
size_t sg_items_bytes(const sg_items *items, size_t n);

/* Number the distinct values of label[0 .. n) from 0 in ascending order; these are the classes of
 * items that have none.  Nodes whose label is SG_NO_NODE_CLASS get SG_NO_CLASS.
 * Fails with SG_ENOMEM; the items are then unchanged.  Time O(n log n). */
sg_status sg_items_number_classes(sg_items *items, const int64_t *label, uint32_t n,
                                  sg_error *err);

/* Copy what is said about item[0 .. n), in this order, into empty items.  Classes keep their numbers
 * and names.  Fails with SG_ENOMEM; what was copied before then belongs to the copy. */
sg_status sg_items_select(sg_items *copy, const sg_items *items, const uint32_t *item,
                          uint32_t n, sg_error *err);

/* Whether an item says what should be predicted: it has a class, or a target that is not missing. */
bool sg_items_known(const sg_items *items, uint32_t item);

/* Where items are nodes: the first graph none of whose nodes says what should be predicted, or n_graphs. */
uint32_t sg_items_lacking(const sg_items *items, const uint32_t *graph_offset,
                          uint32_t n_graphs);

/* The word of a class (its number from 0), or its label in the file where classes are no words, cut to
 * `room` bytes. */
void sg_items_class_name(char *name, size_t room, const sg_items *items, uint32_t number);

/* "graph" or "node", and "graphs" or "nodes". */
const char *sg_item_word(sg_item_kind kind);
const char *sg_items_word(sg_item_kind kind);

#endif
