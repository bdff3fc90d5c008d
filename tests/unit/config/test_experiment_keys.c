/* test_experiment_keys.c - keys of a whole run by themselves: what is read, refused and written. */
#include "experiment_trees.h"

static void keys_of_the_run_are_known(void **state)
{
    (void)state;
    assert_true(sgi_is_run_key("data", 4));
    assert_true(sgi_is_run_key("grid", 4));
    assert_true(sgi_is_run_key("inner-folds", 11));
    /* Only the first characters count. */
    assert_true(sgi_is_run_key("seed.more", 4));
    assert_false(sgi_is_run_key("seed.more", 9));
    assert_false(sgi_is_run_key("seeds", 3));
    assert_false(sgi_is_run_key("", 0));
    assert_false(sgi_is_run_key("train", 5));
    assert_false(sgi_is_run_key("layers", 6));
    assert_false(sgi_is_run_key("Data", 4));
}

static void keys_know_their_places(void **state)
{
    (void)state;
    sg_tree tree = tree_of("a: 1\nb:   [2]\n");
    const sg_node key = sgi_key_of(sg_node_member(tree.root, "b"));
    assert_int_equal(key.line, 2);
    assert_int_equal(key.column, 1);
    assert_int_equal(sg_node_member(tree.root, "b")->column, 6);
    assert_null(key.child);
    sg_tree_free(&tree);
}

/* Layers, training and grid are for others: here they may be anything. */
static void defaults_fill_in_what_is_missing(void **state)
{
    (void)state;
    sg_experiment e = unread("data: X\nlayers: 5\ntrain: 6\ngrid: 7\nnoise: 8\ninput: 9\n");
    check_ok(sgi_run_keys_read(&e, &err));
    assert_string_equal(e.data, "X");
    assert_false(e.has_task);
    assert_int_equal(e.protocol, SG_PROTOCOL_FAIR);
    assert_string_equal(e.splits, "fair");
    assert_int_equal(e.n_folds, 0);
    assert_int_equal(e.n_inner_folds, 0);
    assert_int_equal(e.n_runs, 1);
    assert_int_equal(e.seed, 42);
    assert_null(e.target);
    assert_int_equal(e.scale, SG_SCALE_NONE);
    assert_int_equal(e.n_members, 1);
    assert_int_equal(e.n_restarts, 1);
    assert_false(e.report_scaled || e.test_all || e.from_some);
    assert_true(e.vocabulary_of_training);
    assert_int_equal(e.save, SG_SAVE_ONE);
    assert_null(e.from);
    assert_null(e.relabel);
    assert_null(e.axis);
    sg_experiment_free(&e);
}

static void everything_can_be_said(void **state)
{
    (void)state;
    sg_experiment e = unread(
        "data: X\ntask: regression\nprotocol: nested\nfolds: 5\ninner-folds: 2\nruns: 3\n"
        "seed: 18446744073709551615\ntarget: [mass, 1]\nscale: standard\n"
        "report: scaled\nvocabulary: all\nensemble: 4\nrestarts: 2\ntest: all\n"
        "save: all\nfrom: {model: m.sgnn, layers: [0]}\nrelabel: r.txt\n");
    check_ok(sgi_run_keys_read(&e, &err));
    assert_true(e.has_task);
    assert_int_equal(e.task, SG_REGRESSION);
    assert_int_equal(e.protocol, SG_PROTOCOL_NESTED);
    assert_null(e.splits);
    assert_int_equal(e.n_folds, 5);
    assert_int_equal(e.n_inner_folds, 2);
    assert_int_equal(e.n_runs, 3);
    assert_true(e.seed == UINT64_MAX);
    assert_int_equal(e.n_targets, 2);
    assert_string_equal(e.target[0], "mass");
    assert_string_equal(e.target[1], "1");
    assert_int_equal(e.scale, SG_SCALE_STANDARD);
    assert_true(e.report_scaled && e.test_all && e.from_some);
    assert_false(e.vocabulary_of_training);
    assert_int_equal(e.n_members, 4);
    assert_int_equal(e.n_restarts, 2);
    assert_int_equal(e.save, SG_SAVE_ALL);
    assert_string_equal(e.from, "m.sgnn");
    assert_string_equal(e.relabel, "r.txt");
    sg_experiment_free(&e);
}

static void wrong_keys_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } wrong[] = {{"runs: 2\n", "data: the name or path of a data set is needed"},
                 {"data: ''\n", "e.yml:1:7: data: the name is empty"},
                 {"data: X\nfolds: 3\n", "e.yml:2:1: folds: the folds of this protocol stand"},
                 {"data: X\nprotocol: k-fold\nsplits: a\n", "e.yml:3:1: splits: "},
                 {"data: X\nprotocol: k-fold\ninner-folds: 2\n", "only the protocol nested"},
                 {"data: X\nprotocol: k-fold\nfolds: 1\n", "e.yml:3:8: "},
                 {"data: X\nprotocol: standard\nrestarts: 2\n", "e.yml:3:1: restarts: "},
                 {"data: X\nprotocol: standard\nensemble: 2\n", "e.yml:3:1: ensemble: "},
                 {"data: X\ntarget: [a, a]\n", "e.yml:2:13: target: \"a\" occurs twice"},
                 {"data: X\ntarget: []\n", "target: a column is needed"},
                 {"data: X\nreport: scaled\n", "nothing to report as scaled"},
                 {"data: X\nfrom: {layers: [0]}\n", "from: model, the path of one, is missing"},
                 {"data: X\nrun: 3\n", "did you mean \"runs\"?"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sg_experiment e = unread(wrong[i].text);
        check_fails(sgi_run_keys_read(&e, &err), SG_EFORMAT, wrong[i].part);
        sg_experiment_free(&e);
    }
}

static void check_fits(const char *text, sg_task task, const char *part)
{
    sg_experiment e = unread(text);
    if (part == NULL)
        check_ok(sgi_run_keys_check(&e, task, &err));
    else
        check_fails(sgi_run_keys_check(&e, task, &err), SG_EFORMAT, part);
    sg_experiment_free(&e);
}

static void keys_must_fit_the_task(void **state)
{
    (void)state;
    check_fits("data: X\n", SG_CLASSIFICATION, NULL);
    check_fits("data: X\ntarget: 0\n", SG_CLASSIFICATION,
               "e.yml:2:1: target: the target of classification is the class");
    check_fits("data: X\ntarget: 0\n", SG_MULTILABEL, NULL);
    check_fits("data: X\nscale: std\n", SG_CLASSIFICATION, "e.yml:2:1: scale: only targets");
    check_fits("data: X\nscale: std\n", SG_MULTILABEL, "e.yml:2:1: scale: only targets");
    check_fits("data: X\nreport: own\n", SG_MULTILABEL, "report: only regression has units");
    check_fits("data: X\ntarget: 0\nscale: std\nreport: own\n", SG_REGRESSION, NULL);
}

static void check_put(const char *text, const sg_task *task, const char *expected)
{
    sg_experiment e = unread(text);
    sg_node *map = NULL;
    check_ok(sgi_run_keys_read(&e, &err));
    check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
    check_ok(sgi_run_keys_put(map, &e, task, &err));
    check_tree(map, expected);
    sg_node_free(map);
    sg_experiment_free(&e);
}

#define USUAL "vocabulary: train\nensemble: 1\nrestarts: 1\ntest: selected\nsave: one\n"

static void defaults_are_written(void **state)
{
    (void)state;
    const sg_task regression = SG_REGRESSION, classification = SG_CLASSIFICATION;
    check_put("data: X\n", NULL,
              "data: X\nprotocol: fair\nsplits: fair\nruns: 1\nseed: 42\n" USUAL);
    check_put("data: X\nprotocol: nested\n", &classification,
              "data: X\ntask: classification\nprotocol: nested\nfolds: 10\ninner-folds: 3\n"
              "runs: 1\nseed: 42\n" USUAL);
    check_put("data: X\ntarget: mass\nprotocol: fair-per-fold\n", &regression,
              "data: X\ntask: regression\nprotocol: fair-per-fold\nsplits: fair\nruns: 1\n"
              "seed: 42\ntarget: mass\nscale: none\nreport: own\n" USUAL);
    /* What the file says is written even where the task is not known. */
    check_put("data: X\nscale: std\nfrom: {model: m}\nrelabel: r\n", NULL,
              "data: X\nprotocol: fair\nsplits: fair\nruns: 1\nseed: 42\nscale: std\n" USUAL
              "from: {model: m}\nrelabel: r\n");
}

static sg_status read_check_put(void *context, sg_error *err)
{
    static const char text[] = "data: X\ntask: regression\ntarget: [a, b]\nscale: std\n"
                               "from: {model: m, layers: [0]}\nrelabel: r\n";
    sg_status status = SG_OK;
    sg_experiment e = {0};
    sg_node *map = NULL;
    (void)context;
    SG_TRY(sg_yaml_parse(&e.tree, "e.yml", text, strlen(text), err));
    SG_TRY(sgi_run_keys_read(&e, err));
    SG_TRY(sgi_run_keys_check(&e, SG_REGRESSION, err));
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sgi_run_keys_put(map, &e, &e.task, err));
done:
    sg_node_free(map);
    sg_experiment_free(&e);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(read_check_put, NULL) >= 40);
}

SG_TESTS(cmocka_unit_test(keys_of_the_run_are_known), cmocka_unit_test(keys_know_their_places),
         cmocka_unit_test(defaults_fill_in_what_is_missing),
         cmocka_unit_test(everything_can_be_said), cmocka_unit_test(wrong_keys_are_refused),
         cmocka_unit_test(keys_must_fit_the_task), cmocka_unit_test(defaults_are_written),
         cmocka_unit_test(survives_any_failing_allocation))
