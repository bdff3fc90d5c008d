/* table.c - linear probing at a load of at most one half. */
#include "base/table.h"

#include "base/mem.h"
#include "base/observer.h"

/* Asking costs as much as a look-up in a small table. */
enum { CALLS_PER_ASK = 256 };

static uint64_t mix(uint64_t key)
{
    key ^= key >> 32;
    key *= 0xd6e8feb86659fd93ULL;
    return key ^ (key >> 32);
}

/* The place of `key`, or the free place where it belongs. */
static sg_table_place *probe(const sg_table *table, uint64_t key)
{
    const size_t mask = table->n_places - 1;
    size_t i = (size_t)mix(key) & mask;
    while (table->place[i].id != SG_TABLE_NONE && table->place[i].key != key)
        i = (i + 1) & mask;
    return &table->place[i];
}

static sg_status double_size(sg_table *table, sg_error *err)
{
    sg_status status = SG_OK;
    sg_table larger = {.n_places = table->n_places > 0 ? 2 * table->n_places : 64,
                       .n_keys = table->n_keys,
                       .n_interned = table->n_interned};
    SG_ALLOC(larger.place, larger.n_places);
    for (size_t i = 0; i < larger.n_places; i++) {
        SG_TRY(sg_watch_ask_at(i, err));
        larger.place[i].id = SG_TABLE_NONE;
    }
    for (size_t i = 0; i < table->n_places; i++) {
        SG_TRY(sg_watch_ask_at(i, err));
        if (table->place[i].id != SG_TABLE_NONE)
            *probe(&larger, table->place[i].key) = table->place[i];
    }
    sg_free(table->place);
    *table = larger;
    larger.place = NULL;
done:
    sg_free(larger.place);
    return status;
}

void sg_table_free(sg_table *table)
{
    sg_free(table->place);
    *table = (sg_table){0};
}

sg_status sg_table_intern(uint32_t *id, sg_table *table, uint64_t key, sg_error *err)
{
    sg_status status = SG_OK;
    if (++table->n_interned % CALLS_PER_ASK == 0) SG_TRY(sg_watch_ask(err));
    if (2 * (size_t)table->n_keys >= table->n_places) SG_TRY(double_size(table, err));
    sg_table_place *place = probe(table, key);
    if (place->id == SG_TABLE_NONE) {
        SG_REQUIRE(table->n_keys < SG_TABLE_NONE, SG_ELIMIT, "table: more than 2^32-1 keys");
        *place = (sg_table_place){key, table->n_keys++};
    }
    *id = place->id;
done:
    return status;
}

uint32_t sg_table_find(const sg_table *table, uint64_t key)
{
    return table->n_places > 0 ? probe(table, key)->id : SG_TABLE_NONE;
}

/* All places of a few keys are asked for before the first one is looked at, so that memory is waited
 * for once. */
void sg_table_find_all(uint32_t *id, const sg_table *table, const uint64_t *key, size_t n)
{
    enum { AT_ONCE = 32 };
    for (size_t begin = 0; begin < n; begin += AT_ONCE) {
        const size_t end = n - begin < AT_ONCE ? n : begin + AT_ONCE;
        for (size_t i = begin; i < end && table->n_places > 0; i++)
            __builtin_prefetch(&table->place[(size_t)mix(key[i]) & (table->n_places - 1)]);
        for (size_t i = begin; i < end; i++) id[i] = sg_table_find(table, key[i]);
    }
}
