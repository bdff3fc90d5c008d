/* What is wrong with an experiment is said with the place, the value and what is allowed. */
#include "experiment_texts.h"

/* A text, and how the message about it begins: all of it, where it is this module's. */
typedef struct wrong_text {
    const char *text, *message;
} wrong_text;

static const wrong_text DOCUMENTS[] = {
    {"task: regression\n",
     "e.yml:1:1: data: the name or path of a data set is needed, as in data: NCI1"},
    {"- data: MUTAG\n", "e.yml:1:1: the document: a list is not a map of keys and values"},
    {"hello\n", "e.yml:1:1: the document: \"hello\" is not a map of keys and values"},
    {"data:\n"
     "layers: [decoder: {heads: [label]}]\n",
     "e.yml:1:6: data: an empty value is not a text"},
    {"data: \"\"\n"
     "layers: [decoder: {heads: [label]}]\n",
     "e.yml:1:7: data: the name is empty"},
    {"data: MUTAG\n", "e.yml:1:1: layers: a list of 1 to 1000 layers is needed"},
    {"data: MUTAG\n"
     "layers: []\n",
     "e.yml:2:9: layers: a list of 1 to 1000 layers is needed"},
    {"data: MUTAG\n"
     "layers:\n"
     "  - decoder: {heads: [label]}\n"
     "  - encoder: {heads: [\"label @ edge\"]}\n",
     "e.yml:4:5: layers.1.encoder: it needs a row per node, but a layer before it has pooled them"},
    {"data: MUTAG\n"
     "layers:\n"
     "  - pool: {}\n"
     "  - linear: {outputs: 3}\n"
     "  - pool: {}\n",
     "e.yml:5:5: layers.2.pool: it needs a row per node, but a layer before it has pooled them"},
    {"data: MUTAG\n"
     "layers:\n"
     "  - pool: {}\n"
     "  - branch: {from: 0}\n"
     "  - pool: {}\n",
     "e.yml:5:5: layers.2.pool: it needs a row per node, but a layer before it has pooled them"},
    {"data: MUTAG\n"
     "layers:\n"
     "  - decdoer: {heads: [label]}\n",
     "e.yml:3:5: layers: unknown layer \"decdoer\""},
    {"data: MUTAG\n"
     "layers:\n"
     "  - decoder: {heads: [label], repeat: many}\n",
     "e.yml:3:39: layers.0.repeat: \"many\" is not a whole number between 1 and 1000"},
    {"data: MUTAG\n"
     "layers:\n"
     "  - decoder: {heads: [label], repeat: 2}\n",
     "e.yml:3:5: layers.1.decoder: it needs a row per node, but a layer before it has pooled them"},
    {"data: MUTAG\n"
     "layers:\n"
     "  - norm: {repeat: 999}\n"
     "  - norm: {repeat: 2}\n"
     "  - decoder: {heads: [label]}\n",
     "e.yml:4:5: layers: a list of 1 to 1000 layers is needed"},
    {"data: MUTAG\n"
     "layers:\n"
     "  - decoder: {heads: [labl]}\n",
     "e.yml:3:23: layers.0.decoder: "},
    {"data: MUTAG\n"
     "layers:\n"
     "  - encoder: {heads: [\"label @ edge\"], repaet: 2}\n"
     "  - decoder: {heads: [label]}\n",
     "e.yml:3:40: layers.0.encoder: unknown key \"repaet\""},
};

/* The others stand behind the six lines that every experiment needs. */
static const wrong_text KEYS[] = {
    {"epochs: 5\n", "e.yml:7:1: unknown key \"epochs\"; allowed: data, task, protocol, "},
    {"dat: 5\n", "e.yml:7:1: unknown key \"dat\"; did you mean \"data\"?"},
    {"task: clasification\n",
     "e.yml:7:7: task: \"clasification\" is none of the choices; did you mean \"classification\"?"},
    {"task: [a]\n",
     "e.yml:7:7: task: a list is none of the choices; allowed: classification, regression, multilabel"},
    {"protocol: kfold\n",
     "e.yml:7:11: protocol: \"kfold\" is none of the choices; did you mean \"k-fold\"?"},
    {"protocol: fair\n"
     "folds: 5\n",
     "e.yml:8:1: folds: the folds of this protocol stand in a split file; folds are made by the protocols k-fold and nested"},
    {"protocol: k-fold\n"
     "splits: fair\n",
     "e.yml:8:1: splits: the protocols k-fold and nested make their folds and read no split file"},
    {"protocol: k-fold\n"
     "inner-folds: 2\n",
     "e.yml:8:1: inner-folds: only the protocol nested has them"},
    {"protocol: k-fold\n"
     "folds: 1\n",
     "e.yml:8:8: folds: \"1\" is not a whole number between 2 and 1000000"},
    {"splits: \"\"\n", "e.yml:7:9: splits: the name is empty"},
    {"splits: [fair]\n", "e.yml:7:9: splits: a list is not a text"},
    {"runs: 0\n", "e.yml:7:7: runs: \"0\" is not a whole number between 1 and 10000"},
    {"runs: many\n", "e.yml:7:7: runs: \"many\" is not a whole number between 1 and 10000"},
    {"seed: -1\n", "e.yml:7:7: seed: \"-1\" is not a whole number of at least 0"},
    {"seed: 1.5\n", "e.yml:7:7: seed: \"1.5\" is not a whole number of at least 0"},
    {"task: classification\n"
     "target: 0\n",
     "e.yml:8:1: target: the target of classification is the class; leave it out"},
    {"task: classification\n"
     "scale: std\n",
     "e.yml:8:1: scale: only targets of regression can be scaled; leave it out"},
    {"task: multilabel\n"
     "scale: none\n",
     "e.yml:8:1: scale: only targets of regression can be scaled; leave it out"},
    {"task: classification\n"
     "report: own\n",
     "e.yml:8:1: report: only regression has units; leave it out"},
    {"task: regression\n"
     "report: scaled\n",
     "e.yml:8:1: report: there is nothing to report as scaled without scale: std or standard"},
    {"task: regression\n"
     "scale: max\n",
     "e.yml:8:8: scale: \"max\" is none of the choices; allowed: none, std, standard"},
    {"task: regression\n"
     "target: []\n",
     "e.yml:8:9: target: a column is needed, or a list of columns; without it, it is all of them"},
    {"task: regression\n"
     "target: {a: 1}\n",
     "e.yml:8:9: target: a column is needed, or a list of columns; without it, it is all of them"},
    {"task: regression\n"
     "target: [0, 0]\n",
     "e.yml:8:13: target: \"0\" occurs twice"},
    {"task: regression\n"
     "target: [0, [1]]\n",
     "e.yml:8:13: target: a list is not a text"},
    {"task: regression\n"
     "target: \"\"\n",
     "e.yml:8:9: target: the name is empty"},
    {"task: regression\n"
     "target: ~\n",
     "e.yml:8:9: target: \"~\" is not a text"},
    {"vocabulary: some\n",
     "e.yml:7:13: vocabulary: \"some\" is none of the choices; allowed: all, train"},
    {"protocol: standard\n"
     "ensemble: 2\n",
     "e.yml:8:1: ensemble: the standard protocol compares epochs of single trainings and has no ensembles"},
    {"protocol: standard\n"
     "restarts: 2\n",
     "e.yml:8:1: restarts: the standard protocol compares epochs of single trainings and has no restarts"},
    {"restarts: 0\n", "e.yml:7:11: restarts: \"0\" is not a whole number between 1 and 1000"},
    {"ensemble: 0\n", "e.yml:7:11: ensemble: \"0\" is not a whole number between 1 and 1000"},
    {"save: best\n",
     "e.yml:7:7: save: \"best\" is none of the choices; allowed: none, one, all"},
    {"input: one\n",
     "e.yml:7:8: input: \"one\" is none of the choices; did you mean \"ones\"?"},
    {"noise: -1\n", "e.yml:7:8: noise: \"-1\" is not a number between 0 and 1000000"},
    {"task: regression\n"
     "task: regression\n",
     "e.yml:8:1: the key \"task\" occurs twice; it was given in line 7 already"},
};

static const wrong_text TRAINING[] = {
    {"train: 5\n", "e.yml:7:8: train: \"5\" is not a map of keys and values"},
    {"train: { learning-rat: 5 }\n",
     "e.yml:7:10: train: unknown key \"learning-rat\"; did you mean \"learning-rate\"?"},
    {"train: { optimizer: adm }\n", "e.yml:7:21: train.optimizer: "},
    {"train: { momentum: 0.9 }\n", "e.yml:7:10: train.momentum: adam has none; it is for sgd"},
    {"train: { optimizer: sgd, beta2: 0.9 }\n",
     "e.yml:7:26: train.beta2: sgd has none; it is for adam and adamw"},
    {"task: classification\n"
     "train: { loss: mae }\n",
     "e.yml:8:16: train.loss: mae is not for classification, which has cross-entropy"},
    {"task: regression\n"
     "train: { loss: bce }\n",
     "e.yml:8:16: train.loss: bce is not for regression, which has mae, mse and huber"},
    {"task: multilabel\n"
     "train: { loss: cross-entropy }\n",
     "e.yml:8:16: train.loss: cross-entropy is not for multilabel, which has bce"},
    {"task: classification\n"
     "train: { metric: mae }\n",
     "e.yml:8:18: train.metric: metric mae is not for classification"},
    {"train: { loss: mse, metric: accuracy }\n",
     "e.yml:7:29: train.metric: metric accuracy is not for regression"},
    {"protocol: standard\n"
     "train: { patience: 5 }\n",
     "e.yml:8:20: train.patience: the standard protocol compares all folds epoch by epoch, so none may stop early; leave it out"},
    {"train: { schedule: stp }\n", "e.yml:7:20: train.schedule: "},
};

static const wrong_text GRIDS[] = {
    {"grid: [1, 2]\n", "e.yml:7:7: grid: a list is not a map of keys and values"},
    {"grid:\n", "e.yml:7:6: grid: an empty value is not a map of keys and values"},
    {"grid: { train.epochs: 5 }\n",
     "e.yml:7:23: grid: \"train.epochs\": a list of values is needed, as in [0.1, 0.01]"},
    {"grid: { train.epochs: [] }\n",
     "e.yml:7:23: grid: \"train.epochs\": a list of values is needed, and this one is empty"},
    {"grid: { train.epochs: [1, 1] }\n",
     "e.yml:7:27: grid: train.epochs: the values 0 and 1 are the same"},
    {"grid: { train.epohcs: [1, 2] }\n",
     "e.yml:7:9: train: unknown key \"epohcs\"; did you mean \"epochs\"?"},
    {"grid: { trian.epochs: [1, 2] }\n",
     "e.yml:7:9: grid: unknown key \"trian\"; did you mean \"train\"?"},
    {"grid: { layers.5.heads: [1, 2] }\n",
     "e.yml:7:9: grid: layers.5: no such item; the list has the items 0 to 1"},
    {"grid: { layers.0.headz.0: [\"label @ edge\"] }\n",
     "e.yml:7:9: grid: layers.0.headz: no such key; did you mean \"heads\"?"},
    {"grid: { layers.0.headz: [[\"label @ edge\"]] }\n",
     "e.yml:7:9: layers.0.encoder: unknown key \"headz\"; did you mean \"heads\"?"},
    {"grid: { layers.0.heads.0: [\"label @ edge\", \"label @ egde\"] }\n",
     "e.yml:7:44: layers.0.encoder: "},
    {"grid: { data: [MUTAG, NCI1] }\n",
     "e.yml:7:9: grid: data holds for the whole run and cannot vary; input, noise, layers and train can"},
    {"grid: { protocol: [fair] }\n",
     "e.yml:7:9: grid: protocol holds for the whole run and cannot vary; input, noise, layers and train can"},
    {"grid: { grid.noise: [[1]] }\n",
     "e.yml:7:9: grid: grid holds for the whole run and cannot vary; input, noise, layers and train can"},
    {"grid: { target: [0, 1] }\n",
     "e.yml:7:9: grid: target holds for the whole run and cannot vary; input, noise, layers and train can"},
    {"grid:\n"
     "  train: [{}]\n"
     "  train.epochs: [1, 2]\n",
     "e.yml:9:3: grid: train.epochs changes what train changes already"},
    {"grid:\n"
     "  layers.0.heads.0: [\"label @ edge\"]\n"
     "  layers.0.encoder.heads: [[\"label @ edge\"]]\n",
     "e.yml:9:3: grid: layers.0.encoder.heads changes what layers.0.heads.0 changes already"},
    {"grid:\n"
     "  layers.0.heads: [[\"label @ edge\"]]\n"
     "  layers.0.encoder.heads: [[\"wl:1 @ edge\"]]\n",
     "e.yml:9:3: grid: layers.0.encoder.heads changes what layers.0.heads changes already"},
    {"grid: { train.metric: [accuracy, f1] }\n",
     "e.yml:7:7: grid: the metric must be the same everywhere, since it says which configuration is best"},
    {"grid: { train.loss: [cross-entropy, mae] }\n",
     "e.yml:7:37: train.loss: mae is not for classification, which has cross-entropy"},
    {"grid: { train.optimizer: [adam, sgd], train.momentum: [0, 0.9] }\n",
     "e.yml:7:39: train.momentum: adam has none; it is for sgd"},
    {"grid: { train.epochs: [1, 0] }\n",
     "e.yml:7:27: train.epochs: \"0\" is not a whole number between 1 and 1000000"},
    {"grid: { layers.0.repeat: [1, 0] }\n",
     "e.yml:7:30: layers.0.repeat: \"0\" is not a whole number between 1 and 1000"},
    {"grid: { layers.0.repeat: [1, 1001] }\n",
     "e.yml:7:30: layers.0.repeat: \"1001\" is not a whole number between 1 and 1000"},
    {"grid: { noise: [0], noise: [1] }\n",
     "e.yml:7:21: the key \"noise\" occurs twice; it was given in line 7 already"},
    {"protocol: standard\n"
     "grid: { train.patience: [0, 5] }\n",
     "e.yml:8:29: train.patience: the standard protocol compares all folds epoch by epoch, so none may stop early; leave it out"},
    {"grid: { \"\": [1] }\n",
     "e.yml:7:9: grid: unknown key \"\"; allowed: input, noise, model, layers, train"},
};

static void check_messages(const char *before, const wrong_text *wrong, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char text[1000];
        sg_experiment e = {0};
        sg_error err = {0};
        (void)snprintf(text, sizeof text, "%s%s", before, wrong[i].text);
        assert_int_equal(parse_text(&e, text, NULL, 0, &err), SG_EFORMAT);
        if (strncmp(err.text, wrong[i].message, strlen(wrong[i].message)) != 0)
            fail_msg("\"%s\" does not begin with \"%s\"", err.text, wrong[i].message);
        assert_null(e.tree.root);
    }
}

static void documents(void **state)
{
    (void)state;
    check_messages("", DOCUMENTS, sizeof DOCUMENTS / sizeof *DOCUMENTS);
}

static void keys_of_the_run(void **state)
{
    (void)state;
    check_messages(SMALLEST, KEYS, sizeof KEYS / sizeof *KEYS);
}

static void training(void **state)
{
    (void)state;
    check_messages(SMALLEST, TRAINING, sizeof TRAINING / sizeof *TRAINING);
}

static void grids(void **state)
{
    (void)state;
    check_messages(SMALLEST, GRIDS, sizeof GRIDS / sizeof *GRIDS);
}

static void there_are_not_too_many_lists(void **state)
{
    (void)state;
    char text[4000];
    sg_experiment e = {0};
    size_t used = (size_t)snprintf(text, sizeof text, SMALLEST "grid:\n");
    for (int i = 0; i < 65; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "  train.x%d: [1]\n", i);
    check_fails(parse_text(&e, text, NULL, 0, &err), SG_EFORMAT,
                "e.yml:8:3: grid: 65 lists; at most 64 are allowed");
}

SG_TESTS(cmocka_unit_test(documents), cmocka_unit_test(keys_of_the_run),
         cmocka_unit_test(training), cmocka_unit_test(grids),
         cmocka_unit_test(there_are_not_too_many_lists))
