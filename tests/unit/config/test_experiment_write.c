/* Experiments as text: nothing is left to defaults, and reading them gives the same. */
#include "experiment_trees.h"

#include "base/document/tree_put.h"
#include "text/yaml.h"
#include "train/train_options_put.h"

static char *written(const sg_experiment *e)
{
    char *text = NULL;
    check_ok(sg_experiment_write(&text, e, &err));
    return text;
}

static void defaults_are_filled_in(void **state)
{
    (void)state;
    sg_experiment e = experiment_of(SMALLEST "task: classification\n");
    sg_configuration c = configuration_of(&e, 0);
    char *text = written(&e);
    assert_string_equal(text, "data: MUTAG\n"
                              "task: classification\n"
                              "protocol: fair\n"
                              "splits: fair\n"
                              "runs: 1\n"
                              "seed: 42\n"
                              "vocabulary: train\n"
                              "ensemble: 1\n"
                              "restarts: 1\n"
                              "test: selected\n"
                              "save: one\n"
                              "input: ones\n"
                              "noise: 0\n"
                              "layers:\n"
                              "  - encoder:\n"
                              "      heads: [wl:1 @ distance 0..3]\n"
                              "      activation: identity\n"
                              "  - decoder:\n"
                              "      heads: [label]\n"
                              "      outputs: targets\n"
                              "      bias: true\n"
                              "      pool: mean\n"
                              "      activation: identity\n"
                              "train:\n"
                              "  optimizer: adam\n"
                              "  weight-decay: 0\n"
                              "  decoupled: false\n"
                              "  beta1: 0.9\n"
                              "  beta2: 0.999\n"
                              "  epsilon: 1e-8\n"
                              "  learning-rate: 0.01\n"
                              "  schedule: constant\n"
                              "  batch-size: 64\n"
                              "  epochs: 200\n"
                              "  patience: 0\n"
                              "  init: constant 0.001\n"
                              "  bias-init: constant 0\n"
                              "  loss: cross-entropy\n"
                              "  metric: accuracy\n"
                              "  clip: 0\n"
                              "  average: 0\n"
                              "  precision: float\n");
    assert_string_equal(c.text, text);
    sg_free(text);
    sg_configuration_free(&c);
    sg_experiment_free(&e);
}

/* What depends on the task or on the grid is left open. */
static void what_is_open_stays_open(void **state)
{
    (void)state;
    sg_experiment e = experiment_of(SMALLEST "grid:\n"
                                             "  train.optimizer: [adam, adamw]\n"
                                             "  layers.0.at-least: [2, 1]\n");
    char *text = written(&e);
    assert_null(strstr(text, "task"));
    assert_null(strstr(text, "loss"));
    assert_null(strstr(text, "weight-decay"));
    assert_null(strstr(text, "scale"));
    assert_null(strstr(text, "at-least: 2"));
    assert_non_null(strstr(text, "  optimizer: adam\n"));
    assert_non_null(strstr(text, "grid:\n"
                                 "  train.optimizer: [adam, adamw]\n"
                                 "  layers.0.at-least: [2, 1]\n"));
    sg_free(text);
    sg_experiment_free(&e);
}

/* Network and training of a configuration, whatever words the file has for them. */
static char *described(const sg_configuration *c)
{
    char *text = NULL;
    sg_node *map = NULL, *train = NULL;
    check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
    check_ok(sg_blueprint_put(map, &c->blueprint, &err));
    check_ok(sg_put_map(&train, map, "train", &err));
    check_ok(sg_train_options_put(train, &c->train, &err));
    check_ok(sg_yaml_write(&text, map, &err));
    sg_node_free(map);
    return text;
}

static void check_same(const sg_configuration *a, const sg_configuration *b)
{
    char *x = described(a), *y = described(b);
    assert_string_equal(x, y);
    sg_free(x);
    sg_free(y);
}

/* The text of a configuration is an experiment with this configuration alone. */
static void check_configuration(const sg_configuration *c)
{
    sg_experiment e = experiment_of(c->text);
    assert_int_equal(e.n_configurations, 1);
    assert_true(e.has_task);
    sg_configuration again = configuration_of(&e, 0);
    check_same(c, &again);
    assert_string_equal(again.text, c->text);
    sg_configuration_free(&again);
    sg_experiment_free(&e);
}

static void check_round_trip(const char *original)
{
    sg_experiment e = experiment_of(original);
    char *text = written(&e);
    sg_experiment again = experiment_of(text);
    char *second = written(&again);
    assert_string_equal(second, text);
    assert_int_equal(again.n_configurations, e.n_configurations);
    assert_int_equal(again.has_task, e.has_task);
    assert_int_equal(again.task, e.task);
    for (uint32_t i = 0; i < e.n_configurations; i++) {
        sg_configuration a = configuration_of(&e, i), b = configuration_of(&again, i);
        check_same(&a, &b);
        check_configuration(&a);
        sg_configuration_free(&a);
        sg_configuration_free(&b);
    }
    sg_free(second);
    sg_free(text);
    sg_experiment_free(&again);
    sg_experiment_free(&e);
}

static void reading_what_was_written(void **state)
{
    (void)state;
    check_round_trip(SMALLEST);
    check_round_trip(SMALLEST "protocol: nested\nfolds: 4\nseed: 18446744073709551615\n");
    check_round_trip(SMALLEST "protocol: k-fold\nvocabulary: all\nensemble: 3\nsave: none\n");
    check_round_trip(SMALLEST "protocol: standard\ntask: multilabel\ntarget: [a, \"1\", 2]\n");
    check_round_trip(SMALLEST "target: null value\nscale: standard\nreport: scaled\n");
    check_round_trip(SMALLEST "task: regression\ntrain: { optimizer: sgd, momentum: 0.5 }\n");
    check_round_trip(SMALLEST "train: { loss: mse, metric: loss, schedule: step 3 0.5 }\n");
}

static void reading_a_grid_that_was_written(void **state)
{
    (void)state;
    check_round_trip(SMALLEST "grid: {}\n");
    check_round_trip(SMALLEST "grid:\n"
                              "  train.optimizer: [adam, adamw, sgd]\n"
                              "  layers.0.at-least: [7, 1]\n"
                              "  layers.0.bias: [label, none]\n"
                              "  layers.0.repeat: [1, 3]\n");
    check_round_trip(SMALLEST "train: { optimizer: sgd, momentum: 0.5 }\n"
                              "grid: { train: [{ optimizer: adamw }, { epochs: 3 }, {}] }\n");
    check_round_trip(SMALLEST
                     "grid:\n"
                     "  input: [ones, labels]\n"
                     "  layers.1: [pool: { kind: max }, decoder: { heads: [label] }]\n");
    check_round_trip("data: MUTAG\n"
                     "layers: the grid makes them\n"
                     "grid:\n"
                     "  layers:\n"
                     "    - [decoder: { heads: [label] }]\n"
                     "    - [encoder: { heads: [\"label @ edge\"], repeat: 2 }, pool: {}]\n");
    check_round_trip("data: MUTAG\n"
                     "grid: { layers: [[decoder: { heads: [label] }], [pool: {}]] }\n");
    check_round_trip("data: MUTAG\n"
                     "layers:\n"
                     "  - encoder: { heads: [to be set], repeat: 2 }\n"
                     "  - residual: { from: 0 }\n"
                     "  - decoder: { heads: [label], outputs: 4 }\n"
                     "  - linear: { outputs: classes }\n"
                     "grid: { layers.0.heads.0: [\"label @ edge\", \"degree @ edge\"] }\n");
}

/* ---- Parts of it ---------------------------------------------------------------------------- */

static void copies_are_put_into_maps(void **state)
{
    (void)state;
    sg_tree tree = tree_of("a: {x: [1, '2']}\nb: 3\n");
    sg_node *map = NULL;
    check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
    check_ok(sgi_put_copy(map, "first", sg_node_member(tree.root, "a"), &err));
    check_ok(sgi_put_copy(map, "second", sg_node_member(tree.root, "b"), &err));
    check_ok(sgi_put_copy(map, "first", sg_node_member(tree.root, "a"), &err));
    assert_ptr_not_equal(sg_node_member(map, "first"), sg_node_member(tree.root, "a"));
    sg_tree_free(&tree);
    check_tree(map, "first: {x: [1, '2']}\nsecond: 3\n");
    sg_node_free(map);
}

/* A point is for one task and has no grid; the whole has a grid, and leaves open what it varies. */
static void points_are_written_for_a_task(void **state)
{
    (void)state;
    sg_experiment e =
        experiment_of(SMALLEST "grid: { noise: [1, 2], train.optimizer: [adam, sgd] }\n");
    const sg_train_options train = sg_train_defaults(SG_REGRESSION);
    char *text = NULL;
    check_ok(sgi_point_write(&text, &e, 3, SG_REGRESSION, &train, &err));
    sg_tree tree = tree_of(text);
    assert_string_equal(sg_node_member(tree.root, "task")->text, "regression");
    assert_string_equal(sg_node_member(tree.root, "noise")->text, "2");
    assert_null(sg_node_member(tree.root, "grid"));
    const sg_node *written = sg_node_member(tree.root, "train");
    assert_string_equal(sg_node_member(written, "optimizer")->text, "sgd");
    assert_string_equal(sg_node_member(written, "metric")->text, "mae");
    sg_tree_free(&tree);
    sg_free(text);
    check_ok(sgi_point_write(&text, &e, SG_NO_POINT, SG_REGRESSION, &train, &err));
    tree = tree_of(text);
    assert_null(sg_node_member(tree.root, "task"));
    assert_string_equal(sg_node_member(tree.root, "noise")->text, "0");
    assert_int_equal(sg_node_member(tree.root, "grid")->n_children, 2);
    written = sg_node_member(tree.root, "train");
    assert_null(sg_node_member(written, "metric"));
    assert_null(sg_node_member(written, "beta1"));
    assert_string_equal(sg_node_member(written, "epochs")->text, "200");
    sg_tree_free(&tree);
    sg_free(text);
    sg_experiment_free(&e);
}

static sg_status write_point(void *context, sg_error *err)
{
    const sg_train_options train = sg_train_defaults(SG_CLASSIFICATION);
    char *text = NULL;
    const sg_status status = sgi_point_write(&text, context, 0, SG_CLASSIFICATION, &train, err);
    sg_free(text);
    return status;
}

static void points_survive_any_failing_allocation(void **state)
{
    (void)state;
    sg_experiment e = experiment_of(SMALLEST "grid: { noise: [1, 2] }\n");
    assert_true(check_out_of_memory(write_point, &e) >= 100);
    sg_experiment_free(&e);
}

SG_TESTS(cmocka_unit_test(defaults_are_filled_in), cmocka_unit_test(what_is_open_stays_open),
         cmocka_unit_test(reading_what_was_written),
         cmocka_unit_test(reading_a_grid_that_was_written),
         cmocka_unit_test(copies_are_put_into_maps),
         cmocka_unit_test(points_are_written_for_a_task),
         cmocka_unit_test(points_survive_any_failing_allocation))
