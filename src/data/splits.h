/* splits.h - which items train, validate and test, fold by fold.  Lists hold numbers of items.
 */
#ifndef SG_DATA_SPLITS_H
#define SG_DATA_SPLITS_H

#include "base/names.h"
#include "base/rng.h"

typedef struct sg_index_list {
    uint32_t *index; /* [n] item numbers */
    uint32_t n;
} sg_index_list;

/* One fold.  Its three lists are disjoint and each is free of repetitions; any may be empty. */
typedef struct sg_fold {
    sg_index_list part[SG_N_PARTS];
} sg_fold;

typedef struct sg_splits {
    sg_fold *fold; /* [n_folds] */
    uint32_t n_folds;
    uint32_t n_items;     /* of the data that they are for; 0: whoever made them did not say */
    uint64_t fingerprint; /* of the data that they were made from; 0: they come from a file */
    sg_names note;        /* sentences about how they were made                             */
} sg_splits;

/* Release everything and make the splits empty. */
void sg_splits_free(sg_splits *splits);

/* Make `n_folds` folds for cross-validation: every item is tested once; of the rest, a share of
 * 1 / n_folds validates.
 *
 *   item_class  [n_items] classes to stratify by, or NULL
 *   rng          decides the order; the same stream makes the same folds
 *
 * Every class is spread over the folds as evenly as whole items allow.
 * Fails with SG_EINVAL (n_folds < 2 or more folds than items) or SG_ENOMEM.
 * Time O(n_folds * n_items). */
sg_status sg_splits_make(sg_splits *splits, const uint32_t *item_class, uint32_t n_items,
                         uint32_t n_folds, sg_rng *rng, sg_error *err);

/* One fold in file order: the first n_train items train, the next n_validation validate, the
 * rest test.  Fails with SG_EINVAL where there are not enough items, or SG_ENOMEM. */
sg_status sg_splits_in_order(sg_splits *splits, uint32_t n_items, uint32_t n_train,
                             uint32_t n_validation, sg_error *err);

/* One fold as the items themselves say (part[i] is an sg_part).  Where none validates, every
 * tenth of the training items does, class by class, at random by `rng`.
 * Fails with SG_EINVAL where none trains, or SG_ENOMEM. */
sg_status sg_splits_of_parts(sg_splits *splits, const uint8_t *part, const uint32_t *item_class,
                             uint32_t n_items, sg_rng *rng, sg_error *err);

/* One fold that sets a share of all items aside to validate with; the others train, none tests.
 *
 *   item_class  [n_items] classes to stratify by, or NULL
 *   share       0 .. 1; floor(share * n_items + 1/2) items are set aside, of every class its share
 *               up to one item
 *   seed        decides which; the same seed sets the same items aside on every machine
 *
 * Both lists are ascending; either may be empty.
 * Fails with SG_EINVAL (a share that is none) or SG_ENOMEM.  Time O(n_items log n_items). */
sg_status sg_splits_set_aside(sg_splits *splits, const uint32_t *item_class, uint32_t n_items,
                              double share, uint64_t seed, sg_error *err);

#endif
