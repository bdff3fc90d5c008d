/* workload.c - from an experiment to everything its trainings read. */
#include "run/workload.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/observer.h"
#include "base/statistics.h"
#include "data/share.h"
#include "data/subset.h"
#include "io/data_file.h"
#include "io/data_folders.h"
#include "io/import_options.h"
#include "io/relabel_file.h"
#include "io/splits_file.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Data and splits -------------------------------------------------------------------------- */

static sg_status open_data(sg_workload *w, const sg_workload_options *o, sg_text *path,
                           sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_data_folders_find(path, w->experiment->data, o->data_folder, err));
    SG_TRY(sg_data_file_open(&w->data, path->data, sg_pool_threads(o->pool), err));
done:
    return status;
}

static sg_status relabel(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    sg_relabeling relabeling = {0};
    if (w->experiment->relabel == NULL) goto done;
    SG_TRY(sg_relabeling_read(&relabeling, w->experiment->relabel, err));
    SG_TRY(sg_dataset_relabel(&w->data, &relabeling, err));
done:
    sg_relabeling_free(&relabeling);
    return status;
}

/* Splits stand beside the data: FOLDER/splits/PROTOCOL/NAME_splits.json. */
static sg_status read_splits(sg_workload *w, const char *data_path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    const char *settings = sg_import_settings_of(data_path);
    size_t folder = settings != NULL ? (size_t)(settings - data_path) - 1 : strlen(data_path);
    while (folder > 0 && data_path[folder - 1] != '/') folder--;
    SG_TRY(sg_text_add(&path, err, "%.*ssplits/%s/%s_splits.json", (int)folder, data_path,
                       w->experiment->splits, w->data.name));
    SG_TRY(sg_splits_read(&w->splits, path.data, w->data.graph.n_graphs, err));
    SG_REQUIRE(w->splits.n_folds > 0, SG_EFORMAT, "%s: it has no folds", path.data);
    for (uint32_t f = 0; f < w->splits.n_folds; f++)
        SG_REQUIRE(w->splits.fold[f].train.n > 0, SG_EFORMAT,
                   "%s: fold %u has no training graphs", path.data, f);
done:
    sg_text_free(&path);
    return status;
}

/* The data set itself may say which graphs train and test. */
static sg_status take_splits(sg_workload *w, sg_error *err)
{
    sg_rng rng = sg_rng_stream(w->experiment->seed, (uint64_t[]){0x7a27}, 1);
    return sg_splits_of_parts(&w->splits, w->data.graph_part, w->data.graph_class,
                              w->data.graph.n_graphs, &rng, err);
}

static sg_status make_splits(sg_workload *w, sg_error *err)
{
    sg_rng rng = sg_rng_stream(w->experiment->seed, (uint64_t[]){0x5711}, 1);
    return sg_splits_make(&w->splits, w->data.graph_class, w->data.graph.n_graphs,
                          w->experiment->n_folds, &rng, err);
}

/* The inner folds of one fold: its training and validation graphs, cut anew. */
static sg_status make_inner(sg_fold *inner, const sg_workload *w, uint32_t f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_fold *fold = &w->splits.fold[f];
    const uint32_t n = fold->train.n + fold->validation.n;
    sg_splits made = {0};
    uint32_t *graph = NULL, *graph_class = NULL;
    SG_ALLOC(graph, n);
    memcpy(graph, fold->train.index, fold->train.n * sizeof *graph);
    if (fold->validation.n > 0)
        memcpy(graph + fold->train.n, fold->validation.index,
               fold->validation.n * sizeof *graph);
    if (w->data.graph_class != NULL) {
        SG_ALLOC(graph_class, n);
        for (uint32_t i = 0; i < n; i++) graph_class[i] = w->data.graph_class[graph[i]];
    }
    sg_rng rng = sg_rng_stream(w->experiment->seed, (uint64_t[]){0x1227, f}, 2);
    SG_TRY(sg_splits_make(&made, graph_class, n, w->n_inner, &rng, err));
    for (uint32_t i = 0; i < w->n_inner; i++) {
        sg_index_list *list[] = {&made.fold[i].train, &made.fold[i].validation,
                                 &made.fold[i].test};
        for (int l = 0; l < 3; l++)
            for (uint32_t j = 0; j < list[l]->n; j++)
                list[l]->index[j] = graph[list[l]->index[j]];
        inner[i] = made.fold[i];
        made.fold[i] = (sg_fold){0};
    }
done:
    sg_free(graph);
    sg_free(graph_class);
    sg_splits_free(&made);
    return status;
}

static sg_status open_splits(sg_workload *w, const char *data_path, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_protocol protocol = w->experiment->protocol;
    const bool made = protocol == SG_PROTOCOL_K_FOLD || protocol == SG_PROTOCOL_NESTED;
    w->n_inner = 1;
    const bool taken = protocol == SG_PROTOCOL_FIXED && w->data.graph_part != NULL;
    SG_TRY(made    ? make_splits(w, err)
           : taken ? take_splits(w, err)
                   : read_splits(w, data_path, err));
    if (protocol == SG_PROTOCOL_FIXED)
        SG_REQUIRE(w->splits.n_folds == 1, SG_EINVAL,
                   "protocol: fixed: the split file has %u folds, and 1 is wanted; fair is for "
                   "several",
                   w->splits.n_folds);
    if (protocol != SG_PROTOCOL_NESTED) goto done;
    w->n_inner = w->experiment->n_inner_folds;
    SG_ALLOC(w->inner.fold, (size_t)w->splits.n_folds * w->n_inner);
    for (uint32_t f = 0; f < w->splits.n_folds; f++) {
        SG_TRY(make_inner(w->inner.fold + (size_t)f * w->n_inner, w, f, err));
        w->inner.n_folds += w->n_inner;
    }
done:
    return status;
}

/* ---- Targets ---------------------------------------------------------------------------------- */

/* Numbers of the target columns that are asked for. */
static sg_status find_columns(uint32_t *column, const sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_experiment *e = w->experiment;
    for (uint32_t t = 0; t < e->n_targets; t++) {
        char *end = NULL;
        unsigned long number = strtoul(e->target[t], &end, 10);
        for (uint32_t c = 0; c < w->data.target_name.n; c++)
            if (strcmp(sg_names_at(&w->data.target_name, c), e->target[t]) == 0) {
                number = c;
                end = strchr(e->target[t], '\0');
            }
        SG_REQUIRE(end != e->target[t] && *end == '\0' && number < w->data.target.n_columns,
                   SG_EINVAL, "target: there is no column \"%.60s\"; %s has %u, from 0 on",
                   e->target[t], w->data.name, w->data.target.n_columns);
        column[t] = (uint32_t)number;
    }
done:
    return status;
}

/* Mean and standard deviation of a column over all graphs that have it. */
static sg_status measure_column(double *mean, double *std, const sg_dataset *data,
                                uint32_t column, sg_error *err)
{
    sg_status status = SG_OK;
    double *value = NULL;
    size_t n = 0;
    SG_ALLOC(value, data->graph.n_graphs);
    for (uint32_t g = 0; g < data->graph.n_graphs; g++) {
        const double v = data->target.value[(size_t)g * data->target.n_columns + column];
        if (!isnan(v)) value[n++] = v;
    }
    *mean = sg_mean(value, n);
    *std = sg_std(value, n);
    SG_REQUIRE(*std > 0, SG_EINVAL, "scale: target %u is the same for all graphs", column);
done:
    sg_free(value);
    return status;
}

static sg_status scale_targets(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    sg_model *m = &w->outputs;
    const uint32_t n = m->n_outputs;
    for (uint32_t c = 0; w->experiment->scale != SG_SCALE_NONE && c < n; c++) {
        double mean = 0;
        SG_TRY(measure_column(&mean, &m->scale[c], &w->data, m->target_column[c], err));
        m->offset[c] = w->experiment->scale == SG_SCALE_STANDARD ? mean : 0;
    }
    SG_ALLOC(w->target, (size_t)w->data.graph.n_graphs * n);
    for (uint32_t g = 0; g < w->data.graph.n_graphs; g++)
        for (uint32_t c = 0; c < n; c++) {
            const double value =
                w->data.target
                    .value[(size_t)g * w->data.target.n_columns + m->target_column[c]];
            w->target[(size_t)g * n + c] = (value - m->offset[c]) / m->scale[c];
        }
done:
    return status;
}

static sg_status open_targets(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_experiment *e = w->experiment;
    uint32_t *column = NULL;
    const sg_goal goal = e->has_goal                   ? e->goal
                         : w->data.graph_class != NULL ? SG_GOAL_CLASSIFICATION
                                                       : SG_GOAL_REGRESSION;
    if (e->target != NULL) {
        SG_ALLOC(column, e->n_targets);
        SG_TRY(find_columns(column, w, err));
    }
    SG_TRY(sg_model_describe_outputs(&w->outputs, &w->data, goal, column, e->n_targets, err));
    if (goal != SG_GOAL_CLASSIFICATION) SG_TRY(scale_targets(w, err));
done:
    sg_free(column);
    return status;
}

/* ---- Configurations --------------------------------------------------------------------------- */

static sg_status read_configurations(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = w->experiment->n_configurations;
    SG_ALLOC(w->configuration, n);
    for (uint32_t c = 0; c < n; c++) {
        SG_TRY(sg_experiment_configuration(&w->configuration[c], w->experiment, c,
                                           w->outputs.goal, err));
        w->n_configurations++;
    }
done:
    return status;
}

/* Without graphs to select with, the first configuration would win whatever it does. */
static sg_status check_selection(const sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_selection selection = sg_workload_selection(w);
    const bool standard = selection.protocol == SG_PROTOCOL_STANDARD;
    uint64_t n_graphs = 0;
    if (!sg_selection_is_needed(&selection) && !standard) goto done;
    for (uint32_t f = 0; f < w->splits.n_folds; f++) n_graphs += w->splits.fold[f].validation.n;
    for (uint32_t f = 0; f < w->inner.n_folds; f++) n_graphs += w->inner.fold[f].test.n;
    SG_REQUIRE(n_graphs > 0, SG_EINVAL,
               "splits: no fold has validation graphs, so %s cannot be selected",
               standard ? "an epoch" : "a configuration");
done:
    return status;
}

static uint32_t count_folds(const sg_workload *w)
{
    return w->splits.n_folds + w->inner.n_folds;
}

static const sg_fold *fold_at(const sg_workload *w, uint32_t f)
{
    return f < w->splits.n_folds ? &w->splits.fold[f] : &w->inner.fold[f - w->splits.n_folds];
}

/* The order is decided by the experiment's seed and the fold, so that shares of one configuration are
 * parts of those of another. */
static sg_status order_shares(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    bool wanted = false;
    for (uint32_t c = 0; c < w->n_configurations; c++)
        wanted = wanted || w->configuration[c].train.share < 1;
    if (!wanted) goto done;
    SG_ALLOC(w->share, count_folds(w));
    for (uint32_t f = 0; f < count_folds(w); f++) {
        const sg_index_list *list = &fold_at(w, f)->train;
        sg_rng rng = sg_rng_stream(w->experiment->seed, (uint64_t[]){0x54a2e, f}, 2);
        SG_ALLOC(w->share[f], list->n);
        SG_TRY(
            sg_share_order(w->share[f], list->index, list->n, w->data.graph_class, &rng, err));
    }
done:
    return status;
}

/* Labels and plans over all graphs, in the numbers of all graphs or of the training graphs. */
static sg_status open_vocabulary(sg_vocabulary_shelf *v, const sg_workload *w,
                                 const sg_fold *fold, const sg_invariant_options *o,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    if (fold != NULL) {
        SG_TRY(
            sg_dataset_subset(&v->training, &w->data, fold->train.index, fold->train.n, err));
        SG_TRY(sg_shelf_open(&v->training_shelf, &v->training, NULL, o, err));
        for (uint32_t c = 0; c < w->n_configurations; c++)
            SG_TRY(sg_binding_learn(&v->knowledge, v->training_shelf,
                                    &w->configuration[c].blueprint, err));
    }
    SG_TRY(sg_shelf_open(&v->shelf, &w->data, fold != NULL ? &v->knowledge : NULL, o, err));
done:
    return status;
}

static uint32_t largest_batch(const sg_workload *w, uint32_t configuration)
{
    uint32_t largest = 0;
    for (uint32_t f = 0; f < count_folds(w); f++) {
        const sg_train_job job = sg_workload_job(w, configuration, fold_at(w, f));
        const uint32_t batch = sg_train_max_batch(&job);
        if (batch > largest) largest = batch;
    }
    return largest;
}

static sg_targets targets_of(const sg_workload *w)
{
    return (sg_targets){.graph_class = w->data.graph_class,
                        .value = w->target,
                        .n_columns = w->outputs.n_outputs};
}

/* Open the network once, so that layers which do not fit together are found before hours of training,
 * not behind them. */
static sg_status check_network(const sg_workload *w, const sg_configuration *c,
                               const sg_binding *binding, sg_error *err)
{
    sg_status status = SG_OK;
    sg_learner *learner = NULL;
    const sg_learner_options options = {.precision = c->train.precision,
                                        .optimizer = c->train.optimizer,
                                        .loss = c->train.loss,
                                        .targets = targets_of(w),
                                        .clip = c->train.clip,
                                        .average = c->train.average};
    SG_TRY(sg_learner_open(&learner, &binding->spec, &options, NULL, err));
    const uint32_t n = sg_learner_outputs(learner);
    SG_REQUIRE(n == w->outputs.n_outputs, SG_EINVAL,
               "model: it has %u outputs, but the data has %u %s; end with a layer that has as "
               "many (outputs: targets)",
               n, w->outputs.n_outputs,
               w->outputs.goal == SG_GOAL_CLASSIFICATION ? "classes" : "targets");
done:
    sg_learner_close(learner);
    return status;
}

static sg_status open_bindings(sg_workload *w, const sg_workload_options *o, sg_error *err)
{
    sg_status status = SG_OK;
    const bool per_fold = w->experiment->vocabulary_of_training;
    const uint32_t n = per_fold ? w->splits.n_folds : 1;
    const sg_invariant_options inner = {.pool = o->pool, .observer = o->observer};
    SG_ALLOC(w->vocabulary, n);
    SG_ALLOC(w->binding, (size_t)w->n_configurations * n);
    w->n_vocabularies = n;
    for (uint32_t v = 0; v < n; v++)
        SG_TRY(open_vocabulary(&w->vocabulary[v], w, per_fold ? &w->splits.fold[v] : NULL,
                               &inner, err));
    for (uint32_t c = 0; c < w->n_configurations; c++) {
        const uint32_t batch = largest_batch(w, c);
        SG_TRY(sg_observe(o->observer,
                          (sg_progress){"preparing", "configurations", c, w->n_configurations},
                          err));
        for (uint32_t v = 0; v < n; v++) {
            sg_binding *binding = &w->binding[(size_t)c * n + v];
            SG_TRY(sg_binding_make(binding, w->vocabulary[v].shelf,
                                   &w->configuration[c].blueprint, w->outputs.n_outputs, batch,
                                   err));
            SG_TRY(sg_binding_freeze(binding, &w->configuration[c].train.freeze,
                                     w->configuration[c].blueprint.n_layers, err));
        }
        SG_TRY(check_network(w, &w->configuration[c], &w->binding[(size_t)c * n], err));
    }
done:
    return status;
}

static sg_status open_start(sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_experiment *e = w->experiment;
    if (e->from == NULL) goto done;
    SG_TRY(sg_start_open(&w->start, e->from, err));
    const uint32_t end = sg_layer_set_end(&e->from_layers),
                   n_layers = w->start.model.blueprint.n_layers;
    SG_REQUIRE(end <= n_layers, SG_EINVAL,
               "from.layers: the model has no layer %u; it has %u, from 0 on", end - 1,
               n_layers);
done:
    return status;
}

sg_status sg_workload_open(sg_workload *workload, const sg_experiment *experiment,
                           const sg_workload_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    *workload = (sg_workload){.experiment = experiment};
    SG_TRY(open_start(workload, err));
    SG_TRY(open_data(workload, options, &path, err));
    SG_TRY(relabel(workload, err));
    SG_TRY(open_splits(workload, path.data, err));
    SG_TRY(open_targets(workload, err));
    SG_TRY(read_configurations(workload, err));
    SG_TRY(check_selection(workload, err));
    SG_TRY(order_shares(workload, err));
    SG_TRY(open_bindings(workload, options, err));
done:
    sg_text_free(&path);
    if (status != SG_OK) sg_workload_close(workload);
    return status;
}

void sg_workload_close(sg_workload *w)
{
    for (uint32_t c = 0; c < w->n_configurations; c++) {
        for (uint32_t v = 0; w->binding != NULL && v < w->n_vocabularies; v++)
            sg_binding_free(&w->binding[(size_t)c * w->n_vocabularies + v]);
        sg_configuration_free(&w->configuration[c]);
    }
    for (uint32_t v = 0; v < w->n_vocabularies; v++) {
        sg_shelf_close(w->vocabulary[v].shelf);
        sg_shelf_close(w->vocabulary[v].training_shelf);
        sg_knowledge_free(&w->vocabulary[v].knowledge);
        sg_dataset_free(&w->vocabulary[v].training);
    }
    sg_free(w->binding);
    sg_free(w->configuration);
    sg_free(w->vocabulary);
    sg_free(w->target);
    for (uint32_t f = 0; w->share != NULL && f < count_folds(w); f++) sg_free(w->share[f]);
    sg_free(w->share);
    sg_start_close(&w->start);
    sg_model_free(&w->outputs);
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
                              sg_metric_higher_is_better(w->configuration[0].train.metric),
                          .n_configurations = w->n_configurations,
                          .n_runs = w->experiment->n_runs,
                          .n_folds = w->splits.n_folds,
                          .n_inner = w->n_inner};
}

static uint64_t hash_list(uint64_t before, const sg_index_list *list)
{
    uint64_t hash = sg_hash_words((uint64_t[]){before, list->n}, 2);
    for (uint32_t i = 0; i < list->n; i++)
        hash = sg_hash_words((uint64_t[]){hash, list->index[i]}, 2);
    return hash;
}

uint64_t sg_workload_splits_fingerprint(const sg_workload *w)
{
    uint64_t hash = sg_hash_words((uint64_t[]){w->splits.n_folds, w->n_inner}, 2);
    for (uint32_t f = 0; f < w->splits.n_folds; f++) {
        const sg_fold *fold = &w->splits.fold[f];
        hash =
            hash_list(hash_list(hash_list(hash, &fold->train), &fold->validation), &fold->test);
    }
    return hash;
}

const sg_fold *sg_workload_fold(const sg_workload *workload, bool for_selection, uint32_t fold)
{
    return for_selection && workload->n_inner > 1 ? &workload->inner.fold[fold]
                                                  : &workload->splits.fold[fold];
}

const sg_binding *sg_workload_binding(const sg_workload *workload, uint32_t configuration,
                                      uint32_t fold)
{
    const uint32_t n = workload->n_vocabularies;
    return &workload->binding[(size_t)configuration * n + (n > 1 ? fold : 0)];
}

/* Train on the beginning of the fold's order. */
static void use_share(sg_train_job *job, const sg_workload *w, const sg_fold *fold)
{
    for (uint32_t f = 0; f < count_folds(w); f++) {
        if (fold_at(w, f) != fold) continue;
        job->graph[0] = w->share[f];
        job->n_graphs[0] = sg_share_count(fold->train.n, job->options->share);
    }
}

sg_train_job sg_workload_job(const sg_workload *w, uint32_t configuration, const sg_fold *fold)
{
    sg_train_job job = {.options = &w->configuration[configuration].train,
                        .targets = targets_of(w),
                        .scale = w->experiment->report_scaled ? NULL : w->outputs.scale};
    assert(fold != NULL);
    const sg_index_list *list[] = {&fold->train, &fold->validation, &fold->test};
    for (int p = 0; p < SG_N_PARTS; p++) {
        job.graph[p] = list[p]->index;
        job.n_graphs[p] = list[p]->n;
    }
    if (job.options->share < 1) use_share(&job, w, fold);
    return job;
}

/* ---- Starting from another model ---------------------------------------------------------------- */

sg_status sg_workload_match(sg_transfer *transfer, const sg_workload *w, uint32_t configuration,
                            uint32_t fold, const sg_learner *learner, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_vocabulary_shelf *v = &w->vocabulary[w->n_vocabularies > 1 ? fold : 0];
    const sg_blueprint *blueprint = &w->configuration[configuration].blueprint;
    sg_knowledge knowledge = {0};
    SG_TRY(sg_binding_learn(
        &knowledge, v->training_shelf != NULL ? v->training_shelf : v->shelf, blueprint, err));
    const sg_transfer_side mine = {blueprint, &knowledge,
                                   sg_workload_binding(w, configuration, fold), learner};
    const sg_transfer_side theirs = {&w->start.model.blueprint, &w->start.model.knowledge,
                                     &w->start.frame.binding, w->start.frame.learner};
    const sg_transfer_options options = {
        .layers = w->experiment->from_some ? &w->experiment->from_layers : NULL,
        .same_outputs = sg_model_same_outputs(&w->outputs, &w->start.model)};
    SG_TRY(sg_transfer_make(transfer, &mine, &theirs, &options, err));
done:
    sg_knowledge_free(&knowledge);
    return status;
}

sg_status sg_workload_start(sg_learner *learner, const sg_workload *w, uint32_t configuration,
                            uint32_t fold, sg_error *err)
{
    sg_status status = SG_OK;
    sg_transfer transfer = {0};
    double *weight = NULL;
    if (w->experiment->from == NULL) goto done;
    SG_ALLOC(weight, sg_learner_size(learner));
    SG_TRY(sg_workload_match(&transfer, w, configuration, fold, learner, err));
    sg_learner_read(weight, learner);
    sg_transfer_apply(weight, &transfer, w->start.model.weight);
    sg_learner_write(learner, weight);
done:
    sg_free(weight);
    sg_transfer_free(&transfer);
    return status;
}

static sg_status copy_names(sg_model *to, const sg_model *from, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t c = 0; from->target_name != NULL && c < from->n_outputs; c++) {
        to->scale[c] = from->scale[c];
        to->offset[c] = from->offset[c];
        sg_free(to->target_name[c]);
        to->target_name[c] = sg_text_copy(from->target_name[c]);
        SG_REQUIRE(to->target_name[c] != NULL, SG_ENOMEM, "out of memory");
    }
done:
    return status;
}

sg_status sg_workload_model(sg_model *model, const sg_workload *w, uint32_t configuration,
                            uint32_t fold, const double *weight, size_t n_weights,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const sg_configuration *c = &w->configuration[configuration];
    const sg_model *o = &w->outputs;
    const sg_vocabulary_shelf *v = &w->vocabulary[w->n_vocabularies > 1 ? fold : 0];
    sg_model made = {.loss = c->train.loss,
                     .precision = c->train.precision,
                     .n_weights = n_weights,
                     .is_trained = true};
    sg_configuration copy = {0};
    SG_TRY(sg_model_describe_outputs(&made, &w->data, o->goal, o->target_column, o->n_outputs,
                                     err));
    SG_TRY(copy_names(&made, o, err));
    SG_TRY(sg_experiment_configuration(&copy, w->experiment, configuration, o->goal, err));
    made.blueprint = copy.blueprint;
    copy.blueprint = (sg_blueprint){0};
    if (made.blueprint.input == SG_INPUT_ATTRIBUTES)
        made.n_attributes = w->data.node_attribute.n_columns;
    SG_TRY(sg_binding_learn(&made.knowledge,
                            v->training_shelf != NULL ? v->training_shelf : v->shelf,
                            &made.blueprint, err));
    SG_ALLOC(made.weight, n_weights);
    memcpy(made.weight, weight, n_weights * sizeof *weight);
    *model = made;
    made = (sg_model){0};
done:
    sg_configuration_free(&copy);
    sg_model_free(&made);
    return status;
}
