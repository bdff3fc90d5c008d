/* view.h - graphs with their labels, borrowed from wherever they are kept.
 *
 * Invariants are computed graph by graph: sg_view_graph cuts one graph out of the union, without
 * copying anything.
 *
 *     const sg_one_graph one = sg_view_graph(&view, g);
 *     for (uint32_t v = 0; v < one.n_nodes; v++)
 *         for (uint32_t a = one.arc_offset[v]; a < one.arc_offset[v + 1]; a++)
 *             visit(v, one.neighbor[a] - one.first, one.edge_label);
 */
#ifndef SG_GRAPH_VIEW_H
#define SG_GRAPH_VIEW_H

#include "graph/graph.h"

/* A number of steps that reaches all of a graph. */
#define SG_EVERYWHERE UINT32_MAX

/* What of the data, besides structure, an invariant may look at; bits. */
enum { SG_SEES_NODE_LABELS = 1, SG_SEES_EDGE_LABELS = 2, SG_SEES_EDGE_ATTRIBUTES = 4 };

/* What labels are where they are words: label l has the content content[l - first].  A label
 * outside is its number.  {0}: all are numbers. */
typedef struct sg_label_words {
    const uint64_t *content; /* [n] */
    int32_t first;
    uint32_t n;
} sg_label_words;

/* Whether `label` is a word, and which. */
static inline bool sg_label_is_word(uint64_t *content, const sg_label_words *words,
                                    int32_t label)
{
    const int64_t i = (int64_t)label - words->first;
    if (i < 0 || i >= words->n) return false;
    *content = words->content[i];
    return true;
}

/* The content of a label: its word's, else the number itself. */
static inline uint64_t sg_label_content(const sg_label_words *words, int32_t label)
{
    uint64_t content = (uint64_t)(int64_t)label;
    (void)sg_label_is_word(&content, words, label);
    return content;
}

/* All graphs of a data set and the labels of nodes and arcs, where there are any. */
typedef struct sg_graph_view {
    const sg_graph *graph;
    const int32_t *node_label; /* [n_nodes][n_node_columns], or NULL */
    uint32_t n_node_columns;
    const int32_t *edge_label; /* [n_arcs][n_edge_columns], or NULL  */
    uint32_t n_edge_columns;
    sg_label_words node_words, edge_words; /* of labels with one column */
    const double *edge_attribute;          /* [n_arcs][n_edge_attributes], or NULL    */
    uint32_t n_edge_attributes;
    const uint8_t
        *wanted; /* [n_nodes] receivers whose pairs are wanted; NULL: all.  Others may have
                              pairs or not: a hint that saves time                              */
    uint32_t first_number; /* what messages call the first graph: others have those before it */
} sg_graph_view;

/* One graph.  Its nodes are 0 .. n_nodes-1; arc numbers are those of the union, so that
 * arc_offset, neighbor and edge_label of all graphs are the same arrays. */
typedef struct sg_one_graph {
    uint32_t number; /* which graph of the union, for messages                     */
    uint32_t first;  /* number of its first node in the union                      */
    uint32_t n_nodes;
    const uint32_t *arc_offset; /* [n_nodes + 1] first arc of a node                */
    const uint32_t *neighbor;   /* by arc; a node of the union: subtract `first`    */
    const int32_t *node_label;  /* [n_nodes][n_node_columns], or NULL               */
    uint32_t n_node_columns;
    const int32_t *edge_label; /* by arc, [n_edge_columns] each, or NULL            */
    uint32_t n_edge_columns;
    sg_label_words node_words, edge_words; /* of labels with one column             */
    const uint8_t *wanted;        /* [n_nodes] receivers whose pairs are wanted; NULL: all */
    uint32_t first_receiver;      /* pairs of n_receivers nodes from this one on are wanted */
    uint32_t n_receivers;         /* (sg_property_kind.by_receiver); 0: of all             */
    uint64_t n_pairs;             /* that these have, where they were counted; 0: not      */
    sg_arc_rules rules;           /* whether it is directed and may have self-loops        */
    const double *edge_attribute; /* by arc, [n_edge_attributes] each, or NULL     */
    uint32_t n_edge_attributes;
} sg_one_graph;

/* The receivers whose pairs are wanted: some consecutive ones, or all. */
static inline uint32_t sg_behind_receivers(const sg_one_graph *graph)
{
    return graph->n_receivers > 0 ? graph->first_receiver + graph->n_receivers : graph->n_nodes;
}

/* How many arcs they have. */
static inline size_t sg_receivers_arcs(const sg_one_graph *graph)
{
    return graph->arc_offset[sg_behind_receivers(graph)] -
           graph->arc_offset[graph->first_receiver];
}

static inline sg_one_graph sg_view_graph(const sg_graph_view *view, uint32_t g)
{
    const uint32_t first = view->graph->graph_offset[g];
    return (sg_one_graph){.number = view->first_number + g,
                          .first = first,
                          .n_nodes = view->graph->graph_offset[g + 1] - first,
                          .arc_offset = view->graph->arc_offset + first,
                          .neighbor = view->graph->neighbor,
                          .node_label =
                              view->node_label != NULL
                                  ? view->node_label + (size_t)first * view->n_node_columns
                                  : NULL,
                          .n_node_columns = view->n_node_columns,
                          .edge_label = view->edge_label,
                          .n_edge_columns = view->n_edge_columns,
                          .node_words = view->node_words,
                          .edge_words = view->edge_words,
                          .wanted = view->wanted != NULL ? view->wanted + first : NULL,
                          .rules = view->graph->rules,
                          .edge_attribute = view->edge_attribute,
                          .n_edge_attributes = view->n_edge_attributes};
}

#endif
