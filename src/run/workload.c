/* workload.c - from an experiment to everything its trainings read.
 *
 *     workload_folds.c      which items train, select and test
 *     workload_targets.c    what outputs mean
 *     workload_model.c      models to start from, models to save
 */
#include "run/workload_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "data/nodes/item_splits.h"
#include "data/share.h"
#include "data/subset.h"
#include "formats/data_file.h"
#include "formats/data_folders.h"
#include "formats/relabel_file.h"
#include "formats/splits/split_rule.h"
#include "model/vocabularies_learn.h"
#include "train/batches.h"

#include <assert.h>

/* ---- Data ------------------------------------------------------------------------------------- */

/* The setting split=NAME, where a column divides the data. */
static sg_status column_of_split(sg_text *settings, const sg_experiment *e, sg_error *err)
{
    sg_status status = SG_OK;
    sg_split_rule rule = {0};
    if (e->split == NULL) goto done;
    SG_TRY(sg_split_rule_read(&rule, e->split, err));
    if (rule.kind != SG_SPLIT_COLUMN) goto done;
    SG_TRY(sg_text_add(settings, err, "split="));
    for (const unsigned char *c = (const unsigned char *)rule.name; *c != '\0'; c++)
        SG_TRY(sg_text_add(settings, err, "%%%02X", *c));
done:
    return status;
}

static sg_status open_data(sg_workload *w, const sg_workload_options *o, sg_text *path,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_text settings = {0};
    SG_TRY(column_of_split(&settings, w->experiment, err));
    SG_TRY(sg_data_folders_find(path, w->experiment->data, o->data_folder, err));
    SG_TRY(sg_data_file_open(&w->data, path->data, settings.data, sg_threads_count(o->threads),
                             err));
done:
    sg_text_free(&settings);
    return status;
}

static sg_status relabel(sg_workload *w, sg_error *err)
{
    if (w->experiment->relabel == NULL) return SG_OK;
    return sg_dataset_relabel_by_file(&w->data, w->experiment->relabel, err);
}

/* ---- Configurations --------------------------------------------------------------------------- */

static sg_status read_configurations(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = w->experiment->n_configurations;
    SG_ALLOC(w->configuration, n);
    for (uint32_t c = 0; c < n; c++) {
        SG_TRY(sg_watch_ask(err));
        SG_TRY(sg_experiment_configuration(&w->configuration[c], w->experiment, c,
                                           w->outputs.task, err));
        w->n_configurations++;
    }
done:
    return status;
}

/* Without items to select with, the first configuration would win whatever it does. */
static sg_status check_selection(const sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_selection selection = sg_workload_selection(w);
    const bool standard = selection.protocol == SG_PROTOCOL_STANDARD;
    uint64_t n_items = 0;
    if (!sg_selection_is_needed(&selection) && !standard) goto done;
    for (uint32_t f = 0; f < w->splits.n_folds; f++)
        n_items += w->splits.fold[f].part[SG_VALIDATION].n;
    for (uint32_t f = 0; f < w->inner.n_folds; f++) n_items += w->inner.fold[f].part[SG_TEST].n;
    SG_REQUIRE(n_items > 0, SG_EINVAL,
               "splits: no fold has validation items, so %s cannot be selected",
               standard ? "an epoch" : "a configuration");
done:
    return status;
}

/* What the graphs of a cache teach, for all configurations at once. */
static sg_status learn_vocabularies(sg_vocabulary_plans *v, const sg_workload *w,
                                    sg_plan_cache *cache, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t c = 0; c < w->n_configurations; c++)
        SG_TRY(sg_vocabularies_learn(&v->vocabularies, cache, &w->configuration[c].blueprint,
                                     err));
done:
    return status;
}

/* Labels and plans over all graphs, in the numbers of all graphs or of the graphs that training items are
 * or belong to. */
sg_status sgi_workload_open_vocabulary(sg_vocabulary_plans *v, const sg_workload *w,
                                       const sg_fold *fold, const sg_invariant_options *o,
                                       sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *graph = NULL, n_graphs = 0;
    if (fold != NULL) {
        SG_TRY(sg_item_graphs(&graph, &n_graphs, &w->data, fold->part[SG_TRAIN].index,
                              fold->part[SG_TRAIN].n, err));
        SG_TRY(sg_dataset_subset(&v->training, &w->data, graph, n_graphs, err));
        SG_TRY(sg_plan_cache_open(&v->training_cache, &v->training, NULL, o, err));
        SG_TRY(learn_vocabularies(v, w, v->training_cache, err));
    }
    SG_TRY(sg_plan_cache_open(&v->cache, &w->data, fold != NULL ? &v->vocabularies : NULL, o,
                              err));
done:
    sg_free(graph);
    return status;
}

static sg_batch_limits largest_batch(const sg_workload *w, uint32_t configuration)
{
    sg_batch_limits largest = {0};
    for (uint32_t f = 0; f < sgi_workload_count_folds(w); f++) {
        const sg_training_spec training =
            sg_workload_training(w, configuration, sgi_workload_fold_at(w, f));
        const sg_batch_limits batch =
            sg_train_batch_limits(&training, &w->data.graph, w->data.items.kind);
        if (batch.items > largest.items) largest.items = batch.items;
        if (batch.spans > largest.spans) largest.spans = batch.spans;
    }
    return largest;
}

/* What does not fit together is found before hours of training, not behind them. */
sg_status sgi_workload_check_network(const sg_workload *w, const sg_configuration *c,
                                     const sg_model_on_data *m, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = sg_model_on_data_outputs(m);
    SG_TRY(sg_optimizer_check(&c->train.optimizer, err));
    SG_REQUIRE(
        n == w->outputs.n, SG_EINVAL,
        "layers: the last one has outputs: %u, but the data set %s has %s: %u; end with a "
        "layer that has as many (outputs: targets)",
        n, w->data.name, w->outputs.task == SG_CLASSIFICATION ? "classes" : "targets",
        w->outputs.n);
done:
    return status;
}

static sg_status place_configuration(sg_workload *w, uint32_t c, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_configuration *configuration = &w->configuration[c];
    sg_model_on_data *first = &w->on_data[(size_t)c * w->n_vocabularies];
    const sg_batch_limits batch = largest_batch(w, c);
    for (uint32_t v = 0; v < w->n_vocabularies; v++) {
        const sg_placement on = {.cache = w->vocabulary[v].cache,
                                 .max_batch = batch.items,
                                 .max_spans = batch.spans};
        SG_TRY(sg_model_on_data_open(&first[v], &configuration->blueprint, w->outputs.n, &on,
                                     err));
        SG_TRY(sg_train_options_place(&first[v], &configuration->train, err));
    }
    SG_TRY(sgi_workload_check_network(w, configuration, first, err));
done:
    return status;
}

static sg_status place_configurations(sg_workload *w, const sg_workload_options *o,
                                      sg_error *err)
{
    sg_status status = SG_OK;
    const bool per_fold = w->experiment->vocabulary_of_training;
    const uint32_t n = per_fold ? w->splits.n_folds : 1;
    const sg_invariant_options inner = {.threads = o->threads, .observer = o->observer};
    SG_ALLOC(w->vocabulary, n);
    SG_ALLOC(w->on_data, (size_t)w->n_configurations * n);
    w->n_vocabularies = n;
    for (uint32_t v = 0; v < n; v++)
        SG_TRY(sgi_workload_open_vocabulary(&w->vocabulary[v], w,
                                            per_fold ? &w->splits.fold[v] : NULL, &inner, err));
    for (uint32_t c = 0; c < w->n_configurations; c++) {
        SG_TRY(sg_observe(o->observer,
                          (sg_progress){"preparing", "configurations", c, w->n_configurations},
                          err));
        SG_TRY(place_configuration(w, c, err));
    }
    if (w->experiment->from != NULL && !per_fold)
        SG_TRY(learn_vocabularies(&w->vocabulary[0], w, w->vocabulary[0].cache, err));
    /* The caches outlive the threads and the observer, and trainings use them from threads of their own. */
    for (uint32_t v = 0; v < n; v++) {
        sg_plan_cache_release_options(w->vocabulary[v].cache);
        if (w->vocabulary[v].training_cache != NULL)
            sg_plan_cache_release_options(w->vocabulary[v].training_cache);
    }
done:
    return status;
}

static sg_status open_pretrained(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_experiment *e = w->experiment;
    if (e->from == NULL) goto done;
    SG_TRY(sg_pretrained_open(&w->pretrained, e->from, err));
    const uint32_t end = sg_layer_set_end(&e->from_layers),
                   n_layers = w->pretrained.model.blueprint.n_layers;
    SG_REQUIRE(end <= n_layers, SG_EINVAL,
               "from.layers: the model has no layer %u; its last one is %u", end - 1,
               n_layers - 1);
done:
    return status;
}

/* Where all layers are taken over, the data must have what their model looks at. */
static sg_status check_pretrained(const sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    if (w->experiment->from == NULL || w->experiment->from_some) goto done;
    const sg_status fits = sg_model_check_labels(&w->pretrained.model, &w->data, &inner);
    SG_REQUIRE(fits == SG_OK, fits, "from: %s", inner.text);
done:
    return status;
}

sg_status sg_workload_open(sg_workload *workload, const sg_experiment *experiment,
                           const sg_workload_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    *workload = (sg_workload){.experiment = experiment};
    SG_TRY(open_pretrained(workload, err));
    SG_TRY(open_data(workload, options, &path, err));
    SG_TRY(relabel(workload, err));
    SG_TRY(check_pretrained(workload, err));
    SG_TRY(sgi_workload_open_splits(workload, path.data, err));
    SG_TRY(sgi_workload_open_targets(workload, err));
    SG_TRY(read_configurations(workload, err));
    SG_TRY(check_selection(workload, err));
    SG_TRY(sgi_workload_order_shares(workload, err));
    SG_TRY(place_configurations(workload, options, err));
done:
    sg_text_free(&path);
    if (status != SG_OK) sg_workload_close(workload);
    return status;
}

void sg_workload_close(sg_workload *w)
{
    for (uint32_t c = 0; c < w->n_configurations; c++) {
        for (uint32_t v = 0; w->on_data != NULL && v < w->n_vocabularies; v++)
            sg_model_on_data_close(&w->on_data[(size_t)c * w->n_vocabularies + v]);
        sg_configuration_free(&w->configuration[c]);
    }
    for (uint32_t v = 0; v < w->n_vocabularies; v++) {
        sg_plan_cache_close(w->vocabulary[v].cache);
        sg_plan_cache_close(w->vocabulary[v].training_cache);
        sg_vocabularies_free(&w->vocabulary[v].vocabularies);
        sg_dataset_free(&w->vocabulary[v].training);
    }
    sg_free(w->on_data);
    sg_free(w->configuration);
    sg_free(w->vocabulary);
    for (uint32_t f = 0; w->share != NULL && f < sgi_workload_count_folds(w); f++)
        sg_free(w->share[f]);
    sg_free(w->share);
    sg_pretrained_close(&w->pretrained);
    sgi_workload_close_targets(w);
    sg_splits_free(&w->splits);
    sg_splits_free(&w->inner);
    sg_dataset_free(&w->data);
    *w = (sg_workload){0};
}

/* ---- What jobs ask for ------------------------------------------------------------------------ */

sg_selection sg_workload_selection(const sg_workload *w)
{
    return (sg_selection){.protocol = w->experiment->protocol,
                          .higher_is_better =
                              w->configuration[0].train.metric->higher_is_better,
                          .n_configurations = w->n_configurations,
                          .n_runs = w->experiment->n_runs,
                          .n_folds = w->splits.n_folds,
                          .n_inner = w->n_inner};
}

const sg_model_on_data *sg_workload_on_data(const sg_workload *workload, uint32_t configuration,
                                            uint32_t fold)
{
    const uint32_t n = workload->n_vocabularies;
    return &workload->on_data[(size_t)configuration * n + (n > 1 ? fold : 0)];
}

/* Train on the beginning of the fold's order. */
static void use_share(sg_training_spec *training, const sg_workload *w, uint32_t fold)
{
    training->item[SG_TRAIN] = w->share[fold];
    training->n_items[SG_TRAIN] =
        sg_share_count(training->n_items[SG_TRAIN], training->options->share);
}

sg_training_spec sg_workload_training(const sg_workload *w, uint32_t configuration,
                                      const sg_fold *fold)
{
    assert(fold != NULL);
    const uint32_t f = sgi_workload_fold_number(w, fold), n_folds = w->splits.n_folds,
                   outer = f < n_folds ? f : (f - n_folds) / w->n_inner;
    sg_training_spec training = {
        .options = &w->configuration[configuration].train,
        .targets = *sgi_workload_targets(w, outer),
        .scale = w->experiment->report_scaled ? NULL : sg_workload_outputs(w, outer)->scale};
    for (int p = 0; p < SG_N_PARTS; p++) {
        training.item[p] = fold->part[p].index;
        training.n_items[p] = fold->part[p].n;
    }
    if (training.options->share < 1) use_share(&training, w, f);
    return training;
}
