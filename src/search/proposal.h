/* proposal.h - which point of a space is tried next: a tree-structured Parzen estimator over lists of values.
 *
 *     const sg_proposal_space space = {.n_axes = 2, .n_values = (uint32_t[]){3, 4}};
 *     if (sg_proposal_next(digit, &space, history, n, seed, k)) try(digit);
 *
 * A point has a digit for every axis, the number of one of its values.  Of the points that were tried, the best quarter
 * says how likely each value is among good points, the rest how likely among others.  Points are drawn from the good
 * ones, and the one with the largest ratio of both is proposed.  Every fourth proposal is drawn at random, and so are the first ones.
 *
 * Reference: Bergstra et al., Algorithms for Hyper-Parameter Optimization, NIPS 2011.
 */
#ifndef SG_SEARCH_PROPOSAL_H
#define SG_SEARCH_PROPOSAL_H

#include "base/status.h"

enum { SG_MOST_AXES = 64, SG_PROPOSAL_LAG = 8 };

typedef struct sg_proposal_space {
    uint32_t n_axes;
    const uint32_t *n_values; /* [n_axes] 1 or more */
    /* What values are to each other (search/space_order.h); NULL: all are different, and none is finer. */
    const uint32_t *const
        *first; /* [n_axes][n_values] only the first of equal values is proposed      */
    const uint32_t *const
        *coarser; /* [n_axes][n_values] which one must have been proposed before; or
                                       UINT32_MAX                                                          */
} sg_proposal_space;

/* A point that was tried before. */
typedef struct sg_tried_point {
    const uint32_t *digit; /* [n_axes]                                                      */
    uint32_t place;        /* among those whose result may be seen: 0 is the best           */
    bool is_seen;          /* else the point is only not proposed again                     */
} sg_tried_point;

/* Propose point number k: the first one has the first value of every list.  False where all points have been
 * tried, of equal ones one.  The same arguments give the same point.  Time O(n log points). */
bool sg_proposal_next(uint32_t *digit, const sg_proposal_space *space,
                      const sg_tried_point *tried, uint32_t n_tried, uint64_t seed, uint32_t k);

/* The same at random, to compare with. */
bool sg_proposal_random(uint32_t *digit, const sg_proposal_space *space,
                        const sg_tried_point *tried, uint32_t n_tried, uint64_t seed,
                        uint32_t k);

/* How much more likely a point is among the good ones than among the others: a sum of logarithms. */
double sg_proposal_ratio(const uint32_t *digit, const sg_proposal_space *space,
                         const sg_tried_point *tried, uint32_t n_tried);

#endif
