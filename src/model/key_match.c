/* key_match.c - labels through a hash table, triples by sorting. */
#include "model/key_match.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/sort.h"
#include "base/table.h"

#include <stdlib.h>

sg_status sg_match_labels(uint32_t **place, const sg_label_vocabulary *mine,
                          const sg_label_vocabulary *theirs, sg_error *err)
{
    sg_status status = SG_OK;
    sg_table table = {0};
    uint32_t *number = NULL, *found = NULL, id = 0;
    SG_ALLOC(number, theirs->n_labels);
    SG_ALLOC(found, mine->n_labels);
    for (uint32_t i = 0; i < theirs->n_labels; i++) {
        const uint32_t n_before = table.n_keys;
        SG_TRY(sg_table_intern(&id, &table, theirs->key[i], err));
        if (id == n_before) number[id] = i;
    }
    for (uint32_t i = 0; i < mine->n_labels; i++) {
        id = sg_table_find(&table, mine->key[i]);
        found[i] = id != SG_TABLE_NONE ? number[id] : SG_NO_MATCH;
    }
    *place = found;
    found = NULL;
done:
    sg_free(found);
    sg_free(number);
    sg_table_free(&table);
    return status;
}

typedef struct triple {
    uint64_t receiver, sender, value;
    uint32_t slot;
} triple;

static int compare_triples(const void *a, const void *b)
{
    const triple *x = a, *y = b;
    if (x->receiver != y->receiver) return x->receiver < y->receiver ? -1 : 1;
    if (x->sender != y->sender) return x->sender < y->sender ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static triple triple_at(const sg_weight_keys *keys, uint32_t slot)
{
    return (triple){keys->receiver[slot], keys->sender[slot], keys->value[slot], slot};
}

/* One of both may be much larger; the smaller one is sorted. */
sg_status sg_match_triples(uint32_t **place, const sg_weight_keys *mine,
                           const sg_weight_keys *theirs, sg_error *err)
{
    sg_status status = SG_OK;
    const bool sorts_mine = mine->n_slots < theirs->n_slots;
    const sg_weight_keys *few = sorts_mine ? mine : theirs, *many = sorts_mine ? theirs : mine;
    triple *sorted = NULL;
    uint32_t *found = NULL;
    SG_ALLOC(sorted, few->n_slots);
    SG_ALLOC(found, mine->n_slots);
    for (uint32_t i = 0; i < mine->n_slots; i++) found[i] = SG_NO_MATCH;
    for (uint32_t i = 0; i < few->n_slots; i++) sorted[i] = triple_at(few, i);
    SG_TRY(sg_sort(sorted, few->n_slots, sizeof *sorted, compare_triples, err));
    for (uint32_t i = 0; i < many->n_slots; i++) {
        SG_TRY(sg_watch_ask_at(i, err));
        const triple wanted = triple_at(many, i);
        const triple *at =
            bsearch(&wanted, sorted, few->n_slots, sizeof *sorted, compare_triples);
        if (at != NULL) found[sorts_mine ? at->slot : i] = sorts_mine ? i : at->slot;
    }
    *place = found;
    found = NULL;
done:
    sg_free(found);
    sg_free(sorted);
    return status;
}
