/* reference_api.c - lists of words, made from the registries of the rooms. */
#include "sharegnn.h"

#include "base/struct_size.h"
#include "config/experiment.h"
#include "formats/format.h"
#include "invariants/labeling.h"
#include "invariants/pair_property.h"
#include "layers/member_text.h"
#include "network/loss.h"
#include "optim/init.h"
#include "optim/optimizer.h"
#include "optim/schedule.h"
#include "train/metrics.h"

#include <stdio.h>
#include <string.h>

/* Each writes entry i of its list, or returns false behind the last one. */
typedef bool entry_function(sg_reference_entry *e, size_t i);

static void describe(sg_reference_entry *e, const char *word, const char *usage,
                     const char *about)
{
    e->word = word;
    e->about = about;
    (void)snprintf(e->usage, sizeof e->usage, "%s", usage);
}

static void describe_member(sg_reference_entry *e, const char *of, const sg_member *member)
{
    describe(e, member->name, "", member->help);
    e->of = of;
    sg_member_values(e->usage, sizeof e->usage, member);
    sg_member_preset(e->preset, sizeof e->preset, member);
}

static bool layer_at(sg_reference_entry *e, size_t i)
{
    const sg_layer_kind *kind = NULL;
    for (uint32_t k = 0; (kind = sg_layer_kind_at(k)) != NULL; k++) {
        const size_t n_members = kind->n_members + (kind->activates ? (size_t)1 : 0);
        if (i == 0)
            describe(e, kind->word, kind->word, kind->summary);
        else if (i <= n_members)
            describe_member(e, kind->word,
                            i <= kind->n_members ? &kind->member[i - 1]
                                                 : &sg_activation_member);
        if (i <= n_members) return true;
        i -= n_members + 1;
    }
    return false;
}

static bool labeling_at(sg_reference_entry *e, size_t i)
{
    size_t n = 0;
    const sg_labeling_kind *const *kind = sg_labeling_kinds(&n);
    if (i < n) describe(e, kind[i]->name, kind[i]->usage, kind[i]->about);
    return i < n;
}

static bool pair_at(sg_reference_entry *e, size_t i)
{
    size_t n = 0;
    const sg_property_kind *const *kind = sg_property_kinds(&n);
    if (i < n) describe(e, kind[i]->name, kind[i]->usage, kind[i]->about);
    return i < n;
}

static bool loss_at(sg_reference_entry *e, size_t i)
{
    size_t n = 0;
    const sg_loss *const *loss = sg_losses(&n);
    if (i < n) describe(e, loss[i]->word, loss[i]->word, loss[i]->about);
    return i < n;
}

static bool metric_at(sg_reference_entry *e, size_t i)
{
    size_t n = 0;
    const sg_metric *const *metric = sg_metrics(&n);
    if (i < n) describe(e, metric[i]->name, metric[i]->name, metric[i]->about);
    return i < n;
}

/* A member of an optimizer is a member like those of layers. */
static void describe_optimizer_member(sg_reference_entry *e, sg_optimizer_kind kind,
                                      const sg_optimizer_member *m)
{
    const sg_optimizer preset = sg_optimizer_default(kind);
    const char *place = (const char *)&preset + m->offset;
    sg_member member = {.name = m->word,
                        .type = m->is_flag ? SG_MEMBER_BOOL : SG_MEMBER_REAL,
                        .least = m->min,
                        .most = m->max,
                        .help = m->about};
    bool flag = false;
    if (m->is_flag) {
        memcpy(&flag, place, sizeof flag);
        member.preset = flag;
    } else
        memcpy(&member.preset, place, sizeof member.preset);
    describe_member(e, sg_optimizer_name(kind), &member);
}

static bool optimizer_at(sg_reference_entry *e, size_t i)
{
    for (int k = 0; k < SG_N_OPTIMIZERS; k++) {
        const sg_optimizer_kind kind = (sg_optimizer_kind)k;
        const char *name = sg_optimizer_name(kind);
        if (i == 0) describe(e, name, name, sg_optimizer_about(kind));
        if (i-- == 0) return true;
        for (int m = 0; m < SG_N_OPTIMIZER_MEMBERS; m++) {
            if (!sg_optimizer_uses(kind, &sg_optimizer_members[m])) continue;
            if (i == 0) describe_optimizer_member(e, kind, &sg_optimizer_members[m]);
            if (i-- == 0) return true;
        }
    }
    return false;
}

static bool schedule_at(sg_reference_entry *e, size_t i)
{
    const sg_schedule_words *words = &sg_schedule_kinds[i < SG_N_SCHEDULES ? i : 0];
    describe(e, words->word, words->usage, words->about);
    return i < SG_N_SCHEDULES;
}

static bool init_at(sg_reference_entry *e, size_t i)
{
    const sg_init_words *words = &sg_init_kinds[i < SG_N_INITS ? i : 0];
    describe(e, words->word, words->usage, words->about);
    return i < SG_N_INITS;
}

/* ".smi, .smiles, ?smiles": how a format is recognized. */
static bool format_at(sg_reference_entry *e, size_t i)
{
    size_t n = 0, size = 0;
    const sg_format *const *formats = sg_formats(&n);
    if (i >= n) return false;
    const sg_format *f = formats[i];
    describe(e, f->name, "", f->about);
    for (size_t k = 0; k < sizeof f->ending / sizeof *f->ending && f->ending[k] != NULL; k++)
        size += (size_t)snprintf(e->usage + size, sizeof e->usage - size, "%s%s",
                                 size > 0 ? ", " : "", f->ending[k]);
    if (f->setting != NULL)
        (void)snprintf(e->usage + size, sizeof e->usage - size, "%s%s?%s", size > 0 ? ", " : "",
                       f->is_folder ? "FOLDER" : "", f->setting);
    if (e->usage[0] == '\0') (void)snprintf(e->usage, sizeof e->usage, "anything else");
    return true;
}

static void describe_key(sg_reference_entry *e, const char *of, const sg_key_text *key)
{
    describe(e, key->word, key->values, key->about);
    e->of = of;
    (void)snprintf(e->preset, sizeof e->preset, "%s", key->preset);
}

/* Keys are members of the file, which comes first. */
static bool experiment_key_at(sg_reference_entry *e, size_t i)
{
    const sg_key_text *key = i > 0 ? sg_experiment_key(i - 1) : NULL;
    if (i == 0) describe(e, "experiment", "FILE.yml", "a file for 'sharegnn run'");
    if (key != NULL) describe_key(e, "experiment", key);
    return i == 0 || key != NULL;
}

static bool train_key_at(sg_reference_entry *e, size_t i)
{
    const sg_key_text *key = i > 0 ? sg_train_key(i - 1) : NULL;
    if (i == 0) describe(e, "train", "train: { KEY: VALUE }", "how a network is trained");
    if (key != NULL) describe_key(e, "train", key);
    return i == 0 || key != NULL;
}

static const struct {
    const char *name, *about;
    entry_function *at;
} LISTS[SG_N_REFERENCES] = {
    [SG_REFERENCE_LAYERS] = {"layers", "layers of networks, with their members", layer_at},
    [SG_REFERENCE_LABELINGS] = {"labelings", "labels of nodes", labeling_at},
    [SG_REFERENCE_PAIRS] = {"pairs", "properties of pairs of nodes", pair_at},
    [SG_REFERENCE_LOSSES] = {"losses", "what training minimizes", loss_at},
    [SG_REFERENCE_METRICS] = {"metrics", "what chooses epochs and models", metric_at},
    [SG_REFERENCE_OPTIMIZERS] = {"optimizers", "optimizers, with their settings", optimizer_at},
    [SG_REFERENCE_SCHEDULES] = {"schedules", "how the learning rate changes", schedule_at},
    [SG_REFERENCE_INITS] = {"inits", "how weights start", init_at},
    [SG_REFERENCE_FORMATS] = {"formats", "files with graphs", format_at},
    [SG_REFERENCE_EXPERIMENTS] = {"experiments", "keys of experiment files", experiment_key_at},
    [SG_REFERENCE_TRAINING] = {"training", "keys of the section train", train_key_at},
};

static bool is_list(sg_reference list)
{
    return (unsigned)list < SG_N_REFERENCES;
}

const char *sg_reference_name(sg_reference list)
{
    return is_list(list) ? LISTS[list].name : NULL;
}

const char *sg_reference_about(sg_reference list)
{
    return is_list(list) ? LISTS[list].about : NULL;
}

size_t sg_reference_count(sg_reference list)
{
    sg_reference_entry unused = {0};
    size_t n = 0;
    while (is_list(list) && LISTS[list].at(&unused, n)) n++;
    return n;
}

sg_status sg_reference_at(sg_reference_entry *entry, sg_reference list, size_t i, sg_error *err)
{
    SG_REQUIRE_RESULT(entry, preset);
    sg_reference_entry made = {0};
    if (!is_list(list))
        return sg_error_set(err, SG_EINVAL, SG_WHERE, "there is no list %d; there are %d",
                            (int)list, SG_N_REFERENCES);
    if (!LISTS[list].at(&made, i))
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "%s: there is no entry %zu; there are %zu", LISTS[list].name, i,
                            sg_reference_count(list));
    sg_struct_write(entry, &made, sizeof made);
    return SG_OK;
}
