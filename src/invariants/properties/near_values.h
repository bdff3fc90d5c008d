/* near_values.h - what the properties of near pairs share: their parameters, labels and limits. */
#ifndef SG_INVARIANTS_PROPERTIES_NEAR_VALUES_H
#define SG_INVARIANTS_PROPERTIES_NEAR_VALUES_H

#include "invariants/colors/near_pairs.h"
#include "invariants/pair_property.h"

/* The steps that a property may take in one graph where nobody says another number: a few seconds. */
#define SG_PROPERTY_BUDGET 1000000000ULL

/* Parse ":ROUNDS" or ":ROUNDS within DISTANCES" with lowest <= ROUNDS <= highest. */
sg_status sg_parse_rounds_within(sg_property_parameters *parameters, const char *text,
                                 uint32_t lowest, uint32_t highest, sg_error *err);

/* Parse "" or "within DISTANCES": a number is the largest distance; "1..4" and "2,4" are all that count. */
sg_status sg_parse_within(sg_property_parameters *parameters, const char *text, sg_error *err);

/* Whether near pairs at this distance have a value. */
bool sg_distance_counts(const sg_property_parameters *parameters, uint32_t distance);

/* The steps that a property may take in one graph. */
uint64_t sg_property_budget(const sg_property *property);

/* Fails with SG_ELIMIT, naming the property, the graph and the remedy, where `steps`, all that were or will
 * be taken in the graph, are more than the budget. */
sg_status sg_property_spend(const sg_property *property, const sg_one_graph *graph,
                            uint64_t steps, sg_error *err);

/* Whether the pairs of a receiver are wanted (view.h). */
static inline bool sg_pairs_wanted(const sg_one_graph *graph, uint32_t receiver)
{
    return graph->wanted == NULL || graph->wanted[receiver] != 0;
}

/* The keys of the data set's node labels; scratch memory.  Fails with SG_ENOMEM. */
sg_status sg_node_labels(sg_key **key, const sg_one_graph *graph, sg_scratch *scratch,
                         sg_error *err);

/* Write all near pairs that are wanted and whose distance counts with the keys key[0 .. n_pairs); keys of
 * others are not looked at.  Fails like sg_keyed_rows_add. */
sg_status sg_near_values_write(sg_pairs *pairs, const sg_property *property,
                               const sg_one_graph *graph, const sg_near_pairs *near,
                               const sg_key *key, sg_scratch *scratch, sg_error *err);

#endif
