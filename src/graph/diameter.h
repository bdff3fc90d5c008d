/* diameter.h - connected components and how wide they are.
 */
#ifndef SG_GRAPH_DIAMETER_H
#define SG_GRAPH_DIAMETER_H

#include "base/threads.h"
#include "graph/graph.h"

/* The diameters of many connected components taken together. */
typedef struct sg_diameters {
    uint64_t n_components; /* that were measured                                          */
    uint64_t n_unmeasured; /* that would take more steps than an account allows           */
    uint64_t sum;
    uint32_t max;
    uint32_t min;
} sg_diameters;

/* The diameters of all connected components of all graphs; an isolated node has diameter 0, and
 * all fields are 0 where there are no nodes.
 * Time O(sum over graphs of nodes * arcs) at worst, and mostly a few times the arcs, divided among
 * `threads` (may be NULL); memory O(largest graph) per thread.  Fails with SG_ENOMEM or SG_ECANCELED. */
sg_status sg_graph_diameters(sg_diameters *diameters, const sg_graph *graph,
                             sg_threads *threads, sg_error *err);

#endif
