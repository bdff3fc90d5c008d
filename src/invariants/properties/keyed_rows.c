/* keyed_rows.c - a small table from keys to numbers, of one graph. */
#include "invariants/properties/keyed_rows.h"

#include <string.h>

enum { FIRST_CAPACITY = 64, MAX_VALUES = UINT16_MAX };

/* Make the table four times as large as there are keys, at least. */
static sg_status take_places(sg_keyed_rows *rows, sg_error *err)
{
    sg_status status = SG_OK;
    rows->n_places = 4 * rows->key_capacity;
    SG_TAKE(rows->place, rows->rows.scratch, rows->n_places);
    memset(rows->place, 0, rows->n_places * sizeof *rows->place);
done:
    return status;
}

/* The place of a key, or the free one where it belongs.  Contents that share a key by chance are two
 * values here, and the vocabulary of all graphs reports them. */
static uint32_t *find_place(const sg_keyed_rows *rows, sg_key key)
{
    uint32_t at = (uint32_t)key.key & (rows->n_places - 1);
    while (rows->place[at] != 0 && (rows->key[rows->place[at] - 1].key != key.key ||
                                    rows->key[rows->place[at] - 1].check != key.check))
        at = (at + 1) & (rows->n_places - 1);
    return &rows->place[at];
}

static sg_status grow(sg_keyed_rows *rows, sg_error *err)
{
    sg_status status = SG_OK;
    sg_key *more = NULL;
    SG_TAKE(more, rows->rows.scratch, (size_t)rows->key_capacity * 2);
    memcpy(more, rows->key, rows->n_values * sizeof *more);
    rows->key = more;
    rows->key_capacity *= 2;
    SG_TRY(take_places(rows, err));
    for (uint32_t i = 0; i < rows->n_values; i++) *find_place(rows, rows->key[i]) = i + 1;
done:
    return status;
}

sg_status sg_keyed_rows_prepare(sg_keyed_rows *rows, const char *name,
                                const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_keyed_rows made = {.name = name, .key_capacity = FIRST_CAPACITY};
    SG_TRY(sg_pair_rows_prepare(&made.rows, graph, scratch, err));
    SG_TAKE(made.key, scratch, made.key_capacity);
    SG_TRY(take_places(&made, err));
    *rows = made;
done:
    return status;
}

sg_status sg_keyed_rows_begin(sg_keyed_rows *rows, uint32_t v, uint32_t at_most, sg_error *err)
{
    return sg_pair_rows_begin(&rows->rows, v, at_most, err);
}

sg_status sg_keyed_rows_add(sg_keyed_rows *rows, uint32_t sender, sg_key key, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *place = find_place(rows, key);
    if (*place == 0) {
        SG_REQUIRE(rows->n_values < MAX_VALUES, SG_ELIMIT,
                   "%s: graph %u has more than %d values; ask for a smaller distance (within "
                   "D) or for fewer rounds",
                   rows->name, rows->rows.graph->number, MAX_VALUES);
        if (rows->n_values == rows->key_capacity) {
            SG_TRY(grow(rows, err));
            place = find_place(rows, key);
        }
        rows->key[rows->n_values++] = key;
        *place = rows->n_values;
    }
    sg_pair_rows_add(&rows->rows, sender, (uint16_t)(*place - 1));
done:
    return status;
}

sg_pairs sg_keyed_rows_finish(sg_keyed_rows *rows)
{
    sg_pairs pairs = sg_pair_rows_finish(&rows->rows);
    pairs.key = rows->key;
    pairs.n_values = rows->n_values;
    return pairs;
}
