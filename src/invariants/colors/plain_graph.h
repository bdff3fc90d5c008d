/* plain_graph.h - a graph as searches for symmetries want it: arcs from 0 on, nodes and arcs with marks.
 *
 *     SG_TRY(sg_plain_graph_make(&plain, graph, key, SG_ARCS_ALIKE, scratch, err));
 *     SG_TRY(sg_canonical_open(&canonical, graph->n_nodes, plain.offset, plain.neighbor, plain.arc,
 *                              plain.label, &steps, err));
 */
#ifndef SG_INVARIANTS_COLORS_PLAIN_GRAPH_H
#define SG_INVARIANTS_COLORS_PLAIN_GRAPH_H

#include "base/scratch.h"
#include "graph/view.h"
#include "invariants/key.h"

/* Whether arcs have the marks of their labels, or are all alike. */
typedef enum sg_arc_marks { SG_ARCS_ALIKE, SG_ARCS_LABELED } sg_arc_marks;

typedef struct sg_plain_graph {
    uint32_t *offset;   /* [n_nodes + 1] first arc of a node */
    uint32_t *neighbor; /* [n_arcs]                          */
    uint64_t *arc;      /* [n_arcs] marks                    */
    uint64_t *label;    /* [n_nodes] hashes of keys          */
} sg_plain_graph;

/* Make it in scratch memory; `key` is [n_nodes].  Fails with SG_ENOMEM. */
sg_status sg_plain_graph_make(sg_plain_graph *plain, const sg_one_graph *graph,
                              const sg_key *key, sg_arc_marks marks, sg_scratch *scratch,
                              sg_error *err);

#endif
