/* counted_values.h - values that are numbers of something by its length, as of walks and paths.
 *
 * count[k * n_nodes] is the number of those with length k, k = 0 .. length.
 */
#ifndef SG_INVARIANTS_PROPERTIES_COUNTED_VALUES_H
#define SG_INVARIANTS_PROPERTIES_COUNTED_VALUES_H

#include "invariants/pair_property.h"

/* The largest length. */
enum { SG_MAX_LENGTH = 32 };

/* Parse ":LENGTH" or ":LENGTH within DISTANCE". */
sg_status sg_parse_lengths(sg_property_parameters *parameters, const char *text, sg_error *err);

sg_key sg_key_of_counts(sg_tag tag, const uint64_t *count, uint32_t n_nodes, uint32_t length);

/* Name a value by its counts, "1 walk of 1, 3 walks of 3": numbers that are not 0, each with its length.
 * `what` is one of them, "walk".  Fails with SG_ENOMEM. */
sg_status sg_name_counts(sg_value_names *names, const sg_value_example *example,
                         const char *what, const uint64_t *count, uint32_t length,
                         sg_error *err);

#endif
