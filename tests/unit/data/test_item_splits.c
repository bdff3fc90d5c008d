/* test_item_splits.c - splits of nodes, by graph and by node. */
#include "base/mem.h"
#include "data/nodes/item_splits.h"
#include "support/check.h"

enum { N_GRAPHS = 12, SIZE = 5, N = N_GRAPHS * SIZE };

/* Twelve graphs of five nodes without edges; of each the last node has no class. */
typedef struct fixture {
    uint32_t graph_offset[N_GRAPHS + 1], arc_offset[N + 1], node_class[N];
    uint8_t part[N];
    int64_t class_name[2];
    sg_dataset data;
} fixture;

static void set_up(fixture *f)
{
    *f = (fixture){.class_name = {3, 8}};
    for (uint32_t g = 0; g <= N_GRAPHS; g++) f->graph_offset[g] = g * SIZE;
    for (uint32_t v = 0; v < N; v++) {
        f->node_class[v] = v % SIZE == SIZE - 1 ? SG_NO_CLASS : v % 2;
        f->part[v] = f->node_class[v] == SG_NO_CLASS ? SG_NO_PART : (uint8_t)(v % 3);
    }
    f->data.graph = (sg_graph){.n_graphs = N_GRAPHS,
                               .n_nodes = N,
                               .graph_offset = f->graph_offset,
                               .arc_offset = f->arc_offset};
    f->data.items = (sg_items){.kind = SG_ITEM_NODE,
                               .item_class = f->node_class,
                               .n_classes = 2,
                               .class_name = f->class_name,
                               .part = f->part};
}

/* The same nodes as one graph. */
static void make_one_graph(fixture *f)
{
    f->graph_offset[1] = N;
    f->data.graph.n_graphs = 1;
}

/* In how many parts a graph's nodes are. */
static uint32_t parts_of(const sg_fold *fold, uint32_t g)
{
    uint32_t n = 0;
    for (int p = 0; p < SG_N_PARTS; p++) {
        bool here = false;
        for (uint32_t i = 0; i < fold->part[p].n; i++)
            here = here || fold->part[p].index[i] / SIZE == g;
        n += here;
    }
    return n;
}

static uint32_t count_items(const sg_dataset *data, const sg_fold *fold)
{
    uint32_t n = 0;
    for (int p = 0; p < SG_N_PARTS; p++) {
        for (uint32_t i = 0; i < fold->part[p].n; i++)
            assert_true(sg_items_known(&data->items, fold->part[p].index[i]));
        n += fold->part[p].n;
    }
    return n;
}

static void graphs_stay_whole(void **state)
{
    fixture f;
    sg_splits splits = {0};
    sg_rng rng = check_rng("graphs_stay_whole");
    (void)state;
    set_up(&f);
    check_ok(sg_item_splits_make(&splits, &f.data, 4, &rng, &err));
    assert_int_equal(splits.n_folds, 4);
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t g = 0; g < N_GRAPHS; g++)
            assert_int_equal(parts_of(&splits.fold[i], g), 1);
        assert_int_equal(count_items(&f.data, &splits.fold[i]), N_GRAPHS * (SIZE - 1));
    }
    sg_splits_free(&splits);
    check_ok(sg_item_splits_set_aside(&splits, &f.data, 0.25, 7, &err));
    assert_int_equal(splits.fold[0].part[SG_VALIDATION].n, 3 * (SIZE - 1));
    for (uint32_t g = 0; g < N_GRAPHS; g++) assert_int_equal(parts_of(&splits.fold[0], g), 1);
    sg_splits_free(&splits);
}

static void one_graph_is_divided(void **state)
{
    fixture f;
    sg_splits splits = {0};
    sg_rng rng = check_rng("one_graph_is_divided");
    (void)state;
    set_up(&f);
    make_one_graph(&f);
    check_ok(sg_item_splits_make(&splits, &f.data, 4, &rng, &err));
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(count_items(&f.data, &splits.fold[i]), N_GRAPHS * (SIZE - 1));
        assert_int_equal(splits.fold[i].part[SG_TEST].n, N_GRAPHS);
    }
    sg_splits_free(&splits);
    check_ok(sg_item_splits_set_aside(&splits, &f.data, 0.25, 7, &err));
    assert_int_equal(splits.fold[0].part[SG_VALIDATION].n, N_GRAPHS);
    sg_splits_free(&splits);
    check_fails(sg_item_splits_set_aside(&splits, &f.data, 2, 7, &err), SG_EINVAL, "share");
}

static void graphs_become_nodes(void **state)
{
    fixture f;
    uint32_t *index[SG_N_PARTS] = {NULL};
    sg_fold fold = {0};
    (void)state;
    set_up(&f);
    for (uint32_t p = 0; p < SG_N_PARTS; p++) {
        index[p] = sg_alloc(1, sizeof *index[p]);
        index[p][0] = 2 * p;
        fold.part[p] = (sg_index_list){index[p], 1};
    }
    check_ok(sg_item_fold_expand(&fold, &f.data, &err));
    for (uint32_t p = 0; p < SG_N_PARTS; p++) {
        assert_int_equal(fold.part[p].n, SIZE - 1);
        assert_int_equal(fold.part[p].index[0], 2 * p * SIZE);
    }
    uint32_t *graph = NULL, n = 0;
    check_ok(sg_item_graphs(&graph, &n, &f.data, fold.part[SG_TEST].index, fold.part[SG_TEST].n,
                            &err));
    assert_int_equal(n, 1);
    assert_int_equal(graph[0], 4);
    sg_free(graph);
    for (uint32_t p = 0; p < SG_N_PARTS; p++) sg_free(fold.part[p].index);
}

static void refuses_what_cannot_be_trained(void **state)
{
    fixture f;
    sg_splits splits = {0};
    sg_rng rng = check_rng("refuses_what_cannot_be_trained");
    (void)state;
    set_up(&f);
    check_ok(sg_item_splits_of_parts(&splits, &f.data, &rng, &err));
    check_ok(sg_item_splits_check(&splits, &f.data, &err));
    check_ok(sg_item_fold_check(&splits.fold[0], &f.data, &err));
    sg_splits_free(&splits);
    f.part[4] = SG_TEST;
    check_fails(sg_item_splits_of_parts(&splits, &f.data, &rng, &err), SG_EINVAL,
                "node 4 is among those that test, but has no class");
    f.part[4] = SG_NO_PART;
    for (uint32_t v = 0; v < N; v++)
        if (f.node_class[v] == 1 && f.part[v] == SG_TRAIN) f.part[v] = SG_TEST;
    check_fails(sg_item_splits_of_parts(&splits, &f.data, &rng, &err), SG_EINVAL,
                "splits: fold 0: no node of class 8 trains");
    f.data.items.part = NULL;
    check_fails(sg_item_splits_of_parts(&splits, &f.data, &rng, &err), SG_EINVAL,
                "does not say what trains");
    assert_string_equal(sg_item_word(SG_ITEM_NODE), "node");
    assert_string_equal(sg_items_word(SG_ITEM_GRAPH), "graphs");
}

static sg_status divide_and_free(void *context, sg_error *err)
{
    fixture *f = context;
    sg_splits splits = {0};
    sg_rng rng = sg_rng_stream(1, NULL, 0);
    sg_status status = sg_item_splits_make(&splits, &f->data, 3, &rng, err);
    sg_splits_free(&splits);
    if (status == SG_OK)
        status =
            sg_item_splits_among(&splits, &f->data, (uint32_t[]){7, 3, 11}, 3, 2, &rng, err);
    sg_splits_free(&splits);
    return status;
}

static void survives_without_memory(void **state)
{
    fixture f;
    (void)state;
    set_up(&f);
    assert_true(check_out_of_memory(divide_and_free, &f) > 10);
}

SG_TESTS(cmocka_unit_test(graphs_stay_whole), cmocka_unit_test(one_graph_is_divided),
         cmocka_unit_test(graphs_become_nodes),
         cmocka_unit_test(refuses_what_cannot_be_trained),
         cmocka_unit_test(survives_without_memory))
