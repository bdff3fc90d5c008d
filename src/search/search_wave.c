/* search_wave.c - a few candidates on a rung, all their folds side by side on all threads. */
#include "search/search_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "run/job_queue.h"

#include <math.h>
#include <string.h>

/* The jobs of a wave.  A job's configuration is its place on the stage. */
typedef struct wave {
    sg_search_state *search;
    uint32_t rung, n_folds;
    uint32_t
        trial[SG_MOST_ON_STAGE]; /* by place on the stage                                  */
    uint32_t
        number[SG_MOST_ON_STAGE]; /* in the ledger                                          */
    sg_ledger_score *score;       /* [places][n_folds] of the validation items; NaN: none   */
    bool *is_done;                /* [places][n_folds]                                      */
    double seconds[SG_MOST_ON_STAGE]; /* of the epochs of a candidate                       */
    uint64_t n_epochs[SG_MOST_ON_STAGE];
    uint32_t threads_each; /* that a job has for itself                                     */
} wave;

/* ---- The ledger ----------------------------------------------------------------------------- */

static const sg_ledger_job *find_former(const wave *w, const sg_job *job)
{
    const sg_job named = {job->stage, w->number[job->configuration], job->fold, job->run};
    return sg_job_find_done(&named, &w->search->former);
}

static void keep_score(wave *w, const sg_job *job, sg_ledger_score score)
{
    const size_t i = (size_t)job->configuration * w->n_folds + job->fold;
    w->score[i] = score;
    w->is_done[i] = true;
}

/* What the candidates of the last rung say of the validation items, for ensembles. */
static sg_status list_predictions(sg_ledger_prediction **row, sg_ledger_details *details,
                                  const sg_job_result *result, uint32_t width, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = result->size[SG_VALIDATION];
    if (result->validation_output == NULL) goto done;
    SG_ALLOC(*row, n);
    for (uint32_t i = 0; i < n; i++)
        (*row)[i] =
            (sg_ledger_prediction){SG_VALIDATION, result->validation_item[i],
                                   result->validation_output + (size_t)i * width, width};
    details->prediction = *row;
    details->n_predictions = n;
done:
    return status;
}

static void note_epochs(wave *w, const sg_job *job, const sg_job_result *result)
{
    double seconds = 0;
    for (size_t e = 0; e < result->n_epochs; e++) seconds += result->epoch[e].seconds;
    w->search->training += seconds * w->threads_each;
    w->seconds[job->configuration] += seconds;
    w->n_epochs[job->configuration] += result->n_epochs;
}

static sg_status on_done(void *context, const sg_job *job, sg_job_result *result, sg_error *err)
{
    sg_status status = SG_OK;
    wave *w = context;
    sg_search_state *s = w->search;
    sg_ledger_job row = sg_job_row(job, result);
    row.configuration = w->number[job->configuration];
    row.model = NULL; /* trainings of a search keep none */
    sg_ledger_prediction *said = NULL;
    sg_ledger_details details = {.epoch = result->epoch, .n_epochs = result->n_epochs};
    SG_TRY(list_predictions(&said, &details, result, s->stage.workload.outputs.n, err));
    SG_TRY(sg_ledger_finish_job(s->ledger, &row, &details, err));
    keep_score(w, job, result->best[SG_VALIDATION]);
    note_epochs(w, job, result);
    sg_job_forget(job, s->options->folder, &s->experiment);
done:
    sg_free(said);
    sg_job_result_free(result);
    return status;
}

static sg_status on_under_way(void *context, const sg_job *job, const sg_job_result *so_far,
                              sg_error *err)
{
    (void)context;
    (void)job;
    (void)so_far;
    (void)err;
    return SG_OK;
}

/* The clock decides only where no number of trials does. */
static bool on_tick(void *context)
{
    wave *w = context;
    sg_search_state *s = w->search;
    if (sgi_search_is_late(s)) s->is_late = true;
    return sgi_search_tell(s, SG_SEARCH_TICK, 0, NULL) && !s->is_late;
}

/* ---- Placing -------------------------------------------------------------------------------- */

static sg_status record_configuration(sg_search_state *s, uint32_t number, const char *text,
                                      const sg_trial_cost *cost, sg_error *err)
{
    const uint64_t weights[] = {cost->n_weights};
    const sg_ledger_configuration row = {.id = number,
                                         .yaml = text,
                                         .weights = weights,
                                         .n_layers = 1,
                                         .weights_total = cost->n_weights,
                                         .plan_bytes = cost->plan_bytes};
    return sg_ledger_put_configurations(s->ledger, &row, 1, err);
}

/* The configuration of a trial with the epochs of a rung. */
static sg_status configure(sg_configuration *c, const sg_search_state *s, const sg_trial *trial,
                           uint32_t rung, sg_error *err)
{
    sg_status status = SG_OK;
    sg_configuration made = {0};
    char *text = NULL;
    SG_TRY(sg_experiment_configuration(&made, &s->experiment, trial->point, s->experiment.task,
                                       err));
    made.train.n_epochs = sg_rung_epochs(rung, made.train.n_epochs);
    SG_TRY(sg_search_text_with_epochs(&text, made.text, made.train.n_epochs, err));
    sg_free(made.text);
    made.text = text;
    *c = made;
    made = (sg_configuration){0};
done:
    sg_configuration_free(&made);
    return status;
}

static sg_status put_on_stage(wave *w, uint32_t t, sg_error *err)
{
    sg_status status = SG_OK;
    sg_search_state *s = w->search;
    sg_trial *trial = &s->book.trial[t];
    sg_configuration configuration = {0};
    sg_trial_cost *cost = &trial->cost;
    const uint32_t place = s->stage.workload.n_configurations;
    SG_TRY(configure(&configuration, s, trial, w->rung, err));
    SG_TRY(sg_trial_stage_add(cost, &s->stage, &configuration, w->n_folds, err));
    if (!cost->fits) {
        trial->is_skipped = true;
        s->n_skipped++;
        memcpy(s->skipped, cost->reason, sizeof s->skipped);
        SG_REQUIRE(sgi_search_tell(s, SG_SEARCH_SKIPPED, t, cost->reason), SG_ECANCELED,
                   "the search was stopped");
        goto done;
    }
    trial->expected = cost->work * sg_work_rate_seconds(&s->rate);
    SG_TRY(sg_grow(&s->rung_of, &s->rung_of_capacity, (size_t)s->n_configurations + 1,
                   sizeof *s->rung_of, err));
    s->rung_of[s->n_configurations] = (uint8_t)w->rung;
    w->trial[place] = t;
    w->number[place] = s->n_configurations++;
    SG_TRY(record_configuration(s, w->number[place],
                                s->stage.workload.configuration[place].text, cost, err));
done:
    sg_configuration_free(&configuration);
    return status;
}

/* ---- Scores --------------------------------------------------------------------------------- */

static void score_trial(wave *w, uint32_t place)
{
    sg_search_state *s = w->search;
    const sg_splits *inner = &s->stage.workload.splits;
    sg_trial *trial = &s->book.trial[w->trial[place]];
    const sg_ledger_score *score = w->score + (size_t)place * w->n_folds;
    sg_trial_score made = {.rung = w->rung, .number = w->trial[place]};
    double n = 0, squares = 0;
    for (uint32_t f = 0; f < w->n_folds; f++) {
        const double items = inner->fold[f].part[SG_VALIDATION].n;
        if (!w->is_done[(size_t)place * w->n_folds + f]) return;
        made.metric += items * score[f].metric;
        made.loss += items * score[f].loss;
        n += items;
    }
    made.metric /= n;
    made.loss /= n;
    for (uint32_t f = 0; f < w->n_folds; f++)
        squares += (score[f].metric - made.metric) * (score[f].metric - made.metric);
    if (w->n_folds > 1) made.standard_error = sqrt(squares / (w->n_folds - 1) / w->n_folds);
    trial->score = made;
    trial->has_score = true;
    trial->configuration = w->number[place];
    if (w->rung == 0) s->rung_metric[w->trial[place]] = made.metric;
}

/* What the epochs of a candidate took says more about the next ones than any estimate. */
static void note_seconds(wave *w, uint32_t place)
{
    sg_search_state *s = w->search;
    sg_trial *trial = &s->book.trial[w->trial[place]];
    if (w->n_epochs[place] == 0) return;
    trial->seconds = w->seconds[place] / (double)w->n_epochs[place];
    sg_work_rate_note(&s->rate, trial->cost.work * (double)w->n_epochs[place],
                      w->seconds[place] * w->threads_each);
}

/* How long the winner will be trained once more, if it is the best one of now: at most a third of the time. */
static void expect_winner(sg_search_state *s)
{
    const sg_trial *best = sgi_search_best(s);
    if (best == NULL || isnan(best->seconds)) return;
    sg_configuration c = {0};
    if (sg_experiment_configuration(&c, &s->experiment, best->point, s->experiment.task,
                                    NULL) == SG_OK)
        s->winner = fmin(best->seconds * c.train.n_epochs, s->options->seconds / 3);
    sg_configuration_free(&c);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static sg_status list_jobs(sg_job_list *list, wave *w, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = w->search->stage.workload.n_configurations;
    for (uint32_t c = 0; c < n; c++)
        for (uint32_t f = 0; f < w->n_folds; f++) {
            const sg_job job = {SG_SELECTING, c, f, 0};
            const sg_ledger_job *done = find_former(w, &job);
            if (done != NULL) {
                keep_score(w, &job, done->best[SG_VALIDATION]);
                w->search->training += done->seconds;
                continue;
            }
            SG_TRY(sg_grow(&list->job, &list->capacity, list->n + 1, sizeof *list->job, err));
            list->job[list->n++] = job;
        }
done:
    return status;
}

/* The work of a job that comes later must not be more, so that threads end at the same time, about. */
static void put_long_jobs_first(sg_job_list *list, const wave *w)
{
    const sg_search_state *s = w->search;
    double work[SG_MOST_ON_STAGE];
    for (uint32_t c = 0; c < s->stage.workload.n_configurations; c++)
        work[c] = s->book.trial[w->trial[c]].cost.work *
                  s->stage.workload.configuration[c].train.n_epochs;
    for (size_t i = 1; i < list->n; i++) { /* insertion keeps the order of equals */
        const sg_job job = list->job[i];
        size_t j = i;
        for (; j > 0 && work[list->job[j - 1].configuration] < work[job.configuration]; j--)
            list->job[j] = list->job[j - 1];
        list->job[j] = job;
    }
}

static sg_status train(wave *w, const sg_job_list *list, sg_error *err)
{
    sg_status status = SG_OK;
    sg_search_state *s = w->search;
    sg_error inner = {0};
    const uint32_t n_threads = sg_threads_count(s->threads);
    w->threads_each = list->n > 0 && list->n < n_threads ? n_threads / (uint32_t)list->n : 1;
    const sg_job_receiver receiver = {on_under_way, on_done, on_tick, w};
    const sg_job_workers workers = {.n_threads = n_threads};
    const sg_job_context context = {.folder = s->options->folder,
                                    .n_epochs = &s->n_epochs,
                                    .checkpoint_after = (double)INFINITY,
                                    .keep_validation = w->rung == SG_N_RUNGS - 1,
                                    .keeper = w};
    status = sg_job_queue_run(list->job, list->n, &s->stage.workload, &context, &workers,
                              &receiver, &inner);
    /* What has not come to its end begins anew. */
    for (size_t i = 0; i < list->n && status != SG_OK; i++)
        sg_job_forget(&list->job[i], s->options->folder, &s->experiment);
    if (status == SG_ECANCELED && s->is_late && !s->is_stopped) status = SG_OK;
    SG_REQUIRE(status == SG_OK, status, "%s", inner.text);
done:
    return status;
}

/* Place candidates from number[*next] on, as many as there is room for, and train them. */
static sg_status run_some(uint32_t *next, sg_search_state *s, const uint32_t *number,
                          uint32_t n, uint32_t rung, sg_error *err)
{
    sg_status status = SG_OK;
    sg_job_list list = {0};
    const uint32_t n_all = s->stage.workload.splits.n_folds;
    wave w = {.search = s, .rung = rung, .n_folds = sg_rung_folds(rung, n_all)};
    SG_ALLOC(w.score, (size_t)n * w.n_folds);
    SG_ALLOC(w.is_done, (size_t)n * w.n_folds);
    while (*next < n && !sg_trial_stage_is_full(&s->stage))
        SG_TRY(put_on_stage(&w, number[(*next)++], err));
    SG_TRY(list_jobs(&list, &w, err));
    put_long_jobs_first(&list, &w);
    SG_TRY(train(&w, &list, err));
    const uint32_t n_placed = s->stage.workload.n_configurations;
    for (uint32_t c = 0; c < n_placed; c++) {
        score_trial(&w, c);
        note_seconds(&w, c);
    }
    expect_winner(s);
    s->done += sg_rungs_work(n_placed, rung, n_all) -
               sg_rungs_work(sg_rung_survivors(n_placed), rung + 1, n_all);
    for (uint32_t c = 0; c < n_placed; c++)
        SG_REQUIRE(sgi_search_tell(s, SG_SEARCH_TRIAL, w.trial[c], NULL), SG_ECANCELED,
                   "the search was stopped");
done:
    sg_trial_stage_clear(&s->stage);
    sg_job_list_free(&list);
    sg_free(w.score);
    sg_free(w.is_done);
    return status;
}

sg_status sgi_search_wave(sg_search_state *s, const uint32_t *number, uint32_t n, uint32_t rung,
                          sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t next = 0; next < n && !s->is_late;)
        SG_TRY(run_some(&next, s, number, n, rung, err));
done:
    return status;
}
