/* audit.h - duplicates: graphs that a data set has more than once, and what they do to splits.
 *
 * Two graphs are duplicates if they are the same but for the numbers of their nodes, with all labels of
 * nodes and edges; where nodes or edges have no labels, with all of their attributes. Where a test graph
 * has a duplicate that is trained on, a test says too much; where duplicates have different classes, no
 * model can be right about all of them.
 *
 * Example: how many graphs could go?
 *
 *     sg_audit *audit = NULL;
 *     if (sg_audit_open(&audit, data, NULL, &err) == SG_OK)
 *         printf("%u of %u graphs are redundant\n", sg_audit_numbers_of(audit).redundant,
 *                sg_audit_numbers_of(audit).n_graphs);
 *     sg_audit_close(audit);
 *
 * Complexity: color refinement tells most graphs apart in time O(rounds * arcs); only graphs that
 * it cannot tell apart are compared by a search, which sg_audit_options.budget bounds.  Memory is
 * proportional to the nodes.  A leak takes time proportional to the graphs, and to the content of the
 * data where the splits were made from data.
 *
 * Threads: threads may share an audit, which never changes.
 */
#ifndef SHAREGNN_AUDIT_H
#define SHAREGNN_AUDIT_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Graphs that are the same but for the numbers of their nodes. */
typedef struct sg_duplicates {
    const uint32_t *graph; /* [n] ascending, two or more                                   */
    uint32_t n;
    bool contradict; /* they are not all of one class, or differ in a target               */
} sg_duplicates;

/* Duplicates across the parts of a fold. */
typedef struct sg_fold_leak {
    size_t struct_size;           /* sizeof of this struct, set by the caller */
    uint32_t n_test;              /* test graphs, or graphs with test nodes                */
    uint32_t test_in_train;       /* of these, those with a duplicate that is trained on   */
    uint32_t test_contradicted;   /* of these, those with a duplicate of another class     */
    uint32_t test_in_validation;  /* test graphs with a duplicate that chooses the epoch   */
    uint32_t validation_in_train; /* validation graphs with one that is trained on         */
} sg_fold_leak;

/* What an audit has counted. */
typedef struct sg_audit_counts {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    uint32_t n_graphs;
    uint32_t alike;        /* graphs that color refinement cannot tell from another graph   */
    uint32_t duplicated;   /* graphs of which there is another, exactly the same            */
    uint32_t redundant;    /* graphs that could go: all but one of each group               */
    uint32_t n_groups;     /* of duplicates                                                 */
    uint32_t contradicted; /* graphs in groups that contradict themselves                  */
    uint32_t n_contradictions; /* such groups                                              */
    uint32_t undecided; /* graphs that could not be compared within the budget           */
} sg_audit_counts;

/* Which graphs of a data set are there more than once: the same but for the numbers of their nodes,
 * with all labels of nodes and edges. */
typedef struct sg_audit sg_audit;

typedef struct sg_audit_options {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    uint32_t n_threads; /* 0: one per core                                              */
    uint64_t budget;    /* nodes that are tried to compare two graphs; 0: 100,000       */
    const sg_observer *observer; /* NULL: nobody is told                              */
} sg_audit_options;

/* Find them.  *audit is released with sg_audit_close; `data` may be closed before: the audit keeps its
 * memory.  `options` may be NULL and is not kept.  Fails with SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_audit_open(sg_audit **audit, const sg_dataset *data,
                               const sg_audit_options *options, sg_error *err);

/* Release an audit; NULL is fine. */
SG_API void sg_audit_close(sg_audit *audit);

/* What was counted, in graphs: *counts is the caller's.  Takes constant time.  Fails with SG_EINVAL. */
SG_API sg_status sg_audit_numbers(sg_audit_counts *counts, const sg_audit *audit,
                                  sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_audit_counts sg_audit_numbers_of(const sg_audit *audit)
{
    sg_audit_counts counts;
    memset(&counts, 0, sizeof counts);
    counts.struct_size = sizeof counts;
    (void)sg_audit_numbers(&counts, audit, NULL);
    return counts;
}

/* The groups of duplicates, by their first graphs, and in *n their number; borrowed until close; NULL
 * where an argument is NULL. */
SG_API const sg_duplicates *sg_audit_groups(size_t *n, const sg_audit *audit);

/* Count the duplicates across the parts of a fold (from 0); *leak is the caller's.  Where items are
 * nodes, a graph is in the parts of its nodes; one that is itself in two parts counts like one with a
 * duplicate there.  `splits` is only read.  Fails with SG_EINVAL (no such fold; splits of other data, as
 * far as they know theirs, see sg_splits_open) or SG_ENOMEM. */
SG_API sg_status sg_audit_leak(sg_fold_leak *leak, const sg_audit *audit,
                               const sg_splits *splits, uint32_t fold, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
