/* live_graph.h - a graph that changes: nodes and edges come and go.
 *
 * Nodes keep their numbers for as long as they live; the number of a node that was removed is not given
 * to another.  Neighbors are kept in ascending order, so that the graph is the same whatever way it came
 * about.
 *
 *     SG_TRY(sg_live_graph_open(&graph, data, 3, err));          // a copy of graph 3
 *     SG_TRY(sg_live_graph_join(&graph, 4, 7, &row, err));       // an edge
 *     sg_live_graph_part(&graph, 4, 7);                          // and gone
 *     sg_live_graph_close(&graph);
 */
#ifndef SG_LIVE_LIVE_GRAPH_H
#define SG_LIVE_LIVE_GRAPH_H

#include "data/dataset.h"

/* How many numbers are said of nodes and edges. */
typedef struct sg_live_columns {
    uint32_t node_labels, node_attributes, edge_labels, edge_attributes;
} sg_live_columns;

/* What is said of an edge; both arcs say the same unless the source said otherwise.  NULL: zeros. */
typedef struct sg_live_edge {
    const int32_t *label;    /* [edge_labels]     */
    const double *attribute; /* [edge_attributes] */
} sg_live_edge;

enum { SG_LIVE_FEW = 6 }; /* neighbors that a node keeps in its own record */

/* The arcs of a node, ascending by neighbor.  In a large graph every record that is looked at comes from
 * far away, so a few neighbors stand in the record itself. */
typedef struct sg_live_node {
    uint32_t n, capacity;
    uint32_t few[SG_LIVE_FEW]; /* the neighbors, where `many` is NULL */
    bool is_alive;
    uint32_t *many;    /* [n] the neighbors, or NULL */
    int32_t *label;    /* [n][edge_labels]           */
    double *attribute; /* [n][edge_attributes]       */
} sg_live_node;

/* {0} has no nodes. */
typedef struct sg_live_graph {
    sg_live_columns columns;
    sg_live_node *node; /* [n_numbers]                       */
    uint32_t n_numbers; /* that nodes have or had            */
    uint32_t n_alive;
    uint64_t n_arcs;
    size_t node_capacity;
    int32_t *label;    /* [n_numbers][node_labels]     */
    double *attribute; /* [n_numbers][node_attributes] */
    size_t label_capacity, attribute_capacity;
} sg_live_graph;

/* The neighbors of a node, until it is changed or another one is added. */
static inline const uint32_t *sg_live_neighbors(const sg_live_node *node)
{
    return node->many != NULL ? node->many : node->few;
}

sg_live_columns sg_live_columns_of(const sg_dataset *data);

/* Copy graph `g` of `data` into an empty graph.  Fails with SG_ENOMEM or SG_ECANCELED; it is empty then. */
sg_status sg_live_graph_open(sg_live_graph *graph, const sg_dataset *data, uint32_t g,
                             sg_error *err);

void sg_live_graph_close(sg_live_graph *graph);

static inline bool sg_live_graph_has(const sg_live_graph *graph, uint32_t node)
{
    return node < graph->n_numbers && graph->node[node].is_alive;
}

/* The position of `other` among the neighbors of `node`, or UINT32_MAX.  Time O(log degree). */
uint32_t sg_live_graph_find(const sg_live_graph *graph, uint32_t node, uint32_t other);

/* Join two nodes that live and are not joined yet.  Fails with SG_ENOMEM; nothing is changed then.
 * Time O(degree). */
sg_status sg_live_graph_join(sg_live_graph *graph, uint32_t u, uint32_t v,
                             const sg_live_edge *edge, sg_error *err);

/* Remove the edge of two nodes that are joined. */
void sg_live_graph_part(sg_live_graph *graph, uint32_t u, uint32_t v);

/* Add a node without edges; its number is n_numbers before.
 *
 *   label      [node_labels], attribute [node_attributes]; NULL: zeros
 *
 * Fails with SG_ELIMIT (2^31 nodes) or SG_ENOMEM; nothing is changed then. */
sg_status sg_live_graph_add(sg_live_graph *graph, const int32_t *label, const double *attribute,
                            sg_error *err);

/* Let a node without edges go, or live again; its labels stay. */
void sg_live_graph_set_alive(sg_live_graph *graph, uint32_t node, bool is_alive);

/* Forget the last number, whose node has no edges and does not live. */
void sg_live_graph_forget_last(sg_live_graph *graph);

#endif
