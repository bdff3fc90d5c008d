/* key_order.c - keys are hashes, so their first bits say nearly where they belong.
 *
 * One pass throws the items into as many buckets as there are items, by the first bits of the key; a
 * bucket then has one or two of them.  A second pass goes by count: most keys are rare, and have a bucket
 * for their count; the few frequent ones are sorted. */
#include "invariants/key_order.h"

#include "base/mem.h"
#include "base/observer.h"

#include <stdlib.h>

/* Counts from this on are sorted by comparing. */
enum { FREQUENT = 256, MAX_BITS = 20 };

static int compare_keys(const void *a, const void *b)
{
    const sg_counted_key *x = *(sg_counted_key *const *)a, *y = *(sg_counted_key *const *)b;
    if (x->key.key != y->key.key) return x->key.key < y->key.key ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static int compare_counts(const void *a, const void *b)
{
    const sg_counted_key *x = *(sg_counted_key *const *)a, *y = *(sg_counted_key *const *)b;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return compare_keys(a, b);
}

/* The first bits of a key that tell buckets apart: about one item is then in each. */
static uint32_t bucket_bits(size_t n)
{
    uint32_t bits = 1;
    while (bits < MAX_BITS && (size_t)1 << bits < n) bits++;
    return bits;
}

/* From numbers of items in begin[b + 1] to where bucket b begins. */
static void begin_buckets(size_t *begin, size_t n_buckets)
{
    for (size_t b = 0; b < n_buckets; b++) begin[b + 1] += begin[b];
}

static sg_status order_by_key(sg_counted_key **by_key, sg_counted_key *item, size_t n,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t shift = 64 - bucket_bits(n);
    const size_t n_buckets = (size_t)1 << (64 - shift);
    size_t *begin = NULL, from = 0;
    SG_ALLOC(begin, n_buckets + 1);
    for (size_t i = 0; i < n; i++) begin[(item[i].key.key >> shift) + 1]++;
    begin_buckets(begin, n_buckets);
    for (size_t i = 0; i < n; i++) by_key[begin[item[i].key.key >> shift]++] = &item[i];
    /* Each beginning has moved to the end of its bucket. */
    for (size_t b = 0; b < n_buckets; from = begin[b++]) {
        SG_TRY(sg_watch_ask_at(b, err));
        if (begin[b] - from > 1)
            qsort(by_key + from, begin[b] - from, sizeof(sg_counted_key *), compare_keys);
    }
done:
    sg_free(begin);
    return status;
}

/* Let items with the same key count as the first of them; the others go to the end of `sorted`, and
 * their `id` is how far they are behind it. */
static sg_status join_equal(size_t *n, sg_counted_key **sorted, sg_counted_key **by_key,
                            size_t n_items, const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    size_t kept = 0, end = n_items;
    for (size_t i = 0; i < n_items; i++) {
        SG_TRY(sg_watch_ask_at(i, err));
        sg_counted_key *own = by_key[i], *last = kept > 0 ? by_key[kept - 1] : NULL;
        if (last == NULL || last->key.key != own->key.key) {
            by_key[kept++] = own;
            continue;
        }
        SG_REQUIRE(last->key.check == own->key.check, SG_ELIMIT,
                   "%s: two different contents have the same 64-bit key; use another "
                   "expression",
                   what);
        last->count += own->count;
        own->id = (uint32_t)(own - last);
        sorted[--end] = own;
    }
    *n = kept;
done:
    return status;
}

/* Bucket 0 has the frequent items, the others one count each, from large to small. */
static size_t bucket_of(uint64_t count)
{
    return count < FREQUENT ? (size_t)(FREQUENT - count) : 0;
}

/* Stable: items that occur equally often stay in the order of their keys. */
static void order_by_count(sg_counted_key **sorted, sg_counted_key *const *by_key, size_t n)
{
    size_t begin[FREQUENT + 2] = {0};
    for (size_t i = 0; i < n; i++) begin[bucket_of(by_key[i]->count) + 1]++;
    const size_t n_frequent = begin[1];
    begin_buckets(begin, FREQUENT + 1);
    for (size_t i = 0; i < n; i++) sorted[begin[bucket_of(by_key[i]->count)]++] = by_key[i];
    if (n_frequent > 1) qsort(sorted, n_frequent, sizeof(sg_counted_key *), compare_counts);
}

sg_status sg_counted_keys_order(sg_counted_key ***sorted, size_t *n, sg_counted_key *item,
                                size_t n_items, const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    sg_counted_key **by_key = NULL, **made = NULL;
    size_t n_made = 0;
    by_key = sg_alloc(n_items, sizeof(sg_counted_key *));
    made = sg_alloc(n_items, sizeof(sg_counted_key *));
    SG_REQUIRE(by_key != NULL && made != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(order_by_key(by_key, item, n_items, err));
    SG_TRY(join_equal(&n_made, made, by_key, n_items, what, err));
    order_by_count(made, by_key, n_made);
    for (size_t i = 0; i < n_made; i++) made[i]->id = (uint32_t)i;
    for (size_t i = n_made; i < n_items; i++) made[i]->id = (made[i] - made[i]->id)->id;
    *sorted = made;
    *n = n_made;
    made = NULL;
done:
    sg_free(by_key);
    sg_free(made);
    return status;
}
