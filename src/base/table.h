/* table.h - 64-bit keys to dense numbers 0, 1, 2, ... in order of first appearance.
 *
 *     sg_table table = {0};
 *     uint32_t id;
 *     sg_table_intern(&id, &table, key, &err);      // 0 for the first key, 1 for the next new one
 *     sg_table_free(&table);
 *
 * Open addressing with linear probing; keys are mixed first, so any 64-bit values will do.
 */
#ifndef SG_BASE_TABLE_H
#define SG_BASE_TABLE_H

#include "base/status.h"

#define SG_TABLE_NONE UINT32_MAX

/* One place: the key and its number side by side, so that a look-up touches one cache line. */
typedef struct sg_table_place {
    uint64_t key;
    uint32_t id; /* SG_TABLE_NONE where the place is free */
} sg_table_place;

typedef struct sg_table {
    sg_table_place *place; /* [n_places] */
    size_t n_places;       /* 0 or a power of two, at most half of them taken */
    uint32_t n_keys;
    uint32_t n_interned; /* calls, repeated keys included; it may wrap around */
} sg_table;

/* Release the table's memory and make it empty. */
void sg_table_free(sg_table *table);

/* The number of `key`, given now if it has none yet.
 * Expected time O(1).  Fails with SG_ENOMEM, with SG_ELIMIT at 2^32-1 keys, or with SG_ECANCELED: tables are
 * what long loops fill, so they ask whether to go on (observer.h). */
sg_status sg_table_intern(uint32_t *id, sg_table *table, uint64_t key, sg_error *err);

/* The number of `key`, or SG_TABLE_NONE. */
uint32_t sg_table_find(const sg_table *table, uint64_t key);

/* The numbers of n keys: id is [n].  Faster than one by one where the table is larger than caches. */
void sg_table_find_all(uint32_t *id, const sg_table *table, const uint64_t *key, size_t n);

#endif
