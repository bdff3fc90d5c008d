/* train_items.c - what trains, validates and tests: all, a share, a fold of a file or of a rule. */
#include "counted.h"
#include "message.h"
#include "train_job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_given(const arguments *args, const char *name)
{
    return arguments_text(args, name) != NULL;
}

/* Train, validate and test with a fold of the splits. */
static void use_fold(train_job *j, uint32_t fold)
{
    for (int part = SG_TRAIN; part <= SG_TEST; part++)
        j->training.item[part] =
            sg_splits_part(&j->training.n_items[part], j->splits, fold, (sg_part)part);
}

/* Whether somebody wants to know what a model for a table is worth: none is named, and rows are tested with. */
static bool has_opponents(const train_job *j)
{
    return j->chooses && sg_data_row_count(j->data) > 0 && j->training.n_items[SG_TEST] > 0 &&
           sg_data_sizes_of(j->data).item == SG_ITEM_GRAPH;
}

/* The fold that is wanted, of splits that are open. */
static int choose_fold(train_job *j)
{
    const uint32_t fold =
        is_given(j->args, "fold") ? (uint32_t)arguments_number(j->args, "fold") : 0;
    const uint32_t n_folds = sg_splits_folds(j->splits);
    if (fold >= n_folds)
        return message_usage(j->args->verb, "--fold %" PRIu32 ": there are %s, numbered from 0",
                             fold, counted(n_folds, "fold", "folds").text);
    use_fold(j, fold);
    j->has_opponents = j->has_opponents || has_opponents(j);
    if (j->training.n_items[SG_TRAIN] == 0)
        return message_usage(j->args->verb, "--fold %" PRIu32 " has no %s to train on", fold,
                             train_items(j));
    return 0;
}

static int use_splits(train_job *j, const char *path)
{
    sg_error err = {0};
    if (sg_splits_open_for(&j->splits, path, j->data, &err) != SG_OK)
        return message_failure(&err, NULL);
    return choose_fold(j);
}

static int use_rule(train_job *j)
{
    sg_error err = {0};
    if (sg_splits_divide(&j->splits, j->data, &j->rule, &err) != SG_OK)
        return message_failure(&err, NULL);
    j->is_divided = true;
    split_notes_print(j->splits);
    return choose_fold(j);
}

/* The data divides itself: a column of a table, say. */
static int use_parts(train_job *j)
{
    sg_error err = {0};
    if (sg_splits_of_data(&j->splits, j->data, arguments_number(j->args, "seed"), &err) !=
        SG_OK)
        return message_failure(&err, NULL);
    use_fold(j, 0);
    j->is_divided = true;
    j->has_opponents = j->has_opponents || has_opponents(j);
    split_notes_print(j->splits);
    fprintf(stderr,
            "the data says what trains: %" PRIu32 " train, %" PRIu32 " validate, %" PRIu32
            " test\n",
            j->training.n_items[SG_TRAIN], j->training.n_items[SG_VALIDATION],
            j->training.n_items[SG_TEST]);
    return 0;
}

/* A share of all items would let those train that the data tests with. */
static int refuse_share(const train_job *j)
{
    return message_usage(j->args->verb,
                         "--validation %s: the data says itself which %s train and test; leave "
                         "--validation out, or divide all of them anew with --split random "
                         "--shares A/B/C",
                         arguments_text(j->args, "validation"), train_items(j));
}

/* All items that have a class or target. */
static void use_all(train_job *j)
{
    const sg_data_size size = sg_data_sizes_of(j->data);
    const sg_data_arrays arrays = sg_data_view_of(j->data);
    j->training.n_items[SG_TRAIN] = size.n_items;
    if (arrays.node_class == NULL) return;
    for (uint32_t v = 0; v < size.n_items; v++)
        j->training.n_items[SG_TRAIN] -= arrays.node_class[v] == SG_NO_CLASS;
}

/* A model that was chosen needs an epoch that is chosen, too: a tenth of the graphs does that, where there
 * are enough of them. */
static void hold_out_for_choice(train_job *j)
{
    enum { ENOUGH = 50 };
    if (!j->chooses || j->share > 0 || sg_data_sizes_of(j->data).n_items < ENOUGH) return;
    j->share = 0.1;
    if (!arguments_flag(j->args, "quiet"))
        fprintf(stderr,
                "a tenth of the %s chooses the best epoch; --validation says another "
                "share\n",
                train_items(j));
}

/* Whether an experiment file can say all that the user wants. */
static bool can_cross(const train_job *j)
{
    return !is_given(j->args, "target") && !is_given(j->args, "relabel") && j->n_columns == 0 &&
           arguments_number(j->args, "cross") > 1;
}

/* A table without a word on parts: all of it is predicted in folds, and then nine tenths train and a tenth
 * chooses the best epoch of the model that is kept.  Without folds a tenth tests.  Equal molecules stay together. */
static int divide_table(train_job *j)
{
    const uint64_t seed = arguments_number(j->args, "seed");
    const char *rule = j->rule.rule != NULL ? j->rule.rule : "random";
    j->rule = (sg_split_options){.struct_size = sizeof j->rule, .rule = rule, .seed = seed};
    j->has_opponents = true;
    j->n_cross = can_cross(j) ? (uint32_t)arguments_number(j->args, "cross") : 0;
    if (j->n_cross > 0) {
        j->rule.share[SG_TRAIN] = 0.9;
        j->rule.share[SG_VALIDATION] = 0.1;
    }
    if (!arguments_flag(j->args, "quiet") && j->n_cross == 0)
        fputs(
            "a tenth of the rows chooses the best epoch, a tenth tests; --split, --validation or "
            "--splits say it otherwise\n",
            stderr);
    if (!arguments_flag(j->args, "quiet") && j->n_cross > 0)
        fprintf(stderr,
                "every row is predicted by a model that has not seen it, in %" PRIu32
                " folds (--cross); then a model learns from all rows, of which a tenth chooses "
                "the best epoch\n",
                j->n_cross);
    return use_rule(j);
}

/* Whether a table is to be divided: no model and no part is named, and there are enough rows. */
static bool is_to_be_divided(const train_job *j)
{
    enum { ENOUGH = 100 };
    return j->chooses && j->share == 0 && sg_data_row_count(j->data) > 0 &&
           sg_data_sizes_of(j->data).n_items >= ENOUGH;
}

/* Whether --split only says by which rule all of a table is to be predicted in folds. */
static bool is_rule_of_folds(const train_job *j)
{
    const bool makes_folds =
        strcmp(j->rule.rule, "random") == 0 || strcmp(j->rule.rule, "scaffold") == 0;
    return makes_folds && !is_given(j->args, "shares") && !is_given(j->args, "folds") &&
           is_to_be_divided(j) && can_cross(j);
}

int train_choose_items(train_job *j)
{
    sg_error err = {0};
    const char *splits = arguments_text(j->args, "splits");
    use_all(j);
    if (splits != NULL) return use_splits(j, splits);
    if (j->rule.rule != NULL) return is_rule_of_folds(j) ? divide_table(j) : use_rule(j);
    const sg_data_arrays arrays = sg_data_view_of(j->data);
    const bool says_parts = arrays.node_part != NULL || arrays.part != NULL;
    if (says_parts && j->share > 0) return refuse_share(j);
    if (says_parts) return use_parts(j);
    if (is_to_be_divided(j)) return divide_table(j);
    hold_out_for_choice(j);
    if (j->share == 0) return 0;
    if (sg_splits_hold_out(&j->splits, j->data, j->share, arguments_number(j->args, "seed"),
                           &err) != SG_OK)
        return message_failure(&err, NULL);
    use_fold(j, 0);
    const uint32_t n_training = j->training.n_items[SG_TRAIN],
                   n_held_out = j->training.n_items[SG_VALIDATION];
    if (n_training > 0 && n_held_out > 0) return 0;
    if (!is_given(j->args, "validation")) { /* of every class there are too few */
        for (int part = SG_TRAIN; part <= SG_TEST; part++) j->training.item[part] = NULL;
        j->training.n_items[SG_VALIDATION] = 0;
        use_all(j);
        return 0;
    }
    return message_usage(j->args->verb, "--validation %s of %" PRIu32 " %s leaves none to %s",
                         arguments_text(j->args, "validation"), n_training + n_held_out,
                         train_items(j), n_training == 0 ? "train on" : "validate with");
}

char *train_beside_model(const train_job *j, const char *ending)
{
    const char *out = arguments_text(j->args, "out");
    const size_t room = strlen(out) + strlen(ending) + 1;
    char *path = malloc(room);
    if (path != NULL) (void)snprintf(path, room, "%s%s", out, ending);
    return path;
}

sg_status train_save_splits(const train_job *j, sg_error *err)
{
    char *path = j->is_divided ? train_beside_model(j, ".splits.json") : NULL;
    const sg_status status = path != NULL ? sg_splits_write(j->splits, path, err) : SG_OK;
    free(path);
    return status;
}
