/* node_field.h - some nodes of large graphs and what they hear, as small graphs of their own.
 *
 * A field grows from the nodes whose outputs are wanted.  Layer by layer, from the last one to the first, the
 * nodes that it hears are added.  A node's depth says up to which state it is needed: behind all layers where
 * its output is wanted, and 0 where only its input is.
 *
 *     SG_TRY(sg_node_field_open(&field, graph, err));
 *     SG_TRY(sg_node_field_add(&field, node, n_layers, err));
 *     SG_TRY(sg_node_field_hear_arcs(&field, n_layers - 1, err));
 *     SG_TRY(sg_node_field_finish(&field, err));             // field.graph is ready
 *     sg_node_field_clear(&field);                           // for the next nodes
 *     sg_node_field_close(&field);
 *
 * Nodes keep their order, and all of their arcs, so that they have the degrees that they have in the whole graph.
 * Arcs that lead out of the field lead to SG_BEYOND, which is no node; who gathers from neighbors passes over
 * neighbors that are not there.  Nodes of depth 0 hear nothing: all of their arcs lead there, but for
 * self-loops.  The graphs are directed.
 */
#ifndef SG_GRAPH_NODE_FIELD_H
#define SG_GRAPH_NODE_FIELD_H

#include "graph/graph.h"

#define SG_BEYOND UINT32_MAX

typedef struct sg_node_field {
    const sg_graph *whole;
    uint32_t *node;  /* [n] numbers in `whole`; ascending when it is finished  */
    uint32_t *depth; /* [n]                                                     */
    uint32_t n;
    uint32_t *place; /* [whole->n_nodes] of a node in `node`, or SG_BEYOND      */
    uint64_t *mark;  /* a bit for every node that is there                      */
    sg_graph graph;  /* when it is finished: node i is node[i] of `whole`       */
    size_t node_capacity, depth_capacity;
} sg_node_field;

/* Open an empty field; `whole` is borrowed until close.  Fails with SG_ENOMEM.  Memory O(n). */
sg_status sg_node_field_open(sg_node_field *field, const sg_graph *whole, sg_error *err);
void sg_node_field_close(sg_node_field *field);

/* Take all nodes away.  Time O(nodes of the field). */
void sg_node_field_clear(sg_node_field *field);

/* Add a node, unless it is there.  Fails with SG_ENOMEM. */
sg_status sg_node_field_add(sg_node_field *field, uint32_t node, uint32_t depth, sg_error *err);

/* Add the neighbors of all nodes.  Fails with SG_ENOMEM. */
sg_status sg_node_field_hear_arcs(sg_node_field *field, uint32_t depth, sg_error *err);

/* Order the nodes and make the graphs; no node can be added any more.  Fails with SG_ENOMEM.
 * Time O(nodes of the field and their arcs + nodes / 64). */
sg_status sg_node_field_finish(sg_node_field *field, sg_error *err);

#endif
