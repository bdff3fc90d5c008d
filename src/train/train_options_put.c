/* train_options_put.c - the counterpart of sg_train_options_read. */
#include "train/train_options_put.h"

#include "base/number.h"
#include "base/text.h"
#include "base/tree_put.h"
#include "model/model_words.h"

#include <string.h>

bool sg_is_of_optimizer(const char *name)
{
    static const char *const names[] = {"weight-decay", "decoupled", "momentum",
                                        "beta1",        "beta2",     "epsilon"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

static sg_status put_optimizer(sg_node *map, const sg_optimizer *o, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_put_text(map, "optimizer", sg_optimizer_name(o->kind), err));
    SG_TRY(sg_put_real(map, "weight-decay", o->weight_decay, err));
    SG_TRY(sg_put_bool(map, "decoupled", o->decoupled, err));
    if (o->kind == SG_OPTIMIZER_SGD) {
        SG_TRY(sg_put_real(map, "momentum", o->momentum, err));
    } else {
        SG_TRY(sg_put_real(map, "beta1", o->beta1, err));
        SG_TRY(sg_put_real(map, "beta2", o->beta2, err));
        SG_TRY(sg_put_real(map, "epsilon", o->epsilon, err));
    }
done:
    return status;
}

static sg_status add_real(sg_text *text, const char *word, double value, sg_error *err)
{
    char number[SG_NUMBER_ROOM];
    sg_number_write(number, value);
    return sg_text_add(text, err, "%s %s", word, number);
}

static sg_status word_schedule(sg_text *text, const sg_schedule *s, sg_error *err)
{
    sg_status status = SG_OK;
    switch (s->kind) {
    case SG_SCHEDULE_CONSTANT:
        SG_TRY(sg_text_add(text, err, "constant"));
        break;
    case SG_SCHEDULE_STEP:
        SG_TRY(sg_text_add(text, err, "step %u", s->size));
        SG_TRY(add_real(text, "", s->factor, err));
        break;
    case SG_SCHEDULE_PLATEAU:
        SG_TRY(add_real(text, "plateau factor", s->factor, err));
        SG_TRY(sg_text_add(text, err, " patience %u", s->patience));
        SG_TRY(add_real(text, " min", s->lowest, err));
        break;
    case SG_SCHEDULE_COSINE:
        SG_TRY(add_real(text, "cosine min", s->lowest, err));
        break;
    }
    if (s->warm_up > 0)
        SG_TRY(sg_text_add(text, err, " warm-up %u %s", s->warm_up,
                           s->warm_up_by_step ? "steps" : "epochs"));
done:
    return status;
}

static sg_status word_init(sg_text *text, const sg_init *init, sg_error *err)
{
    sg_status status = SG_OK;
    switch (init->kind) {
    case SG_INIT_CONSTANT:
        SG_TRY(add_real(text, "constant", init->first, err));
        break;
    case SG_INIT_UNIFORM:
        SG_TRY(add_real(text, "uniform", init->first, err));
        SG_TRY(add_real(text, "", init->second, err));
        break;
    case SG_INIT_NORMAL:
        SG_TRY(add_real(text, "normal", init->first, err));
        SG_TRY(add_real(text, "", init->second, err));
        break;
    case SG_INIT_HE:
        SG_TRY(sg_text_add(text, err, "he"));
        break;
    case SG_INIT_LOWER_UPPER:
        SG_TRY(sg_text_add(text, err, "lower-upper"));
        break;
    }
done:
    return status;
}

sg_status sg_put_schedule(sg_node *map, const sg_schedule *schedule, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(word_schedule(&text, schedule, err));
    SG_TRY(sg_put_text(map, "schedule", text.data, err));
done:
    sg_text_free(&text);
    return status;
}

sg_status sg_put_init(sg_node *map, const char *key, const sg_init *init, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(word_init(&text, init, err));
    SG_TRY(sg_put_text(map, key, text.data, err));
done:
    sg_text_free(&text);
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
