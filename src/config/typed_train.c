/* typed_train.c - the typed settings of a training as a `train:` map. */
#include "config/typed_train.h"

#include "base/document/tree_put.h"
#include "config/typed_members.h"
#include "model/model_words.h"
#include "train/train_options_put.h"

#include <stdio.h>
#include <string.h>

static const char WHAT[] = "training";

_Static_assert(SG_N_RATES == SG_N_SCHEDULES + 1 && SG_N_BEGIN == SG_N_INITS + 1 &&
                   SG_N_OPTIMIZE == SG_N_OPTIMIZERS + 1 && SG_N_COMPUTE == SG_N_PRECISIONS + 1,
               "the public choices are the library's, behind a default");

const char *sg_typed_loss_word(size_t i)
{
    size_t n = 0;
    const sg_loss *const *loss = sg_losses(&n);
    return i < n ? loss[i]->word : NULL;
}

const char *sg_typed_metric_word(size_t i)
{
    size_t n = 0;
    const sg_metric *const *metric = sg_metrics(&n);
    return i < n ? metric[i]->name : NULL;
}

const char *sg_typed_optimizer_word(size_t i)
{
    return i < SG_N_OPTIMIZERS ? sg_optimizer_name((sg_optimizer_kind)i) : NULL;
}

const char *sg_typed_schedule_word(size_t i)
{
    return i < SG_N_SCHEDULES ? sg_schedule_kinds[i].word : NULL;
}

const char *sg_typed_init_word(size_t i)
{
    return i < SG_N_INITS ? sg_init_kinds[i].word : NULL;
}

const char *sg_typed_precision_word(size_t i)
{
    return i < SG_N_PRECISIONS ? sg_precision_words[i] : NULL;
}

static const char *class_weight_word(size_t i)
{
    return i < 2 ? sg_class_weight_words[i] : NULL;
}

static const char *calibrate_word(size_t i)
{
    return i < 2 ? sg_calibrate_words[i] : NULL;
}

#define AT(member) SG_TYPED_AT(sg_training_options, member)

/* The optimizer comes first: its defaults hold for what follows. */
static const sg_typed_member MEMBERS[] = {
    {.key = "optimizer",
     .type = SG_TYPED_CHOICE,
     AT(optimizer),
     .word_at = sg_typed_optimizer_word},
    {.key = "weight-decay", .type = SG_TYPED_REAL, AT(weight_decay)},
    {.key = "decoupled", .type = SG_TYPED_YES_NO, AT(decoupled)},
    {.key = "momentum", .type = SG_TYPED_REAL, AT(momentum)},
    {.key = "beta1", .type = SG_TYPED_REAL, AT(beta1)},
    {.key = "beta2", .type = SG_TYPED_REAL, AT(beta2)},
    {.key = "epsilon", .type = SG_TYPED_REAL, AT(epsilon)},
    {.key = "epochs", .type = SG_TYPED_COUNT, AT(n_epochs)},
    {.key = "patience", .type = SG_TYPED_COUNT, AT(patience)},
    {.key = "batch-size", .type = SG_TYPED_COUNT, AT(batch_size)},
    {.key = "shards", .type = SG_TYPED_COUNT, AT(shards)},
    {.key = "batch-nodes", .type = SG_TYPED_COUNT, AT(batch_nodes)},
    {.key = "learning-rate", .type = SG_TYPED_REAL, AT(learning_rate)},
    {.key = "loss", .type = SG_TYPED_CHOICE, AT(loss), .word_at = sg_typed_loss_word},
    {.key = "metric", .type = SG_TYPED_CHOICE, AT(metric), .word_at = sg_typed_metric_word},
    {.key = "clip", .type = SG_TYPED_REAL, AT(clip)},
    {.key = "average", .type = SG_TYPED_REAL, AT(average)},
    {.key = "precision",
     .type = SG_TYPED_CHOICE,
     AT(precision),
     .word_at = sg_typed_precision_word},
    {.key = "share", .type = SG_TYPED_REAL, AT(share)},
    {.key = "class-weights",
     .type = SG_TYPED_CHOICE,
     AT(class_weights),
     .word_at = class_weight_word},
    {.key = "calibrate", .type = SG_TYPED_CHOICE, AT(calibrate), .word_at = calibrate_word},
    {.key = "threshold",
     .type = SG_TYPED_CHOICE,
     AT(threshold),
     .word_at = sg_typed_metric_word}};

static sg_status fail_choice(const char *name, unsigned choice, sg_error *err)
{
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "%s->%s: %d is none of the possible values",
                        WHAT, name, (int)choice);
}

/* Members of a schedule that the chosen one does not have would be ignored without a word. */
static sg_status check_schedule(const sg_training_options *t, sg_error *err)
{
    sg_status status = SG_OK;
    const bool step = t->rate == SG_RATE_STEP, plateau = t->rate == SG_RATE_PLATEAU;
    SG_REQUIRE(step || t->rate_size == 0, SG_EINVAL, "%s->rate_size: it is for SG_RATE_STEP",
               WHAT);
    SG_REQUIRE(step || plateau || t->rate_factor == 0, SG_EINVAL,
               "%s->rate_factor: it is for SG_RATE_STEP and SG_RATE_PLATEAU", WHAT);
    SG_REQUIRE(plateau || t->rate_patience == 0, SG_EINVAL,
               "%s->rate_patience: it is for SG_RATE_PLATEAU", WHAT);
    SG_REQUIRE(plateau || t->rate == SG_RATE_COSINE || t->rate_lowest == 0, SG_EINVAL,
               "%s->rate_lowest: it is for SG_RATE_PLATEAU and SG_RATE_COSINE", WHAT);
    SG_REQUIRE(t->warm_up > 0 || !t->warm_up_in_steps, SG_EINVAL,
               "%s->warm_up: it is 0, but warm_up_in_steps is set", WHAT);
    SG_TRY(sg_typed_check_real(t->rate_factor, WHAT, "rate_factor", err));
    SG_TRY(sg_typed_check_real(t->rate_lowest, WHAT, "rate_lowest", err));
    SG_TRY(sg_typed_check_count(t->rate_size, WHAT, "rate_size", err));
    SG_TRY(sg_typed_check_count(t->warm_up, WHAT, "warm_up", err));
    if (t->rate_patience != SG_ZERO_COUNT)
        SG_TRY(sg_typed_check_count(t->rate_patience, WHAT, "rate_patience", err));
    SG_REQUIRE(!step || t->rate_size > 0, SG_EINVAL,
               "%s->rate_size: it is 0, and SG_RATE_STEP needs 1 or more epochs", WHAT);
    SG_REQUIRE(!step || t->rate_factor > 0, SG_EINVAL,
               "%s->rate_factor: it is %g, and SG_RATE_STEP needs one above 0", WHAT,
               t->rate_factor);
    SG_REQUIRE(!plateau || (t->rate_factor >= 0 && t->rate_factor < 1), SG_EINVAL,
               "%s->rate_factor: %g is not between 0 and 1", WHAT, t->rate_factor);
    SG_REQUIRE(t->rate_lowest >= 0, SG_EINVAL, "%s->rate_lowest: %g is negative", WHAT,
               t->rate_lowest);
done:
    return status;
}

static sg_status put_rate(sg_node *map, const sg_training_options *t, sg_error *err)
{
    sg_status status = SG_OK;
    if ((unsigned)t->rate >= SG_N_RATES) return fail_choice("rate", (unsigned)t->rate, err);
    SG_TRY(check_schedule(t, err));
    if (t->rate == SG_RATE_DEFAULT && t->warm_up == 0) goto done;
    sg_schedule schedule = {.kind = SG_SCHEDULE_CONSTANT,
                            .size = t->rate_size,
                            .factor = t->rate_factor,
                            .patience = t->rate_patience,
                            .lowest = t->rate_lowest,
                            .warm_up = t->warm_up,
                            .warm_up_by_step = t->warm_up_in_steps};
    if (t->rate != SG_RATE_DEFAULT)
        schedule.kind = (sg_schedule_kind)(t->rate - SG_RATE_CONSTANT);
    if (t->rate == SG_RATE_PLATEAU) {
        const sg_schedule usual = sg_schedule_default(schedule.kind);
        if (schedule.factor == 0) schedule.factor = usual.factor;
        if (schedule.patience == 0) schedule.patience = usual.patience;
        if (schedule.patience == SG_ZERO_COUNT) schedule.patience = 0;
    }
    SG_TRY(sg_put_schedule(map, &schedule, err));
done:
    return status;
}

/* An init of the caller's: a kind and its numbers. */
typedef struct typed_init {
    const char *key, *name;
    sg_begin kind;
    double first, second;
} typed_init;

static sg_status put_begin(sg_node *map, const typed_init *init, sg_error *err)
{
    sg_status status = SG_OK;
    if ((unsigned)init->kind >= SG_N_BEGIN)
        return fail_choice(init->name, (unsigned)init->kind, err);
    const bool is_said = init->kind != SG_BEGIN_DEFAULT;
    const sg_init said = {.kind = is_said ? (sg_init_kind)(init->kind - SG_BEGIN_CONSTANT)
                                          : SG_INIT_CONSTANT,
                          .first = init->first,
                          .second = init->second};
    const char *const *number = sg_init_kinds[said.kind].number;
    SG_REQUIRE((is_said && number[0] != NULL) || init->first == 0, SG_EINVAL,
               "%s->%s_first: it is for another way to begin", WHAT, init->name);
    SG_REQUIRE((is_said && number[1] != NULL) || init->second == 0, SG_EINVAL,
               "%s->%s_second: it is for another way to begin", WHAT, init->name);
    SG_TRY(sg_typed_check_real(init->first, WHAT, init->name, err));
    SG_TRY(sg_typed_check_real(init->second, WHAT, init->name, err));
    if (is_said) SG_TRY(sg_put_init(map, init->key, &said, err));
done:
    return status;
}

static sg_status put_freeze(sg_node *map, const sg_training_options *t, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *list = NULL;
    if (t->n_freeze == 0) goto done;
    SG_REQUIRE(t->freeze != NULL, SG_EINVAL, "%s->freeze: it is NULL", WHAT);
    SG_TRY(sg_put_list(&list, map, "freeze", err));
    for (uint32_t i = 0; i < t->n_freeze; i++)
        SG_TRY(sg_put_whole(list, NULL, t->freeze[i], err));
done:
    return status;
}

/* Numbers of layers, as the member `name` of the struct. */
static sg_status put_of_layers(sg_node *map, const char *key, const char *name,
                               const sg_of_layer *of, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *made = NULL;
    char layer[16];
    if (n == 0) goto done;
    SG_REQUIRE(of != NULL, SG_EINVAL, "%s->%s: it is NULL", WHAT, name);
    SG_TRY(sg_put_map(&made, map, key, err));
    for (uint32_t i = 0; i < n; i++) {
        SG_REQUIRE(of[i].value >= 0 && of[i].value <= 1e6, SG_EINVAL,
                   "%s->%s[%u].value: %g is not between 0 and 1000000", WHAT, name, i,
                   of[i].value);
        SG_REQUIRE(of[i].layer <= INT32_MAX, SG_EINVAL,
                   "%s->%s[%u].layer: %u is above %d, the largest number", WHAT, name, i,
                   of[i].layer, INT32_MAX);
        for (uint32_t j = 0; j < i; j++)
            SG_REQUIRE(of[j].layer != of[i].layer, SG_EINVAL,
                       "%s->%s[%u].layer: layer %u is in %s[%u] already", WHAT, name, i,
                       of[i].layer, name, j);
        (void)snprintf(layer, sizeof layer, "%u", of[i].layer);
        SG_TRY(sg_put_real(made, layer, of[i].value, err));
    }
done:
    return status;
}

sg_status sg_typed_train_put(sg_node *map, const sg_training_options *t, sg_error *err)
{
    sg_status status = SG_OK;
    const typed_init of_weights = {"init", "init", t->init, t->init_first, t->init_second};
    const typed_init of_biases = {"bias-init", "bias_init", t->bias_init, t->bias_init_first,
                                  t->bias_init_second};
    SG_TRY(sg_typed_put(map, MEMBERS, sizeof MEMBERS / sizeof *MEMBERS, t, WHAT, err));
    SG_TRY(put_rate(map, t, err));
    SG_TRY(put_begin(map, &of_weights, err));
    SG_TRY(put_begin(map, &of_biases, err));
    SG_TRY(put_freeze(map, t, err));
    SG_TRY(put_of_layers(map, "learning-rate-of", "rate_of", t->rate_of, t->n_rates_of, err));
    SG_TRY(put_of_layers(map, "weight-decay-of", "decay_of", t->decay_of, t->n_decays_of, err));
done:
    return status;
}

static sg_status check_layer(uint32_t layer, uint32_t n_layers, const char *name, uint32_t i,
                             const char *member, sg_error *err)
{
    if (layer < n_layers) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "%s->%s[%u]%s: there is no layer %u; the last one is %u", WHAT, name, i,
                        member, layer, n_layers - 1);
}

sg_status sg_typed_train_check_layers(const sg_training_options *t, uint32_t n_layers,
                                      sg_error *err)
{
    sg_status status = SG_OK;
    if (n_layers == 0) goto done; /* of a struct that does not say it */
    for (uint32_t i = 0; i < t->n_freeze; i++)
        SG_TRY(check_layer(t->freeze[i], n_layers, "freeze", i, "", err));
    for (uint32_t i = 0; i < t->n_rates_of; i++)
        SG_TRY(check_layer(t->rate_of[i].layer, n_layers, "rate_of", i, ".layer", err));
    for (uint32_t i = 0; i < t->n_decays_of; i++)
        SG_TRY(check_layer(t->decay_of[i].layer, n_layers, "decay_of", i, ".layer", err));
done:
    return status;
}

/* Keys of files that become other members. */
static const sg_typed_member OTHERS[] = {{.key = "schedule", AT(rate)},
                                         {.key = "init", AT(init)},
                                         {.key = "bias-init", AT(bias_init)},
                                         {.key = "freeze", AT(freeze)},
                                         {.key = "learning-rate-of", AT(rate_of)},
                                         {.key = "weight-decay-of", AT(decay_of)}};

/* The member that files call text[0 .. length), or NULL. */
static const sg_typed_member *member_of(const char *text, size_t length)
{
    static const struct {
        const sg_typed_member *member;
        size_t n;
    } lists[] = {{MEMBERS, sizeof MEMBERS / sizeof *MEMBERS},
                 {OTHERS, sizeof OTHERS / sizeof *OTHERS}};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (size_t i = 0; i < lists[k].n; i++) {
            const char *key = lists[k].member[i].key;
            if (strlen(key) == length && strncmp(text, key, length) == 0)
                return &lists[k].member[i];
        }
    return NULL;
}

/* Copy a message of a file; keys that members write otherwise ("batch-size") become these members. */
static void put_members(char *to, size_t room, const char *text)
{
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    size_t n = 0;
    while (*text != '\0' && n < room) {
        const size_t length = strspn(text, LETTERS);
        const sg_typed_member *m = member_of(text, length);
        const bool differs = m != NULL && memchr(text, '-', length) != NULL;
        const size_t taken = length > 0 ? length : 1;
        const int put = differs ? snprintf(to + n, room - n, "%s", m->name)
                                : snprintf(to + n, room - n, "%.*s", (int)taken, text);
        n += put > 0 ? (size_t)put : 0;
        text += taken;
    }
}

sg_status sg_typed_train_failure(sg_status status, const sg_error *inner, sg_error *err)
{
    static const char SECTION[] = "train.";
    const size_t before = sizeof SECTION - 1;
    if (status != SG_EFORMAT || strncmp(inner->text, SECTION, before) != 0)
        return sg_typed_failure(status, inner, WHAT, err);
    const char *behind = inner->text + before;
    const sg_typed_member *m = member_of(behind, strcspn(behind, ":"));
    char rest[sizeof inner->text] = "";
    if (m == NULL) return sg_typed_failure(status, inner, WHAT, err);
    put_members(rest, sizeof rest, behind + strlen(m->key));
    return sg_error_set(err, SG_EINVAL, inner->where, "%s->%s%s", WHAT, m->name, rest);
}
