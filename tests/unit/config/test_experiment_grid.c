/* Grids: their order, what they may change, and changes of the command line. */
#include "experiment_texts.h"
#include "support/layer_text.h"

/* "rate/noise/epochs" of every configuration, in order. */
static void check_order(const char *text, const char *const *expected, uint32_t n)
{
    sg_experiment e = experiment_of(text);
    assert_int_equal(e.n_configurations, n);
    for (uint32_t i = 0; i < n; i++) {
        char found[100];
        sg_configuration c = configuration_of(&e, i);
        (void)snprintf(found, sizeof found, "%g/%g/%u", c.train.learning_rate,
                       c.blueprint.noise, c.train.n_epochs);
        assert_string_equal(found, expected[i]);
        assert_null(strstr(c.text, "grid"));
        sg_configuration_free(&c);
    }
    sg_experiment_free(&e);
}

static void the_first_list_varies_slowest(void **state)
{
    (void)state;
    check_order(SMALLEST "grid: {}\n", (const char *[]){"0.01/0/200"}, 1);
    check_order(SMALLEST "grid:\n  noise: [0, 2, 1]\n",
                (const char *[]){"0.01/0/200", "0.01/2/200", "0.01/1/200"}, 3);
    check_order(SMALLEST "grid:\n"
                         "  train.learning-rate: [0.1, 0.2]\n"
                         "  noise: [0, 1, 2]\n",
                (const char *[]){"0.1/0/200", "0.1/1/200", "0.1/2/200", "0.2/0/200",
                                 "0.2/1/200", "0.2/2/200"},
                6);
    check_order(SMALLEST "noise: 5\n"
                         "train: { learning-rate: 7, epochs: 9 }\n"
                         "grid:\n"
                         "  noise: [0, 1]\n"
                         "  train.epochs: [3, 4]\n"
                         "  train.learning-rate: [0.1, 0.2]\n",
                (const char *[]){"0.1/0/3", "0.2/0/3", "0.1/0/4", "0.2/0/4", "0.1/1/3",
                                 "0.2/1/3", "0.1/1/4", "0.2/1/4"},
                8);
}

static void axes_are_borrowed_from_the_file(void **state)
{
    (void)state;
    sg_experiment e = experiment_of(SMALLEST "grid: { layers.0.heads.0: [\"label @ edge\"],\n"
                                             "        train.epochs: [1, 2] }\n");
    assert_int_equal(e.n_axes, 2);
    assert_string_equal(e.axis[0].path, "layers.0.heads.0");
    assert_int_equal(e.axis[0].list->n_children, 1);
    assert_string_equal(e.axis[1].path, "train.epochs");
    assert_string_equal(e.axis[1].list->child[1]->text, "2");
    sg_experiment_free(&e);
}

static void values_may_be_parts_of_the_file(void **state)
{
    (void)state;
    sg_experiment e = experiment_of(
        SMALLEST "grid:\n"
                 "  layers.0.heads:\n"
                 "    - [\"label @ edge\"]\n"
                 "    - [\"wl:1 @ edge\", \"wl:2 @ edge x3\"]\n"
                 "  layers.1.decoder: [{ heads: [degree], pool: sum }, { heads: [label] }]\n"
                 "  train: [{ optimizer: sgd, momentum: 0.9 }, {}]\n");
    assert_int_equal(e.n_configurations, 8);
    sg_configuration c = configuration_of(&e, 4);
    check_layer(&c.blueprint.layer[0], "{'encoder':{'heads':['wl:1 @ edge',"
                                       "'wl:2 @ edge x3'],'activation':'identity'}}");
    check_layer(&c.blueprint.layer[1], "{'decoder':{'heads':['degree'],'outputs':'targets',"
                                       "'bias':true,'pool':'sum','activation':'identity'}}");
    assert_int_equal(c.train.optimizer.kind, SG_OPTIMIZER_SGD);
    sg_configuration_free(&c);
    c = configuration_of(&e, 3);
    check_layer(&c.blueprint.layer[0],
                "{'encoder':{'heads':['label @ edge'],'activation':'identity'}}");
    check_layer(&c.blueprint.layer[1], "{'decoder':{'heads':['label'],'outputs':'targets',"
                                       "'bias':true,'pool':'mean','activation':'identity'}}");
    assert_int_equal(c.train.optimizer.kind, SG_OPTIMIZER_ADAM);
    sg_configuration_free(&c);
    sg_experiment_free(&e);
    e = experiment_of("data: MUTAG\n"
                      "grid:\n"
                      "  layers:\n"
                      "    - [decoder: { heads: [label] }]\n"
                      "    - [encoder: { heads: [\"label @ edge\"], repeat: 2 },\n"
                      "       decoder: { heads: [label] }]\n");
    assert_int_equal(e.n_configurations, 2);
    c = configuration_of(&e, 1);
    assert_int_equal(c.blueprint.n_layers, 3);
    sg_configuration_free(&c);
    sg_experiment_free(&e);
}

static void members_with_defaults_can_vary(void **state)
{
    (void)state;
    sg_experiment e = experiment_of(SMALLEST "grid:\n"
                                             "  layers.0.at-least: [1, 5]\n"
                                             "  layers.0.repeat: [1, 2]\n"
                                             "  train.optimizer: [adam, sgd]\n");
    sg_configuration c = configuration_of(&e, 7);
    assert_int_equal(c.blueprint.n_layers, 3);
    check_layer(&c.blueprint.layer[1], "{'encoder':{'heads':['wl:1 @ distance 0..3 "
                                       "at-least 5'],'activation':'identity'}}");
    assert_int_equal(c.train.optimizer.kind, SG_OPTIMIZER_SGD);
    sg_configuration_free(&c);
    sg_experiment_free(&e);
}

/* A text with a grid of n times n learning rates and noises, of which number `bad` is not allowed. */
static char *large_grid(uint32_t n, uint32_t bad)
{
    const size_t size = 1000 + 20 * (size_t)n;
    char *text = malloc(size);
    size_t used = (size_t)snprintf(text, size, SMALLEST "grid:\n  noise: [0");
    for (uint32_t i = 1; i < n; i++) used += (size_t)snprintf(text + used, 12, ", %u", i);
    used += (size_t)snprintf(text + used, 40, "]\n  train.learning-rate: [0");
    for (uint32_t i = 1; i < n; i++)
        used += (size_t)snprintf(text + used, 12, ", %s%u", i == bad ? "-" : "", i);
    (void)snprintf(text + used, 4, "]\n");
    return text;
}

static void values_of_large_grids_are_checked(void **state)
{
    (void)state;
    sg_experiment e = {0};
    char *text = large_grid(60, 0);
    check_ok(parse_text(&e, text, NULL, 0, &err));
    assert_int_equal(e.n_configurations, 3600);
    sg_experiment_free(&e);
    free(text);
    text = large_grid(60, 59);
    check_fails(parse_text(&e, text, NULL, 0, &err), SG_EFORMAT,
                "train.learning-rate: \"-59\" is not a number between 0 and 1000000");
    free(text);
    text = large_grid(316, 0);
    check_ok(parse_text(&e, text, NULL, 0, &err));
    assert_int_equal(e.n_configurations, 99856);
    sg_experiment_free(&e);
    free(text);
    text = large_grid(317, 0);
    check_fails(parse_text(&e, text, NULL, 0, &err), SG_ELIMIT,
                "e.yml:9:3: grid: more than 100000 configurations");
    free(text);
}

/* ---- Changes of the command line ------------------------------------------------------------ */

static void changes_are_applied_in_order(void **state)
{
    (void)state;
    static const char *const set[] = {
        "runs=4",
        "train.epochs=5",
        "train={learning-rate: 0.5}",
        "train.epochs=6",
        "layers.0.heads.0=label -> degree @ edge",
        "layers.1.heads=[\"wl:1\", degree]",
        "layers.1.pool=sum",
        "noise=0.5",
    };
    sg_experiment e = {0};
    check_ok(parse_text(&e, SMALLEST, set, sizeof set / sizeof *set, &err));
    assert_int_equal(e.n_runs, 4);
    sg_configuration c = configuration_of(&e, 0);
    assert_int_equal(c.train.n_epochs, 6);
    check_near(c.train.learning_rate, 0.5, 0, 0);
    check_layer(&c.blueprint.layer[0],
                "{'encoder':{'heads':['label -> degree @ edge'],'activation':'identity'}}");
    check_layer(&c.blueprint.layer[1],
                "{'decoder':{'heads':['wl:1','degree'],'outputs':'targets','bias':true,"
                "'pool':'sum','activation':'identity'}}");
    check_near(c.blueprint.noise, 0.5, 0, 0);
    sg_configuration_free(&c);
    sg_experiment_free(&e);
}

static void the_grid_can_be_changed(void **state)
{
    (void)state;
    static const char *const some[] = {"grid.train.epochs=[1, 2, 3]", "grid.noise=[0, 1]"};
    static const char *const none[] = {"grid={}", "train.epochs=3"};
    const char *text = SMALLEST "grid: { train.epochs: [5, 6] }\n";
    sg_experiment e = {0};
    check_ok(parse_text(&e, text, some, 2, &err));
    assert_int_equal(e.n_configurations, 6);
    assert_string_equal(e.axis[0].path, "train.epochs");
    sg_experiment_free(&e);
    check_ok(parse_text(&e, SMALLEST, some, 2, &err));
    assert_int_equal(e.n_configurations, 6);
    sg_experiment_free(&e);
    check_ok(parse_text(&e, text, none, 2, &err));
    assert_int_equal(e.n_configurations, 1);
    sg_experiment_free(&e);
    check_ok(
        parse_text(&e, text, (const char *[]){"train={batch-size: 7, epochs: 9}"}, 1, &err));
    sg_configuration c = configuration_of(&e, 1);
    assert_int_equal(c.train.batch_size, 7);
    assert_int_equal(c.train.n_epochs, 6);
    sg_configuration_free(&c);
    sg_experiment_free(&e);
}

/* A change and what is said about it. */
static const struct {
    const char *set, *message;
    sg_status status;
} WRONG[] = {
    {"train.epochs", "setting train.epochs: PATH=VALUE is wanted, as in train.epochs=5",
     SG_EINVAL},
    {"=5", "setting =5: PATH=VALUE is wanted, as in train.epochs=5", SG_EINVAL},
    {"train.epochs=", "setting train.epochs:1:1: the document is empty", SG_EINVAL},
    {"train.epochs=[1", "setting train.epochs:2:1: ',' or ']' is needed here", SG_EINVAL},
    {"layers.2.heads=[label]", "setting layers.2: no such item; the list has the items 0 to 1",
     SG_EINVAL},
    {"layers.1.headz.0=label", "setting layers.1.headz: no such key; did you mean \"heads\"?",
     SG_EINVAL},
    {"data.name=5", "setting data.name: above it stands a single value", SG_EINVAL},
    {"train.epohcs=5", "train: unknown key \"epohcs\"; did you mean \"epochs\"?", SG_EFORMAT},
    {"trian.epochs=5", "unknown key \"trian\"; did you mean \"train\"?", SG_EFORMAT},
    {"train.epochs=fast", "train.epochs: \"fast\" is not a whole number between 1 and 1000000",
     SG_EFORMAT},
    {"noise=1", "setting noise: the grid varies this; set grid.noise to a list, or grid={}",
     SG_EINVAL},
    {"layers=[]", "e.yml:7:24: grid: layers.0: no such item; the list is empty", SG_EFORMAT},
    {"layers.0.heads=[\"wl:1 @ edge\"]",
     "setting layers.0.heads: the grid varies this; set grid.layers.0.heads to a list",
     SG_EINVAL},
    {"layers.0.encoder.heads.0=label @ edge",
     "setting layers.0.encoder.heads.0: the grid varies this; set grid.layers.0.heads",
     SG_EINVAL},
    {"grid.runs=[1, 2]", "grid: runs holds for the whole run and cannot vary", SG_EFORMAT},
    {"grid.noise=5", "grid: \"noise\": a list of values is wanted", SG_EFORMAT},
    {"grid=5", "grid: \"5\" is not a map of keys and values", SG_EFORMAT},
};

static void wrong_changes_are_explained(void **state)
{
    (void)state;
    const char *text =
        SMALLEST "grid: { noise: [0, 1], layers.0.heads: [[\"label @ edge\"]] }\n";
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        sg_experiment e = {0};
        check_fails(parse_text(&e, text, &WRONG[i].set, 1, &err), WRONG[i].status,
                    WRONG[i].message);
        assert_null(e.tree.root);
    }
    sg_experiment e = {0};
    check_fails(parse_text(&e, SMALLEST, (const char *[]){"grid=5", "grid.noise=[1]"}, 2, &err),
                SG_EINVAL, "setting grid.noise: grid is no map");
}

SG_TESTS(cmocka_unit_test(the_first_list_varies_slowest),
         cmocka_unit_test(axes_are_borrowed_from_the_file),
         cmocka_unit_test(values_may_be_parts_of_the_file),
         cmocka_unit_test(members_with_defaults_can_vary),
         cmocka_unit_test(values_of_large_grids_are_checked),
         cmocka_unit_test(changes_are_applied_in_order),
         cmocka_unit_test(the_grid_can_be_changed),
         cmocka_unit_test(wrong_changes_are_explained))
