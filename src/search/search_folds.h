/* search_folds.h - the items that a search may look at, divided to train and validate candidates.
 *
 *     sg_search_folds folds = {0};
 *     SG_TRY(sg_search_folds_make(&folds, &data, NULL, 0, 42, err));
 *
 * Where 300 items or more can validate, a fifth is held out.  Where there are fewer, five folds validate all items in
 * turn, and the winner is chosen with care (halving.h), because differences are noise.  Items that test are in
 * none of them.
 */
#ifndef SG_SEARCH_SEARCH_FOLDS_H
#define SG_SEARCH_SEARCH_FOLDS_H

#include "data/dataset.h"
#include "data/splits.h"

typedef struct sg_search_folds {
    sg_splits
        inner;      /* train and validate; none tests                                         */
    sg_splits last; /* one fold: trains, validates and tests the model that is taken          */
    bool careful;   /* fewer than 300 items validate                                          */
} sg_search_folds;

/* Divide the items of `outer`, those that train and validate in it (NULL: all that have a class or target).
 *
 *   n_folds   0: as above; else so many
 *
 * Fails with SG_EINVAL where there are too few items, one class, a target that is always the same, or
 * more folds than items; or SG_ENOMEM. */
sg_status sg_search_folds_make(sg_search_folds *folds, const sg_dataset *data, sg_task task,
                               const sg_fold *outer, uint32_t n_folds, uint64_t seed,
                               sg_error *err);

void sg_search_folds_free(sg_search_folds *folds);

#endif
