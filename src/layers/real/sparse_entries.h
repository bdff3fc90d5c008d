/* sparse_entries.h - entries of sparse rows as they are multiplied in a step: scaled, and some dropped.
 *
 *     SG_R(sg_entry_list) list;
 *     list.rows = (SG_R(sg_row_list)){.size = n_columns};
 *     for (uint64_t e = table->row[v]; e < table->row[v + 1];) {
 *         SG_R(sg_entries_list)(&list, &e, table->row[v + 1], &entries);
 *         kernels->gather_rows(y, &list.rows, w, width);
 *     }
 *
 * What becomes of an entry is a hash of its number and the step, so that it can be asked for again.
 */
#ifndef SG_LAYERS_REAL_SPARSE_ENTRIES_H
#define SG_LAYERS_REAL_SPARSE_ENTRIES_H

#include "kernels/kernels.h"
#include "layers/real/real.h"

enum { SG_ENTRIES_AT_ONCE = 64 };

/* All entries of a table in this step. */
typedef struct SG_R(sg_sparse_entries) {
    const uint32_t
        *column; /* of every entry                                                   */
    const sg_real *value;
    const sg_real
        *deviation; /* of the columns: what entries are divided by; NULL: nothing       */
    uint64_t key;   /* of the step                                                      */
    uint64_t least; /* the hash of an entry drops it where it is below; 0: none is dropped */
    sg_real grow;   /* what the others are multiplied by                                */
} SG_R(sg_sparse_entries);

/* Some entries of a row. */
typedef struct SG_R(sg_entry_list) {
    SG_R(sg_row_list) rows; /* `first` and `size` are the caller's */
    sg_real factor[SG_ENTRIES_AT_ONCE];
    uint32_t column[SG_ENTRIES_AT_ONCE];
} SG_R(sg_entry_list);

/* How entries are dropped with probability `rate`; the rest is the caller's. */
SG_R(sg_sparse_entries) SG_R(sg_sparse_entries_dropped)(double rate, uint64_t key);

/* List the entries from *e up to `end` that stay, or as many as fit, and let *e be the next one.  The list is
 * valid as long as the entries. */
void SG_R(sg_entries_list)(SG_R(sg_entry_list) *list, uint64_t *e, uint64_t end,
                           const SG_R(sg_sparse_entries) *entries);

#endif
