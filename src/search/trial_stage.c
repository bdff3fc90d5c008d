/* trial_stage.c - a workload whose configurations come and go.
 *
 * Labels and plans stay in the caches of the folds for the candidates that come later.  Where plans take more memory than
 * they may, those that were not used for longest are dropped.  Plans of the training items alone are never needed again
 * once the vocabulary knows their triples. */
#include "search/trial_stage.h"

#include "base/mem.h"
#include "base/observer.h"
#include "model/vocabularies_learn.h"
#include "run/workload_parts.h"
#include "train/batches.h"

#include <stdio.h>
#include <string.h>

/* Weights, gradients, both moments of Adam and the best ones. */
enum { COPIES_OF_WEIGHTS = 6 };

sg_status sg_trial_stage_open(sg_trial_stage *stage, const sg_experiment *experiment,
                              sg_dataset *data, sg_splits *inner,
                              const sg_trial_stage_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_workload *w = &stage->workload;
    *stage = (sg_trial_stage){.options = *options, .first_time = 1};
    *w = (sg_workload){.experiment = experiment, .data = *data, .splits = *inner, .n_inner = 1};
    *data = (sg_dataset){0};
    *inner = (sg_splits){0};
    const uint32_t n = w->splits.n_folds;
    SG_TRY(sgi_workload_open_targets(w, err));
    SG_ALLOC(w->configuration, SG_MOST_ON_STAGE);
    SG_ALLOC(w->on_data, (size_t)SG_MOST_ON_STAGE * n);
    SG_ALLOC(w->vocabulary, n);
    w->n_vocabularies = n;
    stage->invariants = (sg_invariant_options){
        .threads = options->threads, .observer = options->observer, .budget = options->budget};
done:
    if (status != SG_OK) sg_trial_stage_close(stage);
    return status;
}

void sg_trial_stage_close(sg_trial_stage *stage)
{
    sg_workload_close(&stage->workload);
    *stage = (sg_trial_stage){0};
}

/* ---- Memory --------------------------------------------------------------------------------- */

static sg_plan_cache *cache_of(const sg_trial_stage *stage, uint32_t fold)
{
    return stage->workload.vocabulary[fold].cache;
}

uint64_t sg_trial_stage_bytes(const sg_trial_stage *stage)
{
    uint64_t sum = 0;
    for (uint32_t f = 0; f < stage->workload.n_vocabularies; f++)
        if (cache_of(stage, f) != NULL)
            sum += sg_plan_cache_bytes(cache_of(stage, f)) +
                   sg_plan_cache_bytes(stage->workload.vocabulary[f].training_cache);
    return sum;
}

/* The time of the plan that was not used for longest; UINT64_MAX: there is none. */
static uint64_t oldest_of(const sg_trial_stage *stage)
{
    uint64_t oldest = UINT64_MAX;
    for (uint32_t f = 0; f < stage->workload.n_vocabularies; f++) {
        const uint64_t of_fold =
            cache_of(stage, f) != NULL ? sg_plan_cache_oldest(cache_of(stage, f)) : UINT64_MAX;
        if (of_fold < oldest) oldest = of_fold;
    }
    return oldest;
}

static void drop(sg_trial_stage *stage, uint64_t time)
{
    for (uint32_t f = 0; f < stage->workload.n_vocabularies; f++) {
        if (cache_of(stage, f) == NULL) continue;
        sg_plan_cache_drop(cache_of(stage, f), time);
        sg_plan_cache_drop_pairs(cache_of(stage, f));
        sg_plan_cache_drop_pairs(stage->workload.vocabulary[f].training_cache);
    }
}

/* Drop plans that nobody on the stage uses until the rest takes at most so many bytes. */
static void make_room(sg_trial_stage *stage, uint64_t bytes)
{
    uint64_t oldest = 0;
    while (sg_trial_stage_bytes(stage) > bytes && (oldest = oldest_of(stage)) != UINT64_MAX &&
           oldest < stage->first_time)
        drop(stage, oldest);
}

bool sg_trial_stage_is_full(const sg_trial_stage *stage)
{
    return stage->workload.n_configurations == SG_MOST_ON_STAGE ||
           (stage->workload.n_configurations > 0 &&
            sg_trial_stage_bytes(stage) > stage->options.kept_bytes);
}

static void take_off_last(sg_trial_stage *stage)
{
    sg_workload *w = &stage->workload;
    const uint32_t c = w->n_configurations - 1;
    for (uint32_t f = 0; f < w->n_vocabularies; f++) {
        sg_model_on_data *m = &w->on_data[(size_t)c * w->n_vocabularies + f];
        sg_model_on_data_close(m);
        *m = (sg_model_on_data){0};
    }
    sg_configuration_free(&w->configuration[c]);
    w->n_configurations--;
}

void sg_trial_stage_clear(sg_trial_stage *stage)
{
    while (stage->workload.n_configurations > 0) take_off_last(stage);
    stage->first_time = stage->time + 1;
    make_room(stage, stage->options.kept_bytes);
}

/* ---- Placing -------------------------------------------------------------------------------- */

sg_status sg_trial_stage_training(sg_plan_cache **cache, sg_trial_stage *stage, uint32_t fold,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    sg_workload *w = &stage->workload;
    sg_vocabulary_plans *v = &w->vocabulary[fold];
    if (v->cache == NULL)
        SG_TRY(
            sgi_workload_open_vocabulary(v, w, &w->splits.fold[fold], &stage->invariants, err));
    *cache = v->training_cache;
done:
    return status;
}

/* Place configuration c, the last one, on a fold. */
static sg_status place(sg_trial_cost *cost, sg_trial_stage *stage, uint32_t c, uint32_t f,
                       sg_error *err)
{
    sg_status status = SG_OK;
    sg_workload *w = &stage->workload;
    sg_vocabulary_plans *v = &w->vocabulary[f];
    sg_plan_cache *learned = NULL;
    const sg_configuration *configuration = &w->configuration[c];
    const sg_training_spec training = sg_workload_training(w, c, &w->splits.fold[f]);
    const sg_batch_limits batch =
        sg_train_batch_limits(&training, &w->data.graph, w->data.items.kind);
    SG_TRY(sg_trial_stage_training(&learned, stage, f, err));
    sg_plan_cache_set_time(v->cache, stage->time);
    SG_TRY(sg_vocabularies_learn(&v->vocabularies, learned, &configuration->blueprint, err));
    sg_plan_cache_drop(learned, UINT64_MAX);
    const sg_placement on = {
        .cache = v->cache, .max_batch = batch.items, .max_spans = batch.spans};
    sg_model_on_data *m = &w->on_data[(size_t)c * w->n_vocabularies + f];
    SG_TRY(sg_model_on_data_open(m, &configuration->blueprint, w->outputs.n, &on, err));
    SG_TRY(sg_train_options_place(m, &configuration->train, err));
    SG_TRY(sgi_workload_check_network(w, configuration, m, err));
    if (f == 0)
        sg_trial_cost_measure(cost, m,
                              (sg_epoch_size){.n_items = sg_item_count(&w->data),
                                              .n_train = training.n_items[SG_TRAIN],
                                              .batch = batch.items});
done:
    return status;
}

static void check_size(sg_trial_cost *cost, const sg_trial_stage *stage)
{
    const uint64_t bytes =
        cost->plan_bytes + cost->n_weights * COPIES_OF_WEIGHTS * sizeof(double);
    cost->fits = bytes <= stage->options.most_bytes;
    if (!cost->fits)
        (void)snprintf(cost->reason, sizeof cost->reason,
                       "%llu weights and plans of %.1f MB are more than the %.1f MB that a "
                       "candidate may take",
                       (unsigned long long)cost->n_weights, (double)cost->plan_bytes / 1e6,
                       (double)stage->options.most_bytes / 1e6);
}

static sg_status place_on_folds(sg_trial_cost *cost, sg_trial_stage *stage, uint32_t n_folds,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t c = stage->workload.n_configurations - 1;
    *cost = (sg_trial_cost){.fits = true};
    for (uint32_t f = 0; f < n_folds && cost->fits; f++) {
        SG_TRY(place(cost, stage, c, f, err));
        if (f == 0) check_size(cost, stage);
    }
done:
    for (uint32_t f = 0; status != SG_OK && f < n_folds; f++) {
        sg_model_on_data *m =
            &stage->workload.on_data[(size_t)c * stage->workload.n_vocabularies + f];
        sg_model_on_data_close(m);
        *m = (sg_model_on_data){0};
    }
    return status;
}

sg_status sg_trial_stage_add(sg_trial_cost *cost, sg_trial_stage *stage,
                             sg_configuration *configuration, uint32_t n_folds, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_workload *w = &stage->workload;
    const double begin = sg_seconds();
    stage->time++;
    w->configuration[w->n_configurations++] = *configuration;
    *configuration = (sg_configuration){0};
    status = place_on_folds(cost, stage, n_folds, &inner);
    if (status ==
        SG_ENOMEM) { /* without the plans of those that have left, there may be room */
        make_room(stage, 0);
        inner = (sg_error){0};
        status = place_on_folds(cost, stage, n_folds, &inner);
    }
    /* Work and memory have bounds, and whoever is beyond them is too large. */
    if (status == SG_ELIMIT || status == SG_ENOMEM) {
        cost->fits = false;
        (void)snprintf(cost->reason, sizeof cost->reason, "%.190s", inner.text);
        status = SG_OK;
    }
    if (status != SG_OK || !cost->fits) take_off_last(stage);
    make_room(stage, stage->options.kept_bytes);
    SG_REQUIRE(status == SG_OK, status, "%s", inner.text);
done:
    stage->seconds += sg_seconds() - begin;
    return status;
}
