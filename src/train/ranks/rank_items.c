/* rank_items.c - stretches of items. */
#include "train/ranks/rank_items.h"

#include "base/mem.h"
#include "base/number.h"
#include "train/batches.h"

#include <stdlib.h>
#include <string.h>

uint32_t sgi_rank_first_item(uint32_t n, uint32_t max_batch, uint32_t rank, uint32_t n_ranks)
{
    const uint64_t n_batches = n / max_batch + (n % max_batch > 0),
                   first = n_batches * rank / n_ranks * max_batch;
    return first < n ? (uint32_t)first : n;
}

/* Training items are sorted by number and cut into as many parts as there are shards. */
static sg_status mark_shards(bool *wanted, const sg_training_spec *training, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = training->n_items[SG_TRAIN], n_shards = training->options->n_shards;
    uint32_t *sorted = NULL, first = 0, n_own = 0;
    SG_ALLOC(sorted, n);
    if (n > 0) memcpy(sorted, training->item[SG_TRAIN], n * sizeof *sorted);
    if (n > 0) qsort(sorted, n, sizeof *sorted, sg_compare_u32);
    sg_rank_shards(&first, &n_own, n_shards, sg_cluster_rank(training->cluster),
                   sg_cluster_size(training->cluster));
    const uint32_t end = sg_batches_part_begin(n, n_shards, first + n_own);
    for (uint32_t i = sg_batches_part_begin(n, n_shards, first); i < end; i++)
        wanted[sorted[i]] = true;
done:
    sg_free(sorted);
    return status;
}

sg_status sgi_rank_items_mark(bool *wanted, const sg_training_spec *training,
                              uint32_t max_batch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t rank = sg_cluster_rank(training->cluster),
                   size = sg_cluster_size(training->cluster);
    SG_TRY(mark_shards(wanted, training, err));
    for (int p = SG_VALIDATION; p <= SG_TEST; p++) {
        const uint32_t n = training->n_items[p],
                       end = sgi_rank_first_item(n, max_batch, rank + 1, size);
        for (uint32_t i = sgi_rank_first_item(n, max_batch, rank, size); i < end; i++)
            wanted[training->item[p][i]] = true;
    }
done:
    return status;
}
