/* runner.c - stages of jobs, with the ledger as the only memory.
 *
 * After each stage everything is read back from the ledger, never from variables, so that a run that
 * was resumed cannot differ from one that was not. */
#include "run/runner.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/observer.h"
#include "run/job_predictions.h"
#include "run/predictions_table.h"
#include "run/ranks/job_keeper.h"
#include "run/ranks/stage_orders.h"
#include "run/run_record.h"
#include "run/saved_models.h"
#include "store/ledger.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double CHECKPOINT_AFTER = 30, NOTE_SECONDS_AFTER = 10; /* seconds */

typedef struct runner {
    const sg_experiment *experiment;
    const sg_runner_options *options;
    sg_workload workload;
    sg_selection selection;
    uint32_t n_threads;
    sg_ledger *ledger;
    uint64_t fingerprint;
    double begin; /* seconds since then are not in the ledger yet */
    atomic_ullong n_epochs;

    /* of the stage that is running */
    sg_run_stage stage;
    size_t n_jobs, n_done;
    uint32_t n_lost; /* jobs that were done and whose models are not as they were written */
    const sg_ledger_jobs *former; /* what the ledger had when the stage began */
    sg_best_job best;             /* of the jobs in the ledger */
} runner;

/* ---- Events ----------------------------------------------------------------------------------- */

static const sg_metric *metric_of(const runner *r)
{
    return r->workload.configuration[0].train.metric;
}

static uint64_t max_epochs(const runner *r)
{
    uint64_t most = 0;
    for (uint32_t c = 0; c < r->workload.n_configurations; c++)
        if (r->workload.configuration[c].train.n_epochs > most)
            most = r->workload.configuration[c].train.n_epochs;
    return most * r->experiment->n_members * r->experiment->n_restarts;
}

static bool send(const runner *r, const sg_run_event *event)
{
    return r->options->event == NULL || r->options->event(r->options->context, event);
}

static bool tell(runner *r, sg_run_event_kind kind, const sg_job *job,
                 const sg_job_result *result)
{
    sg_run_event event = {.kind = kind,
                          .stage = r->stage == SG_SELECTING ? "selecting" : "evaluating",
                          .n_jobs = (uint32_t)r->n_jobs,
                          .n_done = (uint32_t)r->n_done,
                          .n_lost = r->n_lost,
                          .max_epochs = max_epochs(r),
                          .n_epochs = atomic_load(&r->n_epochs),
                          .metric = metric_of(r)->name,
                          .higher_is_better = r->selection.higher_is_better,
                          .in_percent = metric_of(r)->in_percent,
                          .best = r->best.exists ? r->best.score.metric : NAN};
    if (job != NULL && result != NULL) {
        event.configuration = job->configuration;
        event.fold = job->fold;
        event.run = job->run;
        event.best_epoch = result->best_epoch;
        event.validation = result->best[SG_VALIDATION].metric;
        event.test = result->best[SG_TEST].metric;
        event.seconds = result->seconds;
        event.job_epochs = result->n_trained;
    }
    return send(r, &event);
}

static bool on_tick(void *context)
{
    return tell(context, SG_RUN_TICK, NULL, NULL);
}

static bool on_preparing(void *context, const sg_progress *progress)
{
    return send(context,
                &(sg_run_event){.kind = SG_RUN_PREPARING, .preparing = *progress, .best = NAN});
}

/* Tell which plans were made; where every fold has its own vocabulary, those of the first. */
static sg_status tell_plans(const runner *r, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan_cache *cache = r->workload.vocabulary[0].cache;
    for (size_t i = 0; i < sg_plan_cache_plan_count(cache); i++)
        SG_REQUIRE(send(r, &(sg_run_event){.kind = SG_RUN_PLAN,
                                           .plan = sg_plan_cache_plan_at(cache, i),
                                           .best = NAN}),
                   SG_ECANCELED, "the run was stopped");
done:
    return status;
}

/* ---- Jobs that are in the ledger -------------------------------------------------------------- */

/* Whether the job was done before and only its models are made again. */
static bool is_restored(const runner *r, const sg_job *job)
{
    return sg_job_find_done(job, r->former) != NULL;
}

/* ---- Writing down ----------------------------------------------------------------------------- */

/* Add the seconds of this process to those of all that worked on this run. */
static sg_status note_seconds(double *total, runner *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text old = {0}, text = {0};
    const double end = sg_seconds();
    if (sg_ledger_value_of(&old, r->ledger, "seconds", NULL) == SG_OK)
        *total = strtod(old.data, NULL);
    *total += end - r->begin;
    SG_TRY(sg_text_add_real(&text, *total, err));
    SG_TRY(sg_ledger_put_values(r->ledger, &(sg_ledger_value){"seconds", text.data}, 1, err));
    r->begin = end;
done:
    sg_text_free(&old);
    sg_text_free(&text);
    return status;
}

static bool saves_one(const runner *r)
{
    return r->experiment->save == SG_SAVE_ONE && r->stage == SG_EVALUATING;
}

/* Keep the best job in mind and, with save: one, the files of its models alone. */
static void compete(runner *r, const sg_job *job, sg_ledger_score score)
{
    const sg_best_job before = r->best;
    const bool is_best = sg_best_job_offer(&r->best, job, score);
    if (!saves_one(r)) return;
    if (!is_best)
        sg_job_remove_models(job, r->options->folder, r->experiment);
    else if (before.exists)
        sg_job_remove_models(&before.job, r->options->folder, r->experiment);
}

static sg_ledger_job row_of(const sg_job *job, const sg_job_result *result, const runner *r)
{
    sg_ledger_job row = sg_job_row(job, result);
    if (r->experiment->save != SG_SAVE_ALL) row.model = NULL;
    return row;
}

/* Whoever looks at the results before the end sees the epochs of jobs that take long. */
static sg_status on_under_way(void *context, const sg_job *job, const sg_job_result *so_far,
                              sg_error *err)
{
    sg_status status = SG_OK;
    runner *r = context;
    int64_t id = 0;
    double seconds = 0;
    if (is_restored(r, job)) return SG_OK; /* nothing of it is new */
    const sg_ledger_job row = row_of(job, so_far, r);
    const sg_ledger_epoch *best =
        sg_best_epoch(so_far->epoch, so_far->n_epochs, r->selection.higher_is_better);
    const sg_job_result shown = {
        .best_epoch = best->epoch,
        .n_trained = so_far->n_epochs,
        .best = {[SG_TEST] = {NAN, NAN}, [SG_VALIDATION] = best->score[SG_VALIDATION]}};
    SG_TRY(sg_ledger_start_job(&id, r->ledger, &row, 0, err));
    SG_TRY(sg_ledger_append_epochs(r->ledger, id, so_far->epoch, so_far->n_epochs, err));
    if (sg_seconds() - r->begin > NOTE_SECONDS_AFTER) SG_TRY(note_seconds(&seconds, r, err));
    SG_REQUIRE(tell(r, SG_RUN_UNDER_WAY, job, &shown), SG_ECANCELED, "the run was stopped");
done:
    return status;
}

/* A job that was done has its models again.  They must be those that it wrote then. */
static sg_status check_restored(const runner *r, const sg_job *job, const sg_job_result *result,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const char *folder = r->options->folder;
    if (result->model == NULL) goto done;
    SG_REQUIRE(
        sg_saved_models_are_whole(r->ledger, folder, job, r->experiment->n_members), SG_EFORMAT,
        "%s/%s was lost, and training it again gives another model: the run must be made again",
        folder, result->model);
    if (saves_one(r) && !sg_best_job_is(&r->best, job))
        sg_job_remove_models(job, folder, r->experiment);
done:
    return status;
}

/* Write down a job that is new. */
static sg_status record(runner *r, const sg_job *job, const sg_job_result *result,
                        sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_details details = {0};
    sg_job_details_memory memory = {0};
    const sg_ledger_job row = row_of(job, result, r);
    if (result->model != NULL)
        SG_TRY(sg_saved_models_note(r->ledger, r->options->folder, job,
                                    r->experiment->n_members, err));
    SG_TRY(sg_job_details_make(&details, &memory, &r->workload, job, result, err));
    SG_TRY(sg_ledger_finish_job(r->ledger, &row, &details, err));
    compete(r, job, result->best[SG_VALIDATION]);
done:
    sg_job_details_free(&memory);
    return status;
}

static sg_status on_done(void *context, const sg_job *job, sg_job_result *result, sg_error *err)
{
    sg_status status = SG_OK;
    runner *r = context;
    double seconds = 0;
    SG_TRY(is_restored(r, job) ? check_restored(r, job, result, err)
                               : record(r, job, result, err));
    sg_job_forget(job, r->options->folder, r->experiment);
    r->n_done++;
    if (sg_seconds() - r->begin > NOTE_SECONDS_AFTER) SG_TRY(note_seconds(&seconds, r, err));
    SG_REQUIRE(tell(r, SG_RUN_JOB, job, result), SG_ECANCELED, "the run was stopped");
done:
    sg_job_result_free(result);
    return status;
}

/* ---- Stages ----------------------------------------------------------------------------------- */

static bool has_models(const runner *r, const sg_job *job)
{
    return sg_saved_models_are_whole(r->ledger, r->options->folder, job,
                                     r->experiment->n_members);
}

/* Leave only the jobs that are still to be done, and those whose models are lost: all of them or, with
 * save: one, the best. */
static void drop_done(sg_job_list *list, runner *r)
{
    size_t n = 0;
    const bool saves_all = r->experiment->save == SG_SAVE_ALL && r->stage == SG_EVALUATING;
    for (size_t i = 0; i < list->n; i++) {
        const sg_job job = list->job[i];
        const sg_ledger_job *done = sg_job_find_done(&job, r->former);
        if (done != NULL) {
            sg_job_forget(&job, r->options->folder, r->experiment);
            compete(r, &job, done->best[SG_VALIDATION]);
        }
        const bool is_lost = done != NULL && saves_all && !has_models(r, &job);
        r->n_lost += is_lost;
        r->n_done += done != NULL && !is_lost;
        if (done == NULL || is_lost) list->job[n++] = job;
    }
    if (saves_one(r) && r->best.exists && !has_models(r, &r->best.job)) {
        list->job[n++] = r->best.job;
        r->n_lost++;
        r->n_done--;
    }
    list->n = n;
}

/* Whoever looks at the results before the end wants to know how much is still to come. */
static sg_status announce(const runner *r, sg_error *err)
{
    char n_jobs[24];
    (void)snprintf(n_jobs, sizeof n_jobs, "%zu", r->n_jobs);
    const sg_ledger_value value = {r->stage == SG_SELECTING ? "select-jobs" : "evaluate-jobs",
                                   n_jobs};
    return sg_ledger_put_values(r->ledger, &value, 1, err);
}

static sg_status run_stage(runner *r, sg_run_stage stage, sg_job_list *list, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_jobs jobs = {0};
    sg_job_keeper keeper = {0};
    const sg_job_receiver receiver = {on_under_way, on_done, on_tick, r};
    const sg_job_workers workers = {r->n_threads, r->options->cluster};
    const sg_job_context context = {
        .folder = r->options->folder,
        .run = r->fingerprint,
        .n_epochs = &r->n_epochs,
        .evaluate_test =
            stage == SG_EVALUATING || r->workload.n_inner > 1 || r->experiment->test_all,
        .checkpoint_after =
            r->options->checkpoint_after > 0 ? r->options->checkpoint_after : CHECKPOINT_AFTER,
        .is_kept = sg_job_keeper_wants,
        .keeper = &keeper};
    const sg_best_job nobody = {.higher_is_better = r->selection.higher_is_better};
    r->stage = stage;
    r->n_jobs = list->n;
    r->n_done = 0;
    r->best = nobody;
    sg_job_keeper_open(&keeper, r->experiment->save, &jobs, &nobody);
    SG_TRY(announce(r, err));
    SG_TRY(sg_ledger_read_jobs(&jobs, r->ledger, err));
    r->former = &jobs;
    r->n_lost = 0;
    drop_done(list, r);
    keeper.candidate = r->best;
    SG_REQUIRE(tell(r, SG_RUN_STAGE, NULL, NULL), SG_ECANCELED, "the run was stopped");
    SG_TRY(sg_orders_send(r->options->cluster,
                          &(sg_stage_orders){list->job, list->n, &jobs, &r->best, &context},
                          err));
    SG_TRY(
        sg_job_queue_run(list->job, list->n, &r->workload, &context, &workers, &receiver, err));
done:
    sg_job_keeper_close(&keeper);
    sg_ledger_jobs_free(&jobs);
    return status;
}

static sg_status run_stages(runner *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_job_list list = {0};
    sg_ledger_jobs jobs = {0};
    uint32_t *chosen = NULL;
    SG_ALLOC(chosen, r->workload.splits.n_folds);
    if (sg_selection_is_needed(&r->selection)) {
        SG_TRY(sg_selection_jobs(&list, &r->selection, err));
        SG_TRY(run_stage(r, SG_SELECTING, &list, err));
        sg_job_list_free(&list);
        SG_TRY(sg_ledger_read_jobs(&jobs, r->ledger, err));
    }
    SG_TRY(sg_selection_choose(chosen, &r->selection, &jobs, err));
    SG_TRY(sg_evaluation_jobs(&list, &r->selection, chosen, err));
    SG_TRY(run_stage(r, SG_EVALUATING, &list, err));
done:
    sg_free(chosen);
    sg_job_list_free(&list);
    sg_ledger_jobs_free(&jobs);
    return status;
}

/* ---- From the beginning to the end -------------------------------------------------------------- */

static sg_status prepare(runner *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_threads *threads = NULL;
    const sg_observer observer = {on_preparing, r};
    sg_watch watch;
    sg_watch_begin(&watch, &observer);
    SG_TRY(sg_threads_open(&threads,
                           r->options->n_threads > 0 ? r->options->n_threads
                                                     : sg_cluster_threads(r->options->cluster),
                           err));
    r->n_threads = sg_threads_count(threads);
    const sg_workload_options options = {
        .data_folder = r->options->data_folder, .threads = threads, .observer = &observer};
    SG_TRY(sg_workload_open(&r->workload, r->experiment, &options, err));
    r->selection = sg_workload_selection(&r->workload);
    SG_TRY(tell_plans(r, err));
done:
    sg_watch_end(&watch);
    sg_threads_close(threads);
    return status;
}

/* The path of the model that stands for the run; nothing where none is saved. */
static sg_status name_best_model(sg_text *inside, runner *r, sg_error *err)
{
    sg_status status = SG_OK;
    if (r->experiment->save == SG_SAVE_NONE || !r->best.exists) goto done;
    SG_TRY(sg_job_model_path(inside, &r->best.job, 0, err));
    SG_TRY(sg_ledger_put_values(r->ledger, &(sg_ledger_value){"model", inside->data}, 1, err));
done:
    return status;
}

static sg_status finish(sg_text *summary_text, runner *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_summary summary = {0};
    sg_text text = {0}, model = {0}, path = {0};
    sg_summary_context context = {.n_threads = r->n_threads};
    SG_TRY(name_best_model(&model, r, err));
    SG_TRY(note_seconds(&context.seconds_total, r, err));
    context.model = model.data;
    SG_TRY(sg_summary_make(&summary, &r->workload, r->ledger, err));
    SG_TRY(sg_summary_write(&text, &summary, &r->workload, &context, err));
    SG_TRY(sg_predictions_write(r->options->folder, &r->workload, r->ledger, summary.chosen,
                                r->n_threads, err));
    SG_TRY(sg_run_folder_path(&path, r->options->folder, "summary.json", err));
    SG_TRY(sg_file_write(path.data, text.data, text.size, err));
    sg_run_folder_tidy(r->options->folder);
    *summary_text = text;
    text = (sg_text){0};
done:
    sg_text_free(&text);
    sg_text_free(&model);
    sg_text_free(&path);
    sg_summary_free(&summary);
    return status;
}

/* Rank 0: the ledger, all stages, the summary. */
static sg_status lead(sg_text *summary_text, runner *r, sg_error *err)
{
    double seconds = 0;
    sg_status status = run_stages(r, err);
    if (status != SG_OK) (void)note_seconds(&seconds, r, NULL);
    if (status == SG_OK) status = finish(summary_text, r, err);
    return sg_orders_end(r->options->cluster, status, summary_text, err);
}

/* Other ranks: jobs, as rank 0 hands them out. */
static sg_status follow(sg_text *summary_text, runner *r, sg_error *err)
{
    const sg_follower follower = {.workload = &r->workload,
                                  .folder = r->options->folder,
                                  .workers = {r->n_threads, r->options->cluster},
                                  .tick = on_tick,
                                  .context = r};
    return sg_orders_follow(summary_text, &follower, err);
}

/* Rank 0 makes the folder, and the others must see it. */
static sg_status open_folder(runner *r, sg_error *err)
{
    sg_status status = SG_OK, own = SG_OK;
    const sg_runner_options *o = r->options;
    sg_text path = {0};
    const bool is_first = sg_cluster_is_first(o->cluster);
    if (is_first) own = sg_run_folder_make(o->folder, o->former, err);
    if (is_first && own == SG_OK)
        own = sg_run_record_open(&r->ledger, &r->fingerprint, &r->workload, o->folder, err);
    SG_TRY(sg_cluster_agree(o->cluster, own, err));
    if (!is_first) {
        own = sg_run_folder_path(&path, o->folder, "models", err);
        if (own == SG_OK && !sg_path_is_folder(path.data))
            own = sg_error_set(err, SG_ENOTFOUND, SG_WHERE,
                               "it does not see the folder %s; the folder of a run must be on "
                               "a file system that all ranks share",
                               o->folder);
    }
    SG_TRY(sg_cluster_agree(o->cluster, own, err));
done:
    sg_text_free(&path);
    return status;
}

/* Everything that can be wrong with the experiment is found before the folder is touched. */
sg_status sg_run_experiment(sg_text *summary_text, const sg_experiment *experiment,
                            const sg_runner_options *options, sg_error *err)
{
    sg_status status = SG_OK, own = SG_OK;
    runner r = {.experiment = experiment, .options = options, .begin = sg_seconds()};
    const bool is_first = sg_cluster_is_first(options->cluster);
    if (is_first) own = sg_run_folder_check(options->folder, options->former, err);
    if (own == SG_OK) own = prepare(&r, err);
    SG_TRY(sg_cluster_agree(options->cluster, own, err));
    SG_TRY(sg_orders_check(options->cluster, &r.workload, err));
    SG_TRY(open_folder(&r, err));
    SG_TRY(is_first ? lead(summary_text, &r, err) : follow(summary_text, &r, err));
done:
    sg_ledger_close(r.ledger);
    sg_workload_close(&r.workload);
    return status;
}
