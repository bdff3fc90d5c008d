/* best_job.c - a total order of jobs. */
#include "run/best_job.h"

#include <math.h>

/* Negative where a is smaller; what is not a number is larger than any. */
static int compare(double a, double b)
{
    if (isnan(a) || isnan(b)) return isnan(a) - isnan(b);
    return (a > b) - (a < b);
}

static int compare_places(const sg_job *a, const sg_job *b)
{
    if (a->configuration != b->configuration)
        return a->configuration < b->configuration ? -1 : 1;
    if (a->run != b->run) return a->run < b->run ? -1 : 1;
    return (a->fold > b->fold) - (a->fold < b->fold);
}

bool sg_best_job_offer(sg_best_job *best, const sg_job *job, sg_ledger_score score)
{
    const double sign = best->higher_is_better ? -1 : 1;
    int order = best->exists ? 0 : -1;
    if (order == 0) order = compare(sign * score.metric, sign * best->score.metric);
    if (order == 0) order = compare(score.loss, best->score.loss);
    if (order == 0) order = compare_places(job, &best->job);
    if (order >= 0) return false;
    best->exists = true;
    best->job = *job;
    best->score = score;
    return true;
}

const sg_ledger_epoch *sg_best_epoch(const sg_ledger_epoch *epoch, size_t n,
                                     bool higher_is_better)
{
    const sg_ledger_epoch *best = epoch;
    for (size_t e = 1; e < n; e++) {
        const sg_ledger_score x = epoch[e].score[SG_VALIDATION], y = best->score[SG_VALIDATION];
        if (!sg_score_beats(&(sg_score){.metric = y.metric, .loss = y.loss},
                            &(sg_score){.metric = x.metric, .loss = x.loss}, higher_is_better))
            best = &epoch[e];
    }
    return best;
}
