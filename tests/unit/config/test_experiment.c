/* Experiments: every key, its default, and what it means. */
#include "experiment_texts.h"
#include "support/layer_text.h"

static void defaults_are_the_paper_s(void **state)
{
    (void)state;
    sg_experiment e = experiment_of(SMALLEST);
    assert_string_equal(e.data, "MUTAG");
    assert_false(e.has_task);
    assert_int_equal(e.task, SG_CLASSIFICATION);
    assert_int_equal(e.protocol, SG_PROTOCOL_FAIR);
    assert_string_equal(e.splits, "fair");
    assert_int_equal(e.n_folds, 0);
    assert_int_equal(e.n_inner_folds, 0);
    assert_int_equal(e.n_runs, 1);
    assert_int_equal(e.seed, 42);
    assert_null(e.target);
    assert_int_equal(e.n_targets, 0);
    assert_int_equal(e.scale, SG_SCALE_NONE);
    assert_false(e.report_scaled);
    assert_true(e.vocabulary_of_training);
    assert_int_equal(e.n_members, 1);
    assert_int_equal(e.n_restarts, 1);
    assert_int_equal(e.save, SG_SAVE_ONE);
    assert_int_equal(e.n_axes, 0);
    assert_int_equal(e.n_configurations, 1);
    sg_experiment_free(&e);
    assert_null(e.tree.root);
    sg_experiment_free(&e);
}

static void every_key_is_read(void **state)
{
    (void)state;
    sg_experiment e = experiment_of("data: data/ZINC.zip\n"
                                    "task: regression\n"
                                    "protocol: fixed\n"
                                    "splits: mine\n"
                                    "runs: 3\n"
                                    "seed: 18446744073709551615\n"
                                    "target: [0, mu, \"2\"]\n"
                                    "scale: std\n"
                                    "report: scaled\n"
                                    "vocabulary: all\n"
                                    "ensemble: 5\n"
                                    "restarts: 3\n"
                                    "test: all\n"
                                    "save: all\n"
                                    "input: labels\n"
                                    "noise: 0.25\n"
                                    "layers:\n"
                                    "  - linear: { outputs: 10, activation: relu }\n"
                                    "  - pool: { kind: sum }\n"
                                    "train: { epochs: 7, loss: huber, metric: rmse }\n");
    assert_string_equal(e.data, "data/ZINC.zip");
    assert_true(e.has_task);
    assert_int_equal(e.task, SG_REGRESSION);
    assert_int_equal(e.protocol, SG_PROTOCOL_FIXED);
    assert_string_equal(e.splits, "mine");
    assert_int_equal(e.n_runs, 3);
    assert_true(e.seed == UINT64_MAX);
    assert_int_equal(e.n_targets, 3);
    assert_string_equal(e.target[0], "0");
    assert_string_equal(e.target[1], "mu");
    assert_string_equal(e.target[2], "2");
    assert_int_equal(e.scale, SG_SCALE_STD);
    assert_true(e.report_scaled);
    assert_false(e.vocabulary_of_training);
    assert_int_equal(e.n_members, 5);
    assert_int_equal(e.n_restarts, 3);
    assert_true(e.test_all);
    assert_int_equal(e.save, SG_SAVE_ALL);
    sg_configuration c = configuration_of(&e, 0);
    assert_true(sg_inputs_have(&c.blueprint.input, SG_INPUT_LABELS));
    check_near(c.blueprint.noise, 0.25, 0, 0);
    assert_int_equal(c.blueprint.n_layers, 2);
    assert_int_equal(c.blueprint.layer[0].activation, SG_ACTIVATION_RELU);
    assert_int_equal(c.train.n_epochs, 7);
    assert_ptr_equal(c.train.loss, &sg_loss_huber);
    assert_ptr_equal(c.train.metric, &sg_metric_rmse);
    assert_int_equal(c.train.batch_size, 64);
    sg_configuration_free(&c);
    assert_null(c.text);
    sg_experiment_free(&e);
}

/* A protocol, and where its folds come from. */
static const struct {
    const char *line;
    sg_protocol protocol;
    const char *splits;
    uint32_t n_folds, n_inner_folds;
} PROTOCOLS[] = {
    {"protocol: fair\n", SG_PROTOCOL_FAIR, "fair", 0, 0},
    {"protocol: fair-per-fold\n", SG_PROTOCOL_FAIR_PER_FOLD, "fair", 0, 0},
    {"protocol: standard\n", SG_PROTOCOL_STANDARD, "standard", 0, 0},
    {"protocol: fixed\n", SG_PROTOCOL_FIXED, "fixed", 0, 0},
    {"protocol: k-fold\n", SG_PROTOCOL_K_FOLD, NULL, 10, 0},
    {"protocol: nested\n", SG_PROTOCOL_NESTED, NULL, 10, 3},
    {"protocol: fair\nsplits: synthetic\n", SG_PROTOCOL_FAIR, "synthetic", 0, 0},
    {"protocol: k-fold\nfolds: 5\n", SG_PROTOCOL_K_FOLD, NULL, 5, 0},
    {"protocol: nested\nfolds: 5\ninner-folds: 2\n", SG_PROTOCOL_NESTED, NULL, 5, 2},
    {"protocol: standard\nensemble: 1\n", SG_PROTOCOL_STANDARD, "standard", 0, 0},
};

static void protocols_have_their_folds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof PROTOCOLS / sizeof *PROTOCOLS; i++) {
        char text[600];
        (void)snprintf(text, sizeof text, SMALLEST "%s", PROTOCOLS[i].line);
        sg_experiment e = experiment_of(text);
        assert_int_equal(e.protocol, PROTOCOLS[i].protocol);
        assert_int_equal(e.n_folds, PROTOCOLS[i].n_folds);
        assert_int_equal(e.n_inner_folds, PROTOCOLS[i].n_inner_folds);
        if (PROTOCOLS[i].splits == NULL)
            assert_null(e.splits);
        else
            assert_string_equal(e.splits, PROTOCOLS[i].splits);
        sg_experiment_free(&e);
    }
}

/* What a file without a task looks like. */
static const struct {
    const char *lines;
    sg_task task;
    const sg_metric *metric;
} TASKS[] = {
    {"", SG_CLASSIFICATION, &sg_metric_accuracy},
    {"train: { metric: f1 }\n", SG_CLASSIFICATION, &sg_metric_f1},
    {"train: { metric: loss }\n", SG_CLASSIFICATION, &sg_metric_loss},
    {"train: { metric: rmse }\n", SG_REGRESSION, &sg_metric_rmse},
    {"train: { loss: mse }\n", SG_REGRESSION, &sg_metric_mae},
    {"train: { loss: bce }\n", SG_MULTILABEL, &sg_metric_roc_auc},
    {"train: { loss: bce }\ntarget: [1, 2]\n", SG_MULTILABEL, &sg_metric_roc_auc},
    {"target: 3\n", SG_REGRESSION, &sg_metric_mae},
    {"scale: standard\n", SG_REGRESSION, &sg_metric_mae},
    {"grid: { train.metric: [mae] }\n", SG_REGRESSION, &sg_metric_mae},
};

static void a_missing_task_is_guessed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof TASKS / sizeof *TASKS; i++) {
        char text[600];
        (void)snprintf(text, sizeof text, SMALLEST "%s", TASKS[i].lines);
        sg_experiment e = experiment_of(text);
        assert_false(e.has_task);
        assert_int_equal(e.task, TASKS[i].task);
        sg_configuration c = configuration_of(&e, 0);
        assert_ptr_equal(c.train.metric, TASKS[i].metric);
        sg_configuration_free(&c);
        sg_experiment_free(&e);
    }
}

/* The caller's task counts where the file has none, and the file's where it has one. */
static void the_task_decides_defaults(void **state)
{
    (void)state;
    sg_configuration c = {0};
    sg_experiment e = experiment_of(SMALLEST);
    check_ok(sg_experiment_configuration(&c, &e, 0, SG_MULTILABEL, &err));
    assert_ptr_equal(c.train.loss, &sg_loss_bce);
    assert_non_null(strstr(c.text, "task: multilabel\n"));
    sg_configuration_free(&c);
    sg_experiment_free(&e);
    e = experiment_of(SMALLEST "task: regression\n");
    check_ok(sg_experiment_configuration(&c, &e, 0, SG_MULTILABEL, &err));
    assert_ptr_equal(c.train.loss, &sg_loss_mae);
    sg_configuration_free(&c);
    sg_experiment_free(&e);
    e = experiment_of(SMALLEST "scale: std\n");
    check_fails(sg_experiment_configuration(&c, &e, 0, SG_CLASSIFICATION, &err), SG_EFORMAT,
                "e.yml:7:1: scale: only targets of regression can be scaled");
    assert_null(c.text);
    check_fails(sg_experiment_configuration(&c, &e, 1, SG_REGRESSION, &err), SG_EINVAL,
                "there is no configuration 1; there are 1, numbered from 0");
    sg_experiment_free(&e);
}

static void layers_repeat(void **state)
{
    (void)state;
    sg_experiment e = experiment_of("data: MUTAG\n"
                                    "layers:\n"
                                    "  - encoder: { heads: [\"label @ edge\"], repeat: 3 }\n"
                                    "  - residual: { from: 1 }\n"
                                    "  - norm: { repeat: 2 }\n"
                                    "  - decoder: { heads: [label] }\n");
    sg_configuration c = configuration_of(&e, 0);
    const char *encoder = "{'encoder':{'heads':['label @ edge'],'activation':'identity'}}",
               *norm = "{'norm':{'affine':false}}";
    assert_int_equal(c.blueprint.n_layers, 7);
    for (int l = 0; l < 3; l++) check_layer(&c.blueprint.layer[l], encoder);
    check_layer(&c.blueprint.layer[3], "{'residual':{'from':1}}");
    check_layer(&c.blueprint.layer[4], norm);
    check_layer(&c.blueprint.layer[5], norm);
    check_layer(&c.blueprint.layer[6], "{'decoder':{'heads':['label'],'outputs':'targets',"
                                       "'bias':true,'pool':'mean','activation':'identity'}}");
    sg_configuration_free(&c);
    sg_experiment_free(&e);
}

static void files_are_opened(void **state)
{
    (void)state;
    char *folder = check_folder();
    char path[1000];
    sg_experiment e = {0};
    check_write(folder, "e.yml", SMALLEST "runs: 2\n");
    check_write(folder, "bad.yml", "data: [\n");
    (void)snprintf(path, sizeof path, "%s/e.yml", folder);
    check_ok(sg_experiment_open(&e, path, (const char *[]){"seed=7"}, 1, &err));
    assert_int_equal(e.n_runs, 2);
    assert_int_equal(e.seed, 7);
    assert_string_equal(e.tree.path, path);
    sg_experiment_free(&e);
    (void)snprintf(path, sizeof path, "%s/bad.yml", folder);
    check_fails(sg_experiment_open(&e, path, NULL, 0, &err), SG_EFORMAT, "bad.yml:2:1: ");
    (void)snprintf(path, sizeof path, "%s/missing.yml", folder);
    check_fails(sg_experiment_open(&e, path, NULL, 0, &err), SG_ENOTFOUND, "missing.yml");
    assert_null(e.tree.root);
    check_folder_remove(folder);
}

static sg_status use_everything(void *context, sg_error *err)
{
    static const char *const set[] = {"train.epochs=5", "grid.noise=[0, 1]"};
    (void)context;
    sg_status status = SG_OK;
    sg_experiment e = {0};
    sg_configuration c = {0};
    char *text = NULL;
    SG_TRY(parse_text(&e,
                      "data: MUTAG\n"
                      "task: regression\n"
                      "target: [0, 1]\n"
                      "layers:\n"
                      "  - encoder: { heads: [\"wl:1 @ edge\"], repeat: 2 }\n"
                      "  - decoder: { heads: [label] }\n"
                      "grid: { train.learning-rate: [0.1, 0.01] }\n",
                      set, 2, err));
    SG_TRY(sg_experiment_configuration(&c, &e, 3, e.task, err));
    SG_TRY(sg_experiment_write(&text, &e, err));
done:
    sg_free(text);
    sg_configuration_free(&c);
    sg_experiment_free(&e);
    return status;
}

/* Not every allocation is ours: libyaml's fail like it pleases, but not by way of sg_alloc. */
static void memory_may_run_out(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(use_everything, NULL) > 100);
}

/* The keys that are described are those that a file may have, no more and no less. */
static void keys_are_as_described(void **state)
{
    (void)state;
    static const char text[] = "qqqqqq: 1\n" SMALLEST;
    const sg_key_text *key = NULL;
    sg_experiment e = {0};
    sg_error said = {0};
    size_t n_described = 0, n_allowed = 1;
    assert_int_equal(sg_experiment_parse(&e, "run.yml", text, strlen(text), NULL, 0, &said),
                     SG_EFORMAT);
    const char *allowed = strstr(said.text, "allowed: ");
    assert_non_null(allowed);
    for (const char *c = allowed; *c != '\0'; c++) n_allowed += *c == ',';
    for (; (key = sg_experiment_key(n_described)) != NULL; n_described++)
        assert_non_null(strstr(allowed, key->word));
    assert_int_equal(n_described, n_allowed);
}

SG_TESTS(cmocka_unit_test(keys_are_as_described), cmocka_unit_test(defaults_are_the_paper_s),
         cmocka_unit_test(every_key_is_read), cmocka_unit_test(protocols_have_their_folds),
         cmocka_unit_test(a_missing_task_is_guessed),
         cmocka_unit_test(the_task_decides_defaults), cmocka_unit_test(layers_repeat),
         cmocka_unit_test(files_are_opened), cmocka_unit_test(memory_may_run_out))
