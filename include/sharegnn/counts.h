/* counts.h - how often labels and triples occur in each graph, as a sparse matrix.
 *
 * A row is a graph and a column is a label (or a triple of a head); the entry says how often the graph
 * has it.  These are features for any learner: the counts of "wl:0", "wl:1", ..., "wl:R" are those of
 * the Weisfeiler-Leman subtree kernel.  Columns are known by content keys, which are the same in every
 * data set, so that the counts of new graphs can be put into the columns of old ones.
 *
 * Example: the features of the subtree kernel with two rounds:
 *
 *     const char *round[] = {"wl:0", "wl:1", "wl:2"};
 *     sg_counts *counts = NULL;
 *     if (sg_label_counts_open(&counts, data, round, 3, NULL, &err) == SG_OK) {
 *         const sg_counts_arrays view = sg_counts_view_of(counts);
 *         printf("%u graphs, %u labels, %llu numbers that are not 0\n", view.n_graphs, view.n_columns,
 *                (unsigned long long)view.row[view.n_graphs]);
 *     }
 *     sg_counts_close(counts);
 *
 * Complexity: rounds of one refinement ("wl:0" to "wl:R", or "wl-edges", with the same labeling
 * behind '/') take R rounds over all arcs in all; other labelings take what sg_labels_open takes.
 * Counting takes time proportional to the nodes, or pairs, apart from ordering the columns of each
 * graph.  Memory is proportional to the nodes for each labeling, or to the pairs, and to the entries.
 *
 * Threads: counts never change, so threads may share them.
 */
#ifndef SHAREGNN_COUNTS_H
#define SHAREGNN_COUNTS_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Counts of all graphs of a data set. */
typedef struct sg_counts sg_counts;

/* Count the labels of each graph by several labelings, whose columns stand side by side.
 *
 *   counts      out; released with sg_counts_close; needs `data` no longer
 *   expression  [n] as in sg_labels_open: "wl:2", "cycles:6+label", "degree limit 50"
 *   n           labelings, 1 to 10,000
 *   options     as in sg_labels_open, but for `cache`, which is not used; may be NULL
 *
 * The labels of a labeling, their numbers and keys are those of sg_labels_open.  The result does not
 * depend on the number of threads.
 * Fails with SG_EINVAL (an expression; with column and nearest name), SG_ELIMIT (budget; the graph is
 * named; more than 2^32-2 columns), SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_label_counts_open(sg_counts **counts, const sg_dataset *data,
                                      const char *const *expression, size_t n,
                                      const sg_label_options *options, sg_error *err);

/* Count the triples (receiver label, sender label, value of the pair) of each graph for a head, such
 * as "wl:2 @ distance 0..6": the ordered pairs of nodes that have them.  Triples that "at-least" and
 * "at-most" leave out have no column; the head's copies and bias say nothing here.  Columns are
 * ordered by the receiver's label, then the sender's, then the value, each the most frequent first.
 *
 *   counts   out; released with sg_counts_close; needs `data` no longer
 *   head     as in models.h
 *   options  as above
 *
 * Fails like sg_label_counts_open, or with SG_ELIMIT where there are too many pairs or triples. */
SG_API sg_status sg_triple_counts_open(sg_counts **counts, const sg_dataset *data,
                                       const char *head, const sg_label_options *options,
                                       sg_error *err);

/* Release counts; NULL is fine. */
SG_API void sg_counts_close(sg_counts *counts);

/* The matrix in compressed rows, and what its columns are; borrowed until close. */
typedef struct sg_counts_arrays {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    uint32_t n_graphs;
    uint32_t n_columns;
    const uint64_t *row; /* [n_graphs + 1] first entry of a graph, and the number of entries */
    const uint32_t *column; /* [entries] ascending within a graph                            */
    const uint32_t *count;  /* [entries] 1 or more                                           */
    uint32_t n_blocks;      /* labelings; 1 for triples                                      */
    const uint32_t *block;  /* [n_blocks + 1] first column of a labeling, and n_columns      */
    const uint64_t *key;    /* [n_columns] content key of a label, or hash of a triple's keys */
    const uint64_t *total;  /* [n_columns] how often all graphs together have it             */

    /* of labels, else NULL: [n_blocks][n_nodes] the label of a node; its column is block[b] + label */
    const uint32_t *const *label;
    uint32_t n_nodes;

    /* of triples, else NULL: [n_columns] content keys of the labels and of the pair's value */
    const uint64_t *receiver_key, *sender_key, *value_key;
} sg_counts_arrays;

/* The matrix of `counts`: *view is the caller's, and its arrays are borrowed until sg_counts_close.  Takes
 * constant time.  Fails with SG_EINVAL. */
SG_API sg_status sg_counts_view(sg_counts_arrays *view, const sg_counts *counts, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_counts_arrays sg_counts_view_of(const sg_counts *counts)
{
    sg_counts_arrays view;
    memset(&view, 0, sizeof view);
    view.struct_size = sizeof view;
    (void)sg_counts_view(&view, counts, NULL);
    return view;
}

#ifdef __cplusplus
}
#endif

#endif
