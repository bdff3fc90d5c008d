/* Grids: their order, what they may change, and changes of the command line. */
#include "experiment_trees.h"
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
    {"train.epochs", "setting train.epochs: PATH=VALUE is needed, as in train.epochs=5",
     SG_EINVAL},
    {"=5", "setting =5: PATH=VALUE is needed, as in train.epochs=5", SG_EINVAL},
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
    {"grid.noise=5", "grid: \"noise\": a list of values is needed", SG_EFORMAT},
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
                SG_EINVAL, "setting grid.noise: grid is not a map");
}

/* ---- Points by themselves ------------------------------------------------------------------- */

/* A document whose grid has been read, and nothing else. */
static sg_experiment with_grid(const char *text)
{
    static const sg_settings none = {NULL, 0};
    sg_experiment e = unread(text);
    check_ok(sgi_grid_read(&e, &none, &err));
    return e;
}

static void check_point(const sg_experiment *e, uint32_t i, const char *expected)
{
    sg_node *root = NULL;
    check_ok(sgi_grid_apply(&root, e, i, &err));
    check_tree(root, expected);
    sg_node_free(root);
}

static void points_are_documents_without_a_grid(void **state)
{
    (void)state;
    sg_experiment e = with_grid("data: X\ntrain: {epochs: 9}\n"
                                "grid: {train.epochs: [1, 2], noise: [5, {a: b}, 7]}\n"
                                "runs: 2\n");
    assert_int_equal(e.n_axes, 2);
    assert_int_equal(e.n_configurations, 6);
    check_point(&e, SG_NO_POINT, "data: X\ntrain: {epochs: 9}\nruns: 2\n");
    check_point(&e, 0, "data: X\ntrain: {epochs: 1}\nruns: 2\nnoise: 5\n");
    check_point(&e, 1, "data: X\ntrain: {epochs: 1}\nruns: 2\nnoise: {a: b}\n");
    check_point(&e, 3, "data: X\ntrain: {epochs: 2}\nruns: 2\nnoise: 5\n");
    check_point(&e, 5, "data: X\ntrain: {epochs: 2}\nruns: 2\nnoise: 7\n");
    /* The document itself stays as it is. */
    assert_string_equal(sg_node_member(sg_node_member(e.tree.root, "train"), "epochs")->text,
                        "9");
    sg_experiment_free(&e);
    e = with_grid("data: X\n");
    assert_int_equal(e.n_axes, 0);
    assert_int_equal(e.n_configurations, 1);
    check_point(&e, 0, "data: X\n");
    sg_experiment_free(&e);
}

/* What the list makes has the list's place, where somebody wrote its name. */
static void made_members_have_the_place_of_their_list(void **state)
{
    (void)state;
    sg_experiment e = with_grid("data: X\ngrid:\n  train.epochs: [1, 2]\n");
    sg_node *root = NULL;
    check_ok(sgi_grid_apply(&root, &e, 1, &err));
    const sg_node *train = sg_node_member(root, "train");
    assert_int_equal(train->key_line, 3);
    assert_int_equal(train->key_column, 3);
    assert_int_equal(sg_node_member(train, "epochs")->key_line, 3);
    sg_node_free(root);
    sg_experiment_free(&e);
}

static void lists_vary_what_is_below_their_path(void **state)
{
    (void)state;
    sg_experiment e = with_grid("layers: [encoder: {heads: [a, b]}]\n"
                                "grid: {train.optimizer: [1], layers.0.heads: [[a]]}\n");
    assert_true(sgi_grid_varies(&e, "train.optimizer"));
    assert_true(sgi_grid_varies(&e, "train.optimizer.rate"));
    assert_true(sgi_grid_varies(&e, "layers.0.heads.1"));
    assert_false(sgi_grid_varies(&e, "train"));
    assert_false(sgi_grid_varies(&e, "train.optimizers"));
    assert_false(sgi_grid_varies(&e, "layers.1.heads"));
    assert_false(sgi_grid_varies(&e, ""));
    sg_experiment_free(&e);
}

static void wrong_lists_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *setting;
        sg_status status;
        const char *part;
    } wrong[] = {
        {"grid: [1]\n", NULL, SG_EFORMAT, "grid"},
        {"grid: {seed: [1]}\n", NULL, SG_EFORMAT, "e.yml:1:8: grid: seed holds for the whole"},
        {"grid: {nois: [1]}\n", NULL, SG_EFORMAT, "did you mean \"noise\"?"},
        {"grid: {noise: 1}\n", NULL, SG_EFORMAT, "a list of values is needed, as in"},
        {"grid: {noise: []}\n", NULL, SG_EFORMAT, "and this one is empty"},
        {"grid: {noise: [1, 2, 1]}\n", NULL, SG_EFORMAT, "the values 0 and 2 are the same"},
        {"grid: {train: [{}], train.epochs: [1]}\n", NULL, SG_EFORMAT,
         "train.epochs changes what train changes already"},
        {"layers: [a: {b: 1}]\ngrid: {layers.0.b: [1], layers.0.a.b: [2]}\n", NULL, SG_EFORMAT,
         "layers.0.a.b changes what layers.0.b changes already"},
        {"layers: []\ngrid: {layers.0.b: [1]}\n", NULL, SG_EFORMAT, "e.yml:2:8: grid: "},
        {"noise: 1\ngrid: {noise: [1]}\n", "noise=2", SG_EINVAL,
         "setting noise: the grid varies this; set grid.noise to a list"},
        {"noise: 1\ngrid: {noise: [1]}\n", "noise", SG_EINVAL, "PATH=VALUE is needed"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sg_experiment e = unread(wrong[i].text);
        const sg_settings settings = {&wrong[i].setting, wrong[i].setting != NULL};
        check_fails(sgi_grid_read(&e, &settings, &err), wrong[i].status, wrong[i].part);
        sg_experiment_free(&e);
    }
}

static sg_status read_and_apply(void *context, sg_error *err)
{
    static const char text[] = "data: X\ngrid: {train.epochs: [1, 2], noise: [5, 7]}\n",
                      *const set[] = {"data=Y"};
    static const sg_settings settings = {set, 1};
    sg_status status = SG_OK;
    sg_experiment e = {0};
    sg_node *root = NULL;
    (void)context;
    SG_TRY(sg_yaml_parse(&e.tree, "e.yml", text, strlen(text), err));
    SG_TRY(sgi_grid_read(&e, &settings, err));
    SG_TRY(sgi_grid_apply(&root, &e, 3, err));
done:
    sg_node_free(root);
    sg_experiment_free(&e);
    return status;
}

static void points_survive_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(read_and_apply, NULL) >= 40);
}

SG_TESTS(cmocka_unit_test(the_first_list_varies_slowest),
         cmocka_unit_test(axes_are_borrowed_from_the_file),
         cmocka_unit_test(values_may_be_parts_of_the_file),
         cmocka_unit_test(members_with_defaults_can_vary),
         cmocka_unit_test(values_of_large_grids_are_checked),
         cmocka_unit_test(changes_are_applied_in_order),
         cmocka_unit_test(the_grid_can_be_changed),
         cmocka_unit_test(wrong_changes_are_explained),
         cmocka_unit_test(points_are_documents_without_a_grid),
         cmocka_unit_test(made_members_have_the_place_of_their_list),
         cmocka_unit_test(lists_vary_what_is_below_their_path),
         cmocka_unit_test(wrong_lists_are_refused),
         cmocka_unit_test(points_survive_any_failing_allocation))
