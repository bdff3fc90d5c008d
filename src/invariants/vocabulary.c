/* vocabulary.c - counting keys in shards, then sorting what is distinct.
 *
 * Keys are hashes, so their upper bits cut them evenly into shards that threads count
 * independently: each runs over all keys and takes its own.  The final order is canonical, so the
 * number of shards has no influence on the result. */
#include "invariants/vocabulary.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { SHARD_BITS = 3, MAX_SHARDS = 1 << SHARD_BITS, FIRST_PLACES = 256 };

typedef struct entry {
    sg_key key;
    uint64_t count;
    uint32_t id; /* given when all are counted */
} entry;

/* The entries of one shard, and an open-addressing index into them. */
typedef struct shard {
    entry *item;
    size_t n_items, capacity;
    uint32_t *place; /* [n_places] number of an entry plus 1, or 0 */
    size_t n_places;
    sg_status status;
    bool collided;
    sg_error error;
} shard;

typedef struct counting {
    const sg_key *key;
    const uint64_t *count; /* [n] how often each occurs; NULL: once */
    uint32_t *id;          /* [n] position of the entry in its shard */
    size_t n;
    unsigned bits; /* 2^bits shards */
    shard shard[MAX_SHARDS];
} counting;

static size_t place_of(uint64_t key, size_t n_places)
{
    return (size_t)(key & (n_places - 1));
}

static unsigned shard_of(uint64_t key, unsigned bits)
{
    return bits == 0 ? 0 : (unsigned)(key >> (64 - bits));
}

static sg_status grow_index(shard *s, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *place = NULL;
    const size_t n_places = s->n_places > 0 ? 2 * s->n_places : FIRST_PLACES;
    SG_ALLOC(place, n_places);
    for (size_t i = 0; i < s->n_items; i++) {
        size_t p = place_of(s->item[i].key.key, n_places);
        while (place[p] != 0) p = (p + 1) & (n_places - 1);
        place[p] = (uint32_t)i + 1;
    }
    sg_free(s->place);
    s->place = place;
    s->n_places = n_places;
done:
    return status;
}

static sg_status count_key(uint32_t *id, shard *s, sg_key key, uint64_t times, sg_error *err)
{
    sg_status status = SG_OK;
    if (2 * s->n_items >= s->n_places) SG_TRY(grow_index(s, err));
    size_t p = place_of(key.key, s->n_places);
    while (s->place[p] != 0 && s->item[s->place[p] - 1].key.key != key.key)
        p = (p + 1) & (s->n_places - 1);
    if (s->place[p] == 0) {
        SG_TRY(sg_grow(&s->item, &s->capacity, s->n_items + 1, sizeof *s->item, err));
        s->item[s->n_items++] = (entry){.key = key};
        s->place[p] = (uint32_t)s->n_items;
    }
    entry *found = &s->item[s->place[p] - 1];
    if (found->key.check != key.check) s->collided = true;
    found->count += times;
    *id = s->place[p] - 1;
done:
    return status;
}

static void count_shard(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    counting *c = context;
    shard *s = &c->shard[piece];
    for (size_t i = 0; i < c->n && s->status == SG_OK; i++)
        if (shard_of(c->key[i].key, c->bits) == piece)
            s->status = count_key(&c->id[i], s, c->key[i], c->count != NULL ? c->count[i] : 1,
                                  &s->error);
}

/* What decides the order of an entry. */
typedef struct ranked {
    uint64_t count, key;
    entry *item;
} ranked;

static int compare_ranked(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
}

/* Order all entries and give them their ids. */
static sg_status order_entries(sg_vocabulary *vocabulary, counting *c, sg_error *err)
{
    sg_status status = SG_OK;
    ranked *sorted = NULL;
    size_t n = 0;
    for (unsigned s = 0; s < 1U << c->bits; s++) n += c->shard[s].n_items;
    SG_REQUIRE(n < UINT32_MAX, SG_ELIMIT, "more than 2^32-2 distinct labels");
    SG_ALLOC(sorted, n);
    SG_ALLOC(vocabulary->key, n);
    SG_ALLOC(vocabulary->count, n);
    n = 0;
    for (unsigned s = 0; s < 1U << c->bits; s++)
        for (size_t i = 0; i < c->shard[s].n_items; i++) {
            entry *item = &c->shard[s].item[i];
            sorted[n++] = (ranked){item->count, item->key.key, item};
        }
    qsort(sorted, n, sizeof *sorted, compare_ranked);
    for (size_t i = 0; i < n; i++) {
        sorted[i].item->id = (uint32_t)i;
        vocabulary->key[i] = sorted[i].key;
        vocabulary->count[i] = sorted[i].count;
    }
    vocabulary->n_keys = (uint32_t)n;
done:
    sg_free(sorted);
    return status;
}

void sg_vocabulary_free(sg_vocabulary *vocabulary)
{
    sg_free(vocabulary->key);
    sg_free(vocabulary->count);
    *vocabulary = (sg_vocabulary){0};
}

static sg_status build(sg_vocabulary *vocabulary, uint32_t *id, const sg_key *key,
                       const uint64_t *count, size_t n, const char *what, sg_pool *pool,
                       sg_error *err)
{
    sg_status status = SG_OK;
    sg_vocabulary made = {0};
    counting c = {.key = key, .count = count, .id = id, .n = n};
    c.bits = sg_pool_threads(pool) > 1 ? SHARD_BITS : 0;
    sg_pool_run(pool, 1U << c.bits, count_shard, &c);
    for (unsigned s = 0; s < 1U << c.bits; s++) {
        if (c.shard[s].status != SG_OK && err != NULL && err->status == SG_OK)
            *err = c.shard[s].error;
        SG_TRY(c.shard[s].status);
        SG_REQUIRE(
            !c.shard[s].collided, SG_ELIMIT,
            "%s: two different contents have the same 64-bit key; use another expression",
            what);
    }
    SG_TRY(order_entries(&made, &c, err));
    for (size_t i = 0; i < n; i++) id[i] = c.shard[shard_of(key[i].key, c.bits)].item[id[i]].id;
    *vocabulary = made;
    made = (sg_vocabulary){0};
done:
    sg_vocabulary_free(&made);
    for (unsigned s = 0; s < MAX_SHARDS; s++) {
        sg_free(c.shard[s].item);
        sg_free(c.shard[s].place);
    }
    return status;
}

sg_status sg_vocabulary_build(sg_vocabulary *vocabulary, uint32_t *id, const sg_key *key,
                              size_t n, const char *what, sg_pool *pool, sg_error *err)
{
    return build(vocabulary, id, key, NULL, n, what, pool, err);
}

sg_status sg_vocabulary_of_counts(sg_vocabulary *vocabulary, uint32_t *id, const sg_key *key,
                                  const uint64_t *count, size_t n, const char *what,
                                  sg_error *err)
{
    return build(vocabulary, id, key, count, n, what, NULL, err);
}

void sg_vocabulary_limit(sg_vocabulary *vocabulary, uint32_t *id, size_t n, uint32_t limit)
{
    if (limit == 0 || vocabulary->n_keys <= limit) return;
    for (size_t i = 0; i < n; i++)
        if (id[i] >= limit) id[i] = limit - 1;
    for (uint32_t k = limit; k < vocabulary->n_keys; k++)
        vocabulary->count[limit - 1] += vocabulary->count[k];
    vocabulary->key[limit - 1] = sg_key_of(SG_TAG_REST, NULL, 0).key;
    vocabulary->n_keys = limit;
}
