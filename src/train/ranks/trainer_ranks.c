/* trainer_ranks.c - a training that ranks share: who computes which outputs, and how all get all of them. */
#include "base/mem.h"
#include "train/ranks/rank_items.h"
#include "train/trainer_parts.h"

#include <string.h>

sg_status sgi_trainer_check_ranks(const sg_trainer *t, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_ranks = sg_cluster_size(t->training.cluster),
                   n_shards = t->batches.n_shards;
    uint32_t enough = 2;
    if (n_ranks == 1) goto done;
    while (enough < n_ranks) enough *= 2;
    SG_REQUIRE(
        t->training.options->n_svm == 0, SG_EINVAL,
        "train: a support vector machine is found by one process; start it without mpirun");
    SG_REQUIRE(n_ranks <= n_shards, SG_EINVAL,
               "train: %u ranks cannot share batches of %u shard%s; say shards=%u in the "
               "settings of the training (--set), or start fewer ranks",
               n_ranks, n_shards, n_shards == 1 ? "" : "s", enough);
    SG_REQUIRE(n_ranks <= t->batches.n_units, SG_EINVAL,
               "train: there are %u ranks, but %u %s to train on; start fewer ranks", n_ranks,
               t->batches.n_units, t->batches.n_units == 1 ? "graph" : "graphs");
done:
    return status;
}

sg_status sgi_trainer_open_ranks(sg_trainer *t, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n_ranks = sg_cluster_size(t->training.cluster);
    if (n_ranks == 1) goto done;
    SG_ALLOC(t->packed, (size_t)t->batches.n_items * t->width);
    SG_ALLOC(t->place, n_ranks + 1);
done:
    return status;
}

static uint32_t first_item(const sg_trainer *t, uint32_t n, uint32_t rank)
{
    return sgi_rank_first_item(n, t->max_batch, rank, sg_cluster_size(t->training.cluster));
}

uint32_t sgi_trainer_own_items(uint32_t *behind, const sg_trainer *t, uint32_t n)
{
    const uint32_t rank = sg_cluster_rank(t->training.cluster);
    *behind = first_item(t, n, rank + 1);
    return first_item(t, n, rank);
}

void sgi_trainer_share_outputs(double *output, const sg_trainer *t, uint32_t n)
{
    const uint32_t n_ranks = sg_cluster_size(t->training.cluster);
    if (n_ranks == 1) return;
    for (uint32_t r = 0; r <= n_ranks; r++)
        t->place[r] = (size_t)first_item(t, n, r) * t->width * sizeof *output;
    sg_rank_gather(output, t->training.cluster, t->place);
}

/* Copy the outputs of a rank's shards of all batches to packed[at ...], or back from there; returns what is behind
 * them. */
static size_t copy_shards(sg_trainer *t, uint32_t rank, size_t at, bool back)
{
    const sg_batches *b = &t->batches;
    uint32_t first = 0, n = 0;
    sg_rank_shards(&first, &n, b->n_shards, rank, sg_cluster_size(t->training.cluster));
    for (uint32_t i = 0; i < b->n; i++) {
        const uint32_t *begin = sg_batches_shards(b, i).begin + first;
        double *output = t->output + (size_t)begin[0] * t->width;
        const size_t size = (size_t)(begin[n] - begin[0]) * t->width;
        if (back)
            memcpy(output, t->packed + at, size * sizeof *output);
        else
            memcpy(t->packed + at, output, size * sizeof *output);
        at += size;
    }
    return at;
}

void sgi_trainer_share_epoch(sg_trainer *t)
{
    sg_cluster *cluster = t->training.cluster;
    const uint32_t n_ranks = sg_cluster_size(cluster);
    size_t at = 0;
    if (n_ranks == 1) return;
    for (uint32_t r = 0; r < n_ranks; r++) {
        t->place[r] = at * sizeof *t->packed;
        at = copy_shards(t, r, at, false);
    }
    t->place[n_ranks] = at * sizeof *t->packed;
    sg_rank_gather(t->packed, cluster, t->place);
    at = 0;
    for (uint32_t r = 0; r < n_ranks; r++) at = copy_shards(t, r, at, true);
}
