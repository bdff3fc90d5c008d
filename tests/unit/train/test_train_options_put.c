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
    {"{ learning-rate-of: { 0: 0.5, 3: 0.25 }, weight-decay-of: { 2: 0 } }",
     "learning-rate-of:\n  0: 0.5\n  3: 0.25\nweight-decay-of:\n  2: 0\n"},
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

/* ---- Schedules and inits by themselves --------------------------------------------------------- */

static const struct {
    sg_schedule schedule;
    const char *text;
} SCHEDULES[] = {
    {{.kind = SG_SCHEDULE_CONSTANT}, "constant"},
    {{.kind = SG_SCHEDULE_CONSTANT, .size = 3, .lowest = 1}, "constant"}, /* it has neither */
    {{.kind = SG_SCHEDULE_STEP, .size = 10, .factor = 0.1}, "step 10 0.1"},
    {{.kind = SG_SCHEDULE_PLATEAU, .factor = 0.5, .patience = UINT32_MAX, .lowest = 1e-300},
     "plateau factor 0.5 patience 4294967295 min 1e-300"},
    {{.kind = SG_SCHEDULE_COSINE, .warm_up = 5, .warm_up_by_step = true},
     "cosine min 0 warm-up 5 steps"}};

static const struct {
    sg_init init;
    const char *text;
} INITS[] = {{{SG_INIT_CONSTANT, 0, 0}, "constant 0"},
             {{SG_INIT_CONSTANT, 0.25, 7}, "constant 0.25"}, /* it has no second number */
             {{SG_INIT_UNIFORM, -0.1, 0.1}, "uniform -0.1 0.1"},
             {{SG_INIT_NORMAL, 0, 1e-300}, "normal 0 1e-300"},
             {{SG_INIT_HE, 1, 2}, "he"},
             {{SG_INIT_LOWER_UPPER, 0, 0}, "lower-upper"}};

enum {
    N_SCHEDULES = sizeof SCHEDULES / sizeof *SCHEDULES,
    N_INITS = sizeof INITS / sizeof *INITS
};

static void schedules_are_put(void **state)
{
    (void)state;
    for (int i = 0; i < N_SCHEDULES; i++) {
        sg_node *map = NULL;
        check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
        check_ok(sg_put_schedule(map, &SCHEDULES[i].schedule, &err));
        assert_int_equal(map->n_children, 1);
        assert_string_equal(sg_node_member(map, "schedule")->text, SCHEDULES[i].text);
        sg_node_free(map);
    }
}

static void inits_are_put_by_their_keys(void **state)
{
    (void)state;
    for (int i = 0; i < N_INITS; i++) {
        sg_node *map = NULL;
        check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
        check_ok(sg_put_init(map, "init", &INITS[i].init, &err));
        check_ok(sg_put_init(map, "bias-init", &INITS[N_INITS - 1 - i].init, &err));
        assert_int_equal(map->n_children, 2);
        assert_string_equal(sg_node_member(map, "init")->text, INITS[i].text);
        assert_string_equal(sg_node_member(map, "bias-init")->text,
                            INITS[N_INITS - 1 - i].text);
        sg_node_free(map);
    }
}

static sg_status put_all(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *map = NULL;
    (void)context;
    for (int i = 0; i < N_SCHEDULES + N_INITS; i++) {
        sg_node_free(map);
        map = NULL;
        SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
        if (i < N_SCHEDULES)
            SG_TRY(sg_put_schedule(map, &SCHEDULES[i].schedule, err));
        else
            SG_TRY(sg_put_init(map, "init", &INITS[i - N_SCHEDULES].init, err));
    }
done:
    sg_node_free(map);
    return status;
}

static void putting_survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(put_all, NULL) > 3L * (N_SCHEDULES + N_INITS));
}

SG_TESTS(cmocka_unit_test(schedules_are_put), cmocka_unit_test(inits_are_put_by_their_keys),
         cmocka_unit_test(putting_survives_without_memory), cmocka_unit_test(options_come_back),
         cmocka_unit_test(every_task_s_defaults_come_back),
         cmocka_unit_test(members_of_optimizers_are_known))
