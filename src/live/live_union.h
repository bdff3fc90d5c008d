/* live_union.h - graphs that changed as a data set, with nodes numbered without gaps. */
#ifndef SG_LIVE_LIVE_UNION_H
#define SG_LIVE_LIVE_UNION_H

#include "live/live_graph_state.h"

/* Write the graphs with their labels and attributes into an empty data set.
 * Fails with SG_ELIMIT (2^32 nodes or arcs) or SG_ENOMEM; what was made before then belongs to it. */
sg_status sg_live_union_make(sg_dataset *data, const sg_live_state *state, uint32_t n_graphs,
                             sg_error *err);

#endif
