/* group_splits.h - splits that keep items together: equal molecules, molecules with one scaffold, nodes of one
 * graph.
 *
 *     const sg_split_plan plan = {.n_folds = 5, .share = {0.7, 0.1, 0.2}, .seed = 42};
 *     SG_TRY(sg_group_splits_make(&splits, group, n_groups, item_class, n_items, &plan, err));
 *
 * Groups are dealt one after the other, each to the part that lacks most of its class and of all items.  Where
 * every item is a group of its own this is the dealing of splits.h: classes and parts differ from their shares
 * by an item at most.
 */
#ifndef SG_DATA_GROUP_SPLITS_H
#define SG_DATA_GROUP_SPLITS_H

#include "data/splits.h"

/* The group of an item that is in no part. */
#define SG_NO_GROUP UINT32_MAX

typedef struct sg_split_plan {
    uint32_t n_folds; /* 0, 1: one fold by shares; else every item is tested once         */
    double share
        [SG_N_PARTS]; /* their sum is 1; of several folds that of the test does not matter */
    uint64_t seed;    /* the same seed makes the same splits on every machine             */
    bool large_first; /* deal large groups first, which makes parts more even             */
} sg_split_plan;

/* Shares of 80, 10 and 10 percent. */
extern const double sg_usual_shares[SG_N_PARTS];

/* Whether shares make sense.  Fails with SG_EINVAL. */
sg_status sg_split_plan_check(const sg_split_plan *plan, sg_error *err);

/* Make splits of items in groups.
 *
 *   group       [n_items] 0 .. n_groups-1, each with an item, or SG_NO_GROUP
 *   item_class  [n_items] classes to stratify by, or NULL
 *
 * All lists ascend.  Fails with SG_EINVAL (shares; more folds than groups; a part without items that trains)
 * or SG_ENOMEM.  Time O(items log items + groups * folds). */
sg_status sg_group_splits_make(sg_splits *splits, const uint32_t *group, uint32_t n_groups,
                               const uint32_t *item_class, uint32_t n_items,
                               const sg_split_plan *plan, sg_error *err);

#endif
