/* test_experiment_set.c - changes of the command line in a document that nobody has read yet. */
#include "experiment_trees.h"

static sg_status apply_one(sg_tree *tree, const char *setting, sg_error *err)
{
    const sg_settings settings = {&setting, 1};
    return sgi_settings_apply(tree, &settings, err);
}

static void values_are_replaced_and_made(void **state)
{
    (void)state;
    static const char *const set[] = {"a=2", "b.c={d: [1, 2]}", "b.c.d.1=x=y",
                                      "layers.0.heads=[label]", "a=3"};
    sg_tree tree = tree_of("a: 1\nlayers:\n  - encoder: {heads: [degree]}\n");
    const sg_settings settings = {set, sizeof set / sizeof *set};
    check_ok(sgi_settings_apply(&tree, &settings, &err));
    check_tree(tree.root, "a: 3\n"
                          "layers:\n  - encoder: {heads: [label]}\n"
                          "b: {c: {d: [1, x=y]}}\n");
    const sg_settings none = {NULL, 0};
    check_ok(sgi_settings_apply(&tree, &none, &err));
    /* Places of the command line would be taken for places of the file. */
    assert_int_equal(sg_node_member(tree.root, "a")->line, 0);
    sg_tree_free(&tree);
}

/* A list of the grid is one member, whatever dots its name has. */
static void lists_of_the_grid_are_single_members(void **state)
{
    (void)state;
    static const char *const set[] = {"grid.train.epochs=[1, 2]", "grid.noise=[0]",
                                      "grid.train.epochs=[3]"};
    sg_tree tree = tree_of("a: 1\n");
    const sg_settings settings = {set, 3};
    check_ok(sgi_settings_apply(&tree, &settings, &err));
    check_tree(tree.root, "a: 1\ngrid: {train.epochs: [3], noise: [0]}\n");
    assert_non_null(sg_node_member(sg_node_member(tree.root, "grid"), "train.epochs"));
    check_ok(apply_one(&tree, "grid={}", &err));
    assert_int_equal(sg_node_member(tree.root, "grid")->n_children, 0);
    check_ok(apply_one(&tree, "grid=5", &err));
    check_fails(apply_one(&tree, "grid.noise=[1]", &err), SG_EINVAL,
                "setting grid.noise: grid is not a map");
    sg_tree_free(&tree);
}

static void wrong_changes_say_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *setting, *part;
    } wrong[] = {{"", "PATH=VALUE is needed"},
                 {"a", "setting a: PATH=VALUE is needed"},
                 {"=1", "setting =1: PATH=VALUE is needed"},
                 {"a=[1", "setting a:2:1: "},
                 {"list.7=1", "setting "},
                 {"a.b=1", "setting "}};
    sg_tree tree = tree_of("a: 1\nlist: [1]\n");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_fails(apply_one(&tree, wrong[i].setting, &err), SG_EINVAL, wrong[i].part);
    check_tree(tree.root, "a: 1\nlist: [1]\n");
    sg_tree_free(&tree);
}

static void check_path(const char *setting, const char *expected)
{
    char *path = NULL;
    check_ok(sgi_setting_path(&path, setting, &err));
    if (expected == NULL)
        assert_null(path);
    else
        assert_string_equal(path, expected);
    sg_free(path);
}

static void paths_end_at_the_first_equals_sign(void **state)
{
    (void)state;
    check_path("train.epochs=5", "train.epochs");
    check_path("a=b=c", "a");
    check_path("noise=", "noise");
    check_path("gridlock=1", "gridlock");
    check_path("grid=[1]", NULL);
    check_path("grid.train.epochs=[1]", NULL);
    char *path = NULL;
    check_fails(sgi_setting_path(&path, "epochs", &err), SG_EINVAL, "PATH=VALUE is needed");
    check_fails(sgi_setting_path(&path, "=5", &err), SG_EINVAL, "PATH=VALUE is needed");
    assert_null(path);
}

static sg_status change_everything(void *context, sg_error *err)
{
    static const char *const set[] = {"a=2", "b.c={d: [1, 2]}", "grid.noise=[0, 1]"};
    const sg_settings settings = {set, 3};
    sg_status status = SG_OK;
    char *path = NULL;
    sg_tree tree = {0};
    (void)context;
    SG_TRY(sg_yaml_parse(&tree, "e.yml", "a: 1\n", 5, err));
    SG_TRY(sgi_settings_apply(&tree, &settings, err));
    SG_TRY(sgi_setting_path(&path, set[1], err));
done:
    sg_free(path);
    sg_tree_free(&tree);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(change_everything, NULL) >= 20);
}

SG_TESTS(cmocka_unit_test(values_are_replaced_and_made),
         cmocka_unit_test(lists_of_the_grid_are_single_members),
         cmocka_unit_test(wrong_changes_say_what_is_wrong),
         cmocka_unit_test(paths_end_at_the_first_equals_sign),
         cmocka_unit_test(survives_any_failing_allocation))
