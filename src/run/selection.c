/* selection.c - scores of configurations from the ledger's jobs. */
#include "run/selection.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

/* ---- Jobs ------------------------------------------------------------------------------------- */

void sg_job_list_free(sg_job_list *list)
{
    sg_free(list->job);
    *list = (sg_job_list){0};
}

/* In the order of sg_ledger_jobs. */
static int compare_places(const void *a, const void *b)
{
    const sg_ledger_job *x = a, *y = b;
    const uint32_t left[] = {x->stage, x->configuration, x->run, x->fold};
    const uint32_t right[] = {y->stage, y->configuration, y->run, y->fold};
    for (int i = 0; i < 4; i++)
        if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
    return 0;
}

const sg_ledger_job *sg_job_find_done(const sg_job *job, const sg_ledger_jobs *jobs)
{
    const sg_ledger_job wanted = {.configuration = job->configuration,
                                  .fold = job->fold,
                                  .run = job->run,
                                  .stage = job->stage};
    const sg_ledger_job *found = NULL;
    if (jobs->n > 0)
        found = bsearch(&wanted, jobs->row, jobs->n, sizeof wanted, compare_places);
    return found != NULL && found->state == SG_LEDGER_DONE ? found : NULL;
}

static sg_status add_job(sg_job_list *list, sg_job job, sg_error *err)
{
    const sg_status status =
        sg_grow(&list->job, &list->capacity, list->n + 1, sizeof *list->job, err);
    if (status == SG_OK) list->job[list->n++] = job;
    return status;
}

bool sg_selection_is_needed(const sg_selection *s)
{
    return s->n_configurations > 1 && s->protocol != SG_PROTOCOL_STANDARD;
}

sg_status sg_selection_jobs(sg_job_list *list, const sg_selection *s, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t c = 0; c < s->n_configurations; c++)
        for (uint32_t f = 0; f < s->n_folds * s->n_inner; f++)
            SG_TRY(add_job(list, (sg_job){SG_SELECTING, c, f, 0}, err));
done:
    return status;
}

sg_status sg_evaluation_jobs(sg_job_list *list, const sg_selection *s, const uint32_t *chosen,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const bool all = s->protocol == SG_PROTOCOL_STANDARD;
    for (uint32_t c = 0; c < (all ? s->n_configurations : 1); c++)
        for (uint32_t r = 0; r < s->n_runs; r++)
            for (uint32_t f = 0; f < s->n_folds; f++)
                SG_TRY(add_job(list, (sg_job){SG_EVALUATING, all ? c : chosen[f], f, r}, err));
done:
    return status;
}

/* ---- Scores ----------------------------------------------------------------------------------- */

bool sg_score_beats(const sg_score *a, const sg_score *b, bool higher_is_better)
{
    if (isnan(a->metric)) return false;
    if (isnan(b->metric)) return true;
    if (a->metric != b->metric)
        return higher_is_better ? a->metric > b->metric : a->metric < b->metric;
    return a->loss < b->loss;
}

uint32_t sg_score_best(const sg_score *score, const sg_selection *s)
{
    uint32_t best = 0;
    for (uint32_t c = 1; c < s->n_configurations; c++)
        if (sg_score_beats(&score[c], &score[best], s->higher_is_better)) best = c;
    return best;
}

/* Sums on the way to a score, weighted by the number of items. */
typedef struct sums {
    double metric, loss, weight;
    uint32_t n_jobs;
} sums;

/* A fold without items to measure with has no say. */
static void add_to(sums *s, sg_ledger_score score, uint32_t n_items)
{
    s->n_jobs++;
    if (n_items == 0) return;
    s->metric += n_items * score.metric;
    s->loss += n_items * score.loss;
    s->weight += n_items;
}

static sg_score score_of(const sums *s)
{
    if (s->weight == 0) return (sg_score){.metric = NAN, .loss = NAN, .n_jobs = s->n_jobs};
    return (sg_score){s->metric / s->weight, s->loss / s->weight, s->n_jobs, 0, 0};
}

/* Jobs that have a say, by stage and fold, and the part whose numbers count. */
typedef struct jury {
    sg_run_stage stage;
    sg_part part;
    uint32_t first_fold, n_folds;
} jury;

static sg_status score_all(sg_score *score, const sg_selection *s, const jury *who,
                           const sg_ledger_jobs *jobs, sg_error *err)
{
    sg_status status = SG_OK;
    sums *sum = NULL;
    SG_ALLOC(sum, s->n_configurations);
    for (size_t i = 0; i < jobs->n; i++) {
        const sg_ledger_job *job = &jobs->row[i];
        if (job->stage == who->stage && job->state == SG_LEDGER_DONE &&
            job->configuration < s->n_configurations && job->fold >= who->first_fold &&
            job->fold - who->first_fold < who->n_folds)
            add_to(&sum[job->configuration], job->best[who->part], job->size[who->part]);
    }
    for (uint32_t c = 0; c < s->n_configurations; c++) score[c] = score_of(&sum[c]);
done:
    sg_free(sum);
    return status;
}

/* ---- Selecting before evaluating ---------------------------------------------------------------- */

static jury jury_of(const sg_selection *s)
{
    return (jury){.stage = sg_selection_is_needed(s) ? SG_SELECTING : SG_EVALUATING,
                  .part = sg_selection_is_needed(s) && s->n_inner > 1 ? SG_TEST : SG_VALIDATION,
                  .n_folds = UINT32_MAX};
}

sg_status sg_selection_choose(uint32_t *chosen, const sg_selection *s,
                              const sg_ledger_jobs *jobs, sg_error *err)
{
    sg_status status = SG_OK;
    sg_score *score = NULL;
    jury who = jury_of(s);
    const bool per_fold =
        s->protocol == SG_PROTOCOL_FAIR_PER_FOLD || s->protocol == SG_PROTOCOL_NESTED;
    SG_ALLOC(score, s->n_configurations);
    for (uint32_t f = 0; f < s->n_folds; f++) {
        if (!sg_selection_is_needed(s)) {
            chosen[f] = 0;
            continue;
        }
        if (per_fold) {
            who.first_fold = f * s->n_inner;
            who.n_folds = s->n_inner;
        }
        if (per_fold || f == 0) SG_TRY(score_all(score, s, &who, jobs, err));
        chosen[f] = sg_score_best(score, s);
    }
done:
    sg_free(score);
    return status;
}

/* ---- The standard protocol ---------------------------------------------------------------------- */

/* Sums of one configuration and run, epoch by epoch. */
typedef struct epoch_sums {
    sums *at; /* [n] */
    size_t n, capacity;
} epoch_sums;

/* Add the validation scores of a job's epochs; a job that stopped early keeps its last score. */
static sg_status add_epochs(epoch_sums *all, sg_ledger *ledger, const sg_ledger_job *job,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_epochs epochs = {0};
    SG_TRY(sg_ledger_read_epochs(&epochs, ledger, job->id, err));
    SG_REQUIRE(epochs.n > 0, SG_EFORMAT, "the results have no epochs of a job that is done");
    const size_t longest = epochs.n > all->n ? epochs.n : all->n;
    SG_TRY(sg_grow(&all->at, &all->capacity, longest, sizeof *all->at, err));
    for (; all->n < longest; all->n++)
        all->at[all->n] = all->n > 0 ? all->at[all->n - 1] : (sums){0};
    for (size_t e = 0; e < longest; e++)
        add_to(&all->at[e], epochs.row[e < epochs.n ? e : epochs.n - 1].score[SG_VALIDATION],
               job->size[SG_VALIDATION]);
done:
    sg_ledger_epochs_free(&epochs);
    return status;
}

/* The score at the best epoch, the last one of equals. */
static sg_score best_epoch(const epoch_sums *all, uint32_t run, bool higher_is_better)
{
    sg_score best = {.metric = NAN, .loss = NAN};
    for (size_t e = 0; e < all->n; e++) {
        sg_score score = score_of(&all->at[e]);
        score.epoch = (uint32_t)e + 1;
        score.run = run;
        if (e == 0 || !sg_score_beats(&best, &score, higher_is_better)) best = score;
    }
    return best;
}

static bool same_group(const sg_ledger_job *a, const sg_ledger_job *b)
{
    return a->stage == b->stage && a->configuration == b->configuration && a->run == b->run;
}

static sg_status score_standard(sg_score *score, const sg_selection *s, sg_ledger *ledger,
                                const sg_ledger_jobs *jobs, sg_error *err)
{
    sg_status status = SG_OK;
    epoch_sums all = {0};
    for (uint32_t c = 0; c < s->n_configurations; c++)
        score[c] = (sg_score){.metric = NAN, .loss = NAN};
    for (size_t i = 0, end; i < jobs->n; i = end) {
        const sg_ledger_job *first = &jobs->row[i];
        all.n = 0;
        for (end = i; end < jobs->n && same_group(first, &jobs->row[end]); end++)
            if (first->stage == SG_EVALUATING && jobs->row[end].state == SG_LEDGER_DONE)
                SG_TRY(add_epochs(&all, ledger, &jobs->row[end], err));
        if (all.n == 0 || first->configuration >= s->n_configurations) continue;
        const sg_score run = best_epoch(&all, first->run, s->higher_is_better);
        sg_score *best = &score[first->configuration];
        if (best->epoch == 0 || sg_score_beats(&run, best, s->higher_is_better)) *best = run;
    }
done:
    sg_free(all.at);
    return status;
}

sg_status sg_selection_scores(sg_score *score, const sg_selection *s, sg_ledger *ledger,
                              const sg_ledger_jobs *jobs, sg_error *err)
{
    const jury who = jury_of(s);
    return s->protocol == SG_PROTOCOL_STANDARD ? score_standard(score, s, ledger, jobs, err)
                                               : score_all(score, s, &who, jobs, err);
}
