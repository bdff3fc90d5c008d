/* keyed_rows.h - writing pairs whose values are known by their keys alone.
 *
 *     SG_TRY(sg_keyed_rows_prepare(&rows, "fwl", graph, scratch, err));
 *     for (uint32_t v = 0; v < graph->n_nodes; v++) {
 *         SG_TRY(sg_keyed_rows_begin(&rows, v, at_most, err));
 *         SG_TRY(sg_keyed_rows_add(&rows, sender, key, err));               // at_most times
 *     }
 *     *pairs = sg_keyed_rows_finish(&rows);
 *
 * Values are numbered as they appear.
 */
#ifndef SG_INVARIANTS_PROPERTIES_KEYED_ROWS_H
#define SG_INVARIANTS_PROPERTIES_KEYED_ROWS_H

#include "invariants/properties/pair_rows.h"

typedef struct sg_keyed_rows {
    const char *name; /* of the property, for messages                                     */
    sg_pair_rows rows;
    sg_key *key; /* [n_values]                                                             */
    uint32_t n_values;
    uint32_t key_capacity;
    uint32_t *place; /* [n_places] number of a value plus 1, by its key; 0: free           */
    uint32_t n_places;
} sg_keyed_rows;

/* No pairs yet; all arrays are scratch memory.  Fails with SG_ENOMEM. */
sg_status sg_keyed_rows_prepare(sg_keyed_rows *rows, const char *name,
                                const sg_one_graph *graph, sg_scratch *scratch, sg_error *err);

/* Begin the row of receiver v, which will have up to `at_most` pairs; rows come in order.
 * Fails with SG_ENOMEM, or SG_ELIMIT beyond 2^32-1 pairs. */
sg_status sg_keyed_rows_begin(sg_keyed_rows *rows, uint32_t v, uint32_t at_most, sg_error *err);

/* Fails with SG_ENOMEM, or SG_ELIMIT beyond 65,535 values in the graph. */
sg_status sg_keyed_rows_add(sg_keyed_rows *rows, uint32_t sender, sg_key key, sg_error *err);

sg_pairs sg_keyed_rows_finish(sg_keyed_rows *rows);

#endif
