/* pair_rows.h - writing the pairs of a graph, receiver by receiver.
 *
 *     SG_TRY(sg_pair_rows_prepare(&rows, graph, scratch, err));
 *     for (uint32_t v = 0; v < graph->n_nodes; v++) {
 *         SG_TRY(sg_pair_rows_begin(&rows, v, at_most, err));
 *         sg_pair_rows_add(&rows, sender, value);                  // at_most times
 *     }
 *     *pairs = sg_pair_rows_finish(&rows);
 */
#ifndef SG_INVARIANTS_PROPERTIES_PAIR_ROWS_H
#define SG_INVARIANTS_PROPERTIES_PAIR_ROWS_H

#include "graph/bfs.h"
#include "invariants/pair_property.h"

/* Graphs of up to so many nodes get room for all their pairs at once. */
enum { SG_PAIRS_SURELY_FIT = 512 };

typedef struct sg_pair_rows {
    sg_pairs pairs; /* without keys */
    const sg_one_graph *graph;
    uint32_t n_pairs;
    size_t capacity;
    bool is_counted; /* the capacity is the number of all pairs to come */
    sg_scratch *scratch;
} sg_pair_rows;

/* Refuse pairs that are out of proportion to their graph, or 2^32 of them.  Fails with SG_ELIMIT. */
sg_status sg_pair_rows_check(const sg_one_graph *graph, uint64_t n_pairs, sg_error *err);

/* No pairs yet, and room for as many as there may be; all arrays are scratch memory.
 * Fails with SG_ENOMEM, or SG_ELIMIT where an account of the thread does not allow so many. */
sg_status sg_pair_rows_prepare_for(sg_pair_rows *rows, const sg_one_graph *graph,
                                   size_t n_pairs, sg_scratch *scratch, sg_error *err);

/* The same where their number is not known beforehand; room is made row by row. */
sg_status sg_pair_rows_prepare(sg_pair_rows *rows, const sg_one_graph *graph,
                               sg_scratch *scratch, sg_error *err);

/* The same for all pairs whose distance counts.  Pairs of large graphs are counted, by a search from every
 * node, before they take any memory: they may be out of proportion to the graph. */
sg_status sg_pair_rows_prepare_near(sg_pair_rows *rows, const sg_one_graph *graph, sg_bfs *bfs,
                                    const sg_property_parameters *parameters,
                                    sg_scratch *scratch, sg_error *err);

/* Begin the row of receiver v, which will have up to `at_most` pairs; rows come in order.
 * Fails with SG_ENOMEM, SG_ECANCELED, or SG_ELIMIT beyond 2^32-1 pairs. */
sg_status sg_pair_rows_begin(sg_pair_rows *rows, uint32_t v, uint32_t at_most, sg_error *err);

static inline void sg_pair_rows_add(sg_pair_rows *rows, uint32_t sender, uint16_t value)
{
    rows->pairs.sender[rows->n_pairs] = sender;
    rows->pairs.value[rows->n_pairs++] = value;
}

/* The pairs, complete but for key and n_values. */
static inline sg_pairs sg_pair_rows_finish(sg_pair_rows *rows)
{
    rows->pairs.row[sg_behind_receivers(rows->graph)] = rows->n_pairs;
    return rows->pairs;
}

#endif
