/* vocabulary.c - counting keys in chunks, then ordering what is distinct.
 *
 * Each thread counts a stretch of the keys in a table of its own; the few distinct ones are then
 * put together, ordered, and every thread translates its stretch.  The final order is canonical, so
 * the number of chunks has no influence on the result. */
#include "invariants/vocabulary.h"

#include "base/mem.h"
#include "base/observer.h"
#include "invariants/key_order.h"

#include <string.h>

enum { FIRST_PLACES = 256, PER_BLOCK = 256 };

/* Distinct keys in order of appearance, and an open-addressing index into them. */
typedef struct key_counts {
    sg_counted_key *item;
    size_t n_items, capacity;
    uint32_t *place; /* [n_places] number of an entry plus 1, or 0 */
    size_t n_places;
    bool collided;
} key_counts;

/* A stretch of the keys, one thread's work. */
typedef struct chunk {
    size_t begin, end;
    key_counts counts;
    uint32_t
        *number; /* [counts.n_items] the place of an item in the whole, then its final id */
    sg_status status;
    sg_error error;
} chunk;

typedef struct counting {
    const sg_signed_things *things;
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

/* Make room for `more` further keys, so that counting them cannot fail. */
static sg_status reserve(key_counts *c, size_t more, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *place = NULL;
    size_t n_places = c->n_places > 0 ? c->n_places : FIRST_PLACES;
    SG_REQUIRE(c->n_items + more < UINT32_MAX - 1, SG_ELIMIT,
               "more than 2^32-2 distinct labels");
    SG_TRY(sg_grow(&c->item, &c->capacity, c->n_items + more, sizeof *c->item, err));
    while (n_places < 2 * (c->n_items + more)) n_places *= 2;
    if (n_places == c->n_places) goto done;
    n_places *= 2;
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

/* Count `key`, which thing number `thing` has; there is room for it.  Its number. */
static inline uint32_t count_key(key_counts *c, sg_key key, uint64_t times, size_t thing)
{
    const size_t mask = c->n_places - 1;
    size_t p = place_of(key.key, c->n_places);
    while (c->place[p] != 0 && c->item[c->place[p] - 1].key.key != key.key) p = (p + 1) & mask;
    if (c->place[p] == 0) {
        c->item[c->n_items++] = (sg_counted_key){.key = key, .first = thing};
        c->place[p] = (uint32_t)c->n_items;
    }
    sg_counted_key *found = &c->item[c->place[p] - 1];
    c->collided |= found->key.check != key.check;
    found->count += times;
    return c->place[p] - 1;
}

/* Signatures come in blocks, which stay in the cache. */
static sg_status count_stretch(counting *c, chunk *k, sg_error *err)
{
    sg_status status = SG_OK;
    sg_key signature[PER_BLOCK];
    key_counts counts = k->counts;
    for (size_t begin = k->begin; begin < k->end; begin += PER_BLOCK) {
        const size_t n = k->end - begin < PER_BLOCK ? k->end - begin : PER_BLOCK;
        uint32_t *restrict id = c->id + begin;
        SG_TRY(sg_watch_ask(err));
        SG_TRY(reserve(&counts, n, err));
        c->things->sign(signature, c->things->context, begin, begin + n);
        if (c->count == NULL)
            for (size_t i = 0; i < n; i++)
                id[i] = count_key(&counts, signature[i], 1, begin + i);
        else
            for (size_t i = 0; i < n; i++)
                id[i] = count_key(&counts, signature[i], c->count[begin + i], begin + i);
    }
done:
    k->counts = counts;
    return status;
}

static void count_chunk(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    counting *c = context;
    c->chunk[piece].status = count_stretch(c, &c->chunk[piece], &c->chunk[piece].error);
}

/* Put the chunks' entries together; each then knows its place in the whole. */
static sg_status merge_chunks(counting *c, const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t k = 0; k < c->n_chunks; k++) {
        chunk *part = &c->chunk[k];
        if (part->status != SG_OK && err != NULL && err->status == SG_OK) *err = part->error;
        SG_TRY(part->status);
        const size_t n = part->counts.n_items;
        SG_ALLOC(part->number, n);
        c->all.collided = c->all.collided || part->counts.collided;
        if (c->n_chunks == 1) {
            for (size_t i = 0; i < n; i++) part->number[i] = (uint32_t)i;
            c->all = part->counts;
            part->counts = (key_counts){.n_items = n};
            continue;
        }
        SG_TRY(reserve(&c->all, n, err));
        for (size_t i = 0; i < n; i++) {
            const sg_counted_key *item = &part->counts.item[i];
            part->number[i] = count_key(&c->all, item->key, item->count, item->first);
        }
    }
    SG_REQUIRE(!c->all.collided, SG_ELIMIT,
               "%s: two different contents have the same 64-bit key; use another expression",
               what);
done:
    return status;
}

/* Replace signatures by content keys. */
static sg_status compute_keys(counting *c, sg_error *err)
{
    sg_status status = SG_OK;
    if (c->things->key_of == NULL) goto done;
    for (size_t i = 0; i < c->all.n_items; i++) {
        sg_counted_key *item = &c->all.item[i];
        if (i % PER_BLOCK == 0) SG_TRY(sg_watch_ask(err));
        SG_TRY(c->things->key_of(&item->key, c->things->context, item->first, err));
    }
done:
    return status;
}

/* Order all entries and give them their final ids. */
static sg_status order_entries(sg_vocabulary *vocabulary, uint64_t **check, counting *c,
                               const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    sg_counted_key **sorted = NULL;
    size_t n = 0;
    SG_TRY(sg_counted_keys_order(&sorted, &n, c->all.item, c->all.n_items, what, err));
    SG_ALLOC(vocabulary->key, n);
    SG_ALLOC(vocabulary->count, n);
    SG_ALLOC(*check, n);
    for (size_t i = 0; i < n; i++) {
        vocabulary->key[i] = sorted[i]->key.key;
        vocabulary->count[i] = sorted[i]->count;
        (*check)[i] = sorted[i]->key.check;
    }
    vocabulary->n_keys = (uint32_t)n;
    for (uint32_t k = 0; k < c->n_chunks; k++)
        for (size_t i = 0; i < c->chunk[k].counts.n_items; i++)
            c->chunk[k].number[i] = c->all.item[c->chunk[k].number[i]].id;
done:
    sg_free(sorted);
    return status;
}

static void translate_chunk(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    counting *c = context;
    const chunk *k = &c->chunk[piece];
    for (size_t i = k->begin; i < k->end; i++) c->id[i] = k->number[c->id[i]];
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
        sg_free(c->chunk[k].number);
    }
    sg_free(c->chunk);
    sg_free(c->all.item);
    sg_free(c->all.place);
}

static sg_status build(sg_vocabulary *vocabulary, uint64_t **check, uint32_t *id,
                       const sg_signed_things *things, const uint64_t *count, const char *what,
                       sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = things->n;
    sg_vocabulary made = {0};
    uint64_t *checks = NULL;
    counting c = {
        .things = things, .count = count, .id = id, .n_chunks = sg_threads_count(threads)};
    SG_ALLOC(c.chunk, c.n_chunks);
    for (uint32_t k = 0; k < c.n_chunks; k++) {
        c.chunk[k].begin = n / c.n_chunks * k;
        c.chunk[k].end = k + 1 == c.n_chunks ? n : n / c.n_chunks * (k + 1);
    }
    sg_threads_run(threads, c.n_chunks, count_chunk, &c);
    SG_TRY(merge_chunks(&c, what, err));
    SG_TRY(compute_keys(&c, err));
    SG_TRY(order_entries(&made, &checks, &c, what, err));
    sg_threads_run(threads, c.n_chunks, translate_chunk, &c);
    *vocabulary = made;
    made = (sg_vocabulary){0};
    if (check != NULL) {
        *check = checks;
        checks = NULL;
    }
done:
    sg_free(checks);
    sg_vocabulary_free(&made);
    counting_free(&c);
    return status;
}

sg_status sg_vocabulary_of_things(sg_vocabulary *vocabulary, uint64_t **check, uint32_t *id,
                                  const sg_signed_things *things, const char *what,
                                  sg_threads *threads, sg_error *err)
{
    return build(vocabulary, check, id, things, NULL, what, threads, err);
}

/* A key is its own signature. */
static void copy_keys(sg_key *signature, const void *context, size_t begin, size_t end)
{
    const sg_key *const *key = context;
    memcpy(signature, *key + begin, (end - begin) * sizeof **key);
}

sg_status sg_vocabulary_with_checks(sg_vocabulary *vocabulary, uint64_t **check, uint32_t *id,
                                    const sg_key *key, size_t n, const char *what,
                                    sg_threads *threads, sg_error *err)
{
    const sg_signed_things things = {.sign = copy_keys, .context = (void *)&key, .n = n};
    return build(vocabulary, check, id, &things, NULL, what, threads, err);
}

sg_status sg_vocabulary_build(sg_vocabulary *vocabulary, uint32_t *id, const sg_key *key,
                              size_t n, const char *what, sg_threads *threads, sg_error *err)
{
    return sg_vocabulary_with_checks(vocabulary, NULL, id, key, n, what, threads, err);
}

sg_status sg_vocabulary_of_counts(sg_vocabulary *vocabulary, uint32_t *id, const sg_key *key,
                                  const uint64_t *count, size_t n, const char *what,
                                  sg_error *err)
{
    const sg_signed_things things = {.sign = copy_keys, .context = (void *)&key, .n = n};
    return build(vocabulary, NULL, id, &things, count, what, NULL, err);
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
