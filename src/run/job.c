/* job.c - training, with everything around it: seeds, checkpoints, ensembles, the saved model.
 *
 * A job has members whose outputs are averaged, and each member has attempts of which the best on the
 * validation items counts; usually there is one of both.
 *
 * Seeds are those of the paper's code: seed + fold + folds * run, and a shuffle whose seed grows from
 * epoch to epoch but for the first run. */
#include "run/job.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/observer.h"
#include "run/ensemble.h"
#include "run/job_thresholds.h"
#include "store/checkpoint.h"
#include "store/model_file.h"
#include "train/decisions.h"

#include <math.h>
#include <string.h>

/* Attempts differ by this in their seeds. */
enum { ATTEMPT_STEP = 7919 };

/* ---- A job under way -------------------------------------------------------------------------- */

/* What one job carries around. */
typedef struct run {
    const sg_job *job;
    const sg_workload *workload;
    const sg_job_context *context;
    sg_training_spec training;
    sg_network_spec spec;
    sg_job_result result;
    double *sum[SG_N_PARTS]; /* [items][outputs] probabilities or values of all members     */
    double
        *member[SG_N_PARTS]; /* the same of one                                              */
    double *
        *weight; /* [n_members] of the best epochs, until it is clear whether they are saved */
    size_t n_weights;
    sg_outputs *calibrated; /* [n_members] what their outputs mean */
} run;

static uint32_t n_members_of(const run *r)
{
    return r->workload->experiment->n_members;
}

static uint32_t n_restarts_of(const run *r)
{
    return r->workload->experiment->n_restarts;
}

static bool may_be_saved(const run *r)
{
    return r->workload->experiment->save != SG_SAVE_NONE && r->job->stage == SG_EVALUATING;
}

static uint32_t outer_fold(const run *r)
{
    return r->job->stage == SG_SELECTING ? r->job->fold / r->workload->n_inner : r->job->fold;
}

static void set_seeds(run *r, uint32_t attempt)
{
    const sg_job *job = r->job;
    const uint32_t n_folds =
        r->workload->splits.n_folds * (job->stage == SG_SELECTING ? r->workload->n_inner : 1);
    const uint64_t seed = r->workload->experiment->seed + job->fold +
                          (uint64_t)n_folds * job->run + (uint64_t)attempt * ATTEMPT_STEP;
    if (attempt == 0) r->result.seed = seed;
    r->training.seed = seed;
    r->training.shuffle_first = (uint32_t)((uint64_t)job->fold * job->run + seed);
    r->training.shuffle_step = n_folds * job->run;
    r->spec.seed = seed;
}

/* ---- Epochs ----------------------------------------------------------------------------------- */

static sg_ledger_epoch record_of(const sg_epoch *e)
{
    sg_ledger_epoch record = {e->epoch, e->learning_rate, {{0, 0}}, e->seconds};
    for (int p = 0; p < SG_N_PARTS; p++)
        record.score[p] = (sg_ledger_score){e->loss[p], e->metric[p]};
    return record;
}

/* One training of a job. */
typedef struct attempt {
    sg_trainer *trainer;
    sg_ledger_epoch *epoch; /* [n_epochs] */
    size_t n_epochs, capacity;
} attempt;

static void attempt_free(attempt *a)
{
    sg_trainer_close(a->trainer);
    sg_free(a->epoch);
    *a = (attempt){0};
}

/* Leave a checkpoint and say how far it is. */
static sg_status leave_checkpoint(const run *r, const attempt *a, const char *path,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    const sg_job_context *c = r->context;
    sg_job_result so_far = {.epoch = a->epoch, .n_epochs = a->n_epochs, .seed = r->result.seed};
    const bool of_first_member = r->result.epoch == NULL;
    SG_TRY(sg_checkpoint_write(path, c->run, a->trainer, a->epoch, a->n_epochs, err));
    memcpy(so_far.size, r->result.size, sizeof so_far.size);
    if (of_first_member) SG_TRY(c->under_way(c->listener, r->job, &so_far, err));
done:
    return status;
}

/* Epochs that take longer can be stopped within, others are over soon. */
static const double LONG_EPOCH = 0.05; /* seconds */

/* Where a training was before an epoch that can be stopped within. */
typedef struct epoch_start {
    void *state;  /* NULL: no epoch is behind it */
    bool is_kept; /* else the epoch goes on to its end */
    const atomic_bool *is_canceled;
} epoch_start;

/* Keep the state before an epoch that is going to take long, as the last one did; of the first one nothing is
 * known (`last` is negative). */
static sg_status keep_start(epoch_start *start, const attempt *a, double last, sg_error *err)
{
    sg_status status = SG_OK;
    start->is_kept = last < 0 || last > LONG_EPOCH;
    if (!start->is_kept || a->n_epochs == 0) goto done;
    if (start->state == NULL) {
        start->state = sg_alloc(sg_trainer_state_size(a->trainer), 1);
        SG_REQUIRE(start->state != NULL, SG_ENOMEM, "out of memory");
    }
    sg_trainer_state_save(start->state, a->trainer);
done:
    return status;
}

static bool goes_on(void *context, const sg_progress *progress)
{
    (void)progress;
    const epoch_start *start = context;
    return !start->is_kept || !atomic_load(start->is_canceled);
}

/* Train for one more epoch.  Where somebody wants to stop within, the training goes back to where it was
 * before, and *is_done is false. */
static sg_status train_epoch(attempt *a, bool *is_done, double *seconds, epoch_start *start,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_observer observer = {goes_on, start};
    sg_watch watch;
    sg_error inner = {0};
    sg_epoch epoch;
    SG_TRY(keep_start(start, a, *seconds, err));
    sg_watch_begin(&watch, &observer);
    const sg_status trained = sg_trainer_epoch(&epoch, a->trainer, &inner);
    sg_watch_end(&watch);
    *is_done = trained == SG_OK;
    if (trained == SG_ECANCELED && atomic_load(start->is_canceled)) {
        if (a->n_epochs > 0)
            SG_TRY(sg_trainer_state_load(a->trainer, start->state,
                                         sg_trainer_state_size(a->trainer), err));
        goto done;
    }
    SG_REQUIRE(*is_done, trained, "%s", inner.text);
    SG_TRY(sg_grow(&a->epoch, &a->capacity, a->n_epochs + 1, sizeof *a->epoch, err));
    a->epoch[a->n_epochs++] = record_of(&epoch);
    *seconds = epoch.seconds;
done:
    return status;
}

/* Train until it is over, leaving a checkpoint from time to time. */
static sg_status train(attempt *a, const run *r, const char *checkpoint, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_job_context *c = r->context;
    double last = sg_seconds(), seconds = -1;
    epoch_start start = {.is_canceled = c->is_canceled};
    while (!sg_trainer_is_over(a->trainer)) {
        bool is_done = false;
        const bool stop = atomic_load(c->is_canceled);
        if (a->n_epochs > 0 && (stop || sg_seconds() - last > c->checkpoint_after)) {
            SG_TRY(leave_checkpoint(r, a, checkpoint, err));
            last = sg_seconds();
        }
        SG_REQUIRE(!stop, SG_ECANCELED, "the run was stopped");
        SG_TRY(train_epoch(a, &is_done, &seconds, &start, err));
        (void)atomic_fetch_add(c->n_epochs, is_done);
    }
done:
    sg_free(start.state);
    return status;
}

/* ---- Numbers ---------------------------------------------------------------------------------- */

/* Validation and, if wanted, test. */
static bool is_predicted(const run *r, int part)
{
    return part == SG_VALIDATION || (part == SG_TEST && r->context->evaluate_test);
}

static sg_predictions predictions_of(const run *r, int part)
{
    return (sg_predictions){.output = r->sum[part],
                            .item = r->training.item[part],
                            .n = r->training.n_items[part],
                            .width = r->workload->outputs.n,
                            .loss = r->training.options->loss,
                            .targets = &r->training.targets,
                            .scale = r->training.scale};
}

/* Probabilities of a member fit the validation items, where that is wanted: outputs are what they are then. */
static sg_status calibrate_member(double *output, int part, run *r, sg_outputs *of,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = (size_t)r->training.n_items[part] * of->n;
    sg_predictions predictions = predictions_of(r, part);
    predictions.output = output;
    if (part == SG_VALIDATION) SG_TRY(sg_calibrate(of, r->training.options, &predictions, err));
    for (size_t i = 0; i < n && of->temperature != NULL; i++)
        output[i] /= of->temperature[i % of->n];
done:
    return status;
}

static sg_status add_member(run *r, uint32_t member, sg_learner *learner, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_outputs *o = sg_workload_outputs(r->workload, outer_fold(r));
    SG_TRY(sg_outputs_copy(&r->calibrated[member], o, err));
    for (int p = 0; p < SG_N_PARTS; p++) {
        if (!is_predicted(r, p)) continue;
        const uint32_t n = r->training.n_items[p];
        double *to = n_members_of(r) > 1 ? r->member[p] : r->sum[p];
        sg_learner_predict(to, learner, r->training.item[p], n);
        SG_TRY(calibrate_member(to, p, r, &r->calibrated[member], err));
        if (n_members_of(r) > 1) sg_ensemble_add(r->sum[p], to, n, o->n, o->task);
    }
done:
    return status;
}

/* The validation part comes before the test part, so its thresholds are there for both. */
static sg_status measure(run *r, sg_error *err)
{
    sg_status status = SG_OK;
    double *shift = NULL; /* [outputs] */
    const sg_outputs *o = &r->workload->outputs;
    const sg_metric *metric = r->training.options->metric;
    for (int p = 0; p < SG_N_PARTS; p++) {
        if (!is_predicted(r, p)) continue;
        const size_t n = (size_t)r->training.n_items[p] * o->n;
        if (n_members_of(r) > 1) sg_ensemble_mean(r->sum[p], n, n_members_of(r), o->task);
        sg_predictions predictions = predictions_of(r, p);
        if (p == SG_VALIDATION) {
            SG_TRY(sg_job_thresholds_fit(&r->result.threshold, o, r->training.options,
                                         &predictions, err));
            SG_TRY(sg_job_thresholds_shift(&shift, r->result.threshold, o, err));
        }
        predictions.shift = shift;
        SG_TRY(sg_metric_of(&r->result.best[p].loss, &sg_metric_loss, &predictions, err));
        SG_TRY(sg_metric_of(&r->result.best[p].metric, metric, &predictions, err));
    }
    if (o->task != SG_CLASSIFICATION && r->context->evaluate_test &&
        metric->of_column != NULL) {
        sg_predictions predictions = predictions_of(r, SG_TEST);
        predictions.shift = shift;
        SG_ALLOC(r->result.column_metric, o->n);
        SG_TRY(sg_metric_of_columns(r->result.column_metric, metric, &predictions, err));
    }
done:
    sg_free(shift);
    return status;
}

/* ---- Models ----------------------------------------------------------------------------------- */

static sg_status keep_weights(run *r, uint32_t member, const sg_learner *learner, sg_error *err)
{
    sg_status status = SG_OK;
    if (!may_be_saved(r)) goto done;
    r->n_weights = sg_learner_size(learner);
    SG_ALLOC(r->weight[member], r->n_weights);
    sg_learner_read(r->weight[member], learner);
done:
    return status;
}

static sg_status save_model(const run *r, uint32_t member, sg_error *err)
{
    sg_status status = SG_OK;
    sg_model model = {0};
    sg_text path = {0};
    SG_TRY(sg_text_add(&path, err, "%s/", r->context->folder));
    SG_TRY(sg_job_model_path(&path, r->job, member, err));
    SG_TRY(sg_workload_model(&model, r->workload, r->job->configuration, outer_fold(r),
                             r->weight[member], r->n_weights, err));
    sg_outputs_free(&model.outputs);
    SG_TRY(sg_outputs_copy(&model.outputs, &r->calibrated[member], err));
    if (model.outputs.threshold != NULL) /* that of the ensemble, which its members decide as */
        memcpy(model.outputs.threshold, r->result.threshold,
               model.outputs.n * sizeof *model.outputs.threshold);
    SG_TRY(sg_model_write(&model, path.data, err));
done:
    sg_model_free(&model);
    sg_text_free(&path);
    return status;
}

static sg_status save_models(run *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text inside = {0};
    const sg_job_context *c = r->context;
    if (!may_be_saved(r) || !c->is_kept(c->keeper, r->job, r->result.best[SG_VALIDATION]))
        goto done;
    for (uint32_t m = 0; m < n_members_of(r); m++) SG_TRY(save_model(r, m, err));
    SG_TRY(sg_job_model_path(&inside, r->job, 0, err));
    r->result.model = inside.data;
    inside = (sg_text){0};
done:
    sg_text_free(&inside);
    return status;
}

/* ---- One attempt, one member, all -------------------------------------------------------------- */

/* Whether the training is better on the validation items, by its best epoch. */
static bool is_better(const attempt *a, const attempt *best, const sg_train_options *options)
{
    if (best->trainer == NULL) return true;
    const sg_epoch x = sg_trainer_best(a->trainer), y = sg_trainer_best(best->trainer);
    const sg_score ours = {.metric = x.metric[SG_VALIDATION], .loss = x.loss[SG_VALIDATION]};
    const sg_score other = {.metric = y.metric[SG_VALIDATION], .loss = y.loss[SG_VALIDATION]};
    return sg_score_beats(&ours, &other, options->metric->higher_is_better);
}

static sg_status run_attempt(attempt *a, run *r, uint32_t number, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text checkpoint = {0};
    const sg_job_context *c = r->context;
    set_seeds(r, number);
    SG_TRY(sg_text_add(&checkpoint, err, "%s/", c->folder));
    SG_TRY(sg_job_checkpoint_path(&checkpoint, r->job, number, err));
    SG_TRY(sg_trainer_open(&a->trainer, &r->spec, &r->training, c->threads, err));
    SG_TRY(sg_workload_transfer(sg_trainer_learner(a->trainer), r->workload,
                                r->job->configuration, outer_fold(r), err));
    SG_TRY(sg_checkpoint_read(a->trainer, &a->epoch, &a->n_epochs, &a->capacity,
                              checkpoint.data, c->run, err));
    const bool was_over = sg_trainer_is_over(a->trainer);
    for (size_t e = 0; e < a->n_epochs; e++) r->result.seconds += a->epoch[e].seconds;
    SG_TRY(train(a, r, checkpoint.data, err));
    r->result.n_trained += a->n_epochs;
    /* A job may be stopped among its attempts; those that are over are not made again. */
    if (!was_over && number + 1 < n_members_of(r) * n_restarts_of(r))
        SG_TRY(sg_checkpoint_write(checkpoint.data, c->run, a->trainer, a->epoch, a->n_epochs,
                                   err));
done:
    sg_text_free(&checkpoint);
    return status;
}

static void keep_epochs(run *r, attempt *a)
{
    const sg_epoch best = sg_trainer_best(a->trainer);
    r->result.best_epoch = best.epoch;
    for (int p = 0; p < SG_N_PARTS; p++)
        r->result.best[p] = (sg_ledger_score){best.loss[p], best.metric[p]};
    r->result.epoch = a->epoch;
    r->result.n_epochs = a->n_epochs;
    a->epoch = NULL;
}

/* The epochs of the first member are the job's. */
static sg_status run_member(run *r, uint32_t member, sg_error *err)
{
    sg_status status = SG_OK;
    attempt a = {0}, best = {0};
    for (uint32_t i = 0; i < n_restarts_of(r); i++) {
        SG_TRY(run_attempt(&a, r, member * n_restarts_of(r) + i, err));
        if (is_better(&a, &best, r->training.options)) {
            const attempt worse = best;
            best = a;
            a = worse;
        }
        attempt_free(&a);
    }
    if (member == 0) keep_epochs(r, &best);
    sg_trainer_recall(best.trainer);
    SG_TRY(add_member(r, member, sg_trainer_learner(best.trainer), err));
    SG_TRY(keep_weights(r, member, sg_trainer_learner(best.trainer), err));
done:
    attempt_free(&a);
    attempt_free(&best);
    return status;
}

static sg_status prepare(run *r, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_job *job = r->job;
    const sg_fold *fold = sg_workload_fold(r->workload, job->stage == SG_SELECTING, job->fold);
    r->training = sg_workload_training(r->workload, job->configuration, fold);
    r->training.without_test = !r->context->evaluate_test;
    r->spec = sg_workload_on_data(r->workload, job->configuration, outer_fold(r))->spec;
    r->result.test_item = fold->part[SG_TEST].index;
    r->result.validation_item = fold->part[SG_VALIDATION].index;
    SG_ALLOC(r->weight, n_members_of(r));
    SG_ALLOC(r->calibrated, n_members_of(r));
    for (int p = 0; p < SG_N_PARTS; p++) {
        const size_t n = (size_t)r->training.n_items[p] * r->workload->outputs.n;
        r->result.size[p] = r->training.n_items[p];
        r->result.best[p] = (sg_ledger_score){NAN, NAN};
        SG_ALLOC(r->sum[p], is_predicted(r, p) ? n : 0);
        SG_ALLOC(r->member[p], is_predicted(r, p) ? n : 0);
    }
done:
    return status;
}

/* What was said of the items of a part, in the unit of all folds. */
static double *take_outputs(run *r, int part)
{
    double *output = r->sum[part];
    r->sum[part] = NULL;
    sg_outputs_convert(output, r->result.size[part],
                       sg_workload_outputs(r->workload, outer_fold(r)), &r->workload->outputs);
    return output;
}

static void run_free(run *r)
{
    for (int p = 0; p < SG_N_PARTS; p++) {
        sg_free(r->sum[p]);
        sg_free(r->member[p]);
    }
    for (uint32_t m = 0; r->weight != NULL && m < n_members_of(r); m++) sg_free(r->weight[m]);
    for (uint32_t m = 0; r->calibrated != NULL && m < n_members_of(r); m++)
        sg_outputs_free(&r->calibrated[m]);
    sg_free(r->calibrated);
    sg_free(r->weight);
    sg_job_result_free(&r->result);
}

sg_status sg_job_run(sg_job_result *result, const sg_job *job, const sg_workload *workload,
                     const sg_job_context *context, sg_error *err)
{
    sg_status status = SG_OK;
    const double begin = sg_seconds();
    run r = {.job = job, .workload = workload, .context = context};
    SG_TRY(prepare(&r, err));
    for (uint32_t m = 0; m < n_members_of(&r); m++) SG_TRY(run_member(&r, m, err));
    SG_TRY(measure(&r, err));
    SG_TRY(save_models(&r, err));
    if (context->evaluate_test) r.result.test_output = take_outputs(&r, SG_TEST);
    if (context->keep_validation) r.result.validation_output = take_outputs(&r, SG_VALIDATION);
    r.result.seconds += sg_seconds() - begin;
    *result = r.result;
    r.result = (sg_job_result){0};
done:
    run_free(&r);
    return status;
}
