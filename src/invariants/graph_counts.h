/* graph_counts.h - how often each label, or each triple, occurs in each graph: a sparse matrix.
 *
 *     SG_TRY(sg_count_labels(&counts, labels, n_labelings, graph, threads, err));   // takes labels
 *     for (uint64_t e = counts.row[g]; e < counts.row[g + 1]; e++)
 *         use(counts.column[e], counts.count[e]);
 */
#ifndef SG_INVARIANTS_GRAPH_COUNTS_H
#define SG_INVARIANTS_GRAPH_COUNTS_H

#include "invariants/labels.h"
#include "invariants/triples.h"

/* A column is a label or a triple; labelings stand side by side, each a block of columns. */
typedef struct sg_counts {
    uint32_t n_graphs, n_columns, n_blocks;
    uint64_t *row;    /* [n_graphs + 1] first entry of a graph         */
    uint32_t *column; /* [n_entries] ascending within a graph          */
    uint32_t *count;  /* [n_entries] at least 1                        */
    uint32_t *block;  /* [n_blocks + 1] first column of a block        */
    uint64_t *key;    /* [n_columns] content key                       */
    uint64_t *total;  /* [n_columns] the sum of a column               */
    uint64_t
        *part; /* [3][n_columns] of triples: keys of the receiver's label, of the sender's label
                         and of the value; NULL for labels             */
    sg_labels *labels;      /* [n_blocks]; NULL for triples                 */
    const uint32_t **label; /* [n_blocks] labels[b].label; NULL for triples */
} sg_counts;

void sg_counts_free(sg_counts *counts);

/* Count the labels of each graph.
 *
 *   labels  [n] of all nodes; they belong to the counts afterwards, also where this fails, and the
 *           array itself, which is released with sg_free
 *
 * Fails with SG_ELIMIT (2^32 columns), SG_ECANCELED or SG_ENOMEM.  Time O(nodes) for each labeling, apart
 * from ordering the labels of each graph. */
sg_status sg_count_labels(sg_counts *counts, sg_labels *labels, uint32_t n,
                          const sg_graph *graph, sg_threads *threads, sg_error *err);

/* Count the triples of each graph: its ordered pairs of nodes that have them.
 *
 *   triples          of all pairs; the numbers of the pairs' triples are overwritten
 *   labels           of receivers and of senders, which the triples are made of
 *   least, most      triples that occur less or more often among all graphs get no column
 *
 * Fails likewise, or with SG_ELIMIT where a graph has 2^32 pairs.  Time O(pairs). */
sg_status sg_count_triples(sg_counts *counts, sg_triples *triples, const sg_labels labels[2],
                           uint64_t least, uint64_t most, const sg_graph *graph,
                           sg_threads *threads, sg_error *err);

#endif
