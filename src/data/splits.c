/* splits.c - stratified folds by dealing.
 *
 * The items are sorted by class, at random within a class, and dealt to the folds like cards,
 * without starting over at a new class.  So each class and the folds as a whole differ by at most
 * one item.  The items that validate are every n_folds-th of the rest in the same order. */
#include "data/splits.h"

#include "base/mem.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>

void sg_splits_free(sg_splits *splits)
{
    for (uint32_t f = 0; f < splits->n_folds; f++)
        for (int p = 0; p < SG_N_PARTS; p++) sg_free(splits->fold[f].part[p].index);
    sg_free(splits->fold);
    sg_names_free(&splits->note);
    *splits = (sg_splits){0};
}

/* Fill an empty fold from part[0 .. n_items), every list ascending.  What was allocated on
 * failure is the fold's. */
static sg_status fill_fold(sg_fold *fold, const uint8_t *part, uint32_t n_items, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n[SG_N_PARTS] = {0};

    for (uint32_t i = 0; i < n_items; i++)
        if (part[i] < SG_N_PARTS) n[part[i]]++;
    for (uint32_t p = 0; p < SG_N_PARTS; p++) SG_ALLOC(fold->part[p].index, n[p]);
    for (uint32_t i = 0; i < n_items; i++) {
        if (part[i] >= SG_N_PARTS) continue;
        sg_index_list *to = &fold->part[part[i]];
        to->index[to->n++] = i;
    }
done:
    return status;
}

/* order[0 .. n) = the items by class, within a class as in shuffled[0 .. n). */
static sg_status sort_by_class(uint32_t *order, const uint32_t *shuffled,
                               const uint32_t *item_class, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t *key = NULL; /* the class, then the place among the shuffled items */

    SG_ALLOC(key, n);
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t class_number = item_class != NULL ? item_class[shuffled[i]] : 0;
        key[i] = class_number << 32 | i;
    }
    qsort(key, n, sizeof *key, sg_compare_u64);
    for (uint32_t i = 0; i < n; i++) order[i] = shuffled[key[i] & UINT32_MAX];
done:
    sg_free(key);
    return status;
}

/* order[0 .. n) = the items by class, at random within a class. */
static sg_status order_by_class(uint32_t *order, const uint32_t *item_class, uint32_t n,
                                sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *shuffled = NULL;

    SG_ALLOC(shuffled, n);
    for (uint32_t i = 0; i < n; i++) shuffled[i] = i;
    sg_rng_shuffle(rng, shuffled, n);
    SG_TRY(sort_by_class(order, shuffled, item_class, n, err));
done:
    sg_free(shuffled);
    return status;
}

/* Deal fold `f`: part[i] for every item. */
static void deal(uint8_t *part, const uint32_t *order, uint32_t n_items, uint32_t n_folds,
                 uint32_t f)
{
    uint32_t n_rest = 0;
    for (uint32_t i = 0; i < n_items; i++) {
        if (i % n_folds == f)
            part[order[i]] = SG_TEST;
        else
            part[order[i]] = ++n_rest % n_folds == 0 ? SG_VALIDATION : SG_TRAIN;
    }
}

sg_status sg_splits_make(sg_splits *splits, const uint32_t *item_class, uint32_t n_items,
                         uint32_t n_folds, sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits made = {0};
    uint32_t *order = NULL;
    uint8_t *part = NULL;

    SG_REQUIRE(n_folds >= 2, SG_EINVAL, "splits: the number of folds must be >= 2, not %u",
               n_folds);
    SG_REQUIRE(n_folds <= n_items, SG_EINVAL,
               "splits: %u items cannot be divided into %u folds; use at most %u", n_items,
               n_folds, n_items);
    SG_ALLOC(order, n_items);
    SG_ALLOC(part, n_items);
    SG_TRY(order_by_class(order, item_class, n_items, rng, err));
    SG_ALLOC(made.fold, n_folds);
    made.n_folds = n_folds;
    for (uint32_t f = 0; f < n_folds; f++) {
        deal(part, order, n_items, n_folds, f);
        SG_TRY(fill_fold(&made.fold[f], part, n_items, err));
    }
    *splits = made;
    made = (sg_splits){0};
done:
    sg_splits_free(&made);
    sg_free(part);
    sg_free(order);
    return status;
}

static sg_status make_single(sg_splits *splits, const uint8_t *part, uint32_t n_items,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits made = {0};
    SG_ALLOC(made.fold, 1);
    made.n_folds = 1;
    SG_TRY(fill_fold(&made.fold[0], part, n_items, err));
    *splits = made;
    made = (sg_splits){0};
done:
    sg_splits_free(&made);
    return status;
}

sg_status sg_splits_in_order(sg_splits *splits, uint32_t n_items, uint32_t n_train,
                             uint32_t n_validation, sg_error *err)
{
    sg_status status = SG_OK;
    uint8_t *part = NULL;

    SG_REQUIRE((uint64_t)n_train + n_validation <= n_items, SG_EINVAL,
               "splits: %u training and %u validation items are more than the %u there are",
               n_train, n_validation, n_items);
    SG_ALLOC(part, n_items);
    for (uint32_t i = 0; i < n_items; i++)
        part[i] = i < n_train ? SG_TRAIN : i - n_train < n_validation ? SG_VALIDATION : SG_TEST;
    SG_TRY(make_single(splits, part, n_items, err));
done:
    sg_free(part);
    return status;
}

/* Every tenth of the training items, sorted by class and at random within a class, validates. */
enum { VALIDATION_SHARE = 10 };

static sg_status carve_validation(uint8_t *part, const uint32_t *item_class, uint32_t n_items,
                                  sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *order = NULL, n_seen = 0;
    SG_ALLOC(order, n_items);
    SG_TRY(order_by_class(order, item_class, n_items, rng, err));
    for (uint32_t i = 0; i < n_items; i++)
        if (part[order[i]] == SG_TRAIN && ++n_seen % VALIDATION_SHARE == 0)
            part[order[i]] = SG_VALIDATION;
done:
    sg_free(order);
    return status;
}

sg_status sg_splits_of_parts(sg_splits *splits, const uint8_t *part, const uint32_t *item_class,
                             uint32_t n_items, sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    uint8_t *own = NULL;
    uint32_t n_train = 0, n_validation = 0;
    SG_ALLOC(own, n_items);
    for (uint32_t i = 0; i < n_items; i++) {
        own[i] = part[i];
        n_train += part[i] == SG_TRAIN;
        n_validation += part[i] == SG_VALIDATION;
    }
    SG_REQUIRE(n_train > 0, SG_EINVAL, "splits: no item is for training");
    if (n_validation == 0) SG_TRY(carve_validation(own, item_class, n_items, rng, err));
    SG_TRY(make_single(splits, own, n_items, err));
done:
    sg_free(own);
    return status;
}

/* Not sg_rng_shuffle: a seed must set aside the same items in every version. */
static void shuffle_by_seed(uint32_t *item, uint32_t n, uint64_t seed)
{
    uint64_t state = seed;
    for (uint32_t i = 0; i < n; i++) item[i] = i;
    for (uint32_t i = n; i > 1; i--) {
        /* 32 random bits as a fraction of 2^32, times i: uneven by a part in 2^32 / i. */
        const uint32_t j = (uint32_t)((sg_splitmix_next(&state) >> 32) * i >> 32);
        const uint32_t moved = item[i - 1];
        item[i - 1] = item[j];
        item[j] = moved;
    }
}

/* Taking items evenly from the order by class gives every class its share and the whole its share,
 * too, which rounding class by class would not. */
sg_status sg_splits_set_aside(sg_splits *splits, const uint32_t *item_class, uint32_t n_items,
                              double share, uint64_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *shuffled = NULL, *order = NULL;
    uint8_t *part = NULL;
    SG_REQUIRE(share >= 0 && share <= 1, SG_EINVAL,
               "splits: %g is not a share; shares are from 0 to 1", share);
    SG_ALLOC(shuffled, n_items);
    SG_ALLOC(order, n_items);
    SG_ALLOC(part, n_items);
    shuffle_by_seed(shuffled, n_items, seed);
    SG_TRY(sort_by_class(order, shuffled, item_class, n_items, err));
    for (uint32_t i = 0; i < n_items; i++) {
        const bool aside = floor((i + 1.0) * share + 0.5) > floor(i * share + 0.5);
        part[order[i]] = aside ? SG_VALIDATION : SG_TRAIN;
    }
    SG_TRY(make_single(splits, part, n_items, err));
done:
    sg_free(part);
    sg_free(order);
    sg_free(shuffled);
    return status;
}
