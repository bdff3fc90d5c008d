/* train_options.c - defaults, and reading them from a tree. */
#include "train/train_options.h"

#include "model/model_words.h"

#include <stdio.h>
#include <string.h>

enum { MAX_EPOCHS = 1000000, MAX_BATCH = 1 << 24, MAX_SHARDS = 1 << 16 };

const char *const sg_class_weight_words[2] = {"none", "balanced"};
const char *const sg_calibrate_words[2] = {"none", "temperature"};

sg_train_options sg_train_defaults(sg_task task)
{
    return (sg_train_options){.loss = sg_loss_default(task),
                              .metric = sg_metric_default(task),
                              .optimizer = sg_optimizer_default(SG_OPTIMIZER_ADAM),
                              .learning_rate = 0.01,
                              .schedule = {.kind = SG_SCHEDULE_CONSTANT},
                              .batch_size = 64,
                              .n_shards = 1,
                              .n_epochs = 200,
                              .init = {SG_INIT_CONSTANT, 0.001, 0},
                              .bias_init = {SG_INIT_CONSTANT, 0, 0},
                              .share = 1};
}

/* What the parser of a member's text says, with the place. */
static sg_status place(sg_fields *f, const char *name, const sg_error *inner, sg_error *err)
{
    return sg_tree_fail(err, f->path, sg_field(f, name), "%s.%s: %s", f->name, name,
                        inner->text);
}

static sg_status read_init(sg_init *init, sg_fields *f, const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    const char *text = NULL;
    SG_TRY(sg_field_text(&text, f, name, err));
    if (text != NULL && sg_init_parse(init, text, &inner) != SG_OK)
        SG_TRY(place(f, name, &inner, err));
done:
    return status;
}

static sg_status read_optimizer(sg_optimizer *optimizer, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    const char *text = NULL;
    sg_optimizer_kind kind = optimizer->kind;
    SG_TRY(sg_field_text(&text, f, "optimizer", err));
    if (text != NULL) {
        if (sg_optimizer_parse(&kind, text, &inner) != SG_OK)
            SG_TRY(place(f, "optimizer", &inner, err));
        *optimizer = sg_optimizer_default(kind);
    }
    for (int i = 0; i < SG_N_OPTIMIZER_MEMBERS; i++) {
        const sg_optimizer_member *m = &sg_optimizer_members[i];
        void *at = (char *)optimizer + m->offset;
        SG_TRY(m->is_flag ? sg_field_bool(at, f, m->word, err)
                          : sg_field_real(at, f, m->word, m->min, m->max, err));
    }
done:
    return status;
}

static sg_status read_schedule(sg_schedule *schedule, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    const char *text = NULL;
    SG_TRY(sg_field_text(&text, f, "schedule", err));
    if (text != NULL && sg_schedule_parse(schedule, text, &inner) != SG_OK)
        SG_TRY(place(f, "schedule", &inner, err));
done:
    return status;
}

static sg_status read_metric(const sg_metric **metric, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    const char *text = NULL;
    SG_TRY(sg_field_text(&text, f, "metric", err));
    if (text != NULL && sg_metric_parse(metric, text, &inner) != SG_OK)
        SG_TRY(place(f, "metric", &inner, err));
done:
    return status;
}

sg_status sg_layer_set_read(sg_layer_set *set, const sg_node *node, const char *name,
                            const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_layer_set made = {0};
    const bool is_list = node->kind == SG_NODE_LIST;
    for (size_t i = 0; i < (is_list ? node->n_children : 1); i++) {
        uint64_t layer = 0;
        SG_TRY(sg_node_whole(&layer, is_list ? node->child[i] : node, name, path, 0,
                             SG_LAYER_SET_SIZE - 1, err));
        sg_layer_set_add(&made, (uint32_t)layer);
    }
    *set = made;
done:
    return status;
}

static sg_status read_freeze(sg_layer_set *freeze, sg_fields *f, sg_error *err)
{
    const sg_node *node = sg_field(f, "freeze");
    return node != NULL ? sg_layer_set_read(freeze, node, "train.freeze", f->path, err) : SG_OK;
}

/* Numbers of layers, { 0: 0.001, 2: 0 }. */
static sg_status read_layer_numbers(sg_layer_numbers *numbers, sg_fields *f, const char *name,
                                    double most, sg_error *err)
{
    sg_status status = SG_OK;
    sg_layer_numbers made = {0};
    const sg_node *map = sg_field(f, name);
    char full[64];
    if (map == NULL) goto done;
    (void)snprintf(full, sizeof full, "%s.%s", f->name, name);
    if (map->kind != SG_NODE_MAP)
        SG_TRY(sg_tree_fail(err, f->path, map,
                            "%s: numbers of layers are needed, as in { 0: 0.001 }", full));
    for (size_t i = 0; i < map->n_children; i++) {
        const sg_node *member = map->child[i];
        const sg_node key = {.kind = SG_NODE_SCALAR,
                             .text = member->key,
                             .line = member->key_line,
                             .column = member->key_column};
        uint64_t layer = 0;
        double value = 0;
        SG_TRY(sg_node_whole(&layer, &key, full, f->path, 0, SG_LAYER_SET_SIZE - 1, err));
        SG_TRY(sg_node_real(&value, member, full, f->path, 0, most, err));
        if (!sg_layer_numbers_set(&made, (uint32_t)layer, value))
            SG_TRY(sg_tree_fail(err, f->path, &key, "%s: no more than %d layers can have one",
                                full, (int)SG_MAX_LAYER_NUMBERS));
    }
    *numbers = made;
done:
    return status;
}

static sg_status read_of_layers(sg_train_options *o, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(read_layer_numbers(&o->learning_rate_of, f, "learning-rate-of", 1e6, err));
    SG_TRY(read_layer_numbers(&o->weight_decay_of, f, "weight-decay-of", 1e6, err));
    if (o->learning_rate_of.n > 0 && !(o->learning_rate > 0))
        SG_TRY(
            sg_tree_fail(err, f->path, sg_field(f, "learning-rate-of"),
                         "%s.learning-rate-of: the learning rate of the other layers must be "
                         "above 0; freeze holds layers",
                         f->name));
done:
    return status;
}

/* There are as many epochs as costs. */
static sg_status read_svm(sg_train_options *o, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *node = sg_field(f, "svm");
    if (node == NULL) goto done;
    const bool is_list = node->kind == SG_NODE_LIST;
    const size_t n = is_list ? node->n_children : 1;
    if (n == 0 || n > SG_MAX_SVM)
        SG_TRY(sg_tree_fail(err, f->path, node,
                            "train.svm: 1 to %d costs are needed, as in "
                            "[0.1, 1, 10]",
                            (int)SG_MAX_SVM));
    for (size_t i = 0; i < n; i++)
        SG_TRY(sg_node_real(&o->svm[i], is_list ? node->child[i] : node, "train.svm", f->path,
                            SG_ABOVE_ZERO, 1e12, err));
    o->n_svm = o->n_epochs = (uint32_t)n;
    o->patience = 0;
done:
    return status;
}

static sg_status read_switch(bool *is_on, sg_fields *f, const char *name,
                             const char *const words[2], sg_error *err)
{
    uint32_t choice = *is_on;
    const sg_status status = sg_field_choice(&choice, f, name, words, 2, err);
    *is_on = choice == 1;
    return status;
}

/* Every shard of a batch has an item at least. */
static sg_status read_shards(sg_train_options *o, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *node = sg_field(f, "shards");
    if (node == NULL) node = sg_field(f, "batch-size");
    if (node == NULL) node = sg_field(f, "svm");
    if (node == NULL) node = sg_field(f, "batch-nodes");
    SG_TRY(sg_field_count(&o->n_shards, f, "shards", 1, MAX_SHARDS, err));
    if (o->n_shards < 2) goto done;
    if ((o->n_shards & (o->n_shards - 1)) != 0)
        SG_TRY(sg_tree_fail(err, f->path, node,
                            "%s.shards: %u is not a power of two; 2, 4, 8 and so on are",
                            f->name, o->n_shards));
    if (o->batch_size < o->n_shards)
        SG_TRY(sg_tree_fail(err, f->path, node,
                            "%s.shards: a batch of %u cannot be divided in %u shards; choose a "
                            "larger batch-size or fewer shards",
                            f->name, o->batch_size, o->n_shards));
    if (o->batch_nodes > 0)
        SG_TRY(sg_tree_fail(err, f->path, node,
                            "%s.shards: mini-batches of nodes (batch-nodes) are not divided in "
                            "shards",
                            f->name));
    if (o->n_svm > 0)
        SG_TRY(sg_tree_fail(err, f->path, node,
                            "%s.shards: a support vector machine has no batches", f->name));
done:
    return status;
}

/* How classes count, and what is made of outputs. */
static sg_status read_probabilities(sg_train_options *o, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    const char *text = NULL;
    SG_TRY(read_switch(&o->balance, f, "class-weights", sg_class_weight_words, err));
    SG_TRY(read_switch(&o->calibrate, f, "calibrate", sg_calibrate_words, err));
    SG_TRY(sg_field_text(&text, f, "threshold", err));
    if (text == NULL) goto done;
    o->threshold = NULL;
    if (strcmp(text, "none") == 0) goto done;
    if (sg_metric_parse(&o->threshold, text, &inner) != SG_OK)
        SG_TRY(place(f, "threshold", &inner, err));
    if (!o->threshold->decides)
        SG_TRY(sg_tree_fail(err, f->path, sg_field(f, "threshold"),
                            "%s.threshold: %s does not depend on a threshold; accuracy, "
                            "balanced-accuracy, f1 and mcc do",
                            f->name, text));
done:
    return status;
}

sg_status sg_train_options_read(sg_train_options *options, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_train_options o = *options;
    uint32_t precision = o.precision;
    SG_TRY(read_optimizer(&o.optimizer, f, err));
    SG_TRY(sg_field_real(&o.learning_rate, f, "learning-rate", 0, 1e6, err));
    SG_TRY(read_schedule(&o.schedule, f, err));
    SG_TRY(sg_field_count(&o.batch_size, f, "batch-size", 1, MAX_BATCH, err));
    SG_TRY(sg_field_count(&o.batch_nodes, f, "batch-nodes", 0, MAX_BATCH, err));
    SG_TRY(sg_field_count(&o.n_epochs, f, "epochs", 1, MAX_EPOCHS, err));
    SG_TRY(sg_field_count(&o.patience, f, "patience", 0, MAX_EPOCHS, err));
    SG_TRY(read_init(&o.init, f, "init", err));
    SG_TRY(read_init(&o.bias_init, f, "bias-init", err));
    SG_TRY(sg_loss_read(&o.loss, f, "loss", err));
    SG_TRY(read_metric(&o.metric, f, err));
    SG_TRY(sg_field_real(&o.clip, f, "clip", 0, 1e300, err));
    SG_TRY(sg_field_real(&o.average, f, "average", 0, 0.99999999, err));
    SG_TRY(
        sg_field_choice(&precision, f, "precision", sg_precision_words, SG_N_PRECISIONS, err));
    SG_TRY(read_freeze(&o.freeze, f, err));
    SG_TRY(read_of_layers(&o, f, err));
    SG_TRY(sg_field_real(&o.share, f, "share", SG_ABOVE_ZERO, 1, err));
    SG_TRY(read_svm(&o, f, err));
    SG_TRY(read_shards(&o, f, err));
    SG_TRY(read_probabilities(&o, f, err));
    o.precision = (sg_precision)precision;
    *options = o;
done:
    return status;
}

static sg_status require_layer(uint32_t end, const char *what, const sg_model_on_data *m,
                               sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(end <= m->blueprint->n_layers, SG_EINVAL,
               "%s: there is no layer %u; there are %u, numbered from 0", what, end - 1,
               m->blueprint->n_layers);
done:
    return status;
}

sg_status sg_train_options_place(sg_model_on_data *m, const sg_train_options *o, sg_error *err)
{
    sg_status status = SG_OK;
    m->spec.by_fields = o->batch_nodes > 0;
    SG_REQUIRE(o->batch_nodes == 0 || o->n_svm == 0, SG_EINVAL,
               "batch-nodes: a support vector machine has no batches");
    SG_TRY(sg_model_on_data_freeze(m, &o->freeze, err));
    SG_TRY(
        require_layer(sg_layer_numbers_end(&o->learning_rate_of), "learning-rate-of", m, err));
    SG_TRY(require_layer(sg_layer_numbers_end(&o->weight_decay_of), "weight-decay-of", m, err));
    for (uint32_t i = 0; i < m->spec.n_layers; i++) {
        sg_layer_spec *layer = &m->layer[i];
        double rate = 0;
        layer->has_rate = sg_layer_numbers_get(&rate, &o->learning_rate_of, m->layer_of[i]);
        layer->rate = layer->has_rate ? rate / o->learning_rate : 1;
        layer->has_decay =
            sg_layer_numbers_get(&layer->decay, &o->weight_decay_of, m->layer_of[i]);
    }
done:
    return status;
}
