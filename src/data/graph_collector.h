/* graph_collector.h - make a data set graph by graph.
 *
 * Nodes are numbered from 0 inside the graph that was begun last; they carry one label each, 0
 * unless another is set:
 *
 *     sg_graph_collector collector = {0};
 *     SG_TRY(sg_collector_begin(&collector, 3, err));
 *     SG_TRY(sg_collector_edge(&collector, 0, 1, err));
 *     sg_collector_label(&collector, 2, 7);
 *     sg_collector_class(&collector, 1);
 *     SG_TRY(sg_collector_finish(data, &collector, "Example", err));
 * done:
 *     sg_collector_free(&collector);
 */
#ifndef SG_DATA_GRAPH_COLLECTOR_H
#define SG_DATA_GRAPH_COLLECTOR_H

#include "data/dataset.h"

/* The graphs so far.  {0} has none. */
typedef struct sg_graph_collector {
    uint32_t n_graphs;
    bool has_classes;       /* sg_collector_class was called                          */
    sg_arc_list edges;      /* one arc per edge, nodes numbered through all graphs    */
    uint32_t *graph_offset; /* [n_graphs + 1], NULL as long as there is no graph      */
    int64_t *class_label;   /* [n_graphs]                                             */
    int32_t *node_label;    /* [graph_offset[n_graphs]]                               */
    size_t from_capacity, to_capacity, offset_capacity, class_capacity, label_capacity;
} sg_graph_collector;

/* Release the collected graphs; the collector is empty again. */
void sg_collector_free(sg_graph_collector *collector);

/* Begin the next graph, with `n_nodes` nodes, no edges, labels 0 and class 0.
 * Fails with SG_ENOMEM, or with SG_ELIMIT at 2^32-1 nodes in all graphs together. */
sg_status sg_collector_begin(sg_graph_collector *collector, uint32_t n_nodes, sg_error *err);

/* Join two nodes of the graph begun last.  Give every edge once, in either direction.
 * Fails with SG_ENOMEM. */
sg_status sg_collector_edge(sg_graph_collector *collector, uint32_t u, uint32_t v,
                            sg_error *err);

/* Set the label of a node of the graph begun last. */
void sg_collector_label(sg_graph_collector *collector, uint32_t node, int32_t label);

/* Set the class of the graph begun last.  Without any call the data set has no classes. */
void sg_collector_class(sg_graph_collector *collector, int64_t class_label);

/* Turn the collected graphs into the data set `name`.
 *
 *   data       out; an empty data set
 *   collector  moved: empty on success
 *
 * Fails with SG_EINVAL where no graph was begun, or with SG_ENOMEM or SG_ELIMIT; `data` is then
 * unchanged and the collector good for sg_collector_free alone. */
sg_status sg_collector_finish(sg_dataset *data, sg_graph_collector *collector, const char *name,
                              sg_error *err);

#endif
