/* search_ensemble.c - candidates of the last rung that validate better together than the best one alone, as one model. */
#include "search/search_parts.h"

#include "base/file.h"
#include "base/mem.h"
#include "model/model_join.h"
#include "run/job_predictions.h"
#include "store/model_file.h"

#include <math.h>
#include <string.h>

/* What the candidates said of the validation items of all inner folds, fold after fold. */
typedef struct library {
    const sg_search_state *search;
    sg_configuration first; /* of the winner: its loss and metric */
    uint32_t *trial;        /* [n] */
    double **output;        /* [n][n_items * width] */
    uint32_t n, width;
    uint32_t *item;  /* [n_items] */
    uint32_t *begin; /* [n_folds + 1] of a fold among the items */
    uint32_t n_folds, n_items;
} library;

static void library_close(library *l)
{
    for (uint32_t i = 0; l->output != NULL && i < l->n; i++) sg_free(l->output[i]);
    sg_free(l->output);
    sg_free(l->trial);
    sg_free(l->item);
    sg_free(l->begin);
    sg_configuration_free(&l->first);
}

/* ---- What they said ------------------------------------------------------------------------- */

static bool is_finalist(const sg_trial *trial)
{
    return trial->has_score && !trial->is_skipped && trial->score.rung == SG_N_RUNGS - 1 &&
           !isnan(trial->score.metric);
}

/* Whether the model of a trial can be joined with the winner's; that is known before any of them is trained. */
static sg_status can_join(bool *can, const library *l, uint32_t trial, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_search_state *s = l->search;
    sg_configuration c = {0};
    SG_TRY(sg_experiment_configuration(&c, &s->experiment, s->book.trial[trial].point,
                                       s->experiment.task, err));
    *can = sg_blueprints_can_join(&l->first.blueprint, &c.blueprint, SG_MOST_MEMBERS);
done:
    sg_configuration_free(&c);
    return status;
}

static sg_status list_candidates(library *l, const sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(l->trial, s->book.n);
    for (uint32_t t = 0; t < s->book.n; t++) {
        bool can = false;
        if (is_finalist(&s->book.trial[t])) SG_TRY(can_join(&can, l, t, err));
        if (can) l->trial[l->n++] = t;
    }
done:
    return status;
}

static sg_status open_library(library *l, const sg_search_state *s, uint32_t chosen,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const sg_splits *inner = &s->stage.workload.splits;
    l->search = s;
    l->n_folds = inner->n_folds;
    l->width = s->stage.workload.outputs.n;
    SG_TRY(sg_experiment_configuration(&l->first, &s->experiment, s->book.trial[chosen].point,
                                       s->experiment.task, err));
    SG_ALLOC(l->begin, (size_t)l->n_folds + 1);
    SG_TRY(list_candidates(l, s, err));
    for (uint32_t f = 0; f < l->n_folds; f++)
        l->begin[f + 1] = l->begin[f] + inner->fold[f].part[SG_VALIDATION].n;
    l->n_items = l->begin[l->n_folds];
    SG_ALLOC(l->item, l->n_items);
    SG_ALLOC(l->output, l->n);
    for (uint32_t i = 0; i < l->n; i++) SG_ALLOC(l->output[i], (size_t)l->n_items * l->width);
done:
    return status;
}

/* The candidate whose job this is; l->n: none. */
static uint32_t find_candidate(const library *l, const sg_ledger_job *job)
{
    uint32_t i = 0;
    while (i < l->n && l->search->book.trial[l->trial[i]].configuration != job->configuration)
        i++;
    return i;
}

static sg_status read_fold(library *l, uint32_t candidate, const sg_ledger_job *job,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_search_state *s = l->search;
    const uint32_t first = l->begin[job->fold], n = l->begin[job->fold + 1] - first;
    sg_job_predictions said = {0};
    SG_TRY(sg_job_predictions_read(&said, &s->stage.workload, s->ledger, job->id, SG_VALIDATION,
                                   err));
    SG_REQUIRE(said.n == n, SG_EFORMAT,
               "%s/results.sqlite: a candidate has %u predictions of fold %u instead of %u",
               s->options->folder, said.n, job->fold, n);
    memcpy(l->item + first, said.item, n * sizeof *said.item);
    memcpy(l->output[candidate] + (size_t)first * l->width, said.output,
           (size_t)n * l->width * sizeof *said.output);
done:
    sg_job_predictions_free(&said);
    return status;
}

static sg_status read_predictions(library *l, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_jobs jobs = {0};
    SG_TRY(sg_ledger_read_jobs(&jobs, l->search->ledger, err));
    for (size_t j = 0; j < jobs.n; j++) {
        const uint32_t candidate = find_candidate(l, &jobs.row[j]);
        if (candidate < l->n && jobs.row[j].fold < l->n_folds)
            SG_TRY(read_fold(l, candidate, &jobs.row[j], err));
    }
done:
    sg_ledger_jobs_free(&jobs);
    return status;
}

/* ---- Measuring ------------------------------------------------------------------------------ */

static sg_predictions predictions_of(const library *l, const double *output,
                                     const uint32_t *item, uint32_t n)
{
    const sg_workload *w = &l->search->stage.workload;
    return (sg_predictions){.output = output,
                            .item = item,
                            .n = n,
                            .width = l->width,
                            .loss = l->first.train.loss,
                            .targets = &w->targets.of_loss,
                            .scale = w->outputs.scale};
}

/* As the candidates are scored: the mean over the items of all folds. */
static sg_status measure(sg_trial_score *score, const double *output, void *context,
                         sg_error *err)
{
    sg_status status = SG_OK;
    const library *l = context;
    score->metric = score->loss = 0;
    for (uint32_t f = 0; f < l->n_folds; f++) {
        const uint32_t first = l->begin[f], n = l->begin[f + 1] - first;
        double metric = 0, loss = 0;
        const sg_predictions p =
            predictions_of(l, output + (size_t)first * l->width, l->item + first, n);
        SG_TRY(sg_metric_of(&metric, l->search->metric, &p, err));
        SG_TRY(sg_metric_of(&loss, &sg_metric_loss, &p, err));
        score->metric += metric * n / l->n_items;
        score->loss += loss * n / l->n_items;
    }
done:
    return status;
}

static sg_status choose(sg_search_ensemble *ensemble, library *l, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *count = NULL, sum = 0;
    sg_trial_score score = {0};
    const sg_ensemble_question question = {.output = (const double *const *)l->output,
                                           .n_candidates = l->n,
                                           .n_values = (size_t)l->n_items * l->width,
                                           .higher_is_better = l->search->book.higher_is_better,
                                           .measure = measure,
                                           .context = l};
    SG_ALLOC(count, l->n);
    SG_TRY(sg_ensemble_choose(count, &score, &question, err));
    for (uint32_t i = 0; i < l->n; i++) sum += count[i];
    for (uint32_t i = 0; i < l->n; i++) {
        if (count[i] == 0) continue;
        ensemble->trial[ensemble->n] = l->trial[i];
        ensemble->share[ensemble->n++] = (double)count[i] / sum;
    }
    ensemble->validation = score.metric;
    if (ensemble->n == 1) ensemble->n = 0; /* one alone is none */
done:
    sg_free(count);
    return status;
}

/* ---- The model ------------------------------------------------------------------------------ */

static sg_status read_member(sg_model *member, sg_search_state *s, uint32_t trial,
                             const char *best, uint32_t chosen, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0}, summary = {0}, name = {0};
    if (trial == chosen) {
        SG_TRY(sg_model_read(member, best, err));
        goto done;
    }
    SG_TRY(sg_text_add(&name, err, "member-%u", trial));
    SG_TRY(sgi_search_train(&path, &summary, s, trial, name.data, err));
    SG_TRY(sg_model_read(member, path.data, err));
done:
    sg_text_free(&name);
    sg_text_free(&path);
    sg_text_free(&summary);
    return status;
}

/* The metric on the items that test; NaN where there are none. */
static sg_status test(double *value, const library *l, const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_search_state *s = l->search;
    const sg_workload *w = &s->stage.workload;
    const sg_index_list *items = &s->folds.last.fold[0].part[SG_TEST];
    const sg_placement on = {.data = &w->data,
                             .invariants = &s->stage.invariants,
                             .max_batch = items->n < 64 ? items->n : 64};
    sg_model_on_data m = {0};
    sg_learner *learner = NULL;
    double *output = NULL;
    *value = (double)NAN;
    if (items->n == 0) goto done;
    SG_ALLOC(output, (size_t)items->n * l->width);
    SG_TRY(sg_model_place_on(&m, model, &on, err));
    SG_TRY(sg_model_open_learner(&learner, model, &m, s->threads, err));
    sg_learner_predict(output, learner, items->index, items->n);
    sg_outputs_convert(output, items->n, &model->outputs, &w->outputs);
    const sg_predictions p = predictions_of(l, output, items->index, items->n);
    SG_TRY(sg_metric_of(value, s->metric, &p, err));
done:
    sg_learner_close(learner);
    sg_model_on_data_close(&m);
    sg_free(output);
    return status;
}

static sg_status write_joined(sg_search_ensemble *ensemble, sg_text *model, library *l,
                              sg_search_state *s, uint32_t chosen, sg_error *err)
{
    sg_status status = SG_OK;
    sg_model *member = NULL, joined = {0};
    const sg_model *list[SG_MOST_MEMBERS];
    SG_ALLOC(member, ensemble->n);
    for (uint32_t m = 0; m < ensemble->n; m++) {
        SG_TRY(read_member(&member[m], s, ensemble->trial[m], model->data, chosen, err));
        list[m] = &member[m];
    }
    SG_TRY(sg_model_join(&joined, list, ensemble->share, ensemble->n, err));
    SG_TRY(test(&ensemble->test, l, &joined, err));
    model->size = 0;
    SG_TRY(sg_text_add(model, err, "%s/ensemble.safetensors", s->options->folder));
    SG_TRY(sg_model_write(&joined, model->data, err));
done:
    for (uint32_t m = 0; member != NULL && m < ensemble->n; m++) sg_model_free(&member[m]);
    sg_free(member);
    sg_model_free(&joined);
    return status;
}

sg_status sgi_search_join(sg_search_ensemble *ensemble, sg_text *model, sg_search_state *s,
                          uint32_t chosen, sg_error *err)
{
    sg_status status = SG_OK;
    library l = {0};
    *ensemble = (sg_search_ensemble){0};
    SG_TRY(open_library(&l, s, chosen, err));
    if (l.n < 2) goto done;
    SG_TRY(read_predictions(&l, err));
    SG_TRY(choose(ensemble, &l, err));
    if (ensemble->n > 0) SG_TRY(write_joined(ensemble, model, &l, s, chosen, err));
done:
    library_close(&l);
    return status;
}
