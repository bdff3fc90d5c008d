/* audit.h - graphs that are in a data set twice.
 *
 *     SG_TRY(sg_audit_make(&audit, data, &options, err));
 *     for (uint32_t i = 0; i < audit.counts.n_groups; i++) report(&audit.group[i]);
 *     SG_TRY(sg_audit_fold(&leak, &audit, &splits.fold[0], err));
 *
 * A test graph that is also trained on says nothing about how a model generalizes; one that is there
 * with another class, too, can only be guessed.
 */
#ifndef SG_DATA_AUDIT_H
#define SG_DATA_AUDIT_H

#include "base/threads.h"
#include "data/dataset.h"
#include "data/splits.h"
#include "sharegnn/audit.h"

typedef struct sg_audit_limits {
    uint64_t budget; /* nodes that are tried to compare two graphs; 0: 100,000   */
    sg_threads *threads;
    const sg_observer *observer;
} sg_audit_limits;

typedef struct sg_audit {
    const sg_dataset *data; /* borrowed */
    sg_audit_counts counts;
    sg_duplicates *group;  /* [counts.n_groups] by their first graphs  */
    uint32_t *member;      /* all graphs of all groups                 */
    sg_dataset_hold *hold; /* of the data, where the audit is a handle; else NULL */
} sg_audit;

void sg_audit_free(sg_audit *audit);

/* Find all groups of graphs that are the same, labels and all; where nodes or edges have no labels, attributes
 * and all (nodes/attribute_labels.h).
 * Fails with SG_ECANCELED or SG_ENOMEM. */
sg_status sg_audit_make(sg_audit *audit, const sg_dataset *data, const sg_audit_limits *options,
                        sg_error *err);

/* Count the duplicates across the parts of a fold.  Where items are nodes, a graph is in the parts of its nodes; one
 * that is itself in two parts counts like one with a duplicate there.
 * Fails with SG_EINVAL (an item that the data does not have) or SG_ENOMEM. */
sg_status sg_audit_fold(sg_fold_leak *leak, const sg_audit *audit, const sg_fold *fold,
                        sg_error *err);

#endif
