/* Options of training as text and back. */
#include "support/check.h"

#include "base/mem.h"
#include "text/yaml.h"
#include "train/train_options_put.h"

/* A `train:` map with something about everything, and parts of what it is written as. */
static const struct {
    const char *text, *part;
} OPTIONS[] = {
    {"{}", "optimizer: adam\n"},
    {"{ optimizer: adamw }", "weight-decay: 0.01\ndecoupled: true\n"},
    {"{ optimizer: sgd, momentum: 0.9, weight-decay: 0.5, decoupled: true }",
     "decoupled: true\nmomentum: 0.9\n"},
    {"{ beta1: 0.5, beta2: 0.25, epsilon: 1e-300 }", "beta1: 0.5\nbeta2: 0.25\n"},
    {"{ learning-rate: 0.1, batch-size: 1, epochs: 7, patience: 3 }", "patience: 3\n"},
    {"{ schedule: step 10 0.5 }", "schedule: step 10 0.5\n"},
    {"{ schedule: step 10 0.5 warm-up 3 }", "schedule: step 10 0.5 warm-up 3 epochs\n"},
    {"{ schedule: plateau }", "schedule: plateau factor 0.1 patience 10 min 0\n"},
    {"{ schedule: plateau min 1e-5 patience 2 factor 0.3 }",
     "schedule: plateau factor 0.3 patience 2 min 1e-5\n"},
    {"{ schedule: cosine warm-up 50 steps }", "schedule: cosine min 0 warm-up 50 steps\n"},
    {"{ init: uniform -0.1 0.1, bias-init: normal 0 0.5 }",
     "init: uniform -0.1 0.1\nbias-init: normal 0 0.5\n"},
    {"{ init: he, bias-init: lower-upper }", "init: he\nbias-init: lower-upper\n"},
    {"{ loss: mse, metric: rmse, clip: 2.5, average: 0.999, precision: double }",
     "loss: mse\nmetric: rmse\nclip: 2.5\naverage: 0.999\nprecision: double\n"},
};

static sg_status read_options(sg_train_options *options, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    sg_fields f;
    sg_train_options made = sg_train_defaults(SG_CLASSIFICATION);
    SG_TRY(sg_yaml_parse(&tree, "train.yml", text, strlen(text), err));
    SG_TRY(sg_fields_open(&f, tree.root, "train", tree.path, err));
    SG_TRY(sg_train_options_read(&made, &f, err));
    SG_TRY(sg_fields_finish(&f, err));
    *options = made;
done:
    sg_tree_free(&tree);
    return status;
}

static sg_status write_options(char **text, const sg_train_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *map = NULL;
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_train_options_put(map, options, err));
    SG_TRY(sg_yaml_write(text, map, err));
done:
    sg_node_free(map);
    return status;
}

static void options_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
        sg_train_options options = {0}, again = {0};
        char *text = NULL, *second = NULL;
        check_ok(read_options(&options, OPTIONS[i].text, &err));
        check_ok(write_options(&text, &options, &err));
        assert_non_null(text);
        if (strstr(text, OPTIONS[i].part) == NULL)
            fail_msg("no \"%s\" in\n%s", OPTIONS[i].part, text);
        check_ok(read_options(&again, text, &err));
        check_ok(write_options(&second, &again, &err));
        assert_string_equal(second, text);
        assert_int_equal(again.optimizer.kind, options.optimizer.kind);
        assert_int_equal(again.schedule.kind, options.schedule.kind);
        assert_int_equal(again.schedule.warm_up, options.schedule.warm_up);
        assert_int_equal(again.schedule.warm_up_by_step, options.schedule.warm_up_by_step);
        assert_true(again.learning_rate == options.learning_rate);
        assert_true(again.optimizer.epsilon == options.optimizer.epsilon);
        assert_true(again.schedule.lowest == options.schedule.lowest);
        assert_true(again.init.first == options.init.first);
        sg_free(text);
        sg_free(second);
    }
}

static void every_task_s_defaults_come_back(void **state)
{
    (void)state;
    for (int task = 0; task < 3; task++) {
        const sg_train_options options = sg_train_defaults((sg_task)task);
        sg_train_options again = {0};
        char *text = NULL;
        check_ok(write_options(&text, &options, &err));
        assert_non_null(text);
        check_ok(read_options(&again, text, &err));
        assert_int_equal(again.loss, options.loss);
        assert_int_equal(again.metric, options.metric);
        sg_free(text);
    }
}

static void members_of_optimizers_are_known(void **state)
{
    (void)state;
    assert_true(sg_is_of_optimizer("momentum"));
    assert_true(sg_is_of_optimizer("weight-decay"));
    assert_false(sg_is_of_optimizer("optimizer"));
    assert_false(sg_is_of_optimizer("epochs"));
}

SG_TESTS(cmocka_unit_test(options_come_back), cmocka_unit_test(every_task_s_defaults_come_back),
         cmocka_unit_test(members_of_optimizers_are_known))
