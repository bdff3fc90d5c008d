/* rank_counts.h - what several ranks have counted, added up by content.
 *
 *     sg_rank_count *all = NULL;                  // all ranks get the same list
 *     SG_TRY(sg_rank_counts_add(&all, &n_all, cluster, own, n_own, 0, err));
 *     sg_free(all);
 *
 * Every rank owns a range of keys: it gets the counts of these from all others, adds them up, and tells everybody.
 */
#ifndef SG_CLUSTER_RANK_COUNTS_H
#define SG_CLUSTER_RANK_COUNTS_H

#include "cluster/cluster.h"

/* Something that is known by two words, and how often it occurs. */
typedef struct sg_rank_count {
    uint64_t key, check;
    uint64_t count;
} sg_rank_count;

/* Add up the counts of all ranks.  All ranks call it, and all get the same, whatever rank has counted what.
 *
 *   all     out; [*n_all] each key and check once, in ascending order of both; the caller frees it
 *   own     [n_own] what this rank has counted, in any order, also more than once; it is put in order
 *   behind  keys are below it, spread evenly; 0: they are any 64 bits
 *
 * Fails with SG_ENOMEM on one rank alone; among several, memory that runs out ends all of them. */
sg_status sg_rank_counts_add(sg_rank_count **all, size_t *n_all, sg_cluster *cluster,
                             sg_rank_count *own, size_t n_own, uint64_t behind, sg_error *err);

/* A sum over all ranks, which all of them get.  Fails likewise. */
sg_status sg_rank_sum(uint64_t *sum, sg_cluster *cluster, uint64_t number, sg_error *err);

#endif
