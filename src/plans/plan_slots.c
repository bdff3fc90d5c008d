/* plan_slots.c - finding the slots of a model's triples in other data.
 *
 * Triples and slots both stand ordered by receiver, so one receiver label is handled at a time: its
 * slots are written into the cells (sender label, value) of a table that fits into a cache, and its
 * triples read from there.  A table of all slots by content is larger than any cache, and making it
 * for every data set took longer than labels and triples together; it is left for data with so many
 * labels or values that the cells would be too many. */
#include "plans/plan_parts.h"

#include "base/mem.h"
#include "base/observer.h"

static const uint64_t MAX_CELLS = (uint64_t)1 << 24;

typedef struct search {
    const sg_triples *triples;
    const sg_weight_keys *keys;
    sg_table senders, values; /* numbers of labels and values by key                    */
    uint32_t *slot_at;        /* [n_senders][n_values] slot + 1 of the receiver at hand */
    uint32_t *sender, *value; /* [most slots of a receiver] numbers of each, or none    */
} search;

static void search_free(search *s)
{
    sg_table_free(&s->senders);
    sg_table_free(&s->values);
    sg_free(s->slot_at);
    sg_free(s->sender);
    sg_free(s->value);
}

/* The cell of slot first + i, or NULL where the data does not have its sender or value. */
static uint32_t *cell_of(const search *s, uint32_t i)
{
    if (s->sender[i] == SG_TABLE_NONE || s->value[i] == SG_TABLE_NONE) return NULL;
    return &s->slot_at[(size_t)s->sender[i] * s->triples->values.n_keys + s->value[i]];
}

/* Fill the cells with the slots first .. behind-1 of a receiver. */
static sg_status write_cells(search *s, uint32_t first, uint32_t behind, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = behind - first;
    sg_table_find_all(s->sender, &s->senders, s->keys->sender + first, n);
    sg_table_find_all(s->value, &s->values, s->keys->value + first, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *cell = cell_of(s, i);
        if (cell == NULL) continue;
        SG_REQUIRE(*cell == 0, SG_EFORMAT, "model: weights %u and %u have the same key",
                   *cell - 1, first + i);
        *cell = first + i + 1;
    }
done:
    return status;
}

static void clear_cells(search *s, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *cell = cell_of(s, i);
        if (cell != NULL) *cell = 0;
    }
}

static void read_cells(uint32_t *slot_of, const search *s, uint32_t begin, uint32_t end)
{
    const uint32_t *sender = s->triples->sender, *value = s->triples->value;
    const size_t n_values = s->triples->values.n_keys;
    for (uint32_t t = begin; t < end; t++)
        slot_of[t] = s->slot_at[sender[t] * n_values + value[t]] - 1;
}

static sg_status search_open(search *s, const sg_plan *plan, const sg_labels *sender,
                             sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t most = 0;
    for (uint32_t r = 0; r < plan->n_stretches; r++) {
        const uint32_t n = plan->stretch_begin[r + 1] - plan->stretch_begin[r];
        if (n > most) most = n;
    }
    SG_TRY(sg_plan_number_keys(&s->senders, &sender->vocabulary, err));
    SG_TRY(sg_plan_number_keys(&s->values, &s->triples->values, err));
    SG_ALLOC(s->slot_at, (size_t)sender->vocabulary.n_keys * s->triples->values.n_keys);
    SG_ALLOC(s->sender, most);
    SG_ALLOC(s->value, most);
done:
    return status;
}

/* ---- Cell by cell ----------------------------------------------------------------------------- */

static sg_status find_by_receiver(uint32_t *slot_of, const sg_plan *plan, search *s,
                                  const sg_labels *receiver, const sg_labels *sender,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    const sg_triples *triples = s->triples;
    const uint32_t n_labels = receiver->vocabulary.n_keys;
    sg_table receivers = {0};
    uint32_t *begin = NULL; /* [n_labels + 1] first triple of a receiver label */
    SG_ALLOC(begin, n_labels + (size_t)1);
    SG_TRY(search_open(s, plan, sender, err));
    SG_TRY(sg_plan_number_keys(&receivers, &receiver->vocabulary, err));
    for (uint32_t t = 0; t < triples->n_triples; t++) {
        slot_of[t] = SG_NO_SLOT;
        begin[triples->receiver[t] + 1]++;
    }
    for (uint32_t l = 0; l < n_labels; l++) begin[l + 1] += begin[l];
    for (uint32_t r = 0; r < plan->n_stretches; r++) {
        const uint32_t first = plan->stretch_begin[r], behind = plan->stretch_begin[r + 1];
        const uint32_t label = sg_table_find(&receivers, s->keys->receiver[first]);
        if (label == SG_TABLE_NONE || begin[label] == begin[label + 1]) continue;
        SG_TRY(sg_watch_ask(err));
        SG_TRY(write_cells(s, first, behind, err));
        read_cells(slot_of, s, begin[label], begin[label + 1]);
        clear_cells(s, behind - first);
    }
done:
    sg_table_free(&receivers);
    sg_free(begin);
    return status;
}

/* ---- By content ------------------------------------------------------------------------------- */

static sg_status find_by_content(uint32_t *slot_of, const search *s, const sg_labels *receiver,
                                 const sg_labels *sender, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_triples *triples = s->triples;
    sg_table slots = {0};
    SG_TRY(sg_slots_number(&slots, s->keys, err));
    for (uint32_t t = 0; t < triples->n_triples; t++) {
        SG_TRY(sg_watch_ask_at(t, err));
        slot_of[t] =
            sg_table_find(&slots, sg_triple_key(receiver->vocabulary.key[triples->receiver[t]],
                                                sender->vocabulary.key[triples->sender[t]],
                                                triples->values.key[triples->value[t]]));
    }
done:
    sg_table_free(&slots);
    return status;
}

sg_status sg_plan_find_slots(uint32_t *slot_of, const sg_plan *plan, const sg_weight_keys *keys,
                             const sg_triples *triples, const sg_labels *receiver,
                             const sg_labels *sender, sg_error *err)
{
    search s = {.triples = triples, .keys = keys};
    const uint64_t n_cells = (uint64_t)sender->vocabulary.n_keys * triples->values.n_keys;
    const sg_status status = n_cells <= MAX_CELLS
                                 ? find_by_receiver(slot_of, plan, &s, receiver, sender, err)
                                 : find_by_content(slot_of, &s, receiver, sender, err);
    search_free(&s);
    return status;
}
