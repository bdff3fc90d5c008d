/* vocabulary.c - counting keys in chunks, then sorting what is distinct.
 *
 * Each thread counts a stretch of the keys in a table of its own; the few distinct ones are then
 * put together, sorted, and every thread translates its stretch.  The final order is canonical, so
 * the number of chunks has no influence on the result. */
#include "invariants/vocabulary.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_PLACES = 256 };

typedef struct entry {
    sg_key key;
    uint64_t count;
    uint32_t id; /* its number among all: the entry's place in the whole, then the final id */
} entry;

/* Distinct keys in order of appearance, and an open-addressing index into them. */
typedef struct key_counts {
    entry *item;
    size_t n_items, capacity;
    uint32_t *place; /* [n_places] number of an entry plus 1, or 0 */
    size_t n_places;
    bool collided;
} key_counts;

/* A stretch of the keys, one thread's work. */
typedef struct chunk {
    size_t begin, end;
    key_counts counts;
    sg_status status;
    sg_error error;
} chunk;

typedef struct counting {
    const sg_key *key;
    const uint64_t *count; /* [n] how often each occurs; NULL: once */
    uint32_t *id;          /* [n] number of the entry in its chunk, then the final id */
    chunk *chunk;          /* [n_chunks] */
    uint32_t n_chunks;
    key_counts all;
} counting;

static size_t place_of(uint64_t key, size_t n_places)
{
    return (size_t)(key & (n_places - 1));
}

static sg_status grow_index(key_counts *c, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *place = NULL;
    const size_t n_places = c->n_places > 0 ? 2 * c->n_places : FIRST_PLACES;
    SG_ALLOC(place, n_places);
    for (size_t i = 0; i < c->n_items; i++) {
        size_t p = place_of(c->item[i].key.key, n_places);
        while (place[p] != 0) p = (p + 1) & (n_places - 1);
        place[p] = (uint32_t)i + 1;
    }
    sg_free(c->place);
    c->place = place;
    c->n_places = n_places;
done:
    return status;
}

static sg_status count_key(uint32_t *id, key_counts *c, sg_key key, uint64_t times,
                           sg_error *err)
{
    sg_status status = SG_OK;
    if (2 * c->n_items >= c->n_places) SG_TRY(grow_index(c, err));
    size_t p = place_of(key.key, c->n_places);
    while (c->place[p] != 0 && c->item[c->place[p] - 1].key.key != key.key)
        p = (p + 1) & (c->n_places - 1);
    if (c->place[p] == 0) {
        SG_REQUIRE(c->n_items < UINT32_MAX - 1, SG_ELIMIT, "more than 2^32-2 distinct labels");
        SG_TRY(sg_grow(&c->item, &c->capacity, c->n_items + 1, sizeof *c->item, err));
        c->item[c->n_items++] = (entry){.key = key};
        c->place[p] = (uint32_t)c->n_items;
    }
    entry *found = &c->item[c->place[p] - 1];
    if (found->key.check != key.check) c->collided = true;
    found->count += times;
    *id = c->place[p] - 1;
done:
    return status;
}

static void count_chunk(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    counting *c = context;
    chunk *k = &c->chunk[piece];
    for (size_t i = k->begin; i < k->end && k->status == SG_OK; i++)
        k->status = count_key(&c->id[i], &k->counts, c->key[i],
                              c->count != NULL ? c->count[i] : 1, &k->error);
}

/* Put the chunks' entries together; each then knows its place in the whole. */
static sg_status merge_chunks(counting *c, const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t k = 0; k < c->n_chunks; k++) {
        chunk *part = &c->chunk[k];
        if (part->status != SG_OK && err != NULL && err->status == SG_OK) *err = part->error;
        SG_TRY(part->status);
        c->all.collided = c->all.collided || part->counts.collided;
        for (size_t i = 0; i < part->counts.n_items; i++) {
            entry *item = &part->counts.item[i];
            SG_TRY(count_key(&item->id, &c->all, item->key, item->count, err));
        }
    }
    SG_REQUIRE(!c->all.collided, SG_ELIMIT,
               "%s: two different contents have the same 64-bit key; use another expression",
               what);
done:
    return status;
}

static int compare_entries(const void *a, const void *b)
{
    const entry *x = *(entry *const *)a, *y = *(entry *const *)b;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return (x->key.key > y->key.key) - (x->key.key < y->key.key);
}

/* Order all entries and give them their final ids. */
static sg_status order_entries(sg_vocabulary *vocabulary, key_counts *all, sg_error *err)
{
    sg_status status = SG_OK;
    entry **sorted = NULL;
    const size_t n = all->n_items;
    sorted = sg_alloc(n, sizeof(entry *));
    SG_REQUIRE(sorted != NULL, SG_ENOMEM, "out of memory");
    SG_ALLOC(vocabulary->key, n);
    SG_ALLOC(vocabulary->count, n);
    for (size_t i = 0; i < n; i++) sorted[i] = &all->item[i];
    qsort(sorted, n, sizeof(entry *), compare_entries);
    for (size_t i = 0; i < n; i++) {
        sorted[i]->id = (uint32_t)i;
        vocabulary->key[i] = sorted[i]->key.key;
        vocabulary->count[i] = sorted[i]->count;
    }
    vocabulary->n_keys = (uint32_t)n;
done:
    sg_free(sorted);
    return status;
}

static void translate_chunk(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    counting *c = context;
    const chunk *k = &c->chunk[piece];
    for (size_t i = k->begin; i < k->end; i++)
        c->id[i] = c->all.item[k->counts.item[c->id[i]].id].id;
}

void sg_vocabulary_free(sg_vocabulary *vocabulary)
{
    sg_free(vocabulary->key);
    sg_free(vocabulary->count);
    *vocabulary = (sg_vocabulary){0};
}

static void counting_free(counting *c)
{
    for (uint32_t k = 0; c->chunk != NULL && k < c->n_chunks; k++) {
        sg_free(c->chunk[k].counts.item);
        sg_free(c->chunk[k].counts.place);
    }
    sg_free(c->chunk);
    sg_free(c->all.item);
    sg_free(c->all.place);
}

static sg_status build(sg_vocabulary *vocabulary, uint32_t *id, const sg_key *key,
                       const uint64_t *count, size_t n, const char *what, sg_threads *threads,
                       sg_error *err)
{
    sg_status status = SG_OK;
    sg_vocabulary made = {0};
    counting c = {.key = key, .count = count, .id = id, .n_chunks = sg_threads_count(threads)};
    SG_ALLOC(c.chunk, c.n_chunks);
    for (uint32_t k = 0; k < c.n_chunks; k++) {
        c.chunk[k].begin = n / c.n_chunks * k;
        c.chunk[k].end = k + 1 == c.n_chunks ? n : n / c.n_chunks * (k + 1);
    }
    sg_threads_run(threads, c.n_chunks, count_chunk, &c);
    SG_TRY(merge_chunks(&c, what, err));
    SG_TRY(order_entries(&made, &c.all, err));
    sg_threads_run(threads, c.n_chunks, translate_chunk, &c);
    *vocabulary = made;
    made = (sg_vocabulary){0};
done:
    sg_vocabulary_free(&made);
    counting_free(&c);
    return status;
}

sg_status sg_vocabulary_build(sg_vocabulary *vocabulary, uint32_t *id, const sg_key *key,
                              size_t n, const char *what, sg_threads *threads, sg_error *err)
{
    return build(vocabulary, id, key, NULL, n, what, threads, err);
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
