/* ensemble_choice.c - one candidate after the other, each the best one to add. */
#include "search/ensemble_choice.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

typedef struct choice {
    const sg_ensemble_question *question;
    double *sum, *mean; /* [n_values] of those that were picked; with one more */
    uint32_t *count;    /* [n_candidates] */
    uint32_t n_picks, n_members;
} choice;

static sg_status measure_with(sg_trial_score *score, choice *c, uint32_t candidate,
                              sg_error *err)
{
    const sg_ensemble_question *q = c->question;
    for (size_t i = 0; i < q->n_values; i++)
        c->mean[i] = (c->sum[i] + q->output[candidate][i]) / (c->n_picks + 1);
    *score = (sg_trial_score){.number = candidate};
    return q->measure(score, c->mean, q->context, err);
}

/* The candidate that is best to add; n_candidates: none may be. */
static sg_status find_best(uint32_t *best, sg_trial_score *score, choice *c, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_ensemble_question *q = c->question;
    *best = q->n_candidates;
    for (uint32_t i = 0; i < q->n_candidates; i++) {
        sg_trial_score of_it;
        if (c->count[i] == 0 && c->n_members == SG_MOST_MEMBERS) continue;
        SG_TRY(measure_with(&of_it, c, i, err));
        if (isnan(of_it.metric)) continue;
        if (*best == q->n_candidates || sg_trial_beats(&of_it, score, q->higher_is_better)) {
            *best = i;
            *score = of_it;
        }
    }
done:
    return status;
}

static void add(choice *c, uint32_t candidate)
{
    const sg_ensemble_question *q = c->question;
    for (size_t i = 0; i < q->n_values; i++) c->sum[i] += q->output[candidate][i];
    c->n_members += c->count[candidate] == 0;
    c->count[candidate]++;
    c->n_picks++;
}

/* Whether a set is better than the best one so far; its number must not decide. */
static bool is_better(sg_trial_score set, sg_trial_score best, bool higher_is_better)
{
    set.number = best.number = 0;
    return sg_trial_beats(&set, &best, higher_is_better);
}

sg_status sg_ensemble_choose(uint32_t *count, sg_trial_score *score,
                             const sg_ensemble_question *q, sg_error *err)
{
    sg_status status = SG_OK;
    choice c = {.question = q};
    sg_trial_score best = {.metric = (double)NAN}, of_set = {0};
    memset(count, 0, q->n_candidates * sizeof *count);
    SG_ALLOC(c.sum, q->n_values);
    SG_ALLOC(c.mean, q->n_values);
    SG_ALLOC(c.count, q->n_candidates);
    while (c.n_picks < SG_MOST_PICKS) {
        uint32_t candidate = 0;
        SG_TRY(find_best(&candidate, &of_set, &c, err));
        if (candidate == q->n_candidates) break;
        add(&c, candidate);
        if (c.n_picks > 1 && !is_better(of_set, best, q->higher_is_better)) continue;
        best = of_set;
        memcpy(count, c.count, q->n_candidates * sizeof *count);
    }
    *score = best;
done:
    sg_free(c.sum);
    sg_free(c.mean);
    sg_free(c.count);
    return status;
}
