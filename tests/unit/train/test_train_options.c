/* test_train_options.c - the `train:` part of an experiment. */
#include "train/train_options.h"

#include "base/mem.h"
#include "support/check.h"
#include "text/yaml.h"
#include "train/train_options_put.h"

static sg_status read_text(sg_train_options *options, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    sg_fields f;
    SG_TRY(sg_yaml_parse(&tree, "run.yml", text, strlen(text), err));
    SG_TRY(sg_fields_open(&f, tree.root, "train", "run.yml", err));
    SG_TRY(sg_train_options_read(options, &f, err));
    SG_TRY(sg_fields_finish(&f, err));
done:
    sg_tree_free(&tree);
    return status;
}

/* Keys that are asked for and those that are described, the settings of optimizers aside. */
static void keys_are_all_described(void **state)
{
    (void)state;
    sg_train_options options = sg_train_defaults(SG_CLASSIFICATION);
    sg_tree tree = {0};
    sg_fields f;
    size_t n_described = 0;
    check_ok(sg_yaml_parse(&tree, "run.yml", "{}", 2, &err));
    check_ok(sg_fields_open(&f, tree.root, "train", "run.yml", &err));
    check_ok(sg_train_options_read(&options, &f, &err));
    while (sg_train_key(n_described) != NULL) n_described++;
    assert_int_equal(f.n_asked, n_described + SG_N_OPTIMIZER_MEMBERS);
    for (size_t i = 0; i < n_described; i++) {
        bool is_asked = false;
        for (size_t a = 0; a < f.n_asked; a++)
            is_asked = is_asked || strcmp(f.asked[a], sg_train_key(i)->word) == 0;
        assert_true(is_asked);
    }
    sg_tree_free(&tree);
}

static void the_defaults_are_the_papers(void **state)
{
    (void)state;
    static const sg_loss *loss[] = {&sg_loss_cross_entropy, &sg_loss_mae, &sg_loss_bce};
    static const sg_metric *const metric[] = {&sg_metric_accuracy, &sg_metric_mae,
                                              &sg_metric_roc_auc};
    for (int task = 0; task < 3; task++) {
        const sg_train_options o = sg_train_defaults((sg_task)task);
        assert_ptr_equal(o.loss, loss[task]);
        assert_ptr_equal(o.metric, metric[task]);
        check_ok(sg_metric_check(o.metric, o.loss, &err));
        assert_int_equal(o.optimizer.kind, SG_OPTIMIZER_ADAM);
        check_ok(sg_optimizer_check(&o.optimizer, &err));
        check_near(o.learning_rate, 0.01, 0, 0);
        assert_int_equal(o.schedule.kind, SG_SCHEDULE_CONSTANT);
        assert_int_equal(o.batch_size, 64);
        assert_int_equal(o.n_epochs, 200);
        assert_int_equal(o.patience, 0);
        assert_int_equal(o.init.kind, SG_INIT_CONSTANT);
        check_near(o.init.first, 0.001, 0, 0);
        assert_int_equal(o.bias_init.kind, SG_INIT_CONSTANT);
        check_near(o.bias_init.first, 0, 0, 0);
        assert_int_equal(o.precision, SG_PRECISION_FLOAT);
        check_near(o.clip, 0, 0, 0);
        check_near(o.average, 0, 0, 0);
    }
}

static void nothing_said_changes_nothing(void **state)
{
    (void)state;
    sg_train_options o = sg_train_defaults(SG_REGRESSION);
    const sg_train_options before = o;
    check_ok(read_text(&o, "{}", &err));
    assert_memory_equal(&o, &before, sizeof o);
}

static void everything_is_read(void **state)
{
    (void)state;
    sg_train_options o = sg_train_defaults(SG_CLASSIFICATION);
    check_ok(read_text(&o,
                       "optimizer: sgd\n"
                       "weight-decay: 0.5\n"
                       "momentum: 0.9\n"
                       "decoupled: true\n"
                       "learning-rate: 1e-3\n"
                       "schedule: step 10 0.5 warm-up 3\n"
                       "batch-size: 7\n"
                       "epochs: 11\n"
                       "patience: 5\n"
                       "init: uniform -0.5 0.5\n"
                       "bias-init: normal 0 2\n"
                       "loss: mse\n"
                       "metric: rmse\n"
                       "clip: 1.5\n"
                       "average: 0.99\n"
                       "precision: double\n",
                       &err));
    assert_int_equal(o.optimizer.kind, SG_OPTIMIZER_SGD);
    check_near(o.optimizer.weight_decay, 0.5, 0, 0);
    check_near(o.optimizer.momentum, 0.9, 0, 0);
    assert_true(o.optimizer.decoupled);
    check_near(o.learning_rate, 0.001, 0, 0);
    assert_int_equal(o.schedule.kind, SG_SCHEDULE_STEP);
    assert_int_equal(o.schedule.size, 10);
    assert_int_equal(o.schedule.warm_up, 3);
    assert_int_equal(o.batch_size, 7);
    assert_int_equal(o.n_epochs, 11);
    assert_int_equal(o.patience, 5);
    assert_int_equal(o.init.kind, SG_INIT_UNIFORM);
    check_near(o.init.first, -0.5, 0, 0);
    assert_int_equal(o.bias_init.kind, SG_INIT_NORMAL);
    assert_ptr_equal(o.loss, &sg_loss_mse);
    assert_ptr_equal(o.metric, &sg_metric_rmse);
    check_near(o.clip, 1.5, 0, 0);
    check_near(o.average, 0.99, 0, 0);
    assert_int_equal(o.precision, SG_PRECISION_DOUBLE);
}

/* Each optimizer brings its own defaults; what stands beside it counts in any order. */
static void optimizers_have_defaults_of_their_own(void **state)
{
    (void)state;
    sg_train_options o = sg_train_defaults(SG_CLASSIFICATION);
    check_ok(read_text(&o, "optimizer: adamw", &err));
    check_near(o.optimizer.weight_decay, 0.01, 0, 0);
    assert_true(o.optimizer.decoupled);
    check_ok(read_text(&o, "{ beta1: 0.8, beta2: 0.9, epsilon: 1e-6, optimizer: adam }", &err));
    check_near(o.optimizer.weight_decay, 0, 0, 0);
    assert_false(o.optimizer.decoupled);
    check_near(o.optimizer.beta1, 0.8, 0, 0);
    check_near(o.optimizer.beta2, 0.9, 0, 0);
    check_near(o.optimizer.epsilon, 1e-6, 0, 0);
}

/* Layers of the blueprint tell their own and their activation's layer of the network. */
static void layers_are_told_how_they_learn(void **state)
{
    (void)state;
    const sg_blueprint blueprint = {.n_layers = 2};
    sg_layer_spec layer[3] = {{0}};
    uint32_t layer_of[] = {0, 0, 1};
    sg_model_on_data m = {
        .blueprint = &blueprint, .layer = layer, .layer_of = layer_of, .spec = {.n_layers = 3}};
    sg_train_options o = sg_train_defaults(SG_CLASSIFICATION);
    check_ok(
        read_text(&o,
                  "{ learning-rate: 0.1, learning-rate-of: { 0: 0.05 }, weight-decay-of: { 1: "
                  "0.3 }, freeze: [1] }",
                  &err));
    check_ok(sg_train_options_place(&m, &o, &err));
    for (int i = 0; i < 2; i++) {
        assert_true(layer[i].has_rate && !layer[i].has_decay && !layer[i].frozen);
        check_near(layer[i].rate, 0.5, 1e-15, 0);
    }
    assert_true(!layer[2].has_rate && layer[2].has_decay && layer[2].frozen);
    check_near(layer[2].decay, 0.3, 0, 0);
    check_ok(read_text(&o, "{ weight-decay-of: { 2: 1 }, freeze: [] }", &err));
    check_fails(sg_train_options_place(&m, &o, &err), SG_EINVAL,
                "weight-decay-of: there is no layer 2; there are 2, numbered from 0");
}

static void mistakes_have_a_place_and_change_nothing(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"[adam]", "run.yml:1:1: "},
        {"optimizer: adm", "run.yml:1:12: train.optimizer: unknown optimizer \"adm\""},
        {"optimizer: [adam]", "run.yml:1:12: train.optimizer: "},
        {"epochs: 5\nlearning-rate: fast", "run.yml:2:16: train.learning-rate: \"fast\" is not "
                                           "a number between 0 and 1000000"},
        {"learning-rate: -0.1", "run.yml:1:16: "},
        {"learning-rate: .inf", "run.yml:1:16: "},
        {"learning-rate: nan", "run.yml:1:16: "},
        {"learning-rate: \"0.1\"", "run.yml:1:16: "},
        {"learning-rate:", "run.yml:1:"},
        {"weight-decay: -1", "run.yml:1:15: train.weight-decay: "},
        {"momentum: 1", "run.yml:1:11: train.momentum: "},
        {"beta1: 1", "run.yml:1:8: train.beta1: "},
        {"beta2: 1", "run.yml:1:8: train.beta2: "},
        {"epsilon: 0", "run.yml:1:10: train.epsilon: "},
        {"decoupled: 1", "run.yml:1:12: train.decoupled: "},
        {"schedule: sometimes", "run.yml:1:11: train.schedule: "},
        {"schedule: step 0 0.5", "run.yml:1:11: train.schedule: "},
        {"batch-size: 0", "run.yml:1:13: train.batch-size: "},
        {"batch-size: 1.5", "run.yml:1:13: train.batch-size: "},
        {"batch-size: 99999999999999999999", "run.yml:1:13: train.batch-size: "},
        {"epochs: 0", "run.yml:1:9: train.epochs: "},
        {"epochs: 1000001", "run.yml:1:9: train.epochs: "},
        {"patience: -1", "run.yml:1:11: train.patience: "},
        {"init: random", "run.yml:1:7: train.init: "},
        {"init: constant", "run.yml:1:7: train.init: "},
        {"bias-init: 3", "run.yml:1:12: train.bias-init: "},
        {"loss: cross_entropy", "run.yml:1:7: train.loss: "},
        {"metric: acuracy", "run.yml:1:9: train.metric: unknown metric \"acuracy\", did you "
                            "mean accuracy"},
        {"weight-decay-of: 0.1",
         "run.yml:1:18: train.weight-decay-of: numbers of layers are needed"},
        {"weight-decay-of: { 0: -1 }", "run.yml:1:23: "},
        {"weight-decay-of: { first: 1 }", "run.yml:1:20: "},
        {"weight-decay-of: { 1024: 1 }", "run.yml:1:20: "},
        {"learning-rate-of: { 1: 0.5, 01: 0.5 }",
         "run.yml:1:29: train.learning-rate-of: \"01\" is not a whole number"},
        {"{ learning-rate: 0, learning-rate-of: { 1: 0.5 } }", "must be above 0"},
        {"clip: -1", "run.yml:1:7: train.clip: "},
        {"average: 1", "run.yml:1:10: train.average: "},
        {"precision: half", "run.yml:1:12: train.precision: "},
        {"epochs: 3\nlearning-rat: 1", "run.yml:2:1: train: unknown key \"learning-rat\"; did "
                                       "you mean \"learning-rate\"?"},
        {"epochs: 3\nepochs: 4", "run.yml:2:1: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_train_options o = sg_train_defaults(SG_CLASSIFICATION);
        const sg_train_options before = o;
        check_fails(read_text(&o, cases[i][0], &err), SG_EFORMAT, cases[i][1]);
        if (strstr(cases[i][0], "learning-rat:") == NULL) /* found behind the options */
            assert_memory_equal(&o, &before, sizeof o);
    }
}

static void layers_are_a_number_or_a_list(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t end;
        bool has[3];
    } cases[] = {{"2", 3, {false, false, true}},
                 {"[0, 2, 0]", 3, {true, false, true}},
                 {"[]", 0, {false}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_tree tree = {0};
        sg_layer_set set = {{1}};
        check_ok(sg_yaml_parse(&tree, "x.yml", cases[i].text, strlen(cases[i].text), &err));
        check_ok(sg_layer_set_read(&set, tree.root, "from.layers", "x.yml", &err));
        assert_int_equal(sg_layer_set_end(&set), cases[i].end);
        for (uint32_t l = 0; l < 3; l++)
            assert_int_equal(sg_layer_set_has(&set, l), cases[i].has[l]);
        sg_tree_free(&tree);
    }
    sg_tree tree = {0};
    sg_layer_set set = {{1}};
    check_ok(sg_yaml_parse(&tree, "x.yml", "[0, 1024]", 9, &err));
    check_fails(sg_layer_set_read(&set, tree.root, "from.layers", "x.yml", &err), SG_EFORMAT,
                "x.yml:1:5: from.layers: \"1024\" is not a whole number between 0 and 1023");
    assert_int_equal(sg_layer_set_end(&set), 1);
    sg_tree_free(&tree);
}

static sg_status read_all(void *context, sg_error *err)
{
    (void)context;
    sg_train_options o = sg_train_defaults(SG_CLASSIFICATION);
    return read_text(&o, "{ optimizer: sgd, schedule: cosine, init: he, metric: f1 }", err);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(read_all, NULL) > 0);
}

/* All settings as YAML, released with sg_free. */
static char *written(const sg_train_options *options)
{
    sg_tree tree = {0};
    char *text = NULL;
    check_ok(sg_yaml_parse(&tree, "run.yml", "{}", 2, &err));
    check_ok(sg_train_options_put(tree.root, options, &err));
    check_ok(sg_yaml_write(&text, tree.root, &err));
    sg_tree_free(&tree);
    return text;
}

/* The default of a key is what holds without it. */
static void presets_are_defaults(void **state)
{
    (void)state;
    const sg_key_text *key = NULL;
    for (size_t i = 0; (key = sg_train_key(i)) != NULL; i++) {
        sg_train_options said = sg_train_defaults(SG_CLASSIFICATION);
        const sg_train_options preset = said;
        char text[80];
        (void)snprintf(text, sizeof text, "{ %s: %s }", key->word, key->preset);
        if (key->preset[0] != '\0') {
            check_ok(read_text(&said, text, &err));
            char *one = written(&said), *other = written(&preset);
            assert_string_equal(one, other);
            sg_free(one);
            sg_free(other);
        }
    }
}

SG_TESTS(cmocka_unit_test(presets_are_defaults), cmocka_unit_test(keys_are_all_described),
         cmocka_unit_test(layers_are_a_number_or_a_list),
         cmocka_unit_test(the_defaults_are_the_papers),
         cmocka_unit_test(nothing_said_changes_nothing), cmocka_unit_test(everything_is_read),
         cmocka_unit_test(optimizers_have_defaults_of_their_own),
         cmocka_unit_test(layers_are_told_how_they_learn),
         cmocka_unit_test(mistakes_have_a_place_and_change_nothing),
         cmocka_unit_test(memory_may_run_out))
