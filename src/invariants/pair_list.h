/* pair_list.h - the pairs of all graphs of a data set and their values, found in parallel.
 */
#ifndef SG_INVARIANTS_PAIR_LIST_H
#define SG_INVARIANTS_PAIR_LIST_H

#include "base/threads.h"
#include "invariants/pair_property.h"
#include "invariants/vocabulary.h"

/* Pairs receiver by receiver: those of node v (of the union) are row[v] .. row[v + 1]. */
typedef struct sg_pair_list {
    uint64_t *row;         /* [n_nodes + 1]                               */
    uint32_t *sender_node; /* [n_pairs] local to the graph                */
    uint32_t *value;       /* [n_pairs] number of the value in `values`   */
    uint64_t n_pairs;
    sg_vocabulary values; /* content keys of the values                  */
} sg_pair_list;

void sg_pair_list_free(sg_pair_list *list);

/* Find all pairs that have a value.  The result does not depend on the number of threads.
 * Fails with SG_ENOMEM, SG_ELIMIT (more than a million values), or what the property fails with.
 * Time and memory O(pairs). */
sg_status sg_pair_list_find(sg_pair_list *list, const sg_property *property,
                            const sg_graph_view *view, sg_threads *threads, sg_error *err);

/* Count the pairs that have a value, without keeping them.
 * Fails with SG_ENOMEM, or what the property fails with. */
sg_status sg_pair_list_count(uint64_t *n_pairs, const sg_property *property,
                             const sg_graph_view *view, sg_threads *threads, sg_error *err);

#endif
