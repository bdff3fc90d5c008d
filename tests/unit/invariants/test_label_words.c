/* test_label_words.c - labels that are words have the same keys in every data set, whatever their
 * numbers are there. */
#include "invariants/labels.h"
#include "invariants/pair_property.h"

#include "base/hash.h"
#include "support/check.h"
#include "support/keys_of.h"

/* A triangle with a tail; the same twice, with words numbered differently. */
static const uint32_t GRAPH_OFFSET[] = {0, 4}, ARC_OFFSET[] = {0, 2, 4, 7, 8};
static const uint32_t NEIGHBOR[] = {1, 2, 0, 2, 0, 1, 3, 2};
static const sg_graph GRAPH = {.n_graphs = 1,
                               .n_nodes = 4,
                               .n_arcs = 8,
                               .graph_offset = (uint32_t *)(uintptr_t)GRAPH_OFFSET,
                               .arc_offset = (uint32_t *)(uintptr_t)ARC_OFFSET,
                               .neighbor = (uint32_t *)(uintptr_t)NEIGHBOR};

typedef struct labeled {
    int32_t node[4], edge[8];
    uint64_t word[3];
    sg_graph_view view;
} labeled;

/* Word w of a, b, c has the number first + place[w]. */
static void label(labeled *l, int32_t first, const int32_t place[3])
{
    static const int node[4] = {0, 1, 2, 0}, edge[8] = {0, 1, 0, 2, 1, 2, 0, 0};
    static const char *const word[3] = {"a", "b", "c"};
    for (int v = 0; v < 4; v++) l->node[v] = first + place[node[v]];
    for (int a = 0; a < 8; a++) l->edge[a] = first + place[edge[a]];
    for (int w = 0; w < 3; w++) l->word[place[w]] = sg_hash_bytes(word[w], 1);
    const sg_label_words words = {l->word, first, 3};
    l->view = (sg_graph_view){.graph = &GRAPH,
                              .node_label = l->node,
                              .n_node_columns = 1,
                              .edge_label = l->edge,
                              .n_edge_columns = 1,
                              .node_words = words,
                              .edge_words = words};
}

static void compute(sg_key key[4], const char *expression, const sg_graph_view *view)
{
    sg_label_expression parsed = {0};
    check_ok(sg_label_parse(&parsed, expression, &err));
    check_ok(sg_labels_compute_keys(key, &parsed, view, &(sg_invariant_options){0}, &err));
    sg_label_expression_free(&parsed);
}

static void keys_do_not_depend_on_numbers(void **state)
{
    (void)state;
    static const char *const expression[] = {"label", "wl:2", "wl-edges:2", "label+degree"};
    labeled x, y, numbers;
    label(&x, 0, (int32_t[]){0, 1, 2});
    label(&y, 17, (int32_t[]){2, 0, 1});
    label(&numbers, 0, (int32_t[]){0, 1, 2});
    numbers.view.node_words = numbers.view.edge_words = (sg_label_words){0};
    for (size_t i = 0; i < sizeof expression / sizeof *expression; i++) {
        sg_key a[4], b[4], c[4];
        compute(a, expression[i], &x.view);
        compute(b, expression[i], &y.view);
        compute(c, expression[i], &numbers.view);
        for (int v = 0; v < 4; v++) {
            assert_true(a[v].key == b[v].key && a[v].check == b[v].check);
            assert_true(a[v].key != c[v].key);
        }
    }
}

/* Paths list edge labels in an order, which must be the same too. */
static void pairs_do_not_depend_on_numbers(void **state)
{
    (void)state;
    static const char *const property[] = {"edge", "path 0..2"};
    labeled x, y;
    label(&x, 0, (int32_t[]){0, 1, 2});
    label(&y, 5, (int32_t[]){2, 1, 0});
    for (size_t i = 0; i < 2; i++) {
        sg_property parsed = {0};
        sg_scratch scratch = {0};
        sg_pairs a = {0}, b = {0};
        const sg_one_graph gx = sg_view_graph(&x.view, 0), gy = sg_view_graph(&y.view, 0);
        check_ok(sg_property_parse(&parsed, property[i], &err));
        check_ok(parsed.kind->find(&a, &parsed, &gx, &scratch, &err));
        check_ok(parsed.kind->find(&b, &parsed, &gy, &scratch, &err));
        assert_int_equal(a.row[4], b.row[4]);
        for (uint32_t p = 0; p < a.row[4]; p++) {
            assert_int_equal(a.sender[p], b.sender[p]);
            assert_true(a.key[a.value[p]].key == b.key[b.value[p]].key);
        }
        sg_scratch_free(&scratch);
        sg_property_free(&parsed);
    }
}

SG_TESTS(cmocka_unit_test(keys_do_not_depend_on_numbers),
         cmocka_unit_test(pairs_do_not_depend_on_numbers))
