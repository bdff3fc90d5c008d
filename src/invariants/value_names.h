/* value_names.h - the values of a pair property, numbered and named for people.
 *
 *     SG_TRY(sg_value_names_add(&names, key, err));                            // no name yet
 *     SG_TRY(sg_value_names_put(&names, key, (sg_value_rank){{3, 0}}, err, "distance %u", 3));
 *     SG_TRY(sg_value_names_sort(&names, err));
 *     sg_value_names_text(&names, sg_table_find(&names.number, key));          // "distance 3"
 *
 * The operations `list` and `name` of a pair property (pair_property.h) put names in here.
 */
#ifndef SG_INVARIANTS_VALUE_NAMES_H
#define SG_INVARIANTS_VALUE_NAMES_H

#include "base/names.h"
#include "base/table.h"

/* Where a value is among the others of its property: by the first number, then the second. */
typedef struct sg_value_rank {
    int64_t by[2];
} sg_value_rank;

typedef struct sg_named_value {
    uint64_t key;
    sg_value_rank rank;
    uint32_t text; /* number of its name, or UINT32_MAX: it has none */
} sg_named_value;

/* {0} has no values. */
typedef struct sg_value_names {
    sg_named_value *value; /* [n] */
    uint32_t n;
    uint32_t n_unnamed;
    size_t capacity;
    sg_table number; /* content key -> position in `value` */
    sg_names text;
} sg_value_names;

void sg_value_names_free(sg_value_names *names);

/* Add a value that has no name, unless it is there.  Fails with SG_ENOMEM. */
sg_status sg_value_names_add(sg_value_names *names, uint64_t key, sg_error *err);

/* Give a value its name and rank; it is added where it is not there.  A value that has a name keeps
 * it.  Fails with SG_ENOMEM. */
SG_PRINTF(5, 6)
sg_status sg_value_names_put(sg_value_names *names, uint64_t key, sg_value_rank rank,
                             sg_error *err, const char *fmt, ...);

/* Whether the value is there and has no name yet. */
bool sg_value_names_wants(const sg_value_names *names, uint64_t key);

/* Number the values anew: by rank, then by name; values without names come last, by key.
 * Time O(n log n).  Fails with SG_ENOMEM. */
sg_status sg_value_names_sort(sg_value_names *names, sg_error *err);

/* The name of value i, borrowed until the next name is put, or NULL. */
const char *sg_value_names_text(const sg_value_names *names, uint32_t i);

#endif
