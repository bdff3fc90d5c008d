/* train_api.c - training behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "config/train_section.h"
#include "config/typed_train.h"
#include "model/transfer.h"
#include "store/training_checkpoint.h"
#include "text/yaml.h"
#include "train/training_session.h"

#include <math.h>
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
    sg_fields f;
    if (text == NULL) goto done;
    SG_TRY(sg_yaml_parse(&tree, path, text, strlen(text), err));
    if (is_description) SG_TRY(sg_fields_open(&f, tree.root, NULL, path, err));
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
    SG_TRY(sg_typed_train_check_layers(t, p->n_layers, err));
    if (map->n_children > 0)
        SG_TRY(sg_typed_train_failure(read_map(options, p, map, NULL, &inner), &inner, err));
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

static sg_status check_arrays(const sg_training_options *training, sg_error *err)
{
    SG_REQUIRE_ENTRIES(training->from_layers, training->n_from_layers);
    SG_REQUIRE_ENTRIES(training->freeze, training->n_freeze);
    SG_REQUIRE_ENTRIES(training->rate_of, training->n_rates_of);
    SG_REQUIRE_ENTRIES(training->decay_of, training->n_decays_of);
    return SG_OK;
}

/* Whether nothing is said in vain. */
static sg_status check_options(const sg_training_options *t, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(t->path == NULL || t->description != NULL, SG_EINVAL,
               "training->path: it names a description, and there is none");
    SG_REQUIRE(t->from != NULL || t->from_layers == NULL, SG_EINVAL,
               "training->from_layers: training->from is NULL, so there is no model to take "
               "layers from");
    SG_TRY(check_arrays(t, err));
    SG_REQUIRE(t->checkpoint_seconds >= 0 && t->checkpoint_seconds < INFINITY, SG_EINVAL,
               "training->checkpoint_seconds: %g is no time between two checkpoints",
               t->checkpoint_seconds);
    SG_REQUIRE(t->checkpoint == NULL || t->checkpoint[0] != '\0', SG_EINVAL,
               "training->checkpoint: it is empty");
    SG_REQUIRE(t->checkpoint != NULL || t->checkpoint_seconds == 0, SG_EINVAL,
               "training->checkpoint_seconds: training->checkpoint is NULL, so there is no "
               "file to write to");
done:
    return status;
}

sg_status sg_training_preview(sg_training_outline *outline, const sg_training_options *training,
                              const sg_model_size *size, sg_error *err)
{
    SG_REQUIRE_RESULT(outline, patience);
    SG_REQUIRE_ARGUMENT(size);
    sg_model_size of;
    SG_TAKE_OPTIONS(of, size, item);
    sg_training_options t;
    SG_TAKE_OPTIONS(t, training, checkpoint_seconds);
    SG_REQUIRE_OBSERVER(t, "training");
    SG_REQUIRE_CHOICE(size->task, SG_N_TASKS);
    SG_REQUIRE_CHOICE(size->item, SG_ITEM_NODE + 1);
    sg_status status = SG_OK;
    const purpose p = {of.task, of.n_layers};
    sg_train_options options;
    SG_TRY(check_options(&t, err));
    SG_TRY(read_settings(&options, &p, &t, err));
    SG_TRY(sg_training_settings_check(&options, of.item, err));
    const sg_training_outline made = {.metric = options.metric->name,
                                      .higher_is_better = options.metric->higher_is_better,
                                      .in_percent = options.metric->in_percent,
                                      .n_epochs = options.n_epochs,
                                      .patience = options.patience};
    sg_struct_write(outline, &made, sizeof made);
done:
    return status;
}

/* ---- Starting from another model ---------------------------------------------------------------- */

sg_status sg_model_match(sg_layer_match *layer, const sg_model *model, const sg_model *from,
                         const uint32_t *from_layers, uint32_t n_from_layers, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(model);
    if (layer == NULL) return sg_error_set(err, SG_EINVAL, SG_WHERE, "match: it is NULL");
    SG_REQUIRE_ARGUMENT(from);
    SG_REQUIRE_ENTRIES(from_layers, n_from_layers);
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

/* ---- Training ---------------------------------------------------------------------------------- */

static sg_status keep_training(void *context, const sg_trainer *trainer, bool must,
                               sg_error *err)
{
    return sg_training_checkpoint_keep(context, trainer, must, err);
}

/* Go on from the caller's checkpoint, and keep the training there. */
static sg_status open_checkpoint(sg_training_checkpoint *kept, sg_training_session *session,
                                 const sg_dataset *data, const sg_training_options *t,
                                 sg_error *err)
{
    enum { DEFAULT_SECONDS = 600 };
    sg_status status = SG_OK;
    uint64_t fingerprint = 0;
    if (t->checkpoint == NULL) goto done;
    status = sg_training_session_fingerprint(&fingerprint, session, data, err);
    SG_TRY(sg_cluster_agree(t->cluster, status, err));
    SG_TRY(sg_training_checkpoint_open(kept, t->checkpoint, fingerprint,
                                       t->checkpoint_seconds > 0 ? t->checkpoint_seconds
                                                                 : DEFAULT_SECONDS,
                                       t->cluster, session->trainer, err));
    session->keeper = (sg_training_keeper){keep_training, kept};
done:
    return status;
}

sg_status sg_model_train(sg_epoch *best, sg_model *model, const sg_dataset *data,
                         const sg_training_options *training, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    sg_training_options t;
    SG_TAKE_OPTIONS(t, training, checkpoint_seconds);
    SG_REQUIRE_OBSERVER(t, "training");
    sg_status status = check_options(&t, err);
    if (status != SG_OK) return status;
    const purpose p = {model->outputs.task, model->blueprint.n_layers};
    sg_train_options options;
    sg_training_session session = {0};
    sg_training_checkpoint kept;
    if ((status = sg_model_check_idle(model, err)) != SG_OK) return status;
    /* Callbacks may close the data, and are refused where they try to change it. */
    sg_dataset_hold *hold = sg_dataset_hold_take(data);
    model->in_training = true;
    status = read_settings(&options, &p, &t, err);
    if (status == SG_OK)
        status = sg_training_session_open(&session, model, data, &options, &t, err);
    SG_TRY(sg_cluster_agree(t.cluster, status, err));
    SG_TRY(sg_training_session_compare(&session, data, err));
    SG_TRY(open_checkpoint(&kept, &session, data, &t, err));
    SG_TRY(sg_training_session_run(best, &session, err));
done:
    model->in_training = false;
    sg_training_session_close(&session);
    if (model->is_trained) sg_model_leave_data(model);
    sg_dataset_hold_release(hold);
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
