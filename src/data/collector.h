/* collector.h - graphs on their way into a data set, whatever they come from.
 *
 *     SG_TRY(sg_collector_reserve(&collector, &more, n_columns, err));
 *     int32_t *label = sg_collector_next(&collector, SG_COLUMN_NODE_LABEL);   // fill the new rows
 *     sg_collector_append(&collector, &more, graph_offset);                   // now they count
 *     ...
 *     SG_TRY(sg_collector_finish(&data, &collector, "name", err));
 *
 * Who adds graphs has checked them before: array_collector.h does so for arrays, record_collector.h
 * for records.  Until sg_collector_append nothing has changed, so that a graph can be left out.
 */
#ifndef SG_DATA_COLLECTOR_H
#define SG_DATA_COLLECTOR_H

#include "data/dataset.h"

/* The columns of a collector, in the order in which arrays are checked. */
typedef enum sg_column {
    SG_COLUMN_NODE_LABEL,
    SG_COLUMN_NODE_ATTRIBUTE,
    SG_COLUMN_EDGE_LABEL,
    SG_COLUMN_EDGE_ATTRIBUTE,
    SG_COLUMN_CLASS, /* from here on: of items */
    SG_COLUMN_TARGET,
    SG_COLUMN_PART,
    SG_N_COLUMNS
} sg_column;

/* A table that grows by rows. */
typedef struct sg_collected_column {
    void *value;     /* [rows][n_columns]                              */
    size_t capacity; /* in numbers                                     */
    uint32_t n_columns;
    bool is_lent; /* the memory is the caller's */
} sg_collected_column;

/* Arrays of graphs that are used in place.  {0}: none. */
typedef struct sg_lent_graphs {
    const uint32_t
        *graph_offset; /* [n_graphs + 1]                                                */
    const uint32_t
        *arc_offset; /* [n_nodes + 1] where the rows are clean, or NULL: the arcs come
                                     as pairs                                                      */
    const uint32_t
        *neighbor; /* [n_arcs] where there is arc_offset                            */
} sg_lent_graphs;

/* The words that labels are, each once; word i is number i.  {0} has none. */
typedef struct sg_collected_words {
    sg_names word;
    sg_name_table *table; /* NULL as long as there are none */
} sg_collected_words;

void sg_collected_words_free(sg_collected_words *words);

/* The number of a word, added now if it is new.  Fails with SG_ELIMIT (2^30 words at most) or
 * SG_ENOMEM. */
sg_status sg_collected_words_add(uint32_t *number, sg_collected_words *words, const char *word,
                                 sg_error *err);

/* Graphs that come together. */
typedef struct sg_collected_size {
    uint32_t n_graphs, n_nodes;
    size_t n_edges;
} sg_collected_size;

/* {0} has no graphs. */
typedef struct sg_collector {
    sg_item_kind
        item; /* what classes, targets and parts are about; settled before the first graph */
    uint32_t n_graphs, n_nodes;
    uint32_t *graph_offset; /* [n_graphs + 1] */
    size_t offset_capacity;
    sg_arc_list arcs; /* pairs; only counted where rows are lent */
    sg_lent_graphs lent;
    sg_collected_column column[SG_N_COLUMNS];
    sg_names graph_id;    /* [n_graphs] or none; the caller's to fill  */
    sg_names node_id;     /* [n_nodes] or none; the caller's to fill   */
    sg_names target_name; /* [n_targets] or none; the caller's to fill */
    sg_names node_attribute_name,
        edge_attribute_name; /* of these columns, likewise           */
} sg_collector;

void sg_collector_free(sg_collector *collector);

/* Bytes of a number of a column. */
size_t sg_column_width(sg_column column);

/* The rows of a column, counted also where there is no column: nodes, edges, graphs or items. */
size_t sg_collector_rows(const sg_collector *collector, sg_column column);

/* Use arrays in place that belong to the caller until the data set is freed, instead of copying them.
 * Only for a collector without graphs to which graphs are then added once: sg_collector_lend before
 * sg_collector_reserve, sg_collector_lend_column between sg_collector_reserve, with 0 columns, and
 * sg_collector_append. */
void sg_collector_lend(sg_collector *collector, const sg_lent_graphs *graphs);
void sg_collector_lend_column(sg_collector *collector, sg_column column, const void *value,
                              uint32_t n_columns);

/* Make room for more graphs, nodes, edges and their rows.
 *
 *   n_columns  [SG_N_COLUMNS] of every table; the same as before where there are rows before and more
 *              rows come
 *
 * Fails with SG_ELIMIT or SG_ENOMEM; the collector has the same graphs as before in any case. */
sg_status sg_collector_reserve(sg_collector *collector, const sg_collected_size *more,
                               const uint32_t n_columns[SG_N_COLUMNS], sg_error *err);

/* The first of the new rows of a column, behind those that count. */
void *sg_collector_next(const sg_collector *collector, sg_column column);

/* Let the new graphs count.  Their arcs and rows are written: arcs behind collector->arcs.n, unless rows
 * are lent, with nodes from collector->n_nodes on.
 *
 *   graph_offset  [more->n_graphs + 1] from 0 */
void sg_collector_append(sg_collector *collector, const sg_collected_size *more,
                         const uint32_t *graph_offset);

/* Turn the graphs, at least one, into the data set `name`.
 *
 *   data       in and out; what it says about items and the names of labels stays, the rest is empty
 *   collector  good for sg_collector_free alone afterwards
 *
 * Fails with SG_ELIMIT or SG_ENOMEM; what was made before then belongs to the data set. */
sg_status sg_collector_finish(sg_dataset *data, sg_collector *collector, const char *name,
                              sg_error *err);

#endif
