/* train_options_put.c - the counterpart of sg_train_options_read. */
#include "train/train_options_put.h"

#include "base/document/tree_put.h"
#include "base/text.h"
#include "model/model_words.h"

#include <stdio.h>
#include <string.h>

bool sg_is_of_optimizer(const char *name)
{
    for (int i = 0; i < SG_N_OPTIMIZER_MEMBERS; i++)
        if (strcmp(sg_optimizer_members[i].word, name) == 0) return true;
    return false;
}

static sg_status put_optimizer(sg_node *map, const sg_optimizer *o, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_put_text(map, "optimizer", sg_optimizer_name(o->kind), err));
    for (int i = 0; i < SG_N_OPTIMIZER_MEMBERS; i++) {
        const sg_optimizer_member *m = &sg_optimizer_members[i];
        const void *at = (const char *)o + m->offset;
        if (!sg_optimizer_uses(o->kind, m)) continue;
        SG_TRY(m->is_flag ? sg_put_bool(map, m->word, *(const bool *)at, err)
                          : sg_put_real(map, m->word, *(const double *)at, err));
    }
done:
    return status;
}

sg_status sg_put_schedule(sg_node *map, const sg_schedule *schedule, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(sg_schedule_write(&text, schedule, err));
    SG_TRY(sg_put_text(map, "schedule", text.data, err));
done:
    sg_text_free(&text);
    return status;
}

sg_status sg_put_init(sg_node *map, const char *key, const sg_init *init, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(sg_init_write(&text, init, err));
    SG_TRY(sg_put_text(map, key, text.data, err));
done:
    sg_text_free(&text);
    return status;
}

static sg_status put_layer_numbers(sg_node *map, const char *name,
                                   const sg_layer_numbers *numbers, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *made = NULL;
    char key[16];
    if (numbers->n > 0) SG_TRY(sg_put_map(&made, map, name, err));
    for (uint32_t i = 0; i < numbers->n; i++) {
        (void)snprintf(key, sizeof key, "%u", numbers->layer[i]);
        SG_TRY(sg_put_real(made, key, numbers->value[i], err));
    }
done:
    return status;
}

/* What few trainings have is written by those alone. */
static sg_status put_rest(sg_node *map, const sg_train_options *o, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *list = NULL;
    const uint32_t end = sg_layer_set_end(&o->freeze);
    if (end > 0) SG_TRY(sg_put_list(&list, map, "freeze", err));
    for (uint32_t l = 0; l < end; l++)
        if (sg_layer_set_has(&o->freeze, l)) SG_TRY(sg_put_whole(list, NULL, l, err));
    SG_TRY(put_layer_numbers(map, "learning-rate-of", &o->learning_rate_of, err));
    SG_TRY(put_layer_numbers(map, "weight-decay-of", &o->weight_decay_of, err));
    if (o->n_svm > 0) SG_TRY(sg_put_list(&list, map, "svm", err));
    for (uint32_t i = 0; i < o->n_svm; i++) SG_TRY(sg_put_real(list, NULL, o->svm[i], err));
    if (o->balance) SG_TRY(sg_put_text(map, "class-weights", sg_class_weight_words[1], err));
    if (o->calibrate) SG_TRY(sg_put_text(map, "calibrate", sg_calibrate_words[1], err));
    if (o->threshold != NULL) SG_TRY(sg_put_text(map, "threshold", o->threshold->name, err));
    if (o->share < 1) SG_TRY(sg_put_real(map, "share", o->share, err));
done:
    return status;
}

sg_status sg_train_options_put(sg_node *map, const sg_train_options *o, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(put_optimizer(map, &o->optimizer, err));
    SG_TRY(sg_put_real(map, "learning-rate", o->learning_rate, err));
    SG_TRY(sg_put_schedule(map, &o->schedule, err));
    SG_TRY(sg_put_whole(map, "batch-size", o->batch_size, err));
    if (o->batch_nodes > 0) SG_TRY(sg_put_whole(map, "batch-nodes", o->batch_nodes, err));
    SG_TRY(sg_put_whole(map, "epochs", o->n_epochs, err));
    SG_TRY(sg_put_whole(map, "patience", o->patience, err));
    SG_TRY(sg_put_init(map, "init", &o->init, err));
    SG_TRY(sg_put_init(map, "bias-init", &o->bias_init, err));
    SG_TRY(sg_put_text(map, "loss", o->loss->word, err));
    SG_TRY(sg_put_text(map, "metric", o->metric->name, err));
    SG_TRY(sg_put_real(map, "clip", o->clip, err));
    SG_TRY(sg_put_real(map, "average", o->average, err));
    SG_TRY(sg_put_text(map, "precision", sg_precision_words[o->precision], err));
    SG_TRY(put_rest(map, o, err));
done:
    return status;
}
