/* rank_shards.c - the tree over shards, and rounds in which ranks meet in pairs. */
#include "cluster/rank_shards.h"

#include <assert.h>

void sg_rank_shards(uint32_t *first, uint32_t *n, uint32_t n_shards, uint32_t rank,
                    uint32_t n_ranks)
{
    uint32_t low = 0, high = n_ranks;
    assert(high <= n_shards && (n_shards & (n_shards - 1)) == 0);
    *first = 0;
    *n = n_shards;
    while (high - low > 1) {
        const uint32_t middle = sg_rank_middle(low, high);
        *n /= 2;
        if (rank < middle) {
            high = middle;
        } else {
            low = middle;
            *first += *n;
        }
    }
}

/* The partners of a round add up to its number, modulo the number of ranks. */
uint32_t sg_rank_partner(const sg_cluster *cluster, uint32_t round)
{
    const uint32_t size = sg_cluster_size(cluster);
    return (round + size - sg_cluster_rank(cluster)) % size;
}

void sg_rank_gather(void *bytes, sg_cluster *cluster, const size_t *begin)
{
    const uint32_t size = sg_cluster_size(cluster), rank = sg_cluster_rank(cluster);
    char *all = bytes;
    for (uint32_t round = 0; round < size; round++) {
        const uint32_t with = sg_rank_partner(cluster, round);
        if (with == rank) continue;
        sg_cluster_exchange(all + begin[with], begin[with + 1] - begin[with], cluster, with,
                            all + begin[rank], begin[rank + 1] - begin[rank]);
    }
}
