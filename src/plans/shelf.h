/* shelf.h - labels and plans of one data set, computed once and shared by all models on it.
 *
 *     SG_TRY(sg_shelf_open(&shelf, data, NULL, &options, err));
 *     SG_TRY(sg_shelf_labels(&labels, shelf, "wl:2", err));
 *     SG_TRY(sg_shelf_plan(&plan, shelf, &head, err));
 *
 * With a model's knowledge the shelf speaks in the model's numbers instead of its own: labels and
 * triples that the model has never seen have no weight.
 *
 * What a shelf gives stays valid until it is closed.  Filling it is for one thread at a time;
 * afterwards any number of threads may read.
 */
#ifndef SG_PLANS_SHELF_H
#define SG_PLANS_SHELF_H

#include "data/dataset.h"
#include "plans/head.h"
#include "plans/knowledge_index.h"

typedef struct sg_shelf sg_shelf;

/* Labels in the numbers of weights. */
typedef struct sg_shelf_labeling {
    const uint32_t *label; /* [n_nodes] 0 .. n_labels-1, or SG_NO_LABEL */
    uint32_t n_labels;
} sg_shelf_labeling;

/* Open an empty shelf.  `data` and `known` (NULL: none) are borrowed until close; `options` are
 * copied, what they point to is borrowed.  Fails with SG_ENOMEM. */
sg_status sg_shelf_open(sg_shelf **shelf, const sg_dataset *data, const sg_knowledge *known,
                        const sg_invariant_options *options, sg_error *err);

void sg_shelf_close(sg_shelf *shelf);

/* Use tables that were made once, for a shelf that was opened with this knowledge and is still
 * empty.  `index` is borrowed until close.  Plans can then be used for predictions alone. */
void sg_shelf_recognize(sg_shelf *shelf, const sg_knowledge_index *index);

/* Give back threads, budget and observer: whatever is asked for from now on and is not there yet is
 * computed without them. */
void sg_shelf_release_options(sg_shelf *shelf);

const sg_dataset *sg_shelf_data(const sg_shelf *shelf);

/* The labels of an expression.  Fails with SG_EINVAL (the expression), SG_EFORMAT (the knowledge does
 * not have it), SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
sg_status sg_shelf_labels(sg_shelf_labeling *labels, sg_shelf *shelf, const char *expression,
                          sg_error *err);

/* The plan of a head; its bias and copies do not matter.  Fails like sg_shelf_labels. */
sg_status sg_shelf_plan(const sg_plan **plan, sg_shelf *shelf, const sg_head *head,
                        sg_error *err);

/* A copy of everything on the shelf that the heads and labelings below need, for a model file.
 * The shelf must have been opened without knowledge. */
sg_status sg_shelf_labels_known(sg_known_labels *known, sg_shelf *shelf, const char *expression,
                                sg_error *err);
sg_status sg_shelf_weights_known(sg_known_weights *known, sg_shelf *shelf, const sg_head *head,
                                 sg_error *err);

/* The plans on the shelf, in the order they were made; their texts are borrowed. */
size_t sg_shelf_plan_count(const sg_shelf *shelf);
sg_plan_choice sg_shelf_plan_at(const sg_shelf *shelf, size_t i);

/* Bytes that all plans on the shelf occupy. */
uint64_t sg_shelf_plan_bytes(const sg_shelf *shelf);

#endif
