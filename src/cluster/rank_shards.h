/* rank_shards.h - which shards of a batch belong to which rank, and what ranks add up.
 *
 * Sums over shards are made along a binary tree, ((0 + 1) + (2 + 3)) + ..., whatever ranks there are, so they
 * always have the same bits.  Every rank has the shards of one subtree: the ranks of a subtree are divided
 * among its two halves, as equally as possible.
 *
 *     sg_rank_shards(&first, &n, 8, rank, 3);           // shards 0..3, 4..5 and 6..7
 */
#ifndef SG_CLUSTER_RANK_SHARDS_H
#define SG_CLUSTER_RANK_SHARDS_H

#include "cluster/cluster.h"

/* The shards of a rank, one of n_ranks: *n of them, a power of two, from *first on.  There are n_shards, a power of
 * two and no fewer than ranks. */
void sg_rank_shards(uint32_t *first, uint32_t *n, uint32_t n_shards, uint32_t rank,
                    uint32_t n_ranks);

/* Of ranks first .. behind-1, which have one subtree together, those of its right half begin here. */
static inline uint32_t sg_rank_middle(uint32_t first, uint32_t behind)
{
    return first + (behind - first) / 2;
}

/* With whom this rank exchanges something in round 0 .. size-1; itself: with nobody.  After all rounds
 * everybody has met everybody. */
uint32_t sg_rank_partner(const sg_cluster *cluster, uint32_t round);

/* Every rank has some bytes of an array, those of rank r from begin[r] to begin[r + 1]: all get all of them. */
void sg_rank_gather(void *bytes, sg_cluster *cluster, const size_t *begin);

#endif
