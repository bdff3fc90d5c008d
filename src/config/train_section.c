/* train_section.c - a `train:` map, read and checked. */
#include "config/train_section.h"

#include "config/experiment_parts.h"
#include "data/task.h"
#include "model/model_words.h"

sg_status sg_train_section_read(sg_train_options *options, sg_fields *f, const sg_node *map,
                                const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_train_options made = *options;
    SG_TRY(sg_fields_open(f, map, "train", path, err));
    SG_TRY(sg_train_options_read(&made, f, err));
    SG_TRY(sg_fields_finish(f, err));
    *options = made;
done:
    return status;
}

static sg_status check_loss(const sg_train_options *o, sg_task task, sg_fields *f,
                            sg_error *err)
{
    sg_words allowed = {0};
    if (o->loss->task == task) return SG_OK;
    sg_loss_words(&allowed, task);
    return sg_tree_fail(err, f->path, sg_field(f, "loss"),
                        "train.loss: %s is not for %s, which has %s", o->loss->word,
                        sg_task_words[task], sg_words_end(&allowed, "and"));
}

static sg_status check_metric(const sg_train_options *o, sg_fields *f, sg_error *err)
{
    sg_error inner = {0};
    if (sg_metric_check(o->metric, o->loss, &inner) == SG_OK) return SG_OK;
    return sg_tree_fail(err, f->path, sg_field(f, "metric"), "train.metric: %s", inner.text);
}

/* What an optimizer does not use would be ignored without a word. */
static sg_status check_optimizer(const sg_train_options *o, sg_fields *f, sg_error *err)
{
    for (int i = 0; i < SG_N_OPTIMIZER_MEMBERS; i++) {
        const sg_optimizer_member *m = &sg_optimizer_members[i];
        const sg_node *member = NULL;
        sg_words users = {0};
        if (sg_optimizer_uses(o->optimizer.kind, m)) continue;
        if ((member = sg_field(f, m->word)) == NULL) continue;
        for (int k = 0; k < SG_N_OPTIMIZERS; k++)
            if (sg_optimizer_uses((sg_optimizer_kind)k, m))
                sg_words_add(&users, sg_optimizer_name((sg_optimizer_kind)k));
        const sg_node at_key = sgi_key_of(member);
        return sg_tree_fail(err, f->path, &at_key, "train.%s: %s has none; it is for %s",
                            m->word, sg_optimizer_name(o->optimizer.kind),
                            sg_words_end(&users, "and"));
    }
    return SG_OK;
}

/* What is about probabilities has no meaning for other numbers. */
static sg_status check_probabilities(const sg_train_options *o, sg_task task, sg_fields *f,
                                     sg_error *err)
{
    const struct {
        const char *word;
        bool is_wrong;
        const char *why;
    } of[] = {
        {"class-weights", o->balance && task != SG_CLASSIFICATION,
         "it is for one column of classes"},
        {"calibrate", o->calibrate && task == SG_REGRESSION, "regression has no probabilities"},
        {"threshold", o->threshold != NULL && task == SG_REGRESSION,
         "regression has no classes"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (of[i].is_wrong && sg_field(f, of[i].word) != NULL)
            return sg_tree_fail(err, f->path, sg_field(f, of[i].word), "train.%s: %s",
                                of[i].word, of[i].why);
    return SG_OK;
}

sg_status sg_train_section_check(const sg_train_options *options, sg_task task, sg_fields *f,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(check_loss(options, task, f, err));
    SG_TRY(check_metric(options, f, err));
    SG_TRY(check_optimizer(options, f, err));
    SG_TRY(check_probabilities(options, task, f, err));
done:
    return status;
}

sg_status sg_train_section_check_layers(const sg_train_options *options, uint32_t n_layers,
                                        sg_fields *f, sg_error *err)
{
    const struct {
        const char *word;
        uint32_t end;
    } of[] = {{"freeze", sg_layer_set_end(&options->freeze)},
              {"learning-rate-of", sg_layer_numbers_end(&options->learning_rate_of)},
              {"weight-decay-of", sg_layer_numbers_end(&options->weight_decay_of)}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (of[i].end > n_layers)
            return sg_tree_fail(err, f->path, sg_field(f, of[i].word),
                                "train.%s: there is no layer %u; the last one is %u",
                                of[i].word, of[i].end - 1, n_layers - 1);
    return SG_OK;
}
