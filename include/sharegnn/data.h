/* data.h - graphs in memory become a data set, all at once or one after the other.
 *
 * A topic of sharegnn.h, which includes it.  A triangle and a path, with classes:
 *
 *     const uint32_t graph_offset[] = {0, 3, 5};                      // nodes 0 1 2 and 3 4
 *     const uint32_t edge[] = {0, 1, 1, 2, 2, 0, 3, 4};
 *     const int64_t graph_class[] = {1, 0};
 *     const sg_graph_arrays arrays = {.size = sizeof arrays,
 *                                     .n_graphs = 2,
 *                                     .graph_offset = graph_offset,
 *                                     .n_edges = 4,
 *                                     .edge = edge,
 *                                     .graph_class = graph_class};
 *     sg_data_from_arrays(&data, &arrays, &err);
 *
 * The way back needs no copy: sg_data_view of sharegnn.h has pointers to the arrays of a data set.
 */
#ifndef SHAREGNN_DATA_H
#define SHAREGNN_DATA_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a label is called. */
typedef struct sg_label_name {
    int32_t label;
    const char *name;
} sg_label_name;

/* Graphs as arrays.  Nodes are numbered through: graph g has the nodes graph_offset[g] up to
 * graph_offset[g + 1], and edges use these numbers.  Every array may be NULL, which means that the
 * graphs have none of it; only graph_offset must be there.  A number of columns may be 0 where the
 * array is given, and then means 1.
 *
 * Edges are pairs of nodes, or compressed rows (arc_offset and neighbor), not both.  Graphs are
 * undirected: an edge may be given in one direction or in both.  Self-loops are dropped, of repeated
 * edges the first one stays, and missing directions are added with the label of the direction that
 * is there; sg_data_repairs has the numbers.
 *
 * A row of edge_label and edge_attribute belongs to a row of `edge`, or to an entry of `neighbor`. */
typedef struct sg_graph_arrays {
    size_t size;      /* sizeof(sg_graph_arrays), so that the struct can grow     */
    const char *name; /* of the data set; NULL: "arrays"                          */
    uint32_t n_graphs;
    const uint32_t *graph_offset; /* [n_graphs + 1] from 0 to the number of nodes, ascending  */
    size_t n_edges;
    const uint32_t *edge;       /* [n_edges][2]                                             */
    const uint32_t *arc_offset; /* [n_nodes + 1] from 0, ascending: where the neighbors of a
                                     node begin                                               */
    const uint32_t *neighbor;   /* [arc_offset[n_nodes]] in any order                       */
    const int32_t *node_label;  /* [n_nodes][n_node_labels]                                 */
    uint32_t n_node_labels;
    const double *node_attribute; /* [n_nodes][n_node_attributes] finite                      */
    uint32_t n_node_attributes;
    const int32_t *edge_label; /* [n_edges][n_edge_labels]                                 */
    uint32_t n_edge_labels;
    const double *edge_attribute; /* [n_edges][n_edge_attributes] finite                      */
    uint32_t n_edge_attributes;
    const int64_t *graph_class; /* [n_graphs] any whole numbers                             */
    const char *const *class_word; /* [n_graphs] the class of a graph as a word, in place of
                                      graph_class                                             */
    const double *target;          /* [n_graphs][n_targets]; NaN: missing                     */
    uint32_t n_targets;
    const char *const *target_name; /* [n_targets]                                       */
    const char *const *graph_id;    /* [n_graphs]                                        */
    const sg_label_name *node_label_name; /* [n_node_label_names] for people, in any order    */
    size_t n_node_label_names;
    const sg_label_name *edge_label_name; /* [n_edge_label_names]                             */
    size_t n_edge_label_names;
} sg_graph_arrays;

/* Make a data set from arrays, which are copied.  It is the same data set, to its fingerprint, as
 * if the graphs had been read from files.
 * Fails with SG_EINVAL, and the text names the array and the index ("edge[17]: node 9 is not in graph
 * 3, which has the nodes 4 .. 8"); with SG_ELIMIT (2^32-2 nodes or arcs at most) or SG_ENOMEM.
 * Time and memory are proportional to the arrays, apart from sorting the edges of each node. */
SG_API sg_status sg_data_from_arrays(sg_dataset **data, const sg_graph_arrays *arrays,
                                     sg_error *err);

/* A data set that is made one graph at a time.
 *
 *     sg_data_builder_open(&builder, "molecules", &err);
 *     while (next_graph(&arrays)) sg_data_builder_add(builder, &arrays, &err);
 *     sg_data_builder_finish(&data, builder, &err);
 *     sg_data_builder_close(builder);
 */
typedef struct sg_data_builder sg_data_builder;

/* `name` is that of the data set; NULL: "arrays".  Fails with SG_EINVAL or SG_ENOMEM. */
SG_API sg_status sg_data_builder_open(sg_data_builder **builder, const char *name,
                                      sg_error *err);

/* Add the graphs of `arrays`, one or several; their nodes are numbered from 0 again.  The arrays are
 * copied.  All graphs must have the same columns; a graph without nodes or edges needs none for
 * these.  The `name` in the arrays is ignored.
 * Fails with SG_EINVAL as sg_data_from_arrays does, and the builder is then unchanged; with SG_ELIMIT
 * or SG_ENOMEM, and the builder can then only be closed. */
SG_API sg_status sg_data_builder_add(sg_data_builder *builder, const sg_graph_arrays *arrays,
                                     sg_error *err);

/* Turn the graphs into a data set.  The builder can only be closed afterwards.
 * Fails with SG_EINVAL (no graphs; a label with two names), SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_data_builder_finish(sg_dataset **data, sg_data_builder *builder,
                                        sg_error *err);

/* Release a builder; NULL is fine. */
SG_API void sg_data_builder_close(sg_data_builder *builder);

#ifdef __cplusplus
}
#endif

#endif
