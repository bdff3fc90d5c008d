/* space_order.h - what the labelings of a space are to each other on the data: the same, or one finer than the other.
 *
 *     SG_TRY(sg_space_order_make(&order, &experiment, training_cache, err));
 *     order.first[a][v]       // a value of axis a that gives the same model as value v, the first one of them
 *     order.coarser[a][v]     // a value of axis a whose labels those of value v refine
 *
 * Two values are compared where they are heads, or lists of heads, that differ in nothing but their labels; the nodes are
 * those of the training items, so that training could not tell equal ones apart.  What is the same needs to be tried once;
 * what is finer is tried behind what is coarser.
 */
#ifndef SG_SEARCH_SPACE_ORDER_H
#define SG_SEARCH_SPACE_ORDER_H

#include "config/experiment.h"
#include "plans/plan_cache.h"

#define SG_NO_VALUE UINT32_MAX

typedef struct sg_space_order {
    uint32_t n_axes;
    uint32_t **first;   /* [n_axes][values] */
    uint32_t **coarser; /* [n_axes][values] the finest one that it refines; SG_NO_VALUE: none */
    uint32_t n_same;    /* values that are not the first of their kind                       */
} sg_space_order;

/* Compare the values of all axes.  Labels that cannot be computed within the cache's budget and memory are like no others.
 * Fails with SG_ECANCELED or SG_ENOMEM. */
sg_status sg_space_order_make(sg_space_order *order, const sg_experiment *experiment,
                              sg_plan_cache *cache, sg_error *err);

void sg_space_order_free(sg_space_order *order);

#endif
