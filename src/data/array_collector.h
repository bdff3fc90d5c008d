/* array_collector.h - arrays of graphs become a data set.
 *
 *     sg_array_collector collector = {0};
 *     SG_TRY(sg_array_collector_add(&collector, &arrays, err));           ... as often as needed
 *     SG_TRY(sg_array_collector_finish(&data, &collector, "name", err));
 * done:
 *     sg_array_collector_free(&collector);
 *
 * Everything is checked before anything is kept, so that a wrong graph can be left out.
 */
#ifndef SG_DATA_ARRAY_COLLECTOR_H
#define SG_DATA_ARRAY_COLLECTOR_H

#include "data/dataset.h"
#include "sharegnn/data.h"

/* The columns of a collector, in the order in which they are checked. */
typedef enum sg_array_column {
    SG_COLUMN_NODE_LABEL,
    SG_COLUMN_NODE_ATTRIBUTE,
    SG_COLUMN_EDGE_LABEL,
    SG_COLUMN_EDGE_ATTRIBUTE,
    SG_COLUMN_GRAPH_CLASS,
    SG_COLUMN_TARGET,
    SG_N_COLUMNS
} sg_array_column;

/* A table that grows by rows. */
typedef struct sg_collected_column {
    void *value; /* [n_rows][n_columns] */
    size_t n_rows, capacity;
    uint32_t n_columns;
} sg_collected_column;

/* Names of labels as they come; label i has name i. */
typedef struct sg_collected_names {
    int32_t *label; /* [name.n] */
    size_t capacity;
    sg_names name;
} sg_collected_names;

/* {0} has no graphs. */
typedef struct sg_array_collector {
    uint32_t n_graphs, n_nodes;
    uint32_t *graph_offset; /* [n_graphs + 1] */
    size_t offset_capacity;
    sg_arc_list arcs; /* pairs */
    sg_collected_column column[SG_N_COLUMNS];
    sg_names class_word, graph_id; /* [n_graphs] or none  */
    sg_names target_name;          /* [n_targets] or none */
    sg_collected_names node_name, edge_name;
} sg_array_collector;

void sg_array_collector_free(sg_array_collector *collector);

/* Append the graphs of `arrays`.
 * Fails with SG_EINVAL (arrays that are wrong, or unlike those before; the collector is unchanged), or
 * with SG_ELIMIT or SG_ENOMEM (it is good for sg_array_collector_free alone). */
sg_status sg_array_collector_add(sg_array_collector *collector, const sg_graph_arrays *arrays,
                                 sg_error *err);

/* Turn the graphs into the data set `name`.
 *
 *   data       out; an empty data set
 *   collector  good for sg_array_collector_free alone afterwards
 *
 * Fails with SG_EINVAL (no graphs; a label with two names), SG_ELIMIT or SG_ENOMEM. */
sg_status sg_array_collector_finish(sg_dataset *data, sg_array_collector *collector,
                                    const char *name, sg_error *err);

#endif
