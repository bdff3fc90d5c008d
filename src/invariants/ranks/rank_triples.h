/* rank_triples.h - triples of graphs that several ranks have.
 *
 *     SG_TRY(sg_rank_triples_collect(&all, &receiver, &sender, &property, &graphs, threads, cluster, err));
 *
 * All ranks number triples as one process would that had all graphs (triples.h).  Pairs are found for some graphs at a time
 * and counted: they take no more memory for many graphs than for some.
 */
#ifndef SG_INVARIANTS_RANK_TRIPLES_H
#define SG_INVARIANTS_RANK_TRIPLES_H

#include "cluster/cluster.h"
#include "data/dataset.h"
#include "invariants/triples.h"

/* This rank's graphs. */
typedef struct sg_rank_graphs {
    const sg_dataset *data;
    uint32_t first_number; /* what messages call the first one */
} sg_rank_graphs;

/* The triples of all ranks together, without their pairs: `row`, `sender_node` and `triple` are NULL.  All ranks call it.
 *
 *   receiver, sender  labels of this rank's graphs, in the numbers of all ranks (rank_labels.h)
 *
 * Fails like sg_triples_collect, on all ranks. */
sg_status sg_rank_triples_collect(sg_triples *all, const sg_labels *receiver,
                                  const sg_labels *sender, const sg_property *property,
                                  const sg_rank_graphs *graphs, sg_threads *threads,
                                  sg_cluster *cluster, sg_error *err);

#endif
