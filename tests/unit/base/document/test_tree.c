/* test_tree.c - building, copying, finding and replacing nodes. */
#include "base/document/tree.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/same_tree.h"

static sg_node *scalar(const char *text)
{
    sg_node *node = NULL;
    check_ok(sg_node_make(&node, SG_NODE_SCALAR, text, &err));
    return node;
}

static sg_node *container(sg_node_kind kind)
{
    sg_node *node = NULL;
    check_ok(sg_node_make(&node, kind, NULL, &err));
    return node;
}

static sg_node *add(sg_node *parent, const char *key, sg_node *child)
{
    sg_node *moved = child;
    check_ok(sg_node_add(parent, key, &moved, &err));
    assert_null(moved);
    return child;
}

/* data: NCI1
 * layers: [{encoder: {heads: [a, b], activation: tanh}}, {decoder: {}}]
 * train: {epochs: 200} */
static sg_node *experiment(void)
{
    sg_node *root = container(SG_NODE_MAP);
    add(root, "data", scalar("NCI1"));
    sg_node *layers = add(root, "layers", container(SG_NODE_LIST));
    sg_node *item = add(layers, NULL, container(SG_NODE_MAP));
    sg_node *encoder = add(item, "encoder", container(SG_NODE_MAP));
    sg_node *heads = add(encoder, "heads", container(SG_NODE_LIST));
    add(heads, NULL, scalar("a"));
    add(heads, NULL, scalar("b"));
    add(encoder, "activation", scalar("tanh"));
    item = add(layers, NULL, container(SG_NODE_MAP));
    add(item, "decoder", container(SG_NODE_MAP));
    sg_node *train = add(root, "train", container(SG_NODE_MAP));
    add(train, "epochs", scalar("200"));
    return root;
}

static void builds_and_releases(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    sg_tree tree = {0};
    sg_tree_free(&tree);
    sg_node_free(NULL);
    tree.root = experiment();
    tree.path = sg_text_copy("x.yml");
    assert_int_equal(tree.root->n_children, 3);
    assert_string_equal(tree.root->child[0]->key, "data");
    assert_string_equal(tree.root->child[0]->text, "NCI1");
    assert_ptr_equal(tree.root->child[1]->parent, tree.root);
    assert_int_equal(tree.root->line, 0);
    sg_tree_free(&tree);
    assert_null(tree.root);
    sg_tree_free(&tree);
    assert_int_equal(sg_mem_live(), live);
}

static void finds_members(void **state)
{
    (void)state;
    sg_node *root = experiment();
    assert_string_equal(sg_node_member(root, "data")->text, "NCI1");
    assert_null(sg_node_member(root, "dat"));
    assert_null(sg_node_member(root, "dataset"));
    assert_null(sg_node_member(NULL, "data"));
    assert_null(sg_node_member(sg_node_member(root, "layers"), "0"));
    assert_null(sg_node_member(sg_node_member(root, "data"), "data"));
    sg_node_free(root);
}

static void replaces_members_that_are_there(void **state)
{
    (void)state;
    sg_node *root = experiment();
    sg_node *data = sg_node_member(root, "data");
    data->key_line = 4;
    data->key_column = 2;
    add(root, "data", scalar("DHFR"));
    assert_int_equal(root->n_children, 3);
    data = root->child[0];
    assert_string_equal(data->key, "data");
    assert_string_equal(data->text, "DHFR");
    assert_ptr_equal(data->parent, root);
    assert_int_equal(data->key_line, 4);
    assert_int_equal(data->key_column, 2);
    assert_int_equal(data->line, 0);
    sg_node_free(root);
}

static void knows_nulls(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool quoted, is_null;
    } cases[] = {{"", false, true},      {"~", false, true},     {"null", false, true},
                 {"", true, false},      {"~", true, false},     {"null", true, false},
                 {"Null", false, false}, {"none", false, false}, {"0", false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_node *node = scalar(cases[i].text);
        node->quoted = cases[i].quoted;
        assert_int_equal(sg_node_is_null(node), cases[i].is_null);
        sg_node_free(node);
    }
    sg_node *list = container(SG_NODE_LIST);
    assert_false(sg_node_is_null(list));
    sg_node_free(list);
}

static void copies_all_of_it(void **state)
{
    (void)state;
    sg_node *root = experiment(), *copy = NULL;
    sg_node *train = sg_node_member(root, "train");
    train->line = 7;
    train->column = 8;
    train->key_line = 9;
    train->key_column = 10;
    train->child[0]->quoted = true;
    check_ok(sg_node_copy(&copy, root, &err));
    assert_true(identical_tree(root, copy));
    sg_node_free(copy);
    /* a part of it hangs nowhere and keeps its name */
    check_ok(sg_node_copy(&copy, train, &err));
    assert_true(identical_tree(train, copy));
    assert_null(copy->parent);
    assert_string_equal(copy->key, "train");
    sg_node_free(root);
    assert_string_equal(copy->child[0]->text, "200");
    sg_node_free(copy);
}

static void check_place(const sg_node *node, uint32_t place)
{
    assert_int_equal(node->line, place);
    assert_int_equal(node->column, place);
    assert_int_equal(node->key_line, place);
    assert_int_equal(node->key_column, place);
    for (size_t i = 0; i < node->n_children; i++) check_place(node->child[i], place);
}

static void set_place(sg_node *node, uint32_t place)
{
    node->line = node->column = node->key_line = node->key_column = place;
    for (size_t i = 0; i < node->n_children; i++) set_place(node->child[i], place);
}

static void forgets_places(void **state)
{
    (void)state;
    sg_node *root = experiment(), *layers = sg_node_member(root, "layers");
    set_place(root, 5);
    sg_node_forget_places(layers);
    check_place(layers, 0);
    assert_int_equal(root->line, 5);
    check_place(sg_node_member(root, "train"), 5);
    check_place(sg_node_member(root, "data"), 5);
    sg_node_forget_places(root);
    check_place(root, 0);
    sg_node_free(root);
}

static sg_node *find(sg_node *root, const char *path)
{
    sg_node *node = NULL;
    check_ok(sg_tree_find(&node, root, path, false, &err));
    return node;
}

static void finds_paths(void **state)
{
    (void)state;
    sg_node *root = experiment();
    assert_string_equal(find(root, "data")->text, "NCI1");
    assert_string_equal(find(root, "train.epochs")->text, "200");
    assert_string_equal(find(root, "layers.0.encoder.heads.1")->text, "b");
    /* the kind of a layer may be left out */
    assert_string_equal(find(root, "layers.0.heads.1")->text, "b");
    assert_string_equal(find(root, "layers.0.activation")->text, "tanh");
    assert_ptr_equal(find(root, "layers.1.decoder"), find(root, "layers.1")->child[0]);
    assert_ptr_equal(find(root, "layers.0")->parent, find(root, "layers"));
    sg_node_free(root);
}

static void says_which_part_is_missing(void **state)
{
    (void)state;
    sg_node *root = experiment(), *node = NULL;
    static const struct {
        const char *path, *text;
    } wrong[] = {
        {"", ": no such key; allowed: data, layers, train"},
        {"dta", "dta: no such key; did you mean \"data\"?"},
        {"xyz.a.b", "xyz: no such key; allowed: data, layers, train"},
        {"train.epoch", "train.epoch: no such key; did you mean \"epochs\"?"},
        {"train.epochs.x", "train.epochs.x: above it stands a single value"},
        {"train.", "train.: no such key; allowed: epochs"},
        {"train..epochs", "train.: no such key"},
        {".data", ": no such key"},
        {"layers.2", "layers.2: no such item; the list has the items 0 to 1"},
        {"layers.-1", "layers.-1: no such item"},
        {"layers.01", "layers.01: no such item"},
        {"layers.first", "layers.first: no such item"},
        {"layers.18446744073709551616", "no such item"},
        {"layers.0.hedas", "layers.0.hedas: no such key; did you mean \"heads\"?"},
        {"layers.0.heads.2", "layers.0.heads.2: no such item; the list has the items 0 to 1"},
        {"layers.1.heads", "layers.1.heads: no such key; allowed: nothing"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_fails(sg_tree_find(&node, root, wrong[i].path, false, &err), SG_ENOTFOUND,
                    wrong[i].text);
    char path[1000];
    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    check_fails(sg_tree_find(&node, root, path, false, &err), SG_ENOTFOUND,
                "...: no such key; allowed: data");
    assert_null(node);
    sg_node *list = container(SG_NODE_LIST);
    check_fails(sg_tree_find(&node, list, "0", false, &err), SG_ENOTFOUND,
                "0: no such item; the list is empty");
    sg_node_free(list);
    sg_node_free(root);
}

static void makes_missing_members(void **state)
{
    (void)state;
    sg_node *root = experiment(), *node = NULL;
    check_ok(sg_tree_find(&node, root, "train.epochs", true, &err));
    assert_string_equal(node->text, "200");
    check_ok(sg_tree_find(&node, root, "train.patience", true, &err));
    assert_string_equal(node->text, "");
    assert_string_equal(node->key, "patience");
    assert_ptr_equal(find(root, "train.patience"), node);
    check_ok(sg_tree_find(&node, root, "a.b.c", true, &err));
    assert_ptr_equal(find(root, "a.b.c"), node);
    assert_int_equal(node->kind, SG_NODE_SCALAR);
    assert_int_equal(find(root, "a.b")->kind, SG_NODE_MAP);
    assert_int_equal(find(root, "a")->kind, SG_NODE_MAP);
    assert_string_equal(root->child[root->n_children - 1]->key, "a");
    /* inside of the layer, not beside its kind */
    check_ok(sg_tree_find(&node, root, "layers.1.pool", true, &err));
    assert_ptr_equal(find(root, "layers.1.decoder.pool"), node);
    sg_node_free(root);
}

static void makes_nothing_where_it_cannot(void **state)
{
    (void)state;
    sg_node *root = experiment(), *same = experiment(), *node = NULL;
    static const char *const wrong[] = {"",       "train.",          "train.a..b", ".a",
                                        "a.0",    "train.a.0.b",     "layers.2",   "layers.x",
                                        "data.x", "layers.0.heads.2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_fails(sg_tree_find(&node, root, wrong[i], true, &err), SG_ENOTFOUND, ": ");
    assert_null(node);
    assert_true(identical_tree(root, same));
    sg_node_free(same);
    sg_node_free(root);
}

static void replaces_nodes(void **state)
{
    (void)state;
    sg_node *root = experiment();
    sg_node *heads = find(root, "layers.0.heads"), *other = scalar("c");
    heads->key_line = 3;
    check_ok(sg_tree_replace(root, heads, &other, &err));
    assert_null(other);
    const sg_node *found = find(root, "layers.0.heads");
    assert_string_equal(found->text, "c");
    assert_string_equal(found->key, "heads");
    assert_int_equal(found->key_line, 3);
    assert_ptr_equal(found->parent->child[0], found);

    other = container(SG_NODE_MAP);
    check_ok(sg_tree_replace(root, find(root, "layers.1"), &other, &err));
    assert_int_equal(find(root, "layers.1")->n_children, 0);
    assert_null(find(root, "layers.1")->key);

    other = scalar("d");
    check_fails(sg_tree_replace(root, root, &other, &err), SG_EINVAL, "below the root");
    check_fails(sg_tree_replace(find(root, "train"), find(root, "data"), &other, &err),
                SG_EINVAL, "below the root");
    assert_non_null(other);
    sg_node_free(other);
    sg_node_free(root);
}

static void reports_places(void **state)
{
    (void)state;
    sg_node *node = scalar("x");
    sg_error err = {0};
    assert_int_equal(sg_tree_fail(&err, "x.yml", node, "%s", "made"), SG_EFORMAT);
    assert_string_equal(err.text, "made");
    node->line = 3;
    node->column = 7;
    err = (sg_error){0};
    (void)sg_tree_fail(&err, "x.yml", node, "read");
    assert_string_equal(err.text, "x.yml:3:7: read");
    err = (sg_error){0};
    (void)sg_tree_fail(&err, "x.yml", NULL, "missing");
    assert_string_equal(err.text, "x.yml: missing");
    err = (sg_error){0};
    (void)sg_tree_fail(&err, NULL, node, "no path");
    assert_string_equal(err.text, "no path");
    assert_int_equal(sg_tree_fail(NULL, "x.yml", node, "nobody listens"), SG_EFORMAT);
    char longer[2000];
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    err = (sg_error){0};
    (void)sg_tree_fail(&err, "x.yml", node, "%s", longer);
    assert_int_equal(strncmp(err.text, "x.yml:3:7: aaa", 14), 0);
    sg_node_free(node);
}

/* No walk may need a stack that grows with the tree. */
static void survives_any_depth(void **state)
{
    (void)state;
    enum { DEPTH = 300000 };
    const long live = sg_mem_live();
    sg_node *root = scalar("bottom"), *copy = NULL;
    for (int i = 0; i < DEPTH; i++) {
        sg_node *outer = container(SG_NODE_LIST);
        check_ok(sg_node_append(outer, NULL, &root, &err));
        root = outer;
    }
    check_ok(sg_node_copy(&copy, root, &err));
    sg_node_forget_places(copy);
    sg_node_free(root);
    int depth = 0;
    for (const sg_node *node = copy; node->kind == SG_NODE_LIST; node = node->child[0]) depth++;
    assert_int_equal(depth, DEPTH);
    sg_node_free(copy);
    assert_int_equal(sg_mem_live(), live);
}

static sg_status build_copy_and_find(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    sg_node *root = NULL, *child = NULL, *copy = NULL, *found = NULL;
    SG_TRY(sg_node_make(&root, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_node_make(&child, SG_NODE_SCALAR, "text", err));
    SG_TRY(sg_node_add(root, "key", &child, err));
    SG_TRY(sg_node_make(&child, SG_NODE_LIST, NULL, err));
    SG_TRY(sg_node_add(root, "list", &child, err));
    SG_TRY(sg_node_make(&child, SG_NODE_SCALAR, "item", err));
    SG_TRY(sg_node_add(root->child[1], NULL, &child, err));
    SG_TRY(sg_node_copy(&copy, root, err));
    status = sg_tree_find(&found, copy, "a.b.c", true, err);
    if (status != SG_OK) assert_true(identical_tree(copy, root) && found == NULL);
done:
    sg_node_free(child);
    sg_node_free(copy);
    sg_node_free(root);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(build_copy_and_find, NULL) >= 20);
}

SG_TESTS(cmocka_unit_test(builds_and_releases), cmocka_unit_test(finds_members),
         cmocka_unit_test(replaces_members_that_are_there), cmocka_unit_test(knows_nulls),
         cmocka_unit_test(copies_all_of_it), cmocka_unit_test(forgets_places),
         cmocka_unit_test(finds_paths), cmocka_unit_test(says_which_part_is_missing),
         cmocka_unit_test(makes_missing_members),
         cmocka_unit_test(makes_nothing_where_it_cannot), cmocka_unit_test(replaces_nodes),
         cmocka_unit_test(reports_places), cmocka_unit_test(survives_any_depth),
         cmocka_unit_test(survives_without_memory))
