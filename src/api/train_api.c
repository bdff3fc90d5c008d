/* train_api.c - training behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/struct_size.h"
#include "config/train_section.h"
#include "config/typed_members.h"
#include "config/typed_train.h"
#include "data/share.h"
#include "model/transfer.h"
#include "text/yaml.h"
#include "train/item_targets.h"
#include "train/trainer.h"

#include <string.h>

/* ---- Settings ---------------------------------------------------------------------------------- */

/* What a training must go together with. */
typedef struct purpose {
    sg_task task;
    uint32_t n_layers;
} purpose;

/* Read a `train:` map over options. */
static sg_status read_map(sg_train_options *options, const purpose *p, const sg_node *map,
                          const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_train_options made = *options;
    sg_fields f;
    SG_TRY(sg_train_section_read(&made, &f, map, path, err));
    SG_TRY(sg_train_section_check(&made, p->task, &f, err));
    SG_TRY(sg_train_section_check_layers(&made, p->n_layers, &f, err));
    *options = made;
done:
    return status;
}

/* Read settings over options: the whole of a text, or its member `train`. */
static sg_status read_text(sg_train_options *options, const purpose *p, const char *text,
                           const char *path, bool is_description, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    if (text == NULL) goto done;
    SG_TRY(sg_yaml_parse(&tree, path, text, strlen(text), err));
    const sg_node *map = is_description ? sg_node_member(tree.root, "train") : tree.root;
    SG_TRY(read_map(options, p, map, path, err));
done:
    sg_tree_free(&tree);
    return status;
}

/* Read the typed settings over options. */
static sg_status read_typed(sg_train_options *options, const purpose *p,
                            const sg_training_options *t, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_node *map = NULL;
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_typed_train_put(map, t, err));
    if (map->n_children > 0)
        SG_TRY(
            sg_typed_failure(read_map(options, p, map, NULL, &inner), &inner, "training", err));
done:
    sg_node_free(map);
    return status;
}

static sg_status read_settings(sg_train_options *options, const purpose *p,
                               const sg_training_options *t, sg_error *err)
{
    sg_status status = SG_OK;
    sg_train_options made = sg_train_defaults(p->task);
    const char *path = t->path != NULL ? t->path : "description";
    SG_TRY(read_text(&made, p, t->description, path, true, err));
    SG_TRY(read_text(&made, p, t->settings, "settings", false, err));
    SG_TRY(read_typed(&made, p, t, err));
    *options = made;
done:
    return status;
}

sg_status sg_training_preview(sg_training_outline *outline, const sg_training_options *training,
                              const sg_model_size *size, sg_error *err)
{
    SG_REQUIRE_RESULT(outline, patience);
    SG_REQUIRE_ARGUMENT(size);
    sg_model_size of;
    SG_TAKE_OPTIONS(of, size, n_weights);
    sg_training_options t;
    SG_TAKE_OPTIONS(t, training, share);
    if ((unsigned)of.task >= SG_N_TASKS)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "size->task: %u is none of the possible values", (unsigned)of.task);
    sg_status status = SG_OK;
    const purpose p = {of.task, of.n_layers};
    sg_train_options options;
    SG_TRY(read_settings(&options, &p, &t, err));
    const sg_training_outline made = {.metric = options.metric->name,
                                      .higher_is_better = options.metric->higher_is_better,
                                      .in_percent = options.metric->in_percent,
                                      .n_epochs = options.n_epochs,
                                      .patience = options.patience};
    sg_struct_write(outline, &made, sizeof made);
done:
    return status;
}

/* ---- What a training needs --------------------------------------------------------------------- */

/* All that a training needs and must be released afterwards. */
typedef struct session {
    sg_train_options options;
    sg_training_spec training;
    uint32_t *all;   /* [n items] 0, 1, 2, ...                        */
    uint32_t *share; /* training items, if not all of them count     */
    sg_item_targets targets;
    sg_invariant_options invariants;
    sg_model_on_data on_data;
    sg_trainer *trainer;
} session;

static void session_close(session *s)
{
    sg_trainer_close(s->trainer);
    sg_model_on_data_close(&s->on_data);
    sg_threads_close(s->invariants.threads);
    sg_free(s->all);
    sg_free(s->share);
    sg_item_targets_free(&s->targets);
}

static sg_status choose_items(session *s, const sg_training_options *t, const sg_dataset *data,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = sg_item_count(data);
    SG_ALLOC(s->all, n);
    for (uint32_t i = 0; i < n; i++) s->all[i] = i;
    for (int p = 0; p < SG_N_PARTS; p++) {
        s->training.item[p] = t->item[p];
        s->training.n_items[p] = t->item[p] != NULL ? t->n_items[p] : 0;
        for (uint32_t i = 0; i < s->training.n_items[p]; i++)
            SG_REQUIRE(t->item[p][i] < n, SG_EINVAL,
                       "train: there is no item %u; the data set %s has %u", t->item[p][i],
                       data->name != NULL ? data->name : "", n);
    }
    if (t->item[SG_TRAIN] == NULL) {
        s->training.item[SG_TRAIN] = s->all;
        s->training.n_items[SG_TRAIN] = n;
    }
done:
    return status;
}

static sg_status cut_share(session *s, const sg_dataset *data, uint64_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = s->training.n_items[SG_TRAIN];
    sg_rng rng = sg_rng_stream(seed, (uint64_t[]){0x54a2e}, 1);
    if (s->options.share >= 1) goto done;
    SG_ALLOC(s->share, n);
    SG_TRY(sg_share_order(s->share, s->training.item[SG_TRAIN], n, data->items.item_class, &rng,
                          err));
    s->training.item[SG_TRAIN] = s->share;
    s->training.n_items[SG_TRAIN] = sg_share_count(n, s->options.share);
done:
    return status;
}

/* ---- Starting from another model ---------------------------------------------------------------- */

sg_status sg_model_match(sg_layer_match *layer, const sg_model *model, const sg_model *from,
                         const uint32_t *from_layers, uint32_t n_from_layers, sg_error *err)
{
    if (layer == NULL) return sg_error_set(err, SG_EINVAL, SG_WHERE, "match: it is NULL");
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(from);
    sg_status status = SG_OK;
    sg_model_on_data alone = {0};
    sg_transfer transfer = {0};
    SG_TRY(sg_model_open_alone(&alone, model, 0, err));
    SG_TRY(
        sg_transfer_between(&transfer, model, &alone, from, from_layers, n_from_layers, err));
    memcpy(layer, transfer.layer, transfer.n_layers * sizeof *layer);
done:
    sg_transfer_free(&transfer);
    sg_model_on_data_close(&alone);
    return status;
}

static sg_status start_from(const session *s, const sg_model *model,
                            const sg_training_options *t, sg_error *err)
{
    sg_status status = SG_OK;
    sg_transfer transfer = {0};
    SG_TRY(sg_transfer_between(&transfer, model, &s->on_data, t->from, t->from_layers,
                               t->n_from_layers, err));
    SG_TRY(sg_transfer_to_learner(sg_trainer_learner(s->trainer), &transfer, t->from->weight,
                                  err));
done:
    sg_transfer_free(&transfer);
    return status;
}

/* ---- Training ---------------------------------------------------------------------------------- */

/* Where the model was built for this very data, its labels and plans are there already. */
static sg_status place_model(session *s, const sg_model *model, const sg_dataset *data,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_placement on = {.cache = model->kept.data == data ? model->kept.cache : NULL,
                             .data = data,
                             .known = &model->vocabularies,
                             .invariants = &s->invariants,
                             .max_batch = sg_train_max_batch(&s->training)};
    SG_TRY(sg_model_on_data_open(&s->on_data, &model->blueprint, model->outputs.n, &on, err));
    SG_TRY(sg_model_on_data_freeze(&s->on_data, &s->options.freeze, err));
done:
    return status;
}

static sg_status session_open(session *s, sg_model *model, const sg_dataset *data,
                              const sg_training_options *t, sg_error *err)
{
    sg_status status = SG_OK;
    const purpose p = {model->outputs.task, model->blueprint.n_layers};
    s->training.options = &s->options;
    s->training.seed = t->seed;
    s->training.shuffle_first = (uint32_t)t->seed;
    SG_TRY(read_settings(&s->options, &p, t, err));
    SG_TRY(choose_items(s, t, data, err));
    SG_TRY(cut_share(s, data, t->seed, err));
    SG_TRY(sg_item_targets_make(&s->targets, &model->outputs, data, err));
    s->training.targets = s->targets.of_loss;
    s->training.scale = model->outputs.scale;
    s->training.observer = s->invariants.observer = t->observer;
    SG_TRY(sg_threads_open(&s->invariants.threads, t->n_threads, err));
    SG_TRY(place_model(s, model, data, err));
    s->on_data.spec.seed = t->seed;
    for (size_t i = 0; t->plan != NULL && i < sg_plan_cache_plan_count(s->on_data.cache); i++) {
        const sg_plan_choice plan = sg_plan_cache_plan_at(s->on_data.cache, i);
        t->plan(t->context, &plan);
    }
    SG_TRY(sg_trainer_open(&s->trainer, &s->on_data.spec, &s->training, s->invariants.threads,
                           err));
    if (model->is_trained)
        sg_learner_write(sg_trainer_learner(s->trainer), model->weight);
    else if (t->from != NULL)
        SG_TRY(start_from(s, model, t, err));
done:
    return status;
}

sg_status sg_model_train(sg_epoch *best, sg_model *model, const sg_dataset *data,
                         const sg_training_options *training, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    sg_training_options t;
    SG_TAKE_OPTIONS(t, training, share);
    sg_status status = SG_OK;
    session s = {0};
    sg_epoch epoch = {0};
    bool go_on = true;
    SG_TRY(session_open(&s, model, data, &t, err));
    while (go_on && !sg_trainer_is_over(s.trainer)) {
        sg_epoch next;
        status = sg_trainer_epoch(&next, s.trainer, err);
        if (status == SG_ECANCELED && epoch.epoch > 0) break;
        if (status != SG_OK) goto done;
        epoch = next;
        go_on = t.epoch == NULL || t.epoch(t.context, &epoch);
    }
    go_on = go_on || sg_trainer_is_over(s.trainer);
    sg_trainer_recall(s.trainer);
    sg_learner_read(model->weight, sg_trainer_learner(s.trainer));
    model->is_trained = true;
    model->loss = s.options.loss;
    model->precision = s.options.precision;
    if (best != NULL) *best = sg_trainer_best(s.trainer);
    SG_REQUIRE(go_on, SG_ECANCELED, "training was stopped after epoch %u", epoch.epoch);
done:
    session_close(&s);
    if (model->is_trained) sg_model_leave_data(model);
    return status;
}

const char *sg_loss_word(size_t i)
{
    return sg_typed_loss_word(i);
}

const char *sg_metric_word(size_t i)
{
    return sg_typed_metric_word(i);
}

const char *sg_optimizer_word(size_t i)
{
    return sg_typed_optimizer_word(i);
}

const char *sg_schedule_word(size_t i)
{
    return sg_typed_schedule_word(i);
}

const char *sg_init_word(size_t i)
{
    return sg_typed_init_word(i);
}

const char *sg_precision_word(size_t i)
{
    return sg_typed_precision_word(i);
}
