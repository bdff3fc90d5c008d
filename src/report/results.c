/* results.c - the folder of a run, read. */
#include "report/results_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "run/best_job.h"
#include "run/run_folder.h"
#include "run/selection.h"
#include "text/tree_json.h"
#include "text/yaml.h"

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

/* Of a search the configurations are those that were tried, each on one or more rungs, instead of the whole grid. */
static bool is_search(const sg_results *r)
{
    return strcmp(r->overview.protocol, "search") == 0;
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
    o->n_configurations =
        is_search(r) ? (uint32_t)r->configurations.n : r->experiment.n_configurations;
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

/* ---- Configurations --------------------------------------------------------------------------- */

static sg_status read_axes(sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TAKE(r->axis, &r->memory, (size_t)r->experiment.n_axes + 1);
    for (uint32_t a = 0; a < r->experiment.n_axes; a++) r->axis[a] = r->experiment.axis[a].path;
    r->n_axes = r->experiment.n_axes;
    if (is_search(r)) r->axis[r->n_axes++] = "train.epochs"; /* which say the rung */
done:
    return status;
}

/* A value of the grid in one line: as it stands, or as JSON where it has parts. */
static sg_status write_value(const char **value, sg_results *r, const sg_node *node,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    if (node->kind == SG_NODE_SCALAR) {
        *value = node->text; /* lives as long as the experiment */
        goto done;
    }
    sg_json_writer json = sg_json_write_to(&text);
    SG_TRY(sg_json_put_node(&json, node, err));
    *value = sgi_results_text(r, text.data);
    SG_REQUIRE(*value != NULL, SG_ENOMEM, "out of memory");
done:
    sg_text_free(&text);
    return status;
}

/* The text of every value of every axis, once. */
static sg_status write_values(const char ***of_axis, sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t a = 0; a < r->experiment.n_axes; a++) {
        const sg_node *list = r->experiment.axis[a].list;
        SG_TAKE(of_axis[a], &r->memory, list->n_children);
        for (size_t i = 0; i < list->n_children; i++)
            SG_TRY(write_value(&of_axis[a][i], r, list->child[i], err));
    }
done:
    return status;
}

/* Where a configuration is in the grid; the last axis varies fastest. */
static void locate(const char **value, const sg_experiment *e, const char ***of_axis,
                   uint32_t number)
{
    for (uint32_t a = e->n_axes; a-- > 0;) {
        const uint32_t n = (uint32_t)e->axis[a].list->n_children;
        value[a] = of_axis[a][number % n];
        number /= n;
    }
}

/* The values of a candidate stand in its own text. */
static sg_status find_values(const char **value, sg_results *r, const char *yaml, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    sg_text text = {0};
    SG_TRY(sg_yaml_parse(&tree, "candidate", yaml, strlen(yaml), err));
    for (uint32_t a = 0; a < r->n_axes; a++) {
        sg_node *node = NULL;
        SG_TRY(sg_tree_find(&node, tree.root, r->axis[a], false, err));
        text.size = 0;
        sg_json_writer json = sg_json_write_to(&text);
        if (node->kind == SG_NODE_SCALAR)
            SG_TRY(sg_text_add(&text, err, "%s", node->text));
        else
            SG_TRY(sg_json_put_node(&json, node, err));
        value[a] = sgi_results_text(r, text.data);
        SG_REQUIRE(value[a] != NULL, SG_ENOMEM, "out of memory");
    }
done:
    sg_tree_free(&tree);
    sg_text_free(&text);
    return status;
}

static sg_selection selection_of(const sg_results *r)
{
    const sg_experiment *e = &r->experiment;
    return (sg_selection){.protocol = e->protocol,
                          .higher_is_better = r->overview.higher_is_better,
                          .n_configurations = r->overview.n_configurations,
                          .n_runs = e->n_runs,
                          .n_folds = r->overview.n_folds,
                          .n_inner = e->protocol == SG_PROTOCOL_NESTED ? e->n_inner_folds : 1};
}

/* A configuration on its way to its rank. */
typedef struct entry {
    const sg_score *score;
    bool higher_is_better;
    uint32_t number;
} entry;

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (sg_score_beats(x->score, y->score, x->higher_is_better)) return -1;
    if (sg_score_beats(y->score, x->score, x->higher_is_better)) return 1;
    return x->number < y->number ? -1 : 1;
}

static sg_status rank(sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_score *score = NULL;
    entry *order = NULL;
    const sg_selection selection = selection_of(r);
    const uint32_t n = selection.n_configurations;
    SG_ALLOC(score, n);
    SG_ALLOC(order, n);
    SG_TRY(sg_selection_scores(score, &selection, r->ledger, &r->jobs, err));
    for (uint32_t c = 0; c < n; c++) {
        order[c] = (entry){&score[c], selection.higher_is_better, c};
        r->configuration[c].metric = score[c].metric;
        r->configuration[c].loss = score[c].loss;
        r->configuration[c].n_jobs = score[c].n_jobs;
    }
    qsort(order, n, sizeof *order, compare_entries);
    for (uint32_t i = 0; i < n; i++) r->configuration[order[i].number].rank = i;
done:
    sg_free(order);
    sg_free(score);
    return status;
}

static sg_status read_configurations(sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = r->overview.n_configurations;
    const char ***of_axis = NULL;
    SG_ALLOC(of_axis, r->n_axes);
    SG_TRY(write_values(of_axis, r, err));
    SG_REQUIRE(r->configurations.n == n && n > 0, SG_ENOTFOUND,
               "%s: no results yet; wait until the run has begun", r->overview.folder);
    SG_TAKE(r->configuration, &r->memory, n);
    for (uint32_t c = 0; c < n; c++) {
        const sg_ledger_configuration *from = &r->configurations.row[c];
        const char **value = NULL;
        SG_TAKE(value, &r->memory, r->n_axes + 1);
        if (is_search(r))
            SG_TRY(find_values(value, r, from->yaml, err));
        else
            locate(value, &r->experiment, of_axis, c);
        r->configuration[c] = (sg_result_configuration){.value = value,
                                                        .yaml = from->yaml,
                                                        .weights = from->weights,
                                                        .n_layers = (uint32_t)from->n_layers,
                                                        .weights_total = from->weights_total,
                                                        .plan_bytes = from->plan_bytes};
    }
    SG_TRY(rank(r, err));
done:
    sg_free(of_axis);
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
    SG_TRY(read_axes(r, err));
    SG_TRY(read_jobs(r, err));
    SG_TRY(read_configurations(r, err));
    SG_TRY(sgi_results_read_summary(r, err));
    for (uint32_t f = 0; r->overview.is_complete && f < r->overview.n_folds; f++)
        r->configuration[r->overview.chosen[f]].n_chosen++;
done:
    return status;
}

sg_status sg_results_open(sg_results **results, const char *folder, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(results);
    SG_REQUIRE_ARGUMENT(folder);
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
    if (n == NULL || results == NULL) return NULL;
    *n = results->n_axes;
    return results->axis;
}

const sg_result_configuration *sg_results_configurations(size_t *n, const sg_results *results)
{
    if (n == NULL || results == NULL) return NULL;
    *n = results->configurations.n;
    return results->configuration;
}

const sg_result_job *sg_results_jobs(size_t *n, const sg_results *results)
{
    if (n == NULL || results == NULL) return NULL;
    *n = results->jobs.n;
    return results->job;
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
    SG_REQUIRE_ARGUMENT(prediction);
    SG_REQUIRE_ARGUMENT(n);
    SG_REQUIRE_ARGUMENT(results);
    sg_status status = SG_OK;
    const sg_ledger_job *from = NULL;
    sg_ledger_predictions predictions = {0};
    sg_result_prediction *list = NULL;
    SG_TRY(sg_watch_ask_seldom(err));
    SG_TRY(find_job(&from, results, job, err));
    SG_TRY(sg_ledger_read_predictions(&predictions, results->ledger, from->id, err));
    SG_ALLOC(list, predictions.n);
    for (size_t i = 0; i < predictions.n; i++) {
        const sg_ledger_prediction *p = &predictions.row[i];
        list[i] = (sg_result_prediction){(sg_part)p->part, p->item, p->output, p->n_outputs};
    }
    sg_free(results->prediction);
    sg_ledger_predictions_free(&results->predictions);
    results->predictions = predictions;
    *prediction = results->prediction = list;
    *n = predictions.n;
    predictions = (sg_ledger_predictions){0};
done:
    sg_ledger_predictions_free(&predictions);
    return status;
}
