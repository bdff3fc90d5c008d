/* sparse_entries.c - lists of entries, without a branch for what dropout does. */
#include "layers/real/sparse_entries.h"

#include "base/rng.h"

SG_R(sg_sparse_entries) SG_R(sg_sparse_entries_dropped)(double rate, uint64_t key)
{
    return (SG_R(sg_sparse_entries)){
        .key = key, .least = (uint64_t)(rate * 0x1p63) * 2, .grow = (sg_real)(1 / (1 - rate))};
}

/* Columns are scaled, never centered, so that zeros stay zeros.  A deviation of 0, as a damaged file may have
 * it, counts as 1. */
static void divide(SG_R(sg_entry_list) *list, const sg_real *deviation)
{
    for (size_t i = 0; i < list->rows.n; i++) {
        const sg_real divisor = deviation[list->column[i]];
        if (divisor != 0) list->factor[i] /= divisor;
    }
}

/* What becomes of entries cannot be guessed by a processor.  Where all stay as they are, nothing is copied. */
void SG_R(sg_entries_list)(SG_R(sg_entry_list) *list, uint64_t *e, uint64_t end,
                           const SG_R(sg_sparse_entries) *entries)
{
    if (entries->least == 0 && entries->deviation == NULL) {
        list->rows.factor = entries->value + *e;
        list->rows.row = entries->column + *e;
        list->rows.n = end - *e;
        *e = end;
        return;
    }
    const uint64_t key = entries->key, least = entries->least;
    const sg_real grow = entries->grow;
    size_t n = 0;
    uint64_t i = *e;
    for (; i < end && n < SG_ENTRIES_AT_ONCE; i++) {
        uint64_t state = key ^ (i * 0x9e3779b97f4a7c15U);
        list->factor[n] = grow * entries->value[i];
        list->column[n] = entries->column[i];
        n += sg_splitmix_next(&state) >= least;
    }
    *e = i;
    list->rows.factor = list->factor;
    list->rows.row = list->column;
    list->rows.n = n;
    if (entries->deviation != NULL) divide(list, entries->deviation);
}
