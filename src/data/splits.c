/* splits.c - stratified folds by dealing.
 *
 * The graphs are sorted by class, at random within a class, and dealt to the folds like cards,
 * without starting over at a new class.  So each class and the folds as a whole differ by at most
 * one graph.  The graphs that validate are every n_folds-th of the rest in the same order. */
#include "data/splits.h"

#include "base/mem.h"
#include "base/number.h"

#include <stdlib.h>

void sg_splits_free(sg_splits *splits)
{
    for (uint32_t f = 0; f < splits->n_folds; f++) {
        sg_free(splits->fold[f].train.index);
        sg_free(splits->fold[f].validation.index);
        sg_free(splits->fold[f].test.index);
    }
    sg_free(splits->fold);
    *splits = (sg_splits){0};
}

/* The part of a fold that a graph belongs to, as in sg_graph_part; what is behind them is in none. */
enum { TRAIN, VALIDATION, TEST, N_PARTS };

/* Fill an empty fold from part[0 .. n_graphs), every list ascending.  What was allocated on
 * failure is the fold's. */
static sg_status fill_fold(sg_fold *fold, const uint8_t *part, uint32_t n_graphs, sg_error *err)
{
    sg_status status = SG_OK;
    sg_index_list *list[N_PARTS] = {&fold->train, &fold->validation, &fold->test};
    uint32_t n[N_PARTS] = {0};

    for (uint32_t g = 0; g < n_graphs; g++)
        if (part[g] < N_PARTS) n[part[g]]++;
    for (uint32_t p = 0; p < N_PARTS; p++) SG_ALLOC(list[p]->index, n[p]);
    for (uint32_t g = 0; g < n_graphs; g++) {
        if (part[g] >= N_PARTS) continue;
        sg_index_list *to = list[part[g]];
        to->index[to->n++] = g;
    }
done:
    return status;
}

/* order[0 .. n) = the graphs by class, at random within a class. */
static sg_status order_by_class(uint32_t *order, const uint32_t *graph_class, uint32_t n,
                                sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *shuffled = NULL;
    uint64_t *key = NULL; /* the class, then the place among the shuffled graphs */

    SG_ALLOC(shuffled, n);
    SG_ALLOC(key, n);
    for (uint32_t i = 0; i < n; i++) shuffled[i] = i;
    sg_rng_shuffle(rng, shuffled, n);
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t class_number = graph_class != NULL ? graph_class[shuffled[i]] : 0;
        key[i] = class_number << 32 | i;
    }
    qsort(key, n, sizeof *key, sg_compare_u64);
    for (uint32_t i = 0; i < n; i++) order[i] = shuffled[key[i] & UINT32_MAX];
done:
    sg_free(key);
    sg_free(shuffled);
    return status;
}

/* Deal fold `f`: part[g] for every graph. */
static void deal(uint8_t *part, const uint32_t *order, uint32_t n_graphs, uint32_t n_folds,
                 uint32_t f)
{
    uint32_t n_rest = 0;
    for (uint32_t i = 0; i < n_graphs; i++) {
        if (i % n_folds == f)
            part[order[i]] = TEST;
        else
            part[order[i]] = ++n_rest % n_folds == 0 ? VALIDATION : TRAIN;
    }
}

sg_status sg_splits_make(sg_splits *splits, const uint32_t *graph_class, uint32_t n_graphs,
                         uint32_t n_folds, sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits made = {0};
    uint32_t *order = NULL;
    uint8_t *part = NULL;

    SG_REQUIRE(n_folds >= 2, SG_EINVAL, "splits: the number of folds must be >= 2, not %u",
               n_folds);
    SG_REQUIRE(n_folds <= n_graphs, SG_EINVAL,
               "splits: %u graphs cannot be divided into %u folds; use at most %u", n_graphs,
               n_folds, n_graphs);
    SG_ALLOC(order, n_graphs);
    SG_ALLOC(part, n_graphs);
    SG_TRY(order_by_class(order, graph_class, n_graphs, rng, err));
    SG_ALLOC(made.fold, n_folds);
    made.n_folds = n_folds;
    for (uint32_t f = 0; f < n_folds; f++) {
        deal(part, order, n_graphs, n_folds, f);
        SG_TRY(fill_fold(&made.fold[f], part, n_graphs, err));
    }
    *splits = made;
    made = (sg_splits){0};
done:
    sg_splits_free(&made);
    sg_free(part);
    sg_free(order);
    return status;
}

sg_status sg_splits_in_order(sg_splits *splits, uint32_t n_graphs, uint32_t n_train,
                             uint32_t n_validation, sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits made = {0};
    uint8_t *part = NULL;

    SG_REQUIRE((uint64_t)n_train + n_validation <= n_graphs, SG_EINVAL,
               "splits: %u training and %u validation graphs are more than the %u there are",
               n_train, n_validation, n_graphs);
    SG_ALLOC(part, n_graphs);
    for (uint32_t g = 0; g < n_graphs; g++)
        part[g] = g < n_train ? TRAIN : g - n_train < n_validation ? VALIDATION : TEST;
    SG_ALLOC(made.fold, 1);
    made.n_folds = 1;
    SG_TRY(fill_fold(&made.fold[0], part, n_graphs, err));
    *splits = made;
    made = (sg_splits){0};
done:
    sg_splits_free(&made);
    sg_free(part);
    return status;
}

/* Every tenth of the training graphs, sorted by class and at random within a class, validates. */
enum { VALIDATION_SHARE = 10 };

static sg_status carve_validation(uint8_t *part, const uint32_t *graph_class, uint32_t n_graphs,
                                  sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *order = NULL, n_seen = 0;
    SG_ALLOC(order, n_graphs);
    SG_TRY(order_by_class(order, graph_class, n_graphs, rng, err));
    for (uint32_t i = 0; i < n_graphs; i++)
        if (part[order[i]] == TRAIN && ++n_seen % VALIDATION_SHARE == 0)
            part[order[i]] = VALIDATION;
done:
    sg_free(order);
    return status;
}

sg_status sg_splits_of_parts(sg_splits *splits, const uint8_t *part,
                             const uint32_t *graph_class, uint32_t n_graphs, sg_rng *rng,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits made = {0};
    uint8_t *own = NULL;
    uint32_t n_train = 0, n_validation = 0;
    SG_ALLOC(own, n_graphs);
    for (uint32_t g = 0; g < n_graphs; g++) {
        own[g] = part[g];
        n_train += part[g] == TRAIN;
        n_validation += part[g] == VALIDATION;
    }
    SG_REQUIRE(n_train > 0, SG_EINVAL, "splits: no graph is for training");
    if (n_validation == 0) SG_TRY(carve_validation(own, graph_class, n_graphs, rng, err));
    SG_ALLOC(made.fold, 1);
    made.n_folds = 1;
    SG_TRY(fill_fold(&made.fold[0], own, n_graphs, err));
    *splits = made;
    made = (sg_splits){0};
done:
    sg_splits_free(&made);
    sg_free(own);
    return status;
}
