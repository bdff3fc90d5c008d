/* cycle_search.h - searching a net for cycles: the part that all searches share.
 *
 * A cycle is found from its lowest joint, the start: it leaves the start through the lower of its
 * two links there and comes back through the higher.  A search goes through the links of the
 * start from the highest down, and once a link has been tried, cycles that leave through lower
 * ones may come back through it.  So the ways back get shorter while the search goes on, and
 * paths are followed only where the way back is short enough:
 *
 *     SG_TRY(sg_cycle_search_open(&search, request, &net, err));
 *     for (uint32_t start = 0; start < net.n_joints; start++) {
 *         sg_cycle_search_begin(&search, start);
 *         while ((arc = sg_cycle_search_next(&search)) != NULL) walk(&search, 1, arc, arc->length);
 *         SG_TRY(sg_cycle_search_end(&search));
 *     }
 *     sg_cycle_search_spread(&search);
 */
#ifndef SG_INVARIANTS_LABELINGS_CYCLE_SEARCH_H
#define SG_INVARIANTS_LABELINGS_CYCLE_SEARCH_H

#include "graph/net.h"
#include "invariants/labelings/cycle_counts.h"

/* Farther than any cycle reaches, and small enough to add to. */
#define SG_CYCLE_FAR (UINT32_MAX / 2)

typedef struct sg_cycle_search {
    const sg_cycle_request *request;
    const sg_net *net;
    uint32_t min, max, width;
    uint32_t start;     /* joint                                                              */
    uint32_t first;     /* link through which the path leaves it                              */
    uint32_t next;      /* the arcs of the start below this one are still to be tried         */
    uint32_t *distance; /* [n_joints] way back to the start through links above `first`;
                           SG_CYCLE_FAR: no way, or on the path                               */
    bool *in_reach;     /* [n_joints] whether a cycle through the start can get there         */
    uint32_t *reached;  /* [n_joints] the joints in reach, the start first                    */
    uint32_t n_reached;
    uint32_t *queue; /* [n_joints] round buffer of joints with news for their neighbors       */
    bool *queued;    /* [n_joints] whether a joint is in it                                   */
    uint32_t head, n_queued;
    uint64_t *count; /* [n_joints + n_links][width] cycles through a joint or link            */
    uint64_t *found; /* [joints on a path][width] cycles found beyond that joint and not yet
                        counted for it                                                        */
    uint64_t n_found;
    uint64_t steps; /* not yet paid for                                                       */
    sg_status status;
    sg_error *err;
} sg_cycle_search;

/* Prepare a search of `net`; its arrays are scratch memory.
 * Fails with SG_ENOMEM, or SG_ELIMIT where the counts take too much of it. */
sg_status sg_cycle_search_open(sg_cycle_search *search, const sg_cycle_request *request,
                               const sg_net *net, sg_error *err);

/* Make `start` the start. */
void sg_cycle_search_begin(sg_cycle_search *search, uint32_t start);

/* The next arc of the start to try, which becomes `first`, or NULL. */
const sg_net_arc *sg_cycle_search_next(sg_cycle_search *search);

/* Count what was found from the start for the start itself, and pay.
 * Fails with SG_ELIMIT when the budget is used up, now or while walking. */
sg_status sg_cycle_search_end(sg_cycle_search *search);

/* Add the counts of joints and links to the rows of their nodes. */
void sg_cycle_search_spread(const sg_cycle_search *search);

/* Pay for the steps done.  False when the budget is used up: then `status` says so. */
bool sg_cycle_search_pay(sg_cycle_search *search);

/* Count steps; false when the search must stop. */
static inline bool sg_cycle_search_step(sg_cycle_search *search, uint32_t steps)
{
    search->steps += steps;
    return search->steps < 4096 || sg_cycle_search_pay(search);
}

static inline uint64_t *sg_cycle_count_of_link(const sg_cycle_search *search, uint32_t link)
{
    return search->count + ((size_t)search->net->n_joints + link) * search->width;
}

/* Note a cycle of `length` >= min that closes through `arc` behind the depth-th joint. */
static inline void sg_cycle_search_note(sg_cycle_search *search, uint32_t depth,
                                        const sg_net_arc *arc, uint32_t length)
{
    const uint32_t i = length - search->min;
    search->found[(size_t)depth * search->width + i]++;
    search->n_found++;
    if (arc->length > 1) sg_cycle_count_of_link(search, arc->link)[i]++;
}

/* Count what was found beyond the depth-th joint for it and for the link that led to it.  Cycles
 * are handed back along the path like this because there may be a great many behind one joint. */
void sg_cycle_search_fold(sg_cycle_search *search, uint32_t depth, const sg_net_arc *via,
                          uint32_t length);

#endif
