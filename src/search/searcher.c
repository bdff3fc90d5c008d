/* searcher.c - brackets of trials, rung by rung; what can be wrong is found before the folder is made. */
#include "search/search_parts.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/machine/account.h"
#include "base/mem.h"
#include "base/observer.h"
#include "data/nodes/item_splits.h"
#include "data/reading/task_guess.h"
#include "formats/data_file.h"
#include "formats/data_folders.h"
#include "formats/splits_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Telling -------------------------------------------------------------------------------- */

double sgi_search_seconds(const sg_search_state *s)
{
    return s->before + sg_seconds() - s->begin;
}

bool sgi_search_is_late(const sg_search_state *s)
{
    return s->options->n_trials == 0 && sgi_search_seconds(s) > s->options->seconds - s->winner;
}

const sg_trial *sgi_search_best(const sg_search_state *s)
{
    const sg_trial *best = NULL;
    for (size_t t = 0; t < s->book.n; t++) {
        const sg_trial *trial = &s->book.trial[t];
        if (trial->has_score && (best == NULL || sg_trial_beats(&trial->score, &best->score,
                                                                s->book.higher_is_better)))
            best = trial;
    }
    return best;
}

/* The work of all rungs under a number of trials. */
static double work_of_all(const sg_search_state *s)
{
    const uint32_t n_folds = s->stage.workload.splits.n_folds,
                   n_whole = s->options->n_trials / SG_BRACKET,
                   n_rest = s->options->n_trials % SG_BRACKET;
    return n_whole * sg_rungs_work(SG_BRACKET, 0, n_folds) + sg_rungs_work(n_rest, 0, n_folds);
}

/* Of a number of trials, what they took so far says how long the rest will take. */
static double seconds_left(const sg_search_state *s)
{
    const double seconds = sgi_search_seconds(s);
    if (s->options->n_trials == 0) return fmax(s->options->seconds - seconds, 0);
    return s->done > 0 ? seconds * fmax(work_of_all(s) / s->done - 1, 0) : (double)NAN;
}

bool sgi_search_tell(sg_search_state *s, sg_search_event_kind kind, uint32_t number,
                     const char *text)
{
    const sg_searcher_options *o = s->options;
    const sg_trial *best = sgi_search_best(s);
    const sg_trial *trial = number < s->book.n ? &s->book.trial[number] : NULL;
    const sg_search_event event = {
        .kind = kind,
        .n_trials = o->n_trials,
        .n_done = (uint32_t)s->book.n,
        .trial = number,
        .rung = trial != NULL ? trial->score.rung : 0,
        .value = trial != NULL && trial->has_score ? trial->score.metric : (double)NAN,
        .best = best != NULL ? best->score.metric : (double)NAN,
        .metric = s->metric->name,
        .in_percent = s->metric->in_percent,
        .n_epochs = atomic_load(&s->n_epochs),
        .seconds = sgi_search_seconds(s),
        .seconds_left = seconds_left(s),
        .text = text};
    if (o->event != NULL && !o->event(o->context, &event)) s->is_stopped = true;
    return !s->is_stopped;
}

/* ---- Opening -------------------------------------------------------------------------------- */

static sg_status open_data(sg_dataset *data, const sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    SG_TRY(sg_data_folders_find(&path, s->options->data, s->options->data_folder, err));
    SG_TRY(sg_data_file_open(data, path.data, NULL, sg_threads_count(s->threads), err));
done:
    sg_text_free(&path);
    return status;
}

/* What is outside of the search. */
static sg_status open_outer(sg_splits *outer, const sg_dataset *data,
                            const sg_searcher_options *o, sg_error *err)
{
    sg_status status = SG_OK;
    sg_rng rng = sg_rng_stream(o->seed, (uint64_t[]){0x0a7e}, 1);
    if (o->splits != NULL)
        SG_TRY(sg_splits_read_for(outer, o->splits, data, err));
    else if (data->items.part != NULL)
        SG_TRY(sg_item_splits_of_parts(outer, data, &rng, err));
    else
        goto done;
    SG_REQUIRE(o->fold < outer->n_folds, SG_EINVAL,
               "search: there is no fold %u; there are %u, numbered from 0", o->fold,
               outer->n_folds);
done:
    return status;
}

static sg_status path_in(sg_text *path, const char *folder, const char *name, sg_error *err)
{
    return sg_text_add(path, err, "%s/%s", folder, name);
}

/* Plans may take half of the memory that there is: trainings need the rest. */
static uint64_t bytes_to_keep(uint64_t most_bytes)
{
    const uint64_t room = sg_memory_room() / 2;
    return room / 2 < most_bytes ? room : 2 * most_bytes;
}

/* Which labels of the space are the same on the training items of the first fold, and which are finer. */
static sg_status compare_values(sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    sg_plan_cache *cache = NULL;
    SG_TRY(sg_trial_stage_training(&cache, &s->stage, 0, err));
    SG_TRY(sg_space_order_make(&s->book.order, &s->experiment, cache, err));
done:
    return status;
}

/* Data, folds, space and stage: nothing of it touches the folder. */
static sg_status prepare(sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_searcher_options *o = s->options;
    sg_dataset data = {0};
    sg_splits outer = {0};
    sg_text split = {0};
    sg_configuration first = {0};
    SG_TRY(open_data(&data, s, err));
    SG_TRY(open_outer(&outer, &data, o, err));
    const sg_task task = o->has_task ? o->task : sg_task_guess_of(&data).task;
    SG_TRY(sg_search_folds_make(&s->folds, &data, task,
                                outer.n_folds > 0 ? &outer.fold[o->fold] : NULL, o->n_folds,
                                o->seed, err));
    SG_TRY(path_in(&split, o->folder, "split.json", err));
    const sg_space_request request = {.data = o->data,
                                      .space = o->space,
                                      .split = split.data,
                                      .seed = o->seed,
                                      .has_task = true,
                                      .task = task};
    SG_TRY(sg_search_space_open(&s->experiment, &request, &data, err));
    SG_TRY(sg_experiment_configuration(&first, &s->experiment, 0, task, err));
    s->metric = first.train.metric;
    SG_TRY(sg_trial_book_open(&s->book, &s->experiment, s->metric->higher_is_better,
                              o->at_random, err));
    s->fingerprint = sg_hash_words((uint64_t[]){sg_dataset_fingerprint(&data), o->seed}, 2);
    const sg_trial_stage_options stage = {.threads = s->threads,
                                          .budget = o->budget,
                                          .most_bytes = o->most_bytes,
                                          .kept_bytes = bytes_to_keep(o->most_bytes)};
    SG_TRY(sg_trial_stage_open(&s->stage, &s->experiment, &data, &s->folds.inner, &stage, err));
    SG_TRY(compare_values(s, err));
done:
    sg_configuration_free(&first);
    sg_dataset_free(&data);
    sg_splits_free(&outer);
    sg_text_free(&split);
    return status;
}

static sg_status write_file(const sg_search_state *s, const char *name, const char *text,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    SG_TRY(path_in(&path, s->options->folder, name, err));
    SG_TRY(sg_file_write(path.data, text, strlen(text), err));
done:
    sg_text_free(&path);
    return status;
}

static sg_status put_values(sg_search_state *s, const char *experiment, sg_error *err)
{
    char seed[24], folds[16], data[24];
    (void)snprintf(seed, sizeof seed, "%llu", (unsigned long long)s->options->seed);
    (void)snprintf(folds, sizeof folds, "%u", s->stage.workload.splits.n_folds);
    (void)snprintf(data, sizeof data, "%016llx", (unsigned long long)s->fingerprint);
    const sg_ledger_value values[] = {{"data", s->stage.workload.data.name},
                                      {"data-fingerprint", data},
                                      {"protocol", "search"},
                                      {"metric", s->metric->name},
                                      {"folds", folds},
                                      {"seed", seed},
                                      {"experiment", experiment}};
    return sg_ledger_put_values(s->ledger, values, sizeof values / sizeof *values, err);
}

/* The seconds of the processes before. */
static void recall_seconds(sg_search_state *s)
{
    sg_text old = {0};
    if (sg_ledger_value_of(&old, s->ledger, "seconds", NULL) == SG_OK)
        s->before = strtod(old.data, NULL);
    sg_text_free(&old);
}

static sg_status note_seconds(sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(sg_text_add_real(&text, sgi_search_seconds(s), err));
    SG_TRY(sg_ledger_put_values(s->ledger, &(sg_ledger_value){"seconds", text.data}, 1, err));
done:
    sg_text_free(&text);
    return status;
}

static sg_status open_folder(sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_searcher_options *o = s->options;
    sg_text path = {0};
    char *experiment = NULL, id[17];
    SG_TRY(sg_run_folder_make(o->folder, o->former, err));
    SG_TRY(sg_experiment_write(&experiment, &s->experiment, err));
    const uint64_t own = sg_hash_words(
        (uint64_t[]){s->fingerprint, sg_hash_bytes(experiment, strlen(experiment)),
                     s->stage.workload.splits.n_folds, o->at_random},
        4);
    (void)snprintf(id, sizeof id, "%016llx", (unsigned long long)own);
    SG_TRY(path_in(&path, o->folder, "results.sqlite", err));
    SG_TRY(sg_ledger_open(&s->ledger, path.data, id, err));
    SG_TRY(put_values(s, experiment, err));
    SG_TRY(write_file(s, "config.yml", experiment, err));
    path.size = 0;
    SG_TRY(path_in(&path, o->folder, "split.json", err));
    SG_TRY(sg_splits_file_write(&s->folds.last, path.data, err));
    SG_TRY(sg_ledger_read_jobs(&s->former, s->ledger, err));
    recall_seconds(s);
done:
    sg_free(experiment);
    sg_text_free(&path);
    return status;
}

/* ---- Brackets ------------------------------------------------------------------------------- */

static bool is_over(const sg_search_state *s)
{
    const sg_searcher_options *o = s->options;
    if (s->is_late) return true;
    return o->n_trials > 0 ? s->book.n >= o->n_trials : sgi_search_is_late(s);
}

/* The clock leaves each bracket as much time as its later rungs need: three candidates of which one is trained
 * for all epochs are worth more than thirty that have begun. */
static bool is_time_for_rungs(const sg_search_state *s, double begin, double time)
{
    const uint32_t n_folds = s->stage.workload.splits.n_folds;
    const double all = sg_rungs_work(SG_BRACKET, 0, n_folds),
                 later = sg_rungs_work(SG_BRACKET / SG_HALVING_RATE, 1, n_folds);
    if (s->options->n_trials > 0) return false;
    return sgi_search_seconds(s) - begin > time * (all - later) / all;
}

/* Propose up to `n` trials. */
static sg_status propose(uint32_t *number, uint32_t *n_new, sg_search_state *s, uint32_t n,
                         sg_error *err)
{
    sg_status status = SG_OK;
    *n_new = 0;
    while (*n_new < n && (s->options->n_trials == 0 || s->book.n < s->options->n_trials)) {
        bool is_new = false;
        number[*n_new] = (uint32_t)s->book.n;
        SG_TRY(sg_trial_book_propose(&is_new, &s->book, s->options->seed, err));
        if (!is_new) break;
        SG_TRY(sg_grow(&s->rung_metric, &s->rung_capacity, s->book.n, sizeof *s->rung_metric,
                       err));
        s->rung_metric[number[*n_new]] = (double)NAN;
        (*n_new)++;
    }
done:
    return status;
}

/* The better third of the bracket's trials that are on `rung`. */
static uint32_t survivors(uint32_t *number, const sg_search_state *s, size_t first,
                          uint32_t rung)
{
    sg_trial_score score[SG_BRACKET];
    uint32_t place[SG_BRACKET], n = 0, kept = 0;
    for (size_t t = first; t < s->book.n; t++) {
        const sg_trial *trial = &s->book.trial[t];
        if (trial->has_score && !trial->is_skipped && trial->score.rung == rung)
            score[n++] = trial->score;
    }
    if (n == 0) return 0;
    sg_trial_places(place, score, n, s->book.higher_is_better);
    const uint32_t most = sg_rung_survivors(n);
    for (uint32_t i = 0; i < n; i++)
        if (place[i] < most && !isnan(score[i].metric)) number[kept++] = score[i].number;
    return kept;
}

static sg_status run_rung(sg_search_state *s, size_t first, uint32_t rung, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t number[SG_BRACKET];
    const uint32_t n = survivors(number, s, first, rung - 1);
    for (uint32_t i = 0; i < n && !s->is_late; i += SG_MOST_ON_STAGE) {
        const uint32_t left = n - i;
        SG_TRY(sgi_search_wave(s, number + i, left < SG_MOST_ON_STAGE ? left : SG_MOST_ON_STAGE,
                               rung, err));
    }
done:
    return status;
}

static sg_status run_bracket(sg_search_state *s, bool *is_new, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t first = s->book.n;
    uint32_t number[SG_MOST_ON_STAGE], n = 1;
    const double begin = sgi_search_seconds(s), time = s->options->seconds - s->winner - begin;
    for (uint32_t k = 0; k < SG_BRACKET && n > 0 && !is_over(s); k += SG_MOST_ON_STAGE) {
        if (k > 0 && is_time_for_rungs(s, begin, time)) break;
        const uint32_t left = SG_BRACKET - k;
        SG_TRY(propose(number, &n, s, left < SG_MOST_ON_STAGE ? left : SG_MOST_ON_STAGE, err));
        if (n > 0) SG_TRY(sgi_search_wave(s, number, n, 0, err));
        SG_TRY(note_seconds(s, err));
    }
    *is_new = s->book.n > first;
    for (uint32_t rung = 1; rung < SG_N_RUNGS && !s->is_late; rung++)
        SG_TRY(run_rung(s, first, rung, err));
done:
    return status;
}

static sg_status run_brackets(sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    bool is_new = true;
    while (is_new && !is_over(s)) SG_TRY(run_bracket(s, &is_new, err));
done:
    return status;
}

/* One candidate must fit: that is found before the folder is made, as far as the first ones tell. */
static sg_status try_sizes(sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    sg_trial_cost cost = {0};
    sg_configuration c = {0};
    const uint32_t n = s->experiment.n_configurations < SG_BRACKET
                           ? s->experiment.n_configurations
                           : SG_BRACKET;
    for (uint32_t i = 0; i < n && !cost.fits; i++) {
        const uint32_t point = (uint32_t)((uint64_t)i * s->experiment.n_configurations / n);
        SG_TRY(sg_experiment_configuration(&c, &s->experiment, point, s->experiment.task, err));
        SG_TRY(sg_trial_stage_add(&cost, &s->stage, &c, 1, err));
        sg_trial_stage_clear(&s->stage);
    }
    SG_REQUIRE(cost.fits, SG_EINVAL,
               "search: every candidate of the space is too large: %s; allow more memory, or "
               "take a smaller space",
               cost.reason);
done:
    sg_configuration_free(&c);
    return status;
}

static void search_close(sg_search_state *s)
{
    sg_ledger_close(s->ledger);
    sg_ledger_jobs_free(&s->former);
    sg_trial_book_close(&s->book);
    sg_trial_stage_close(&s->stage);
    sg_search_folds_free(&s->folds);
    sg_experiment_free(&s->experiment);
    sg_threads_close(s->threads);
    sg_free(s->rung_metric);
    sg_free(s->rung_of);
}

sg_status sg_search_run(sg_text *summary, const sg_searcher_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_search_state s = {.options = options, .begin = sg_seconds()};
    SG_TRY(sg_run_folder_check(options->folder, options->former, err));
    SG_TRY(sg_threads_open(&s.threads, options->n_threads, err));
    SG_TRY(prepare(&s, err));
    SG_TRY(try_sizes(&s, err));
    SG_TRY(open_folder(&s, err));
    status = run_brackets(&s, err);
    (void)note_seconds(&s, NULL);
    if (status == SG_OK) status = sgi_search_finish(summary, &s, err);
done:
    search_close(&s);
    return status;
}
