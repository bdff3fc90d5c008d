/* search_folds.c - what can be wrong with the items is found here, before a folder is made. */
#include "search/search_folds.h"

#include "base/mem.h"
#include "data/nodes/item_splits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STREAM = 0x5ea7, ENOUGH = 300, FOLDS = 5, FEWEST = 10 };

void sg_search_folds_free(sg_search_folds *folds)
{
    sg_splits_free(&folds->inner);
    sg_splits_free(&folds->last);
    *folds = (sg_search_folds){0};
}

/* ---- Items ---------------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The numbers of both lists, ascending. */
static sg_status join(sg_index_list *to, const sg_index_list *a, const sg_index_list *b,
                      sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(to->index, (size_t)a->n + b->n);
    if (a->n > 0) memcpy(to->index, a->index, a->n * sizeof *to->index);
    if (b->n > 0) memcpy(to->index + a->n, b->index, b->n * sizeof *to->index);
    to->n = a->n + b->n;
    qsort(to->index, to->n, sizeof *to->index, compare_numbers);
done:
    return status;
}

static sg_status list_items(sg_index_list *list, const sg_dataset *data, const sg_fold *outer,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = sg_item_count(data);
    if (outer != NULL) {
        SG_TRY(join(list, &outer->part[SG_TRAIN], &outer->part[SG_VALIDATION], err));
        goto done;
    }
    SG_ALLOC(list->index, n);
    for (uint32_t i = 0; i < n; i++)
        if (sg_items_known(&data->items, i)) list->index[list->n++] = i;
done:
    return status;
}

/* ---- What can be learned -------------------------------------------------------------------- */

static bool classes_differ(const sg_dataset *data, const sg_index_list *list)
{
    const uint32_t *of = data->items.item_class;
    for (uint32_t i = 1; of != NULL && i < list->n; i++)
        if (of[list->index[i]] != of[list->index[0]]) return true;
    return false;
}

static bool target_differs(const sg_value_table *target, uint32_t c, const sg_index_list *list)
{
    double first = (double)NAN;
    for (uint32_t i = 0; i < list->n; i++) {
        const double value = target->value[(size_t)list->index[i] * target->n_columns + c];
        if (isnan(value)) continue;
        if (isnan(first)) first = value;
        if (value != first) return true;
    }
    return false;
}

static sg_status check_items(const sg_dataset *data, sg_task task, const sg_index_list *list,
                             uint32_t n_folds, sg_error *err)
{
    sg_status status = SG_OK;
    const char *items = sg_items_word(data->items.kind);
    const sg_value_table *target = &data->items.target;
    SG_REQUIRE(list->n >= FEWEST, SG_EINVAL,
               "search: %u %s are too few to train some and validate with others; at least %d "
               "are needed",
               list->n, items, (int)FEWEST);
    SG_REQUIRE(n_folds <= list->n, SG_EINVAL, "search: %u folds are more than the %u %s",
               n_folds, list->n, items);
    SG_REQUIRE(n_folds != 1, SG_EINVAL,
               "search: 1 fold leaves none to train on; at least 2 are "
               "needed");
    SG_REQUIRE(task != SG_CLASSIFICATION || classes_differ(data, list), SG_EINVAL,
               "search: all %s have the same class, so there is nothing to learn", items);
    for (uint32_t c = 0; task != SG_CLASSIFICATION && c < target->n_columns; c++)
        SG_REQUIRE(target_differs(target, c, list), SG_EINVAL,
                   "search: target %u is the same for all %s, so there is nothing to learn", c,
                   items);
done:
    return status;
}

/* ---- Folds ---------------------------------------------------------------------------------- */

/* What tested validates, all else trains. */
static sg_status use_fold(sg_fold *to, const sg_fold *from, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_index_list none = {0};
    SG_TRY(join(&to->part[SG_TRAIN], &from->part[SG_TRAIN], &from->part[SG_VALIDATION], err));
    SG_TRY(join(&to->part[SG_VALIDATION], &from->part[SG_TEST], &none, err));
done:
    return status;
}

/* The first n folds of `made`. */
static sg_status use_folds(sg_splits *inner, const sg_splits *made, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(inner->fold, n);
    inner->n_folds = n;
    inner->n_items = made->n_items;
    for (uint32_t f = 0; f < n; f++) SG_TRY(use_fold(&inner->fold[f], &made->fold[f], err));
done:
    return status;
}

static sg_status copy_fold(sg_splits *to, const sg_fold *train, const sg_fold *test,
                           uint32_t n_items, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_index_list none = {0};
    SG_ALLOC(to->fold, 1);
    to->n_folds = 1;
    to->n_items = n_items;
    SG_TRY(join(&to->fold[0].part[SG_TRAIN], &train->part[SG_TRAIN], &none, err));
    SG_TRY(join(&to->fold[0].part[SG_VALIDATION], &train->part[SG_VALIDATION], &none, err));
    if (test != NULL)
        SG_TRY(join(&to->fold[0].part[SG_TEST], &test->part[SG_TEST], &none, err));
done:
    return status;
}

sg_status sg_search_folds_make(sg_search_folds *folds, const sg_dataset *data, sg_task task,
                               const sg_fold *outer, uint32_t n_folds, uint64_t seed,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_index_list list = {0};
    sg_splits made = {0};
    sg_search_folds f = {0};
    sg_rng rng = sg_rng_stream(seed, (uint64_t[]){STREAM}, 1);
    const uint32_t n_items = sg_item_count(data);
    SG_TRY(list_items(&list, data, outer, err));
    SG_TRY(check_items(data, task, &list, n_folds, err));
    const bool given = outer != NULL && outer->part[SG_VALIDATION].n > 0;
    if (given && n_folds == 0 && outer->part[SG_VALIDATION].n >= ENOUGH) {
        SG_TRY(copy_fold(&f.inner, outer, NULL, n_items, err));
    } else {
        const bool holds_out = n_folds == 0 && list.n / FOLDS >= ENOUGH;
        SG_TRY(sg_item_splits_among(&made, data, list.index, list.n,
                                    n_folds > 0 ? n_folds : FOLDS, &rng, err));
        SG_TRY(use_folds(&f.inner, &made, holds_out ? 1 : made.n_folds, err));
    }
    f.careful = f.inner.fold[0].part[SG_VALIDATION].n < ENOUGH;
    SG_TRY(copy_fold(&f.last, given ? outer : &f.inner.fold[0], outer, n_items, err));
    *folds = f;
    f = (sg_search_folds){0};
done:
    sg_search_folds_free(&f);
    sg_splits_free(&made);
    sg_free(list.index);
    return status;
}
