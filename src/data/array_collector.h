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

#include "data/collector.h"
#include "sharegnn/data.h"

/* Names of labels as they come; label i has name i. */
typedef struct sg_collected_names {
    int32_t *label; /* [name.n] */
    size_t capacity;
    sg_names name;
} sg_collected_names;

/* {0} has no graphs. */
typedef struct sg_array_collector {
    bool may_borrow; /* graphs are added once, and their arrays may stay the caller's */
    sg_collector all;
    sg_names class_word; /* [n_graphs] or none  */
    sg_collected_names node_name, edge_name;
    sg_collected_words node_words, edge_words; /* where labels are words */
    sg_sparse_table sparse;                    /* attributes of nodes, or none      */
    char *form;                                /* how molecules were read, or NULL */
} sg_array_collector;

void sg_array_collector_free(sg_array_collector *collector);

/* Append the graphs of `arrays`.  What is borrowed must stay until the data set is freed.
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
