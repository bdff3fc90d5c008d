/* labels.h - labels: invariants of nodes, and of pairs of nodes.
 *
 * A labeling gives every node a label that depends on the graph alone, not on how its nodes are
 * numbered.  Labels and a property of pairs (their distance, say) say which weight of a model a
 * message gets, so these functions tell how many weights a model would have before it is built.
 * docs/invariants.md has all labelings and properties.
 *
 * Example: how many weights would an encoder "wl:2 @ distance 0..2" have?
 *
 *     sg_labels *labels = NULL;
 *     sg_triples_size size = {.struct_size = sizeof size};
 *     if (sg_labels_open(&labels, data, "wl:2", NULL, &err) == SG_OK &&
 *         sg_triples_measure(&size, data, labels, labels, "distance 0..2", 0, &err) == SG_OK)
 *         printf("%u labels, %u weights\n", sg_labels_view_of(labels).n_labels, size.n_triples);
 *     sg_labels_close(labels);
 *
 * Complexity: "wl:R" takes R rounds over all arcs, with a sort of the neighbors of each node;
 * searches for cycles, cliques and patterns may take exponential time, which
 * sg_label_options.budget bounds.  Pairs take a search from every node, O(nodes * arcs) per graph
 * at most.  Memory is proportional to the nodes and, for triples, to the distinct triples.
 *
 * Threads: labels never change, so threads may share them.
 */
#ifndef SHAREGNN_LABELS_H
#define SHAREGNN_LABELS_H

#include "sharegnn/cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The labels of all nodes of a data set.  They remember which data that is. */
typedef struct sg_labels sg_labels;

/* Label all nodes by an expression: "wl:2", "cycles:10+label", "degree limit 50".  Labels are dense
 * numbers, the most frequent first.  The content key of a label says what the label is; it is the same
 * on every machine and in every data set.  The result does not depend on the number of threads.
 * `options` may be NULL and is not kept.  Its folder `cache` is made where it is missing, with those
 * above it; labels are computed all the same where that cannot be.  Results that took less than 0.05 s
 * are not kept.  *labels is released with sg_labels_close and needs `data` no longer.
 * Fails with SG_EINVAL (the expression; with column and nearest name), SG_ELIMIT (budget; the
 * graph is named), SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_labels_open(sg_labels **labels, const sg_dataset *data,
                                const char *expression, const sg_label_options *options,
                                sg_error *err);

/* The same by all ranks of a cluster (cluster.h; NULL: this process alone).  All ranks call it with the
 * same data, expression and options.  Every rank labels a part of the graphs, counts are added up by key,
 * and all ranks get all labels: *labels is released with sg_labels_close.  options->cache must be NULL
 * where there are several ranks.
 * Fails like sg_labels_open, or with SG_EINVAL (the ranks have different data or expressions), on all
 * ranks. */
SG_API sg_status sg_labels_open_shared(sg_labels **labels, const sg_dataset *data,
                                       const char *expression, const sg_label_options *options,
                                       sg_cluster *cluster, sg_error *err);

/* Release labels; NULL is fine. */
SG_API void sg_labels_close(sg_labels *labels);

/* What was computed; borrowed until close. */
typedef struct sg_labels_arrays {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    uint32_t n_nodes;
    uint32_t n_labels;
    const uint32_t *label; /* [n_nodes] 0 .. n_labels-1               */
    const uint64_t *key;   /* [n_labels] content key of a label       */
    const uint64_t *count; /* [n_labels] number of nodes that have it */
} sg_labels_arrays;

/* What is in `labels`: *view is the caller's, its arrays are borrowed until sg_labels_close.  Takes constant
 * time.  Fails with SG_EINVAL. */
SG_API sg_status sg_labels_view(sg_labels_arrays *view, const sg_labels *labels, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_labels_arrays sg_labels_view_of(const sg_labels *labels)
{
    sg_labels_arrays view;
    memset(&view, 0, sizeof view);
    view.struct_size = sizeof view;
    (void)sg_labels_view(&view, labels, NULL);
    return view;
}

/* How two labelings of one data set relate. */
typedef struct sg_labels_relation {
    size_t struct_size;  /* sizeof of this struct, set by the caller */
    uint32_t n_joint;    /* labels of the combination                                  */
    bool first_refines;  /* nodes alike for the first are alike for the second         */
    bool second_refines; /* and the other way round; both: they are equivalent         */
} sg_labels_relation;

/* Compare two labelings of one data set; *relation is the caller's.  Time O(nodes).  Fails with SG_EINVAL
 * (labels of different data) or SG_ENOMEM. */
SG_API sg_status sg_labels_compare(sg_labels_relation *relation, const sg_labels *first,
                                   const sg_labels *second, sg_error *err);

/* The distinct triples (receiver label, sender label, pair value) of a data set. */
typedef struct sg_triples_size {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    uint32_t n_triples; /* weights an encoder with this head would have */
    uint32_t n_values;  /* of the pair property                         */
    uint64_t n_pairs;   /* ordered pairs of nodes that have one         */
} sg_triples_size;

/* Count the triples for a pair property: "distance 0..6", "edge".  `receiver` and `sender` are
 * labels of `data`, perhaps the same; n_threads 0: one per core; *size is the caller's.
 * Fails with SG_EINVAL (the property; labels of other data), SG_ELIMIT (2^32 pairs or triples, a million
 * values), SG_ECANCELED (a watch of types.h) or SG_ENOMEM. */
SG_API sg_status sg_triples_measure(sg_triples_size *size, const sg_dataset *data,
                                    const sg_labels *receiver, const sg_labels *sender,
                                    const char *property, uint32_t n_threads, sg_error *err);

/* The same by all ranks of a cluster (NULL: this process alone): every rank finds the pairs of a part of
 * the graphs.  All ranks call it with the same `property` and labels, each with its own n_threads, and
 * all get the sizes of the whole data in *size.  Fails likewise, on all ranks. */
SG_API sg_status sg_triples_measure_shared(sg_triples_size *size, const sg_dataset *data,
                                           const sg_labels *receiver, const sg_labels *sender,
                                           const char *property, uint32_t n_threads,
                                           sg_cluster *cluster, sg_error *err);

/* Count the ordered pairs of nodes that have a value of a `property`, without keeping them: what it takes to
 * find all distances, say.  *n_pairs is the caller's; n_threads 0: one per core.  Fails like
 * sg_triples_measure. */
SG_API sg_status sg_pairs_measure(uint64_t *n_pairs, const sg_dataset *data,
                                  const char *property, uint32_t n_threads, sg_error *err);

/* Content keys of labels or pair values in words, "label 6" or "distance 3".  Only simple things have
 * words; other keys are written in 16 hexadecimal digits.
 *
 *   text  out, the caller's array; [n][32], each ends with a zero byte
 *   key   [n] of sg_labels_view, sg_counts_view or sg_weights_axis
 *
 * Fails with SG_EINVAL or SG_ENOMEM.  Time O(n), apart from a few thousand keys that are tried. */
SG_API sg_status sg_keys_text(char *text, const uint64_t *key, size_t n, sg_error *err);

/* A kind of labeling or pair property, for help texts. */
typedef struct sg_invariant_kind {
    size_t struct_size;  /* sizeof of this struct, set by the caller */
    const char *usage;   /* "cycles:MAX or cycles:MIN-MAX" */
    const char *about;   /* one sentence                   */
    const char *example; /* "cycles:10"                    */
} sg_invariant_kind;

/* The number of labelings and of pair properties, and number i of them, from 0: *kind is the caller's, all
 * texts are static.  Fail with SG_EINVAL, also after the last one. */
SG_API size_t sg_labeling_count(void);
SG_API sg_status sg_labeling_at(sg_invariant_kind *kind, size_t i, sg_error *err);
SG_API size_t sg_property_count(void);
SG_API sg_status sg_property_at(sg_invariant_kind *kind, size_t i, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_invariant_kind sg_labeling_of(size_t i)
{
    sg_invariant_kind kind;
    memset(&kind, 0, sizeof kind);
    kind.struct_size = sizeof kind;
    (void)sg_labeling_at(&kind, i, NULL);
    return kind;
}

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_invariant_kind sg_property_of(size_t i)
{
    sg_invariant_kind kind;
    memset(&kind, 0, sizeof kind);
    kind.struct_size = sizeof kind;
    (void)sg_property_at(&kind, i, NULL);
    return kind;
}

#ifdef __cplusplus
}
#endif

#endif
