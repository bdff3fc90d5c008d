/* rank_counts.c - sorted lists that are cut by owner, exchanged, added up and gathered.
 *
 * Sorting needs no table of all keys, and makes the result the same for any number of ranks. */
#include "cluster/rank_counts.h"

#include "base/mem.h"
#include "cluster/rank_shards.h"

#include <stdlib.h>
#include <string.h>

static int compare_counts(const void *a, const void *b)
{
    const sg_rank_count *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->check > y->check) - (x->check < y->check);
}

/* Put in order, and add up what is the same; returns how many are left. */
static size_t add_up(sg_rank_count *list, size_t n)
{
    size_t kept = 0;
    if (n > 0) qsort(list, n, sizeof *list, compare_counts);
    for (size_t i = 0; i < n; i++) {
        if (kept > 0 && compare_counts(&list[kept - 1], &list[i]) == 0)
            list[kept - 1].count += list[i].count;
        else
            list[kept++] = list[i];
    }
    return kept;
}

/* The first key that rank r owns. */
static uint64_t first_key(uint32_t r, uint32_t size, uint64_t behind)
{
    const uint64_t last = behind - 1; /* 2^64 - 1 where behind is 0 */
    return last / size * r + last % size * r / size;
}

/* The first of n counts in order whose key is not below `key`. */
static size_t lower_bound(const sg_rank_count *list, size_t n, uint64_t key)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (list[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* An addition in progress. */
typedef struct addition {
    sg_cluster *cluster;
    uint32_t rank, size;
    size_t *cut;      /* [size + 1] what of this rank's counts rank r owns, from cut[r] on    */
    size_t *place;    /* [size + 1] where ranks begin in what is received, in bytes           */
    uint64_t *n_from; /* [size] counts of every rank                                          */
    sg_rank_count *owned; /* [n_owned] of this rank's keys, from all ranks */
    size_t n_owned;
} addition;

/* Where ranks begin, from how many counts each has; returns how many there are. */
static size_t find_places(addition *a)
{
    a->place[0] = 0;
    for (uint32_t r = 0; r < a->size; r++)
        a->place[r + 1] = a->place[r] + (size_t)a->n_from[r] * sizeof(sg_rank_count);
    return a->place[a->size] / sizeof(sg_rank_count);
}

/* Get from every rank what this one owns: how much, then what. */
static void exchange_numbers(addition *a)
{
    for (uint32_t round = 0; round < a->size; round++) {
        const uint32_t with = sg_rank_partner(a->cluster, round);
        const uint64_t n_to = a->cut[with + 1] - a->cut[with];
        if (with == a->rank)
            a->n_from[with] = n_to;
        else
            sg_cluster_exchange(&a->n_from[with], sizeof n_to, a->cluster, with, &n_to,
                                sizeof n_to);
    }
}

static void exchange_counts(addition *a, const sg_rank_count *own)
{
    for (uint32_t round = 0; round < a->size; round++) {
        const uint32_t with = sg_rank_partner(a->cluster, round);
        char *to = (char *)a->owned + a->place[with];
        const size_t n_in = a->place[with + 1] - a->place[with],
                     n_out = (a->cut[with + 1] - a->cut[with]) * sizeof *own;
        if (with != a->rank)
            sg_cluster_exchange(to, n_in, a->cluster, with, own + a->cut[with], n_out);
        else if (n_in > 0)
            memcpy(to, own + a->cut[with], n_in);
    }
}

static sg_status take_owned(addition *a, const sg_rank_count *own, size_t n_own,
                            uint64_t behind, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t r = 1; r < a->size; r++)
        a->cut[r] = lower_bound(own, n_own, first_key(r, a->size, behind));
    a->cut[a->size] = n_own;
    exchange_numbers(a);
    const size_t n = find_places(a);
    SG_ALLOC(a->owned, n);
    exchange_counts(a, own);
    a->n_owned = add_up(a->owned, n);
done:
    return status;
}

/* One number of every rank, for every rank. */
static void gather_numbers(addition *a, uint64_t own)
{
    for (uint32_t r = 0; r <= a->size; r++) a->place[r] = r * sizeof *a->n_from;
    a->n_from[a->rank] = own;
    sg_rank_gather(a->n_from, a->cluster, a->place);
}

static sg_status open_addition(addition *a, sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    *a = (addition){
        .cluster = cluster, .rank = sg_cluster_rank(cluster), .size = sg_cluster_size(cluster)};
    SG_ALLOC(a->cut, a->size + (size_t)1);
    SG_ALLOC(a->place, a->size + (size_t)1);
    SG_ALLOC(a->n_from, a->size);
done:
    return status;
}

/* The others wait for a rank that has no memory left. */
static void close_addition(addition *a, sg_status status)
{
    if (status != SG_OK) sg_cluster_abort(a->cluster);
    sg_free(a->cut);
    sg_free(a->place);
    sg_free(a->n_from);
    sg_free(a->owned);
}

sg_status sg_rank_counts_add(sg_rank_count **all, size_t *n_all, sg_cluster *cluster,
                             sg_rank_count *own, size_t n_own, uint64_t behind, sg_error *err)
{
    sg_status status = SG_OK;
    addition a;
    sg_rank_count *made = NULL;
    SG_TRY(open_addition(&a, cluster, err));
    SG_TRY(take_owned(&a, own, add_up(own, n_own), behind, err));
    gather_numbers(&a, a.n_owned);
    const size_t n = find_places(&a);
    SG_ALLOC(made, n);
    if (a.n_owned > 0)
        memcpy((char *)made + a.place[a.rank], a.owned, a.n_owned * sizeof *made);
    sg_rank_gather(made, cluster, a.place);
    *all = made;
    *n_all = n;
done:
    close_addition(&a, status);
    return status;
}

sg_status sg_rank_sum(uint64_t *sum, sg_cluster *cluster, uint64_t number, sg_error *err)
{
    sg_status status = SG_OK;
    addition a;
    SG_TRY(open_addition(&a, cluster, err));
    gather_numbers(&a, number);
    *sum = 0;
    for (uint32_t r = 0; r < a.size; r++) *sum += a.n_from[r];
done:
    close_addition(&a, status);
    return status;
}
