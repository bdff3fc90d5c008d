/* experiment_keys.c - the keys that hold for a whole run, and which of them go together. */
#include "config/experiment_parts.h"

#include "base/document/tree_put.h"
#include "base/mem.h"
#include "base/wording.h"
#include "data/task.h"
#include "formats/splits/split_rule.h"
#include "model/model_words.h"

#include <string.h>

const char *const sg_protocol_words[SG_N_PROTOCOLS] = {
    [SG_PROTOCOL_FAIR] = "fair",         [SG_PROTOCOL_FAIR_PER_FOLD] = "fair-per-fold",
    [SG_PROTOCOL_STANDARD] = "standard", [SG_PROTOCOL_FIXED] = "fixed",
    [SG_PROTOCOL_K_FOLD] = "k-fold",     [SG_PROTOCOL_NESTED] = "nested"};

static const char *const SAVES[] = {
    [SG_SAVE_NONE] = "none", [SG_SAVE_ONE] = "one", [SG_SAVE_ALL] = "all"};
static const char *const UNITS[] = {"own", "scaled"};
static const char *const VOCABULARIES[] = {"all", "train"};
static const char *const TESTED[] = {"selected", "all"};

/* In the order in which they are written; behind `grid` those of the network. */
static const sg_key_text KEYS[] = {
    {"data", "a name or path", "", "the data set; it must be there"},
    {"task", "classification, regression or multilabel", "",
     "what is learned; by the data if absent"},
    {"protocol", "fair, fair-per-fold, standard, fixed, k-fold or nested", "fair",
     "how configurations are selected and evaluated"},
    {"splits", "a name", "the protocol",
     "the folder next to the data that holds the split file"},
    {"split", "random, scaffold, column NAME or file PATH", "",
     "a rule that divides the data; the split file does if absent"},
    {"shares", "as in 70/10/20", "80/10/10",
     "train, validation and test of split: random or scaffold"},
    {"folds", "a whole number from 2", "10", "folds that k-fold, nested or a rule make"},
    {"inner-folds", "a whole number from 2", "3", "folds inside of each fold, for nested"},
    {"runs", "a whole number from 1", "1",
     "trainings of the selected configuration on every fold"},
    {"seed", "a whole number", "42",
     "decides weights, order of batches, dropout, noise and folds"},
    {"target", "a column or a list of columns", "all", "the target columns, by name or number"},
    {"scale", "none, std or standard", "none",
     "the unit in which a network learns targets: divided by their deviation, or also centered"},
    {"report", "own or scaled", "own", "the unit of errors in results"},
    {"vocabulary", "all or train", "train",
     "whose labels, triples and scales a model knows: those of all graphs, as in the paper, or of the "
     "training graphs of the fold"},
    {"ensemble", "a whole number from 1", "1",
     "networks per training whose predictions are averaged"},
    {"restarts", "a whole number from 1", "1",
     "beginnings of every training, of which the best on the validation items counts"},
    {"test", "selected or all", "selected", "which configurations look at the test items"},
    {"save", "none, one or all", "one", "models that are kept: none, the best, or all"},
    {"from", "PATH, or { model: PATH, layers: [0, 1] }", "", "a model whose weights begin"},
    {"relabel", "a path", "", "a file with other numbers for node and edge labels"},
    {"grid", "{ KEY: [VALUE, ...] }", "",
     "lists of values; every combination is a configuration"},
    {"input", "ones, labels, attributes or a list of them", "ones", "what nodes begin with"},
    {"noise", "a number from 0", "0", "deviation of the noise on the input while training"},
    {"layers", "a list of layers", "", "the network; chosen by the data if absent"},
    {"model", "{ kernel: ..., svm: ..., C: [...] }", "", "a graph kernel instead of layers"},
    {"train", "{ KEY: VALUE }", "", "how it is trained: 'sharegnn help training'"}};

enum {
    N_KEYS = sizeof KEYS / sizeof *KEYS,
    N_NETWORK_KEYS = 5,
    DEFAULT_FOLDS = 10,
    DEFAULT_INNER_FOLDS = 3,
    DEFAULT_SEED = 42,
    MAX_FOLDS = 1000000,
    MAX_RUNS = 10000,
    MAX_MEMBERS = 1000,
    MAX_TARGETS = 10000
};

bool sgi_is_run_key(const char *name, size_t length)
{
    for (size_t i = 0; i < N_KEYS - N_NETWORK_KEYS; i++)
        if (strlen(KEYS[i].word) == length && strncmp(KEYS[i].word, name, length) == 0)
            return true;
    return false;
}

const sg_key_text *sg_experiment_key(size_t i)
{
    return i < N_KEYS ? &KEYS[i] : NULL;
}

sg_node sgi_key_of(const sg_node *member)
{
    return (sg_node){.line = member->key_line, .column = member->key_column};
}

static bool makes_folds(sg_protocol protocol)
{
    return protocol == SG_PROTOCOL_K_FOLD || protocol == SG_PROTOCOL_NESTED;
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* A text that is not empty, copied; nothing changes where it is absent. */
static sg_status read_name(char **name, sg_fields *f, const char *key, sg_error *err)
{
    sg_status status = SG_OK;
    const char *text = NULL;
    SG_TRY(sg_field_text(&text, f, key, err));
    if (text == NULL) goto done;
    if (text[0] == '\0')
        SG_TRY(sg_tree_fail(err, f->path, sg_field(f, key), "%s: the name is empty", key));
    *name = sg_text_copy(text);
    SG_REQUIRE(*name != NULL, SG_ENOMEM, "out of memory");
done:
    return status;
}

static sg_status read_data(sg_experiment *e, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t task = SG_CLASSIFICATION;
    SG_TRY(read_name(&e->data, f, "data", err));
    if (e->data == NULL)
        SG_TRY(
            sg_tree_fail(err, f->path, f->map,
                         "data: the name or path of a data set is needed, as in data: NCI1"));
    SG_TRY(sg_field_choice(&task, f, "task", sg_task_words, SG_N_TASKS, err));
    e->has_task = sg_field(f, "task") != NULL;
    e->task = (sg_task)task;
done:
    return status;
}

/* Fail at the key `name`, if it is there. */
static sg_status refuse(sg_fields *f, const char *name, const char *why, sg_error *err)
{
    const sg_node *member = sg_field(f, name);
    if (member == NULL) return SG_OK;
    const sg_node at_key = sgi_key_of(member);
    return sg_tree_fail(err, f->path, &at_key, "%s: %s", name, why);
}

/* Fail with the text of an error at the key `name`. */
static sg_status fail_at(sg_fields *f, const char *name, const sg_error *why, sg_error *err)
{
    const sg_node at_key = sgi_key_of(sg_field(f, name));
    return sg_tree_fail(err, f->path, &at_key, "%s", why->text);
}

/* The rule that divides the data, if there is one. */
static sg_status read_split(sg_split_rule *rule, sg_experiment *e, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error why = {0};
    double share[SG_N_PARTS];
    SG_TRY(read_name(&e->split, f, "split", err));
    if (e->split == NULL) {
        SG_TRY(refuse(f, "shares", "they are for a split: random, or scaffold", err));
        goto done;
    }
    if (sg_split_rule_read(rule, e->split, &why) != SG_OK)
        SG_TRY(fail_at(f, "split", &why, err));
    SG_TRY(
        refuse(f, "splits", "split says how the data is divided; leave one of them out", err));
    if (rule->name != NULL) {
        SG_TRY(refuse(f, "shares", "they are for a split: random, or scaffold", err));
        goto done;
    }
    SG_TRY(read_name(&e->shares, f, "shares", err));
    if (e->shares != NULL && sg_split_shares_read(share, e->shares, &why) != SG_OK)
        SG_TRY(fail_at(f, "shares", &why, err));
done:
    return status;
}

/* Whether folds are made by a rule. */
static sg_status check_split(bool *makes, const sg_split_rule *rule, const sg_experiment *e,
                             sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    *makes = makes_folds(e->protocol);
    if (e->split == NULL) goto done;
    if (makes_folds(e->protocol) && rule->name != NULL)
        SG_TRY(refuse(f, "split",
                      "the protocols k-fold and nested make their folds, random or scaffold",
                      err));
    if (rule->kind == SG_SPLIT_COLUMN && e->protocol != SG_PROTOCOL_FIXED)
        SG_TRY(refuse(f, "split", "a column is one fold, which is protocol: fixed", err));
    *makes = rule->name == NULL && e->protocol != SG_PROTOCOL_FIXED;
done:
    return status;
}

static sg_status read_folds(sg_experiment *e, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_split_rule rule = {0};
    bool makes = false;
    SG_TRY(read_split(&rule, e, f, err));
    SG_TRY(check_split(&makes, &rule, e, f, err));
    if (makes) {
        e->n_folds = DEFAULT_FOLDS;
        SG_TRY(sg_field_count(&e->n_folds, f, "folds", 2, MAX_FOLDS, err));
        SG_TRY(refuse(f, "splits",
                      "the protocols k-fold and nested make their folds and read no split file",
                      err));
    } else {
        SG_TRY(refuse(f, "folds",
                      "the folds of this protocol stand in a split file; folds are made by the "
                      "protocols k-fold and nested",
                      err));
        if (e->split == NULL) SG_TRY(read_name(&e->splits, f, "splits", err));
    }
    if (e->protocol == SG_PROTOCOL_NESTED) {
        e->n_inner_folds = DEFAULT_INNER_FOLDS;
        SG_TRY(sg_field_count(&e->n_inner_folds, f, "inner-folds", 2, MAX_FOLDS, err));
    } else {
        SG_TRY(refuse(f, "inner-folds", "only the protocol nested has them", err));
    }
done:
    return status;
}

static sg_status read_protocol(sg_experiment *e, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t protocol = SG_PROTOCOL_FAIR;
    SG_TRY(sg_field_choice(&protocol, f, "protocol", sg_protocol_words, SG_N_PROTOCOLS, err));
    e->protocol = (sg_protocol)protocol;
    SG_TRY(read_folds(e, f, err));
    if (e->splits == NULL && e->split == NULL && !makes_folds(e->protocol)) {
        const bool per_fold = e->protocol == SG_PROTOCOL_FAIR_PER_FOLD;
        e->splits = sg_text_copy(sg_protocol_words[per_fold ? SG_PROTOCOL_FAIR : protocol]);
        SG_REQUIRE(e->splits != NULL, SG_ENOMEM, "out of memory");
    }
done:
    return status;
}

static sg_status read_counts(sg_experiment *e, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t tested = 0;
    e->n_runs = e->n_members = e->n_restarts = 1;
    e->seed = DEFAULT_SEED;
    SG_TRY(sg_field_count(&e->n_runs, f, "runs", 1, MAX_RUNS, err));
    SG_TRY(sg_field_whole(&e->seed, f, "seed", 0, UINT64_MAX, err));
    SG_TRY(sg_field_count(&e->n_members, f, "ensemble", 1, MAX_MEMBERS, err));
    SG_TRY(sg_field_count(&e->n_restarts, f, "restarts", 1, MAX_MEMBERS, err));
    SG_TRY(sg_field_choice(&tested, f, "test", TESTED, 2, err));
    e->test_all = tested == 1;
    if (e->n_restarts > 1 && e->protocol == SG_PROTOCOL_STANDARD)
        SG_TRY(refuse(f, "restarts",
                      "the standard protocol compares epochs of single trainings and has no "
                      "restarts",
                      err));
    if (e->n_members > 1 && e->protocol == SG_PROTOCOL_STANDARD)
        SG_TRY(refuse(f, "ensemble",
                      "the standard protocol compares epochs of single trainings and has no "
                      "ensembles",
                      err));
done:
    return status;
}

static sg_status read_target(sg_experiment *e, const sg_node *node, const sg_fields *f,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const char *text = NULL;
    SG_TRY(sg_node_text(&text, node, "target", f->path, err));
    if (text[0] == '\0') SG_TRY(sg_tree_fail(err, f->path, node, "target: the name is empty"));
    for (uint32_t t = 0; t < e->n_targets; t++) {
        char found[SG_QUOTED];
        if (strcmp(e->target[t], text) == 0)
            SG_TRY(sg_tree_fail(err, f->path, node, "target: %s occurs twice",
                                sg_quote(found, text, strlen(text))));
    }
    e->target[e->n_targets] = sg_text_copy(text);
    SG_REQUIRE(e->target[e->n_targets] != NULL, SG_ENOMEM, "out of memory");
    e->n_targets++;
done:
    return status;
}

static sg_status read_targets(sg_experiment *e, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *node = sg_field(f, "target");
    if (node == NULL) goto done;
    const bool is_list = node->kind == SG_NODE_LIST;
    const size_t n = is_list ? node->n_children : 1;
    if (node->kind == SG_NODE_MAP || n == 0 || n > MAX_TARGETS)
        SG_TRY(sg_tree_fail(err, f->path, node,
                            "target: a column is needed, or a list of columns; without it, it "
                            "is all of them"));
    SG_ALLOC(e->target, n);
    for (size_t t = 0; t < n; t++)
        SG_TRY(read_target(e, is_list ? node->child[t] : node, f, err));
done:
    return status;
}

static sg_status read_words(sg_experiment *e, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t scale = SG_SCALE_NONE, unit = 0, vocabulary = 1, save = SG_SAVE_ONE;
    SG_TRY(sg_field_choice(&scale, f, "scale", sg_target_scale_words, SG_N_TARGET_SCALES, err));
    SG_TRY(sg_field_choice(&unit, f, "report", UNITS, 2, err));
    SG_TRY(sg_field_choice(&vocabulary, f, "vocabulary", VOCABULARIES, 2, err));
    SG_TRY(sg_field_choice(&save, f, "save", SAVES, 3, err));
    e->scale = (sg_target_scale)scale;
    e->report_scaled = unit == 1;
    e->vocabulary_of_training = vocabulary == 1;
    e->save = (sg_save)save;
    if (e->report_scaled && e->scale == SG_SCALE_NONE)
        SG_TRY(refuse(f, "report",
                      "there is nothing to report as scaled without scale: std or standard",
                      err));
done:
    return status;
}

/* PATH, or { model: PATH, layers: [...] }. */
static sg_status read_from(sg_experiment *e, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *node = sg_field(f, "from");
    sg_fields inner;
    if (node == NULL || node->kind != SG_NODE_MAP) {
        SG_TRY(read_name(&e->from, f, "from", err));
        goto done;
    }
    SG_TRY(sg_fields_open(&inner, node, "from", f->path, err));
    SG_TRY(read_name(&e->from, &inner, "model", err));
    if (e->from == NULL)
        SG_TRY(sg_tree_fail(err, f->path, node, "from: model, the path of one, is missing"));
    const sg_node *layers = sg_field(&inner, "layers");
    e->from_some = layers != NULL;
    if (layers != NULL)
        SG_TRY(sg_layer_set_read(&e->from_layers, layers, "from.layers", f->path, err));
    SG_TRY(sg_fields_finish(&inner, err));
done:
    return status;
}

sg_status sgi_run_keys_read(sg_experiment *e, sg_error *err)
{
    sg_status status = SG_OK;
    sg_fields f;
    SG_TRY(sg_fields_open(&f, e->tree.root, NULL, e->tree.path, err));
    SG_TRY(read_data(e, &f, err));
    SG_TRY(read_protocol(e, &f, err));
    SG_TRY(read_counts(e, &f, err));
    SG_TRY(read_targets(e, &f, err));
    SG_TRY(read_words(e, &f, err));
    SG_TRY(read_from(e, &f, err));
    SG_TRY(read_name(&e->relabel, &f, "relabel", err));
    (void)sg_field(&f, "grid");
    for (size_t i = N_KEYS - N_NETWORK_KEYS; i < N_KEYS; i++) (void)sg_field(&f, KEYS[i].word);
    SG_TRY(sg_fields_finish(&f, err));
done:
    return status;
}

sg_status sgi_run_keys_check(const sg_experiment *e, sg_task task, sg_error *err)
{
    sg_status status = SG_OK;
    sg_fields f;
    SG_TRY(sg_fields_open(&f, e->tree.root, NULL, e->tree.path, err));
    if (task == SG_CLASSIFICATION)
        SG_TRY(refuse(&f, "target", "the target of classification is the class; leave it out",
                      err));
    if (task != SG_REGRESSION) {
        SG_TRY(
            refuse(&f, "scale", "only targets of regression can be scaled; leave it out", err));
        SG_TRY(refuse(&f, "report", "only regression has units; leave it out", err));
    }
done:
    return status;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static sg_status put_folds(sg_node *map, const sg_experiment *e, sg_error *err)
{
    sg_status status = SG_OK;
    if (e->splits != NULL) SG_TRY(sg_put_text(map, "splits", e->splits, err));
    if (e->split != NULL) SG_TRY(sg_put_text(map, "split", e->split, err));
    if (e->shares != NULL) SG_TRY(sg_put_text(map, "shares", e->shares, err));
    if (e->n_folds > 0) SG_TRY(sg_put_whole(map, "folds", e->n_folds, err));
    if (e->n_inner_folds > 0) SG_TRY(sg_put_whole(map, "inner-folds", e->n_inner_folds, err));
done:
    return status;
}

sg_status sgi_run_keys_put(sg_node *map, const sg_experiment *e, const sg_task *task,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *root = e->tree.root, *target = sg_node_member(root, "target");
    const bool is_regression = task != NULL && *task == SG_REGRESSION;
    SG_TRY(sg_put_text(map, "data", e->data, err));
    if (task != NULL) SG_TRY(sg_put_text(map, "task", sg_task_words[*task], err));
    SG_TRY(sg_put_text(map, "protocol", sg_protocol_words[e->protocol], err));
    SG_TRY(put_folds(map, e, err));
    SG_TRY(sg_put_whole(map, "runs", e->n_runs, err));
    SG_TRY(sg_put_whole(map, "seed", e->seed, err));
    if (target != NULL) SG_TRY(sgi_put_copy(map, "target", target, err));
    if (is_regression || sg_node_member(root, "scale") != NULL)
        SG_TRY(sg_put_text(map, "scale", sg_target_scale_words[e->scale], err));
    if (is_regression || sg_node_member(root, "report") != NULL)
        SG_TRY(sg_put_text(map, "report", UNITS[e->report_scaled], err));
    SG_TRY(sg_put_text(map, "vocabulary", VOCABULARIES[e->vocabulary_of_training], err));
    SG_TRY(sg_put_whole(map, "ensemble", e->n_members, err));
    SG_TRY(sg_put_whole(map, "restarts", e->n_restarts, err));
    SG_TRY(sg_put_text(map, "test", TESTED[e->test_all], err));
    SG_TRY(sg_put_text(map, "save", SAVES[e->save], err));
    if (e->from != NULL) SG_TRY(sgi_put_copy(map, "from", sg_node_member(root, "from"), err));
    if (e->relabel != NULL) SG_TRY(sg_put_text(map, "relabel", e->relabel, err));
done:
    return status;
}
