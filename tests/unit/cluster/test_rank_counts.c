/* test_rank_counts.c - counts of ranks that are threads of this process, against counts of one list. */
#include "cluster/rank_counts.h"

#include "base/mem.h"
#include "base/rng.h"
#include "support/check.h"
#include "support/fake_ranks.h"

enum { MOST = 6, KEYS = 97, LISTED = 400 };

/* What ranks are told and what they found. */
typedef struct common {
    uint64_t behind;            /* keys are below it; 0: any                */
    uint32_t idle;              /* a rank that has counted nothing          */
    sg_rank_count wanted[KEYS]; /* in order, of which n_wanted occur        */
    size_t n_wanted;
    bool good[MOST];
} common;

static sg_rank_count thing(uint64_t i, uint64_t behind)
{
    /* Two things in three share their key with another one and differ in the check. */
    const uint64_t key = i / 3 * 0x9e3779b97f4a7c15ULL;
    return (sg_rank_count){behind > 0 ? key % behind : key, i % 3, 0};
}

/* What rank r counts: a stream of its own. */
static size_t count_things(sg_rank_count *list, uint32_t r, const common *c)
{
    sg_rng rng = sg_rng_stream(7, (uint64_t[]){r}, 1);
    if (r == c->idle) return 0;
    for (size_t i = 0; i < LISTED; i++) {
        list[i] = thing(sg_rng_next(&rng) % KEYS, c->behind);
        list[i].count = 1 + sg_rng_next(&rng) % 5;
    }
    return LISTED;
}

static int compare(const void *a, const void *b)
{
    const sg_rank_count *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->check > y->check) - (x->check < y->check);
}

/* The slow twin: every thing looks at all lists. */
static void count_slowly(common *c, uint32_t n_ranks)
{
    c->n_wanted = 0;
    for (uint64_t i = 0; i < KEYS; i++) {
        sg_rank_count one = thing(i, c->behind);
        for (uint32_t r = 0; r < n_ranks; r++) {
            sg_rank_count list[LISTED];
            const size_t n = count_things(list, r, c);
            for (size_t k = 0; k < n; k++)
                if (compare(&list[k], &one) == 0) one.count += list[k].count;
        }
        if (one.count > 0) c->wanted[c->n_wanted++] = one;
    }
    qsort(c->wanted, c->n_wanted, sizeof *c->wanted, compare);
}

static void add(sg_cluster *cluster, void *context)
{
    common *c = context;
    const uint32_t rank = sg_cluster_rank(cluster);
    sg_rank_count own[LISTED], *all = NULL;
    size_t n = 0;
    uint64_t sum = 0;
    const size_t n_own = count_things(own, rank, c);
    const bool added =
        sg_rank_counts_add(&all, &n, cluster, own, n_own, c->behind, NULL) == SG_OK &&
        sg_rank_sum(&sum, cluster, rank + 1, NULL) == SG_OK;
    const uint64_t size = sg_cluster_size(cluster);
    c->good[rank] = added && n == c->n_wanted && sum == size * (size + 1) / 2 &&
                    (n == 0 || memcmp(all, c->wanted, n * sizeof *all) == 0);
    sg_free(all);
}

static void counts_are_those_of_one_list(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= MOST; n++)
        for (int bounded = 0; bounded < 2; bounded++)
            for (uint32_t idle = 0; idle <= n; idle++) {
                common c = {.behind = bounded ? 1000000007 : 0, .idle = idle};
                count_slowly(&c, n);
                run_ranks(n, add, &c);
                for (uint32_t r = 0; r < n; r++)
                    if (!c.good[r]) fail_msg("rank %u of %u, rank %u idle", r, n, idle);
            }
}

SG_TESTS(cmocka_unit_test(counts_are_those_of_one_list))
