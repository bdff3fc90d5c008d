/* trial_stage.c - a workload whose configurations come and go.
 *
 * Labels and plans stay in the caches of the folds for the candidates that come later.  Where they have become too many,
 * all are dropped: which ones the next candidates need, nobody knows. */
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

static void close_vocabulary(sg_vocabulary_plans *v)
{
    sg_plan_cache_close(v->cache);
    sg_plan_cache_close(v->training_cache);
    sg_vocabularies_free(&v->vocabularies);
    sg_dataset_free(&v->training);
    *v = (sg_vocabulary_plans){0};
}

sg_status sg_trial_stage_open(sg_trial_stage *stage, const sg_experiment *experiment,
                              sg_dataset *data, sg_splits *inner,
                              const sg_trial_stage_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_workload *w = &stage->workload;
    *stage = (sg_trial_stage){.options = *options};
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

void sg_trial_stage_clear(sg_trial_stage *stage)
{
    sg_workload *w = &stage->workload;
    for (uint32_t c = 0; c < w->n_configurations; c++) {
        for (uint32_t f = 0; f < w->n_vocabularies; f++) {
            sg_model_on_data *m = &w->on_data[(size_t)c * w->n_vocabularies + f];
            sg_model_on_data_close(m);
            *m = (sg_model_on_data){0};
        }
        sg_configuration_free(&w->configuration[c]);
    }
    w->n_configurations = 0;
    if (stage->kept_bytes <= 2 * stage->options.most_bytes) return;
    for (uint32_t f = 0; f < w->n_vocabularies; f++) close_vocabulary(&w->vocabulary[f]);
    stage->kept_bytes = 0;
}

/* ---- Placing -------------------------------------------------------------------------------- */

static uint64_t cached_bytes(const sg_plan_cache *cache)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < sg_plan_cache_plan_count(cache); i++)
        sum += sg_plan_cache_plan_at(cache, i).n_bytes;
    return sum;
}

/* Place configuration c, the last one, on a fold. */
static sg_status place(sg_trial_stage *stage, uint32_t c, uint32_t f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_workload *w = &stage->workload;
    sg_vocabulary_plans *v = &w->vocabulary[f];
    const sg_configuration *configuration = &w->configuration[c];
    const sg_training_spec training = sg_workload_training(w, c, &w->splits.fold[f]);
    const sg_batch_limits batch =
        sg_train_batch_limits(&training, &w->data.graph, w->data.items.kind);
    if (v->cache == NULL)
        SG_TRY(sgi_workload_open_vocabulary(v, w, &w->splits.fold[f], &stage->invariants, err));
    SG_TRY(sg_vocabularies_learn(&v->vocabularies, v->training_cache, &configuration->blueprint,
                                 err));
    const sg_placement on = {
        .cache = v->cache, .max_batch = batch.items, .max_spans = batch.spans};
    sg_model_on_data *m = &w->on_data[(size_t)c * w->n_vocabularies + f];
    SG_TRY(sg_model_on_data_open(m, &configuration->blueprint, w->outputs.n, &on, err));
    SG_TRY(sg_train_options_place(m, &configuration->train, err));
    SG_TRY(sgi_workload_check_network(w, configuration, m, err));
done:
    return status;
}

static void measure(sg_trial_cost *cost, const sg_trial_stage *stage, uint32_t c)
{
    const sg_workload *w = &stage->workload;
    const sg_model_on_data *m = &w->on_data[(size_t)c * w->n_vocabularies];
    uint64_t weights[SG_MAX_LAYERS] = {0};
    sg_model_on_data_weights(weights, m);
    for (uint32_t l = 0; l < m->blueprint->n_layers; l++) cost->n_weights += weights[l];
    cost->plan_bytes = sgi_workload_plan_bytes(m);
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

sg_status sg_trial_stage_add(sg_trial_cost *cost, sg_trial_stage *stage,
                             sg_configuration *configuration, uint32_t n_folds, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_workload *w = &stage->workload;
    const double begin = sg_seconds();
    const uint32_t c = w->n_configurations++;
    *cost = (sg_trial_cost){.fits = true};
    w->configuration[c] = *configuration;
    *configuration = (sg_configuration){0};
    for (uint32_t f = 0; f < n_folds && cost->fits && status == SG_OK; f++) {
        status = place(stage, c, f, &inner);
        if (status == SG_OK && f == 0) measure(cost, stage, c);
    }
    /* Work and memory have bounds, and whoever is beyond them is too large. */
    if (status == SG_ELIMIT || status == SG_ENOMEM) {
        cost->fits = false;
        (void)snprintf(cost->reason, sizeof cost->reason, "%.190s", inner.text);
        status = SG_OK;
    }
    stage->kept_bytes = 0;
    for (uint32_t f = 0; f < w->n_vocabularies; f++)
        if (w->vocabulary[f].cache != NULL)
            stage->kept_bytes += cached_bytes(w->vocabulary[f].cache) +
                                 cached_bytes(w->vocabulary[f].training_cache);
    if (status != SG_OK || !cost->fits) take_off_last(stage);
    SG_REQUIRE(status == SG_OK, status, "%s", inner.text);
done:
    stage->seconds += sg_seconds() - begin;
    return status;
}
