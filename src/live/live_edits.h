/* live_edits.h - edits of one graph: checked, made, remembered, taken back.
 *
 *     SG_TRY(sg_live_check(graph, &change, err));
 *     SG_TRY(sg_live_make(&record, &state, &with, &change, err));      // the graph only
 *     ... sg_live_update(&state, &with, record.seed, record.n_seeds, err) ...
 *     sg_live_take_back(&record, &state, &with);
 */
#ifndef SG_LIVE_LIVE_EDITS_H
#define SG_LIVE_LIVE_EDITS_H

#include "live/live_graph_state.h"
#include "sharegnn/live.h"

/* An edge that was removed. */
typedef struct sg_live_old_edge {
    uint32_t other;
    int32_t *label[2];    /* [edge_labels] of the arc to `other` and of the one back     */
    double *attribute[2]; /* [edge_attributes]                                           */
} sg_live_old_edge;

/* All that taking back an edit needs. */
typedef struct sg_live_record {
    sg_live_kind kind;
    uint32_t graph, node, other;
    sg_live_old_edge *edge; /* [n_edges] of a node or edge that was removed               */
    uint32_t n_edges;
    int32_t *label;    /* [node_labels] before SG_LIVE_SET_NODE                           */
    double *attribute; /* [node_attributes] likewise                                      */
    uint32_t *seed;    /* [n_seeds] nodes that live and whose surroundings changed        */
    uint32_t n_seeds;
} sg_live_record;

void sg_live_record_free(sg_live_record *record);

/* Whether an edit is possible; else SG_EINVAL, and what is wrong. */
sg_status sg_live_check(const sg_live_graph *graph, const sg_live_change *change,
                        sg_error *err);

/* Make an edit that is possible in the graph, and remember it.  What is kept of nodes that go is given up;
 * the rest is not brought up to date.  Fails with SG_ELIMIT or SG_ENOMEM; nothing is changed then. */
sg_status sg_live_make(sg_live_record *record, sg_live_state *state, const sg_live_with *with,
                       const sg_live_change *change, sg_error *err);

/* Take the last edit back in the graph; record->seed then are the nodes whose surroundings changed.
 * Cannot fail: the memory is still there. */
void sg_live_take_back(sg_live_record *record, sg_live_state *state, const sg_live_with *with);

#endif
