/* conformal_cross.c - every fold by a table of the others. */
#include "base/mem.h"
#include "base/observer.h"
#include "base/rng.h"
#include "base/sort.h"
#include "model/intervals/conformal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The items of a fold, or all others, as arrays of their own. */
typedef struct selection {
    double *score, *truth, *spread, *trust;
    uint32_t n;
} selection;

static void selection_free(selection *s)
{
    sg_free(s->score);
    sg_free(s->truth);
    sg_free(s->spread);
    sg_free(s->trust);
}

static sg_status select_others(selection *s, const sg_conformal_items *items,
                               const uint32_t *fold, uint32_t left_out, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t width = items->n_outputs, n_values = items->n * width;
    SG_ALLOC(s->score, n_values);
    SG_ALLOC(s->truth, n_values);
    SG_ALLOC(s->spread, n_values);
    SG_ALLOC(s->trust, items->n);
    for (uint32_t i = 0; i < items->n; i++) {
        if (fold[i] == left_out) continue;
        const size_t to = s->n * width, from = i * width;
        memcpy(s->score + to, items->score + from, width * sizeof *s->score);
        memcpy(s->truth + to, items->truth + from, width * sizeof *s->truth);
        if (items->spread != NULL)
            memcpy(s->spread + to, items->spread + from, width * sizeof *s->spread);
        else
            memset(s->spread + to, 0, width * sizeof *s->spread);
        s->trust[s->n++] = items->trust != NULL ? items->trust[i] : 1;
    }
done:
    return status;
}

/* The third by trust of every item.  Those of equal trust come in a random order, because the order of a
 * table may say something: actives first, say. */
typedef struct ranked {
    double trust;
    uint32_t place, item;
} ranked;

static int compare_ranked(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->trust != y->trust) return x->trust < y->trust ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static sg_status find_thirds(uint32_t *third, const sg_conformal_items *items, sg_error *err)
{
    sg_status status = SG_OK;
    ranked *list = NULL;
    uint32_t *place = NULL;
    sg_rng rng = sg_rng_stream(0, NULL, 0);
    SG_ALLOC(list, items->n);
    SG_ALLOC(place, items->n);
    for (uint32_t i = 0; i < items->n; i++) place[i] = i;
    sg_rng_shuffle(&rng, place, items->n);
    for (uint32_t i = 0; i < items->n; i++)
        list[i] = (ranked){items->trust != NULL ? items->trust[i] : 1, place[i], i};
    SG_TRY(sg_sort(list, items->n, sizeof *list, compare_ranked, err));
    for (uint32_t r = 0; r < items->n; r++)
        third[list[r].item] = (uint32_t)((uint64_t)r * 3 / items->n);
done:
    sg_free(place);
    sg_free(list);
    return status;
}

/* What has been counted, in all and by third. */
typedef struct tally {
    double n, held, width, third_n[3], third_held[3];
} tally;

static void count_item(tally *t, const sg_conformal_items *items, uint32_t i,
                       const sg_interval *interval, uint32_t third)
{
    double size = 0;
    bool is_known = false;
    for (uint32_t o = 0; o < items->n_outputs; o++) {
        const double truth = items->truth[(size_t)i * items->n_outputs + o];
        if (items->task == SG_CLASSIFICATION) size += interval[o].yes;
        if (isnan(truth) || (items->task == SG_CLASSIFICATION && truth < 0.5)) continue;
        bool held = truth > 0.5 ? interval[o].yes : interval[o].no;
        if (items->task == SG_REGRESSION) {
            held = truth >= interval[o].low && truth <= interval[o].high;
            t->width += interval[o].high - interval[o].low;
        } else if (items->task == SG_MULTILABEL) {
            t->width += interval[o].yes + interval[o].no;
        }
        is_known = true;
        t->n++;
        t->held += held;
        t->third_n[third]++;
        t->third_held[third] += held;
    }
    if (is_known) t->width += size;
}

static sg_status count_fold(tally *t, sg_interval *interval, const sg_conformal_items *items,
                            const uint32_t *fold, uint32_t f, const uint32_t *third,
                            double level, sg_error *err)
{
    sg_status status = SG_OK;
    selection others = {0};
    sg_conformal table = {0};
    const size_t width = items->n_outputs;
    SG_TRY(select_others(&others, items, fold, f, err));
    const sg_conformal_items known = {.task = items->task,
                                      .n = others.n,
                                      .n_outputs = items->n_outputs,
                                      .score = others.score,
                                      .truth = others.truth,
                                      .spread = others.spread,
                                      .trust = others.trust};
    SG_TRY(sg_conformal_fit(&table, &known, err));
    table.n_least = 0; /* infinite intervals would hold everything and prove nothing */
    for (uint32_t i = 0; i < items->n; i++) {
        SG_TRY(sg_watch_ask_at(i + 1, err));
        if (fold[i] != f) continue;
        sg_conformal_interval(interval, &table, items->score + i * width,
                              items->spread != NULL ? items->spread + i * width : NULL,
                              items->trust != NULL ? items->trust[i] : 1, level);
        count_item(t, items, i, interval, third[i]);
    }
done:
    sg_conformal_free(&table);
    selection_free(&others);
    return status;
}

static double share(double part, double all)
{
    return all > 0 ? part / all : (double)NAN;
}

sg_status sg_conformal_cross(sg_coverage *coverage, const sg_conformal_items *items,
                             const uint32_t *fold, double level, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *third = NULL;
    bool *is_used = NULL; /* [SG_MOST_FOLDS] */
    sg_interval *interval = NULL;
    tally t = {0};
    SG_ALLOC(third, items->n);
    SG_ALLOC(interval, items->n_outputs);
    SG_TRY(find_thirds(third, items, err));
    SG_ALLOC(is_used, SG_MOST_FOLDS);
    for (uint32_t i = 0; i < items->n; i++) {
        SG_REQUIRE(fold[i] < SG_MOST_FOLDS, SG_EINVAL, "held_out->fold[%u]: %lld is above %d",
                   i, sg_as_meant(fold[i]), SG_MOST_FOLDS - 1);
        is_used[fold[i]] = true;
    }
    for (uint32_t f = 0; f < SG_MOST_FOLDS; f++)
        if (is_used[f]) SG_TRY(count_fold(&t, interval, items, fold, f, third, level, err));
    *coverage = (sg_coverage){.struct_size = sizeof *coverage,
                              .n = (uint64_t)t.n,
                              .share = share(t.held, t.n),
                              .width = share(t.width, t.n)};
    for (int k = 0; k < 3; k++) coverage->third[k] = share(t.third_held[k], t.third_n[k]);
done:
    sg_free(is_used);
    sg_free(third);
    sg_free(interval);
    return status;
}
