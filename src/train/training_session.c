/* training_session.c - items, targets, a model on data and a trainer, put together once. */
#include "train/training_session.h"

#include "base/mem.h"
#include "base/observer.h"
#include "data/share.h"
#include "model/model.h"
#include "model/transfer.h"
#include "train/batches.h"
#include "train/decisions.h"
#include "train/ranks/session_ranks.h"

#include <math.h>
#include <string.h>

void sg_training_session_close(sg_training_session *session)
{
    sg_trainer_close(session->trainer);
    sg_model_on_data_close(&session->on_data);
    sg_dataset_free(&session->own);
    sg_threads_close(session->invariants.threads);
    sg_free(session->all);
    sg_free(session->share);
    sg_item_targets_free(&session->targets);
    *session = (sg_training_session){0};
}

static const char *const PART_NAMES[SG_N_PARTS] = {"SG_TRAIN", "SG_VALIDATION", "SG_TEST"};

/* Take the items of the caller's parts, each of them once, and note in part[item] where it is. */
static sg_status take_parts(sg_training_session *s, uint8_t *part, const sg_dataset *data,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const sg_training_options *t = s->request;
    const uint32_t n = sg_item_count(data);
    for (int p = 0; p < SG_N_PARTS; p++) {
        SG_REQUIRE(t->item[p] != NULL || t->n_items[p] == 0, SG_EINVAL,
                   "training->item[%s]: it is NULL, but there should be %u", PART_NAMES[p],
                   t->n_items[p]);
        s->training.item[p] = t->item[p];
        s->training.n_items[p] = t->n_items[p];
        for (uint32_t i = 0; i < t->n_items[p]; i++) {
            const uint32_t item = t->item[p][i];
            SG_REQUIRE(item < n, SG_EINVAL,
                       "training->item[%s][%u]: there is no item %lld; the data set %s has %u",
                       PART_NAMES[p], i, sg_as_meant(item),
                       data->name != NULL ? data->name : "", n);
            SG_REQUIRE(part[item] == SG_NO_PART, SG_EINVAL,
                       "training->item[%s][%u]: item %u is in %s already; an item is in one "
                       "part, and once",
                       PART_NAMES[p], i, item, PART_NAMES[part[item]]);
            part[item] = (uint8_t)p;
        }
    }
done:
    return status;
}

static sg_status choose_items(sg_training_session *s, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_training_options *t = s->request;
    const uint32_t n = sg_item_count(data);
    uint32_t n_left = 0;
    uint8_t *part = NULL; /* [n] */
    SG_ALLOC(part, n);
    for (uint32_t i = 0; i < n; i++) part[i] = SG_NO_PART;
    SG_TRY(take_parts(s, part, data, err));
    for (uint32_t i = 0; t->item_weight != NULL && i < n; i++)
        SG_REQUIRE(isfinite(t->item_weight[i]) && t->item_weight[i] >= 0, SG_EINVAL,
                   "training->item_weight[%u]: %g is not a weight; weights are finite and not "
                   "negative",
                   i, t->item_weight[i]);
    s->training.weight = t->item_weight;
    if (t->item[SG_TRAIN] != NULL) goto done;
    SG_ALLOC(s->all, n);
    for (uint32_t i = 0; i < n; i++)
        if (part[i] == SG_NO_PART &&
            (data->items.kind == SG_ITEM_GRAPH || sg_items_known(&data->items, i)))
            s->all[n_left++] = i;
    s->training.item[SG_TRAIN] = s->all;
    s->training.n_items[SG_TRAIN] = n_left;
done:
    sg_free(part);
    return status;
}

/* What is found on the validation items needs some. */
static sg_status check_validation(const sg_training_session *s, sg_error *err)
{
    sg_status status = SG_OK;
    static const char NONE[] = "and there are none in training->item[SG_VALIDATION]";
    const char *member = s->options.threshold != NULL ? "threshold"
                         : s->options.calibrate       ? "calibrate"
                                                      : NULL;
    if (s->training.n_items[SG_VALIDATION] > 0) goto done;
    SG_REQUIRE(member == NULL, SG_EINVAL, "training->%s: it is found on validation items, %s",
               member, NONE);
    SG_REQUIRE(s->options.patience == 0, SG_EINVAL,
               "training->patience: it counts epochs that were not better on validation items, "
               "%s",
               NONE);
done:
    return status;
}

/* Items that weigh nothing teach nothing. */
static sg_status check_weights(const sg_training_session *s, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_training_spec *t = &s->training;
    uint32_t i = 0;
    if (t->weight == NULL || t->n_items[SG_TRAIN] == 0) goto done;
    while (i < t->n_items[SG_TRAIN] && t->weight[t->item[SG_TRAIN][i]] == 0) i++;
    SG_REQUIRE(i < t->n_items[SG_TRAIN], SG_EINVAL,
               "training->item_weight: it is 0 for all %u training items, so there is nothing "
               "to learn",
               t->n_items[SG_TRAIN]);
done:
    return status;
}

/* A learning rate that never gets to its full height is not what was asked for.  An epoch of no steps: their number
 * is not known yet. */
static sg_status check_warm_up(const sg_train_options *o, uint64_t steps_per_epoch,
                               sg_error *err)
{
    sg_status status = SG_OK;
    const sg_schedule *schedule = &o->schedule;
    const uint64_t n = schedule->warm_up_by_step ? o->n_epochs * steps_per_epoch : o->n_epochs;
    if (schedule->warm_up_by_step && steps_per_epoch == 0) goto done;
    SG_REQUIRE(schedule->warm_up <= n, SG_EINVAL,
               "training->warm_up: it lasts %u %s, but the training only %llu",
               schedule->warm_up, schedule->warm_up_by_step ? "steps" : "epochs",
               (unsigned long long)n);
done:
    return status;
}

sg_status sg_training_settings_check(const sg_train_options *options, sg_item_kind item,
                                     sg_error *err)
{
    sg_status status = SG_OK;
    const sg_train_options *o = options;
    SG_TRY(check_warm_up(o, 0, err));
    SG_REQUIRE(o->batch_nodes == 0 || item == SG_ITEM_NODE, SG_EINVAL,
               "training->batch_nodes: the model predicts graphs; batches of nodes are for "
               "models that predict nodes");
    SG_REQUIRE(o->learning_rate == 0 || o->schedule.lowest <= o->learning_rate, SG_EINVAL,
               "training->rate_lowest: %g is above the learning rate, %g", o->schedule.lowest,
               o->learning_rate);
done:
    return status;
}

/* A model that has been trained goes on from its own weights. */
static sg_status check_start(const sg_training_session *s, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_training_options *t = s->request;
    const char *member = t->from != NULL                    ? "from"
                         : t->init != SG_BEGIN_DEFAULT      ? "init"
                         : t->bias_init != SG_BEGIN_DEFAULT ? "bias_init"
                                                            : NULL;
    SG_REQUIRE(member == NULL || !s->model->is_trained, SG_EINVAL,
               "training->%s: the model has been trained and goes on from its own weights",
               member);
done:
    return status;
}

/* What the model looks at must be there, and where weights are taken over, what their model looks at. */
static sg_status check_data(const sg_training_session *s, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    const sg_training_options *t = s->request;
    SG_TRY(sg_model_check_data(s->model, data, err));
    SG_TRY(sg_model_check_labels(s->model, data, err));
    if (t->from == NULL || t->from_layers != NULL) goto done;
    const sg_status fits = sg_model_check_labels(t->from, data, &inner);
    SG_REQUIRE(fits == SG_OK, fits, "training->from: %s", inner.text);
done:
    return status;
}

static sg_status cut_share(sg_training_session *s, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = s->training.n_items[SG_TRAIN];
    sg_rng rng = sg_rng_stream(s->request->seed, (uint64_t[]){SG_SHARE_STREAM}, 1);
    if (s->options.share >= 1) goto done;
    SG_ALLOC(s->share, n);
    SG_TRY(sg_share_order(s->share, s->training.item[SG_TRAIN], n, data->items.item_class, &rng,
                          err));
    s->training.item[SG_TRAIN] = s->share;
    s->training.n_items[SG_TRAIN] = sg_share_count(n, s->options.share);
done:
    return status;
}

/* Where the model was built for this very data, its labels and plans are there already; else ranks make those of their own
 * graphs. */
static sg_status place_model(sg_training_session *s, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = s->model;
    const sg_batch_limits limits =
        sg_train_batch_limits(&s->training, &data->graph, data->items.kind);
    sg_plan_cache *kept = model->kept.data == data ? model->kept.cache : NULL;
    bool divided = false;
    if (kept == NULL) SG_TRY(sgi_session_divide(&divided, s, data, limits.items, err));
    const sg_placement on = {.cache = kept,
                             .data = divided ? &s->own : data,
                             .whole = divided ? data : NULL,
                             .known = &model->vocabularies,
                             .invariants = &s->invariants,
                             .max_batch = limits.items,
                             .max_spans = limits.spans};
    SG_TRY(sg_model_on_data_open(&s->on_data, &model->blueprint, model->outputs.n, &on, err));
    SG_TRY(sg_train_options_place(&s->on_data, &s->options, err));
    s->on_data.spec.seed = s->request->seed;
done:
    return status;
}

static void tell_plans(const sg_training_session *s)
{
    const sg_training_options *t = s->request;
    for (size_t i = 0; t->plan != NULL && i < sg_plan_cache_plan_count(s->on_data.cache); i++) {
        const sg_plan_choice plan = sg_plan_cache_plan_at(s->on_data.cache, i);
        t->plan(t->context, &plan);
    }
}

static sg_status start_from(const sg_training_session *s, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_training_options *t = s->request;
    sg_transfer transfer = {0};
    SG_REQUIRE(
        t->from->is_trained, SG_EINVAL,
        "training->from: it has not been trained, so there are no weights to begin with");
    SG_TRY(sg_transfer_between(&transfer, s->model, &s->on_data, t->from, t->from_layers,
                               t->n_from_layers, err));
    SG_TRY(sg_transfer_to_learner(sg_trainer_learner(s->trainer), &transfer, t->from->weight,
                                  err));
done:
    sg_transfer_free(&transfer);
    return status;
}

/* Ranks of one machine share its cores. */
static uint32_t count_threads(const sg_training_options *request)
{
    if (request->n_threads > 0 || sg_cluster_size(request->cluster) == 1)
        return request->n_threads;
    return sg_cluster_threads(request->cluster);
}

sg_status sg_training_session_open(sg_training_session *session, sg_model *model,
                                   const sg_dataset *data, const sg_train_options *options,
                                   const sg_training_options *request, sg_error *err)
{
    sg_status status = SG_OK;
    sg_training_session *s = session;
    *s = (sg_training_session){.model = model, .request = request, .options = *options};
    s->training.options = &s->options;
    s->training.seed = request->seed;
    s->training.shuffle_first = (uint32_t)request->seed;
    SG_TRY(choose_items(s, data, err));
    SG_TRY(check_start(s, err));
    SG_TRY(sg_training_settings_check(options, sg_blueprint_item(&model->blueprint), err));
    SG_TRY(check_data(s, data, err));
    SG_TRY(check_validation(s, err));
    SG_TRY(cut_share(s, data, err));
    SG_TRY(check_weights(s, err));
    SG_TRY(sg_item_targets_make(&s->targets, &model->outputs, data, err));
    s->training.targets = s->targets.of_loss;
    s->training.scale = model->outputs.scale;
    s->invariants.observer = request->observer;
    /* A rank that stopped within an epoch would let the others wait. */
    if (sg_cluster_size(request->cluster) == 1) s->training.observer = request->observer;
    s->training.cluster = request->cluster;
    SG_TRY(sg_threads_open(&s->invariants.threads, count_threads(request), err));
    SG_TRY(place_model(s, data, err));
    tell_plans(s);
    SG_TRY(sg_trainer_open(&s->trainer, &s->on_data.spec, &s->training, s->invariants.threads,
                           err));
    SG_TRY(check_warm_up(&s->options, sg_trainer_steps(s->trainer), err));
    if (model->is_trained)
        sg_learner_write(sg_trainer_learner(s->trainer), model->weight);
    else if (request->from != NULL)
        SG_TRY(start_from(s, err));
done:
    return status;
}

/* ---- Running ---------------------------------------------------------------------------------- */

/* Whether to go on after an epoch: ranks stop together. */
static bool ask_to_go_on(const sg_training_session *s, const sg_epoch *epoch)
{
    const sg_training_options *t = s->request;
    sg_error stop = {.text = "training was stopped"};
    const bool own = t->epoch == NULL || t->epoch(t->context, epoch);
    if (sg_cluster_size(t->cluster) == 1) return own;
    return sg_cluster_agree(t->cluster, own ? SG_OK : SG_ECANCELED, &stop) == SG_OK;
}

/* Make probabilities and thresholds fit the validation items, or, where nobody waits for that, leave the
 * model without. */
static sg_status calibrate(const sg_training_session *s, bool waits, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_training_spec *t = &s->training;
    sg_outputs *outputs = &s->model->outputs;
    const uint32_t n = waits ? t->n_items[SG_VALIDATION] : 0;
    double *output = NULL; /* [n][outputs] */
    SG_ALLOC(output, (size_t)n * outputs->n);
    if (n > 0 && (s->options.calibrate || s->options.threshold != NULL))
        SG_TRY(sg_trainer_predict(output, s->trainer, t->item[SG_VALIDATION], n, err));
    SG_TRY(waits ? sg_watch_ask_seldom(err) : SG_OK);
    SG_TRY(sg_calibrate(outputs, &s->options,
                        &(sg_predictions){.output = output,
                                          .item = t->item[SG_VALIDATION],
                                          .n = n,
                                          .width = outputs->n,
                                          .loss = s->options.loss,
                                          .targets = &t->targets},
                        err));
done:
    sg_free(output);
    return status;
}

/* Give the model the weights of a learner; a model whose training went astray keeps those it had. */
static sg_status take_weights(sg_model *model, const sg_learner *learner, sg_error *err)
{
    sg_status status = SG_OK;
    double *weight = NULL;
    SG_ALLOC(weight, model->n_weights);
    sg_learner_read(weight, learner);
    for (size_t i = 0; i < model->n_weights; i++)
        SG_REQUIRE(isfinite(weight[i]), SG_EINVAL,
                   "training: weights have become infinite; a smaller learning rate, clip or "
                   "another scale of the targets may help");
    memcpy(model->weight, weight, model->n_weights * sizeof *weight);
    model->n_changes++;
    sg_model_forget_intervals(model);
done:
    sg_free(weight);
    return status;
}

sg_status sg_training_session_run(sg_epoch *best, sg_training_session *session, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_training_options *t = session->request;
    sg_trainer *trainer = session->trainer;
    sg_model *model = session->model;
    sg_epoch epoch = {0};
    sg_error why = {0};
    bool go_on = true;
    sg_watch watch;
    sg_watch_begin(&watch, sg_cluster_size(t->cluster) == 1 ? t->observer : NULL);
    while (go_on && !sg_trainer_is_over(trainer)) {
        sg_epoch next;
        status = sg_trainer_epoch(&next, trainer, err);
        if (status == SG_ECANCELED && sg_trainer_best(trainer).epoch > 0) break;
        if (status != SG_OK) goto done;
        epoch = next;
        go_on = ask_to_go_on(session, &epoch);
        if (session->keeper.keep != NULL)
            SG_TRY(session->keeper.keep(session->keeper.context, trainer,
                                        !go_on || sg_trainer_is_over(trainer), err));
    }
    go_on = go_on || sg_trainer_is_over(trainer);
    sg_trainer_recall(trainer);
    const sg_status taken = take_weights(model, sg_trainer_learner(trainer), &why);
    SG_REQUIRE(taken == SG_OK, taken, "%s", why.text);
    /* `status` may say that it was stopped, or it is stopped now. */
    sg_status fitted = calibrate(session, status != SG_ECANCELED, &why);
    if (fitted == SG_ECANCELED) {
        status = sg_error_set(err, SG_ECANCELED, SG_WHERE, "%s", why.text);
        fitted = calibrate(session, false, &why);
    }
    SG_REQUIRE(fitted == SG_OK, fitted, "%s", why.text);
    model->is_trained = true;
    model->loss = session->options.loss;
    model->precision = session->options.precision;
    if (best != NULL) *best = sg_trainer_best(trainer);
    SG_REQUIRE(go_on, SG_ECANCELED, "training was stopped after epoch %u", epoch.epoch);
done:
    sg_watch_end(&watch);
    return status;
}
