/* pair_values.h - the values of a model's pair property, numbered and named for people.
 *
 *     SG_TRY(sg_pair_values_open(&values, "distance 0..6", err));
 *     SG_TRY(sg_pair_values_add(&values, &known_weights.keys, err));    // for every head
 *     SG_TRY(sg_pair_values_name(&values, data, err));
 *     values.name[sg_table_find(&values.names.number, key)];             // "distance 3"
 *
 * A model knows values by their content keys, which do not tell what they are.  The property lists
 * its values where it can; for the others the data is searched for a pair that has the value, and
 * the property names it (pair_property.h).
 */
#ifndef SG_EXPLAIN_PAIR_VALUES_H
#define SG_EXPLAIN_PAIR_VALUES_H

#include "data/dataset.h"
#include "invariants/expression.h"
#include "plans/plan.h"

typedef struct sg_pair_values {
    char *text;
    sg_property property;
    sg_value_names names;
    const char **name; /* [n] of value i; those that the data lacks are called "edge #7" */
    uint32_t n;
    sg_names numbered; /* what those are called */
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
