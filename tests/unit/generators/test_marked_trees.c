/* test_marked_trees.c - trees whose roots have the label of a leaf. */
#include "generators/marked_trees.h"

#include "graph/graph.h"
#include "support/check.h"

enum { N_NODES = 2 * SG_TREE_MARKS - 1, FIRST_LEAF = 1 + SG_TREE_MARKS };

/* The number of steps from the root to node v, the root's neighbor on the way not being `from`. */
static uint32_t depth_of(const sg_graph *g, uint32_t root, uint32_t v, uint32_t from)
{
    if (v == root) return 0;
    for (uint32_t a = g->arc_offset[v]; a < g->arc_offset[v + 1]; a++) {
        if (g->neighbor[a] == from) continue;
        const uint32_t depth = depth_of(g, root, g->neighbor[a], v);
        if (depth != UINT32_MAX) return depth + 1;
    }
    return UINT32_MAX;
}

static void check_tree(uint32_t n_of_class[SG_TREE_LABELS], const sg_dataset *data, uint32_t t)
{
    const sg_graph *g = &data->graph;
    const uint32_t first = g->graph_offset[t];
    uint32_t root = UINT32_MAX, n_leaves = 0;
    bool seen[SG_TREE_MARKS] = {false};
    assert_int_equal(g->graph_offset[t + 1] - first, N_NODES);
    for (uint32_t v = first; v < first + N_NODES; v++) {
        if (data->items.item_class[v] == SG_NO_CLASS) continue;
        assert_int_equal(root, UINT32_MAX);
        root = v;
    }
    assert_int_not_equal(root, UINT32_MAX);
    const uint32_t mark = (uint32_t)data->node_label.value[root] - 1;
    for (uint32_t v = first; v < first + N_NODES; v++) {
        const uint32_t label = (uint32_t)data->node_label.value[v];
        if (label < FIRST_LEAF) continue;
        const uint32_t of_leaf = (label - FIRST_LEAF) / SG_TREE_LABELS;
        assert_false(seen[of_leaf]);
        seen[of_leaf] = true;
        n_leaves++;
        assert_int_equal(g->arc_offset[v + 1] - g->arc_offset[v], 1);
        assert_int_equal(depth_of(g, root, v, UINT32_MAX), SG_TREE_DEPTH);
        if (of_leaf == mark)
            assert_int_equal((label - FIRST_LEAF) % SG_TREE_LABELS,
                             data->items.item_class[root]);
    }
    assert_int_equal(n_leaves, SG_TREE_MARKS);
    n_of_class[data->items.item_class[root]]++;
}

static void roots_have_the_label_of_their_leaf(void **state)
{
    (void)state;
    sg_dataset data = {0};
    sg_text text = {0};
    uint32_t n_of_class[SG_TREE_LABELS] = {0};
    check_ok(sg_marked_trees_make(&data, 5, &err));
    assert_int_equal(data.items.n_classes, SG_TREE_LABELS);
    for (uint32_t t = 0; t < data.graph.n_graphs; t++) check_tree(n_of_class, &data, t);
    for (int c = 0; c < SG_TREE_LABELS; c++)
        assert_true(n_of_class[c] > data.graph.n_graphs / SG_TREE_LABELS * 9 / 10);
    check_ok(sg_marked_trees_answer(&text, &data, &err));
    assert_non_null(strstr(text.data, "distance 3"));
    sg_text_free(&text);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(roots_have_the_label_of_their_leaf))
