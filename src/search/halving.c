/* halving.c - comparisons, and the numbers of rungs. */
#include "search/halving.h"

#include <math.h>

bool sg_trial_beats(const sg_trial_score *a, const sg_trial_score *b, bool higher_is_better)
{
    if (isnan(a->metric) != isnan(b->metric)) return isnan(b->metric);
    if (a->rung != b->rung) return a->rung > b->rung;
    if (!isnan(a->metric) && a->metric != b->metric)
        return higher_is_better ? a->metric > b->metric : a->metric < b->metric;
    if (!isnan(a->loss) && !isnan(b->loss) && a->loss != b->loss) return a->loss < b->loss;
    return a->number < b->number;
}

void sg_trial_places(uint32_t *place, const sg_trial_score *score, uint32_t n,
                     bool higher_is_better)
{
    for (uint32_t i = 0; i < n; i++) {
        place[i] = 0;
        for (uint32_t j = 0; j < n; j++)
            place[i] += j != i && sg_trial_beats(&score[j], &score[i], higher_is_better);
    }
}

uint32_t sg_rung_epochs(uint32_t rung, uint32_t n_epochs)
{
    uint32_t part = 1;
    for (; rung + 1 < SG_N_RUNGS; rung++) part *= SG_HALVING_RATE;
    const uint32_t epochs = n_epochs / part;
    return epochs > 0 ? epochs : 1;
}

uint32_t sg_rung_folds(uint32_t rung, uint32_t n_folds)
{
    uint32_t folds = 1;
    if (rung + 1 == SG_N_RUNGS) return n_folds;
    for (; rung > 0; rung--) folds *= SG_HALVING_RATE;
    return folds < n_folds ? folds : n_folds;
}

uint32_t sg_rung_survivors(uint32_t n)
{
    return n < SG_HALVING_RATE ? 1 : n / SG_HALVING_RATE;
}

double sg_rungs_work(uint32_t n, uint32_t rung, uint32_t n_folds)
{
    double part = 1, sum = 0;
    for (uint32_t r = rung; r + 1 < SG_N_RUNGS; r++) part /= SG_HALVING_RATE;
    for (; rung < SG_N_RUNGS && n > 0; rung++) {
        sum += part * n * sg_rung_folds(rung, n_folds);
        part *= SG_HALVING_RATE;
        n = sg_rung_survivors(n);
    }
    return sum;
}

uint32_t sg_trial_choose(const sg_trial_score *score, const uint64_t *n_weights, uint32_t n,
                         bool higher_is_better, bool careful)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < n; i++)
        if (sg_trial_beats(&score[i], &score[best], higher_is_better)) best = i;
    uint32_t chosen = best;
    for (uint32_t i = 0; careful && i < n; i++) {
        const double worse = higher_is_better ? score[best].metric - score[i].metric
                                              : score[i].metric - score[best].metric;
        if (score[i].rung != score[best].rung || !(worse <= score[best].standard_error))
            continue;
        if (n_weights[i] < n_weights[chosen] ||
            (n_weights[i] == n_weights[chosen] &&
             sg_trial_beats(&score[i], &score[chosen], higher_is_better)))
            chosen = i;
    }
    return chosen;
}
