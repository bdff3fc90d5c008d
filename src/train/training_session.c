/* training_session.c - items, targets, a model on data and a trainer, put together once. */
#include "train/training_session.h"

#include "base/mem.h"
#include "base/observer.h"
#include "data/share.h"
#include "model/model.h"
#include "model/transfer.h"
#include "train/batches.h"
#include "train/decisions.h"

#include <math.h>
#include <string.h>

void sg_training_session_close(sg_training_session *session)
{
    sg_trainer_close(session->trainer);
    sg_model_on_data_close(&session->on_data);
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
                       "training->item[%s][%u]: there is no item %u; the data set %s has %u",
                       PART_NAMES[p], i, item, data->name != NULL ? data->name : "", n);
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
                   "training->item_weight[%u]: %g is no weight; weights are finite and not "
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
    const char *member = s->options.threshold != NULL ? "threshold"
                         : s->options.calibrate       ? "calibrate"
                                                      : NULL;
    SG_REQUIRE(member == NULL || s->training.n_items[SG_VALIDATION] > 0, SG_EINVAL,
               "training->%s: it is found on validation items, and there are none in "
               "training->item[SG_VALIDATION]",
               member);
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

/* Where the model was built for this very data, its labels and plans are there already. */
static sg_status place_model(sg_training_session *s, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = s->model;
    const sg_batch_limits limits =
        sg_train_batch_limits(&s->training, &data->graph, data->items.kind);
    const sg_placement on = {.cache = model->kept.data == data ? model->kept.cache : NULL,
                             .data = data,
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
    SG_TRY(check_validation(s, err));
    SG_TRY(cut_share(s, data, err));
    SG_TRY(sg_item_targets_make(&s->targets, &model->outputs, data, err));
    s->training.targets = s->targets.of_loss;
    s->training.scale = model->outputs.scale;
    s->training.observer = s->invariants.observer = request->observer;
    SG_TRY(sg_threads_open(&s->invariants.threads, request->n_threads, err));
    SG_TRY(place_model(s, data, err));
    tell_plans(s);
    SG_TRY(sg_trainer_open(&s->trainer, &s->on_data.spec, &s->training, s->invariants.threads,
                           err));
    if (model->is_trained)
        sg_learner_write(sg_trainer_learner(s->trainer), model->weight);
    else if (request->from != NULL)
        SG_TRY(start_from(s, err));
done:
    return status;
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
        sg_learner_predict(output, sg_trainer_learner(s->trainer), t->item[SG_VALIDATION], n);
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
    sg_watch_begin(&watch, t->observer);
    while (go_on && !sg_trainer_is_over(trainer)) {
        sg_epoch next;
        status = sg_trainer_epoch(&next, trainer, err);
        if (status == SG_ECANCELED && epoch.epoch > 0) break;
        if (status != SG_OK) goto done;
        epoch = next;
        go_on = t->epoch == NULL || t->epoch(t->context, &epoch);
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
