/* pair_values.h - the values of a pair property, numbered and named for people.
 *
 *     SG_TRY(sg_pair_values_open(&values, "distance 0..6", err));
 *     SG_TRY(sg_pair_values_add(&values, &known_weights.keys, err));    // for every head
 *     SG_TRY(sg_pair_values_name(&values, data, err));
 *     values.name[sg_table_find(&values.number, key)];                   // "distance 3"
 *
 * A model knows values by their content keys, which do not tell what they are.  Those of distances
 * and offsets are few and can be listed; for edges and paths the data is searched for a pair that
 * has the value.
 */
#ifndef SG_EXPLAIN_PAIR_VALUES_H
#define SG_EXPLAIN_PAIR_VALUES_H

#include "base/names.h"
#include "base/table.h"
#include "data/dataset.h"
#include "invariants/expression.h"
#include "plans/plan.h"

typedef struct sg_pair_value sg_pair_value;

typedef struct sg_pair_values {
    char *text;
    sg_property property;
    sg_table number;   /* content key -> 0 .. n-1; by what they are, unknown ones last */
    const char **name; /* [n] into `names`                                             */
    uint32_t n;

    /* While they are being found: */
    sg_pair_value *value; /* [n] */
    size_t capacity;
    sg_names edges; /* of paths */
    sg_names names;
} sg_pair_values;

/* The values that can be listed.  Fails with SG_EINVAL (the expression) or SG_ENOMEM. */
sg_status sg_pair_values_open(sg_pair_values *values, const char *property, sg_error *err);

void sg_pair_values_close(sg_pair_values *values);

/* The values of a head's weights.  Fails with SG_ENOMEM. */
sg_status sg_pair_values_add(sg_pair_values *values, const sg_weight_keys *keys, sg_error *err);

/* Number and name them all; nothing can be added afterwards.
 * Fails with SG_ENOMEM, or what the property fails with. */
sg_status sg_pair_values_name(sg_pair_values *values, const sg_dataset *data, sg_error *err);

#endif
