/* results.c - the folder of a run, read. */
#include "report/results_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "run/best_job.h"
#include "run/job_thresholds.h"
#include "run/run_folder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *sgi_results_text(sg_results *results, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = sg_scratch_take(&results->memory, size, 1);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

sg_part sgi_results_test_part(const sg_results *results)
{
    return results->experiment.protocol == SG_PROTOCOL_STANDARD ? SG_VALIDATION : SG_TEST;
}

/* ---- The run as a whole ----------------------------------------------------------------------- */

static sg_status get_value(const char **text, sg_results *r, const char *key, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text value = {0};
    SG_TRY(sg_ledger_value_of(&value, r->ledger, key, err));
    *text = sgi_results_text(r, value.data);
    SG_REQUIRE(*text != NULL, SG_ENOMEM, "out of memory");
done:
    sg_text_free(&value);
    return status;
}

/* A whole number; one that is missing is 0 where it may be. */
static sg_status get_count(uint64_t *number, sg_results *r, const char *key,
                           bool may_be_missing, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    const char *text = NULL;
    char *end = NULL;
    status = get_value(&text, r, key, &inner);
    if (status == SG_ENOTFOUND && may_be_missing) {
        *number = 0;
        return SG_OK;
    }
    SG_REQUIRE(status == SG_OK, status, "%s", inner.text);
    *number = strtoull(text, &end, 10);
    SG_REQUIRE(end != text && *end == '\0', SG_EFORMAT,
               "%s/results.sqlite: \"%.40s\" is not a number (%s)", r->overview.folder, text,
               key);
done:
    return status;
}

static sg_status read_experiment(sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    const char *text = r->overview.experiment;
    SG_TRY(sg_run_folder_path(&path, r->overview.folder, "config.yml", err));
    SG_TRY(sg_experiment_parse(&r->experiment, path.data, text, strlen(text), NULL, 0, err));
done:
    sg_text_free(&path);
    return status;
}

bool sgi_results_of_search(const sg_results *results)
{
    return strcmp(results->overview.protocol, "search") == 0;
}

static sg_status read_overview(sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_result_overview *o = &r->overview;
    const sg_metric *metric = NULL;
    uint64_t folds = 0, n_jobs[2] = {0};
    SG_TRY(get_value(&o->data, r, "data", err));
    SG_TRY(get_value(&o->protocol, r, "protocol", err));
    SG_TRY(get_value(&o->metric, r, "metric", err));
    SG_TRY(get_value(&o->experiment, r, "experiment", err));
    SG_TRY(get_count(&o->seed, r, "seed", false, err));
    SG_TRY(get_count(&folds, r, "folds", false, err));
    SG_TRY(get_count(&n_jobs[SG_SELECTING], r, "select-jobs", true, err));
    SG_TRY(get_count(&n_jobs[SG_EVALUATING], r, "evaluate-jobs", true, err));
    SG_TRY(sg_metric_parse(&metric, o->metric, err));
    SG_TRY(read_experiment(r, err));
    o->higher_is_better = metric->higher_is_better;
    o->in_percent = metric->in_percent;
    o->metric_title = metric->title;
    o->n_folds = (uint32_t)folds;
    SG_TRY(sg_ledger_read_configurations(&r->configurations, r->ledger, err));
    o->n_configurations = sgi_results_of_search(r) ? (uint32_t)r->configurations.n
                                                   : r->experiment.n_configurations;
    o->n_runs = r->experiment.n_runs;
    o->n_members = r->experiment.n_members;
    for (int s = 0; s < 2; s++) o->n_jobs[s] = (uint32_t)n_jobs[s];
    o->test_mean = o->test_std = o->test_loss = NAN;
    o->validation_mean = o->validation_std = o->train_mean = NAN;
    o->best_epoch_mean = o->best_epoch_std = NAN;
    o->seconds_per_epoch = o->seconds_total = NAN;
    SG_REQUIRE(folds > 0 && folds <= UINT32_MAX / 2, SG_EFORMAT,
               "%s/results.sqlite: a run of %llu folds", o->folder, (unsigned long long)folds);
done:
    return status;
}

/* ---- Jobs ------------------------------------------------------------------------------------- */

static sg_result_job job_of(const sg_ledger_job *j)
{
    sg_result_job job = {.stage = j->stage,
                         .configuration = j->configuration,
                         .fold = j->fold,
                         .run = j->run,
                         .seed = j->seed,
                         .is_done = j->state == SG_LEDGER_DONE,
                         .n_epochs = j->n_epochs,
                         .best_epoch = j->best_epoch,
                         .seconds = j->seconds,
                         .model = j->model};
    for (int p = 0; p < SG_N_PARTS; p++) {
        job.n_items[p] = j->size[p];
        job.loss[p] = j->best[p].loss;
        job.metric[p] = j->best[p].metric;
    }
    return job;
}

/* What is known of a training that is under way: its best epoch so far. */
static sg_status find_best_so_far(sg_result_job *job, sg_results *r, int64_t id, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_epochs epochs = {0};
    SG_TRY(sg_ledger_read_epochs(&epochs, r->ledger, id, err));
    if (epochs.n == 0) goto done;
    const sg_ledger_epoch *best =
        sg_best_epoch(epochs.row, epochs.n, r->overview.higher_is_better);
    job->best_epoch = best->epoch;
    for (int p = 0; p < SG_N_PARTS; p++) {
        job->loss[p] = best->score[p].loss;
        job->metric[p] = best->score[p].metric;
    }
done:
    sg_ledger_epochs_free(&epochs);
    return status;
}

static sg_status read_jobs(sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_ledger_read_jobs(&r->jobs, r->ledger, err));
    SG_TAKE(r->job, &r->memory, r->jobs.n + 1);
    for (size_t i = 0; i < r->jobs.n; i++) {
        r->job[i] = job_of(&r->jobs.row[i]);
        if (r->job[i].is_done)
            r->overview.n_done[r->job[i].stage]++;
        else
            SG_TRY(find_best_so_far(&r->job[i], r, r->jobs.row[i].id, err));
    }
done:
    return status;
}

/* ---- Opening ---------------------------------------------------------------------------------- */

void sg_results_close(sg_results *results)
{
    if (results == NULL) return;
    sg_ledger_close(results->ledger);
    sg_experiment_free(&results->experiment);
    sg_ledger_configurations_free(&results->configurations);
    sg_ledger_jobs_free(&results->jobs);
    sg_ledger_targets_free(&results->targets);
    sg_ledger_predictions_free(&results->predictions);
    sg_free(results->epoch);
    sg_free(results->target_metric);
    sg_free(results->threshold);
    sg_free(results->prediction);
    sg_scratch_free(&results->memory);
    sg_free(results);
}

/* A run that was killed in its first moments has a ledger without anything in it. */
static sg_status read_all(sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    status = read_overview(r, &inner);
    SG_REQUIRE(status != SG_ENOTFOUND, SG_ENOTFOUND,
               "%s: no results yet; wait until the run has begun", r->overview.folder);
    SG_REQUIRE(status == SG_OK, status, "%s", inner.text);
    SG_TRY(sgi_results_read_axes(r, err));
    SG_TRY(read_jobs(r, err));
    SG_TRY(sgi_results_read_configurations(r, err));
    SG_TRY(sgi_results_read_summary(r, err));
    for (uint32_t f = 0; r->overview.is_complete && f < r->overview.n_folds; f++)
        r->configuration[r->overview.chosen[f]].n_chosen++;
done:
    return status;
}

sg_status sg_results_open(sg_results **results, const char *folder, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(results);
    SG_REQUIRE_PATH(folder);
    sg_status status = SG_OK;
    sg_results *opened = NULL;
    sg_text path = {0};
    SG_ALLOC(opened, 1);
    opened->overview.folder = sgi_results_text(opened, folder);
    SG_REQUIRE(opened->overview.folder != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sg_run_folder_path(&path, folder, "results.sqlite", err));
    SG_TRY(sg_ledger_open_read(&opened->ledger, path.data, err));
    opened->overview.n_writers = sg_ledger_is_being_written(opened->ledger) ? 1 : 0;
    SG_TRY(read_all(opened, err));
    *results = opened;
    opened = NULL;
done:
    sg_text_free(&path);
    sg_results_close(opened);
    return status;
}

/* ---- What is handed out ----------------------------------------------------------------------- */

sg_status sg_results_overview(sg_result_overview *overview, const sg_results *results,
                              sg_error *err)
{
    SG_REQUIRE_RESULT(overview, n_writers);
    SG_REQUIRE_ARGUMENT(results);
    sg_struct_write(overview, &results->overview, sizeof results->overview);
    return SG_OK;
}

const char *const *sg_results_axes(size_t *n, const sg_results *results)
{
    if (n == NULL) return NULL;
    *n = results == NULL ? 0 : results->n_axes;
    return results == NULL ? NULL : results->axis;
}

const sg_result_configuration *sg_results_configurations(size_t *n, const sg_results *results)
{
    if (n == NULL) return NULL;
    *n = results == NULL ? 0 : results->configurations.n;
    return results == NULL ? NULL : results->configuration;
}

const sg_result_job *sg_results_jobs(size_t *n, const sg_results *results)
{
    if (n == NULL) return NULL;
    *n = results == NULL ? 0 : results->jobs.n;
    return results == NULL ? NULL : results->job;
}

static sg_status find_job(const sg_ledger_job **found, const sg_results *results, size_t job,
                          sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(job < results->jobs.n, SG_EINVAL, "results: there is no job %zu; %s has %zu",
               job, results->overview.folder, results->jobs.n);
    *found = &results->jobs.row[job];
done:
    return status;
}

sg_status sg_results_epochs(const sg_epoch **epoch, size_t *n, sg_results *results, size_t job,
                            sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(epoch);
    SG_REQUIRE_ARGUMENT(n);
    SG_REQUIRE_ARGUMENT(results);
    sg_status status = SG_OK;
    const sg_ledger_job *from = NULL;
    sg_ledger_epochs epochs = {0};
    sg_epoch *list = NULL;
    SG_TRY(sg_watch_ask_seldom(err));
    SG_TRY(find_job(&from, results, job, err));
    SG_TRY(sg_ledger_read_epochs(&epochs, results->ledger, from->id, err));
    SG_ALLOC(list, epochs.n);
    for (size_t i = 0; i < epochs.n; i++) {
        const sg_ledger_epoch *e = &epochs.row[i];
        list[i] = (sg_epoch){.epoch = e->epoch,
                             .best = e->epoch == results->job[job].best_epoch,
                             .learning_rate = e->learning_rate,
                             .seconds = e->seconds};
        for (int p = 0; p < SG_N_PARTS; p++) {
            list[i].loss[p] = e->score[p].loss;
            list[i].metric[p] = e->score[p].metric;
        }
    }
    sg_free(results->epoch);
    *epoch = results->epoch = list;
    *n = epochs.n;
done:
    sg_ledger_epochs_free(&epochs);
    return status;
}

sg_status sg_results_target_metrics(const sg_result_target_metric **metric, size_t *n,
                                    sg_results *results, size_t job, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(metric);
    SG_REQUIRE_ARGUMENT(n);
    SG_REQUIRE_ARGUMENT(results);
    sg_status status = SG_OK;
    const sg_ledger_job *from = NULL;
    sg_ledger_targets targets = {0};
    sg_result_target_metric *list = NULL;
    SG_TRY(find_job(&from, results, job, err));
    SG_TRY(sg_ledger_read_targets(&targets, results->ledger, from->id, err));
    SG_ALLOC(list, targets.n);
    for (size_t i = 0; i < targets.n; i++) {
        const sg_ledger_target *t = &targets.row[i];
        list[i] = (sg_result_target_metric){(sg_part)t->part, t->target, t->metric, t->value};
    }
    sg_free(results->target_metric);
    sg_ledger_targets_free(&results->targets);
    results->targets = targets;
    *metric = results->target_metric = list;
    *n = targets.n;
    targets = (sg_ledger_targets){0};
done:
    sg_ledger_targets_free(&targets);
    return status;
}

sg_status sg_results_predictions(const sg_result_prediction **prediction, size_t *n,
                                 sg_results *results, size_t job, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(prediction);
    SG_REQUIRE_ARGUMENT(n);
    SG_REQUIRE_ARGUMENT(results);
    sg_status status = SG_OK;
    const sg_ledger_job *from = NULL;
    sg_ledger_predictions predictions = {0};
    sg_result_prediction *list = NULL;
    double *threshold = NULL;
    SG_TRY(sg_watch_ask_seldom(err));
    SG_TRY(find_job(&from, results, job, err));
    SG_TRY(sg_ledger_read_predictions(&predictions, results->ledger, from->id, err));
    if (predictions.n > 0)
        SG_TRY(sg_job_thresholds_read(&threshold, results->ledger, from->id,
                                      predictions.row[0].n_outputs, err));
    SG_ALLOC(list, predictions.n);
    for (size_t i = 0; i < predictions.n; i++) {
        const sg_ledger_prediction *p = &predictions.row[i];
        list[i] = (sg_result_prediction){(sg_part)p->part, p->item, p->output, p->n_outputs};
    }
    sg_free(results->prediction);
    sg_ledger_predictions_free(&results->predictions);
    sg_free(results->threshold);
    results->threshold = threshold;
    threshold = NULL;
    results->predictions = predictions;
    *prediction = results->prediction = list;
    *n = predictions.n;
    predictions = (sg_ledger_predictions){0};
done:
    sg_free(threshold);
    sg_ledger_predictions_free(&predictions);
    return status;
}
