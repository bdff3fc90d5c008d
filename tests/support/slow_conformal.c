/* slow_conformal.c - a value is held if enough known items have a measure that is at least as large. */
#include "slow_conformal.h"

#include <math.h>

static uint32_t group_of(const sg_conformal *t, double trust)
{
    for (uint32_t g = 0; g + 1 < t->n_groups; g++)
        if (trust <= t->edge[g]) return g;
    return t->n_groups - 1;
}

static double expected(const double *width, double trust, double spread)
{
    const double error = width[0] + width[1] * (1 - trust) + width[2] * spread;
    return error > width[3] ? error : width[3];
}

/* What is known of an output, by what is true: measures of numbers, of a class, of no and yes. */
typedef struct known {
    const sg_conformal *t;
    const sg_conformal_items *items;
    uint32_t output;
    bool yes; /* of labels */
} known;

static bool measure_at(double *measure, const known *k, uint32_t i)
{
    const size_t at = (size_t)i * k->items->n_outputs + k->output;
    const double truth = k->items->truth[at], score = k->items->score[at];
    if (isnan(truth)) return false;
    if (k->t->task == SG_REGRESSION) {
        const double *width = k->t->width + (size_t)k->output * SG_CONFORMAL_WIDTHS;
        *measure = fabs(truth - score) /
                   expected(width, k->items->trust != NULL ? k->items->trust[i] : 1,
                            k->items->spread != NULL ? k->items->spread[at] : 0);
        return true;
    }
    if (k->t->task == SG_CLASSIFICATION && truth < 0.5) return false;
    if (k->t->task == SG_MULTILABEL && (truth > 0.5) != k->yes) return false;
    *measure = truth > 0.5 ? 1 - score : score;
    return true;
}

/* Whether the trust is below one half, and too few items had as little: n of them promise n / (n + 1). */
static bool is_unheard_of(const sg_conformal_items *items, double trust, double coverage)
{
    double n = 0;
    if (items->trust == NULL || trust >= 0.5) return false;
    for (uint32_t i = 0; i < items->n; i++) n += items->trust[i] <= trust;
    return (n + 1) * coverage > n + 1e-9;
}

/* The smallest measure such that ceil((n + 1) coverage) items have one that is not larger. */
static double limit(const known *k, double trust, double coverage)
{
    const uint32_t group = group_of(k->t, trust);
    if (is_unheard_of(k->items, trust, coverage)) return INFINITY;
    for (int all = 0; all < 2; all++) {
        double n = 0, best = INFINITY, measure = 0, other = 0;
        for (uint32_t i = 0; i < k->items->n; i++) {
            const double its = k->items->trust != NULL ? k->items->trust[i] : 1;
            n += (all || group_of(k->t, its) == group) && measure_at(&measure, k, i);
        }
        if (!all && n < SG_CONFORMAL_FEWEST) continue;
        for (uint32_t i = 0; i < k->items->n; i++) {
            const double its = k->items->trust != NULL ? k->items->trust[i] : 1;
            double below = 0;
            if ((!all && group_of(k->t, its) != group) || !measure_at(&measure, k, i)) continue;
            for (uint32_t j = 0; j < k->items->n; j++) {
                const double his = k->items->trust != NULL ? k->items->trust[j] : 1;
                if (!all && group_of(k->t, his) != group) continue;
                below += measure_at(&other, k, j) && other <= measure;
            }
            if (below >= (n + 1) * coverage - 1e-9 && measure < best) best = measure;
        }
        return best;
    }
    return INFINITY;
}

void slow_conformal_interval(sg_interval *interval, const sg_conformal *t,
                             const sg_conformal_items *items, const double *score,
                             const double *spread, double trust, double coverage)
{
    for (uint32_t o = 0; o < t->n_outputs; o++) {
        known k = {t, items, o, true};
        const double yes = limit(&k, trust, coverage);
        k.yes = false;
        const double no = t->task == SG_MULTILABEL ? limit(&k, trust, coverage) : 0;
        interval[o] = (sg_interval){.low = score[o], .high = score[o]};
        if (t->task == SG_REGRESSION) {
            const double half = yes * expected(t->width + (size_t)o * SG_CONFORMAL_WIDTHS,
                                               trust, spread != NULL ? spread[o] : 0);
            interval[o].low -= half;
            interval[o].high += half;
            continue;
        }
        interval[o].yes = 1 - score[o] <= yes;
        interval[o].no = t->task == SG_MULTILABEL ? score[o] <= no : !interval[o].yes;
    }
}
