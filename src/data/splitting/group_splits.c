/* group_splits.c - groups are dealt to bins by what these lack.
 *
 * Whole numbers throughout: shares are millionths, so that a tie is a tie on every machine. */
#include "data/splitting/group_splits.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/observer.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double sg_usual_shares[SG_N_PARTS] = {0.8, 0.1, 0.1};

enum { WHOLE = 1000000 };

/* Groups in the order in which they are dealt, and their items. */
typedef struct units {
    uint32_t *first;      /* [n_groups + 1] */
    uint32_t *item;       /* [first[n_groups]] by group, ascending within */
    uint32_t *main_class; /* [n_groups] that most of the items have */
    const uint32_t *item_class;
    uint32_t n_groups, n_classes;
} units;

static void units_free(units *u)
{
    sg_free(u->first);
    sg_free(u->item);
    sg_free(u->main_class);
}

/* Classes count from 1, 0 is none: nodes and graphs may lack one. */
static uint32_t class_of(const units *u, uint32_t item)
{
    if (u->item_class == NULL || u->item_class[item] == SG_NO_CLASS) return 0;
    return u->item_class[item] + 1;
}

static sg_status units_make(units *u, const uint32_t *group, uint32_t n_items, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *count = NULL;
    SG_ALLOC(u->first, (size_t)u->n_groups + 1);
    SG_ALLOC(u->item, n_items);
    SG_ALLOC(u->main_class, u->n_groups);
    for (uint32_t i = 0; i < n_items; i++) {
        if (group[i] != SG_NO_GROUP) u->first[group[i] + 1]++;
        if (class_of(u, i) >= u->n_classes) u->n_classes = class_of(u, i) + 1;
    }
    for (uint32_t g = 0; g < u->n_groups; g++) u->first[g + 1] += u->first[g];
    SG_ALLOC(count, (size_t)u->n_groups + u->n_classes);
    for (uint32_t i = 0; i < n_items; i++)
        if (group[i] != SG_NO_GROUP) u->item[u->first[group[i]] + count[group[i]]++] = i;
    uint32_t *of_class = count + u->n_groups;
    for (uint32_t g = 0; g < u->n_groups; g++) {
        uint32_t best = 0;
        SG_TRY(sg_watch_ask_at(g + 1, err));
        for (uint32_t k = u->first[g]; k < u->first[g + 1]; k++)
            of_class[class_of(u, u->item[k])]++;
        for (uint32_t k = u->first[g]; k < u->first[g + 1]; k++) {
            const uint32_t c = class_of(u, u->item[k]);
            if (of_class[c] > of_class[best] || (of_class[c] == of_class[best] && c < best))
                best = c;
        }
        for (uint32_t k = u->first[g]; k < u->first[g + 1]; k++)
            of_class[class_of(u, u->item[k])] = 0;
        u->main_class[g] = best;
    }
done:
    sg_free(count);
    return status;
}

/* ---- Order ------------------------------------------------------------------------------------ */

/* What decides a group's turn. */
typedef struct turn {
    uint64_t rank;   /* size or class, then nothing */
    uint64_t random; /* of equals */
    uint32_t group;
} turn;

static int compare_turns(const void *a, const void *b)
{
    const turn *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    if (x->random != y->random) return x->random < y->random ? -1 : 1;
    return (x->group > y->group) - (x->group < y->group);
}

/* order[0 .. n_groups) = the groups, large ones first or class by class, else at random. */
static sg_status order_groups(uint32_t *order, const units *u, const sg_split_plan *plan,
                              uint64_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    turn *t = NULL;
    uint64_t state = seed;
    SG_ALLOC(t, u->n_groups);
    for (uint32_t g = 0; g < u->n_groups; g++) {
        const uint32_t size = u->first[g + 1] - u->first[g];
        t[g] = (turn){.rank = plan->large_first ? UINT32_MAX - size : u->main_class[g],
                      .random = sg_splitmix_next(&state),
                      .group = g};
    }
    SG_TRY(sg_sort(t, u->n_groups, sizeof *t, compare_turns, err));
    for (uint32_t g = 0; g < u->n_groups; g++) order[g] = t[g].group;
done:
    sg_free(t);
    return status;
}

/* ---- Dealing ---------------------------------------------------------------------------------- */

/* Bins that fill up. */
typedef struct bins {
    uint32_t n;
    int64_t *share;    /* [n] millionths            */
    int64_t *n_items;  /* [n]                       */
    int64_t *of_class; /* [n][n_classes]            */
    int64_t *seen;     /* [n_classes] dealt so far  */
    int64_t total;     /* dealt so far              */
} bins;

static void bins_free(bins *b)
{
    sg_free(b->share);
    sg_free(b->n_items);
    sg_free(b->of_class);
    sg_free(b->seen);
    *b = (bins){0};
}

static sg_status bins_open(bins *b, uint32_t n, uint32_t n_classes, sg_error *err)
{
    sg_status status = SG_OK;
    b->n = n;
    SG_ALLOC(b->share, n);
    SG_ALLOC(b->n_items, n);
    SG_ALLOC(b->of_class, (size_t)n * n_classes);
    SG_ALLOC(b->seen, n_classes);
done:
    return status;
}

/* The bin that lacks most once the group is dealt. */
static uint32_t choose(const bins *b, const units *u, uint32_t g)
{
    const int64_t size = u->first[g + 1] - u->first[g];
    const uint32_t c = u->main_class[g];
    uint32_t best = 0;
    int64_t most = INT64_MIN;
    for (uint32_t k = 0; k < b->n; k++) {
        if (b->share[k] == 0) continue;
        const int64_t lacks =
            b->share[k] * (b->seen[c] + size + b->total + size) -
            (int64_t)WHOLE * (b->of_class[(size_t)k * u->n_classes + c] + b->n_items[k]);
        if (lacks <= most) continue;
        most = lacks;
        best = k;
    }
    return best;
}

static void put(bins *b, const units *u, uint32_t g, uint32_t bin)
{
    for (uint32_t k = u->first[g]; k < u->first[g + 1]; k++) {
        const uint32_t c = class_of(u, u->item[k]);
        b->of_class[(size_t)bin * u->n_classes + c]++;
        b->seen[c]++;
    }
    b->n_items[bin] += u->first[g + 1] - u->first[g];
    b->total += u->first[g + 1] - u->first[g];
}

/* The first bin that should have something and has nothing; b->n where there is none.  How many there are in
 * *n_empty. */
static uint32_t find_empty(uint32_t *n_empty, const bins *b)
{
    uint32_t first = b->n;
    *n_empty = 0;
    for (uint32_t k = b->n; k-- > 0;) {
        if (b->share[k] == 0 || b->n_items[k] > 0) continue;
        first = k;
        ++*n_empty;
    }
    return first;
}

/* bin[g] for all groups in their order that are not in `without` yet (NULL: all).  The last groups go to bins that
 * have nothing, so that no part is empty because groups are large.  Fails with SG_ECANCELED. */
static sg_status deal(uint32_t *bin, bins *b, const units *u, const uint32_t *order,
                      const uint32_t *without, uint32_t left_out, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_left = 0, n_empty = 0;
    for (uint32_t g = 0; g < u->n_groups; g++)
        n_left += without == NULL || without[g] != left_out;
    for (uint32_t i = 0; i < u->n_groups; i++) {
        const uint32_t g = order[i];
        SG_TRY(sg_watch_ask_at(i + 1, err));
        if (without != NULL && without[g] == left_out) continue;
        const uint32_t empty = n_left <= b->n ? find_empty(&n_empty, b) : b->n;
        bin[g] = empty < b->n && n_left <= n_empty ? empty : choose(b, u, g);
        put(b, u, g, bin[g]);
        n_left--;
    }
done:
    return status;
}

/* ---- Folds ------------------------------------------------------------------------------------ */

/* Fill a fold from the part of every group. */
static sg_status fill_fold(sg_fold *fold, const uint32_t *part, const uint32_t *group,
                           uint32_t n_items, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n[SG_N_PARTS] = {0};
    for (uint32_t i = 0; i < n_items; i++)
        if (group[i] != SG_NO_GROUP) n[part[group[i]]]++;
    for (int p = 0; p < SG_N_PARTS; p++) SG_ALLOC(fold->part[p].index, n[p]);
    for (uint32_t i = 0; i < n_items; i++) {
        SG_TRY(sg_watch_ask_at(i + 1, err));
        if (group[i] == SG_NO_GROUP) continue;
        sg_index_list *list = &fold->part[part[group[i]]];
        list->index[list->n++] = i;
    }
    SG_REQUIRE(n[SG_TRAIN] > 0, SG_EINVAL, "splits: no item is left to train on");
done:
    return status;
}

static int64_t millionths(double share)
{
    return (int64_t)floor(share * WHOLE + 0.5);
}

static sg_status make_single(sg_splits *splits, const units *u, const uint32_t *group,
                             uint32_t n_items, const sg_split_plan *plan, sg_error *err)
{
    sg_status status = SG_OK;
    bins b = {0};
    uint32_t *order = NULL, *part = NULL;
    SG_ALLOC(order, u->n_groups);
    SG_ALLOC(part, u->n_groups);
    SG_ALLOC(splits->fold, 1);
    splits->n_folds = 1;
    SG_TRY(bins_open(&b, SG_N_PARTS, u->n_classes, err));
    for (int p = 0; p < SG_N_PARTS; p++) b.share[p] = millionths(plan->share[p]);
    SG_TRY(order_groups(order, u, plan, plan->seed, err));
    SG_TRY(deal(part, &b, u, order, NULL, 0, err));
    SG_TRY(fill_fold(&splits->fold[0], part, group, n_items, err));
done:
    bins_free(&b);
    sg_free(order);
    sg_free(part);
    return status;
}

/* Fold f tests what is in bin f; of the rest a share validates, another one in every fold. */
static sg_status make_fold(sg_fold *fold, const units *u, const uint32_t *group,
                           uint32_t n_items, const uint32_t *bin, uint32_t f,
                           const sg_split_plan *plan, sg_error *err)
{
    sg_status status = SG_OK;
    bins b = {0};
    uint32_t *order = NULL, *part = NULL;
    const double rest = 1 - 1.0 / plan->n_folds,
                 validating = fmin(plan->share[SG_VALIDATION] / rest, 1);
    SG_ALLOC(order, u->n_groups);
    SG_ALLOC(part, u->n_groups);
    SG_TRY(bins_open(&b, 2, u->n_classes, err));
    b.share[SG_VALIDATION] = millionths(validating);
    b.share[SG_TRAIN] = WHOLE - b.share[SG_VALIDATION];
    for (uint32_t g = 0; g < u->n_groups; g++) part[g] = SG_TEST;
    SG_TRY(
        order_groups(order, u, plan, plan->seed ^ (f + 1) * UINT64_C(0x9e3779b97f4a7c15), err));
    SG_TRY(deal(part, &b, u, order, bin, f, err));
    SG_TRY(fill_fold(fold, part, group, n_items, err));
done:
    bins_free(&b);
    sg_free(order);
    sg_free(part);
    return status;
}

static sg_status make_folds(sg_splits *splits, const units *u, const uint32_t *group,
                            uint32_t n_items, const sg_split_plan *plan, sg_error *err)
{
    sg_status status = SG_OK;
    bins b = {0};
    uint32_t *order = NULL, *bin = NULL;
    SG_ALLOC(order, u->n_groups);
    SG_ALLOC(bin, u->n_groups);
    SG_TRY(bins_open(&b, plan->n_folds, u->n_classes, err));
    for (uint32_t f = 0; f < plan->n_folds; f++) b.share[f] = WHOLE / plan->n_folds + 1;
    SG_TRY(order_groups(order, u, plan, plan->seed, err));
    SG_TRY(deal(bin, &b, u, order, NULL, 0, err));
    SG_ALLOC(splits->fold, plan->n_folds);
    splits->n_folds = plan->n_folds;
    for (uint32_t f = 0; f < plan->n_folds; f++)
        SG_TRY(make_fold(&splits->fold[f], u, group, n_items, bin, f, plan, err));
done:
    bins_free(&b);
    sg_free(order);
    sg_free(bin);
    return status;
}

sg_status sg_split_plan_check(const sg_split_plan *plan, sg_error *err)
{
    sg_status status = SG_OK;
    const double *share = plan->share;
    double sum = 0;
    for (int p = 0; p < SG_N_PARTS; p++) {
        SG_REQUIRE(share[p] >= 0 && share[p] <= 1, SG_EINVAL,
                   "shares: %g is not a share; shares are from 0 to 1", share[p]);
        sum += share[p];
    }
    SG_REQUIRE(fabs(sum - 1) < 1e-3, SG_EINVAL,
               "shares: %g, %g and %g; train, validation and test must add up to 1", share[0],
               share[1], share[2]);
    SG_REQUIRE(share[SG_TRAIN] > 0, SG_EINVAL, "shares: no item is left to train on");
    SG_REQUIRE(plan->n_folds <= WHOLE, SG_EINVAL, "splits: at most %d folds are possible",
               WHOLE);
done:
    return status;
}

sg_status sg_group_splits_make(sg_splits *splits, const uint32_t *group, uint32_t n_groups,
                               const uint32_t *item_class, uint32_t n_items,
                               const sg_split_plan *plan, sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits made = {0};
    units u = {.item_class = item_class, .n_groups = n_groups, .n_classes = 1};
    SG_TRY(sg_split_plan_check(plan, err));
    SG_REQUIRE(n_groups > 0 && plan->n_folds <= n_groups, SG_EINVAL,
               "splits: %u groups of items cannot be divided into %u folds", n_groups,
               plan->n_folds);
    SG_TRY(units_make(&u, group, n_items, err));
    SG_TRY(plan->n_folds > 1 ? make_folds(&made, &u, group, n_items, plan, err)
                             : make_single(&made, &u, group, n_items, plan, err));
    *splits = made;
    made = (sg_splits){0};
done:
    sg_splits_free(&made);
    units_free(&u);
    return status;
}
