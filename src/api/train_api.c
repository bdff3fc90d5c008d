/* train_api.c - training behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "config/train_section.h"
#include "config/typed_train.h"
#include "model/transfer.h"
#include "text/yaml.h"
#include "train/training_session.h"

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

sg_status sg_training_preview(sg_training_outline *outline, const sg_training_options *training,
                              const sg_model_size *size, sg_error *err)
{
    SG_REQUIRE_RESULT(outline, patience);
    SG_REQUIRE_ARGUMENT(size);
    sg_model_size of;
    SG_TAKE_OPTIONS(of, size, item);
    sg_training_options t;
    SG_TAKE_OPTIONS(t, training, batch_nodes);
    SG_REQUIRE_OBSERVER(t, "training");
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

/* ---- Starting from another model ---------------------------------------------------------------- */

sg_status sg_model_match(sg_layer_match *layer, const sg_model *model, const sg_model *from,
                         const uint32_t *from_layers, uint32_t n_from_layers, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(model);
    if (layer == NULL) return sg_error_set(err, SG_EINVAL, SG_WHERE, "match: it is NULL");
    SG_REQUIRE_ARGUMENT(from);
    SG_REQUIRE_ARRAY(from_layers, n_from_layers);
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

sg_status sg_model_train(sg_epoch *best, sg_model *model, const sg_dataset *data,
                         const sg_training_options *training, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    sg_training_options t;
    SG_TAKE_OPTIONS(t, training, batch_nodes);
    SG_REQUIRE_OBSERVER(t, "training");
    if (training != NULL) SG_REQUIRE_ARRAY(training->from_layers, training->n_from_layers);
    if (t.from == NULL && t.from_layers != NULL)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "training->from_layers: training->from is NULL, so there is no "
                            "model to take layers from");
    sg_status status = SG_OK;
    const purpose p = {model->outputs.task, model->blueprint.n_layers};
    sg_train_options options;
    sg_training_session session = {0};
    if ((status = sg_model_check_idle(model, err)) != SG_OK) return status;
    /* Callbacks may close the data, and are refused where they try to change it. */
    sg_dataset_hold *hold = sg_dataset_hold_take(data);
    model->in_training = true;
    SG_TRY(read_settings(&options, &p, &t, err));
    SG_TRY(sg_training_session_open(&session, model, data, &options, &t, err));
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
