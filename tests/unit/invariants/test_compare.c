/* test_compare.c - which of two labelings is finer. */
#include "base/mem.h"
#include "invariants/compare.h"
#include "support/check.h"
#include "support/labeled_graph.h"
#include "support/labels_of.h"

static uint32_t join_count(const sg_labels *a, const sg_labels *b)
{
    uint32_t n = 0, other = 0;
    check_ok(sg_labels_join_count(&n, a, b, &err));
    check_ok(sg_labels_join_count(&other, b, a, &err));
    assert_int_equal(n, other);
    return n;
}

/* Pairs of labels, each looked for among all before it. */
static uint32_t slow_join_count(const sg_labels *a, const sg_labels *b)
{
    uint32_t n = 0;
    for (uint32_t v = 0; v < a->n_nodes; v++) {
        uint32_t u = 0;
        while (a->label[u] != a->label[v] || b->label[u] != b->label[v]) u++;
        n += u == v;
    }
    return n;
}

static void counts_distinct_pairs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("pairs");
    for (int i = 0; i < 500; i++) {
        uint32_t one[60], two[60];
        sg_labels a = {.label = one, .n_nodes = sg_rng_below(&rng, 61)};
        sg_labels b = {.label = two, .n_nodes = a.n_nodes};
        const uint32_t range = sg_rng_below(&rng, 3) == 0 ? UINT32_MAX : 8;
        for (uint32_t v = 0; v < a.n_nodes; v++) {
            one[v] = sg_rng_below(&rng, range);
            two[v] = sg_rng_below(&rng, 2) == 0 ? one[v] : sg_rng_below(&rng, range);
        }
        assert_int_equal(join_count(&a, &b), slow_join_count(&a, &b));
    }
}

/* A combination has as many labels as pairs of its parts' labels: for all kinds, with all others
 * and with themselves. */
static void combinations_have_as_many_labels_as_pairs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("kinds");
    size_t n_kinds = 0;
    const sg_labeling_kind *const *kinds = sg_labeling_kinds(&n_kinds);
    for (int i = 0; i < 15; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){8, 8});
        const sg_graph_view view = labeled_graph_view(&graph);
        for (size_t k = 0; k < n_kinds; k++) {
            sg_labels a = labels_of(&view, kinds[k]->example);
            assert_int_equal(join_count(&a, &a), a.vocabulary.n_keys);
            for (size_t m = 0; m <= k; m++) {
                char text[256];
                (void)snprintf(text, sizeof text, "%s+%s", kinds[k]->example,
                               kinds[m]->example);
                sg_labels b = labels_of(&view, kinds[m]->example);
                sg_labels both = labels_of(&view, text);
                assert_int_equal(both.vocabulary.n_keys, join_count(&a, &b));
                assert_int_equal(join_count(&both, &a), both.vocabulary.n_keys);
                sg_labels_free(&b);
                sg_labels_free(&both);
            }
            sg_labels_free(&a);
        }
        labeled_graph_free(&graph);
    }
}

/* Parts of one kind with different parameters are not taken for each other. */
static void parameters_are_part_of_the_content(void **state)
{
    (void)state;
    sg_rng rng = check_rng("parameters");
    const char *const texts[][2] = {{"cycles:3", "cycles:4"},
                                    {"cycles:3-4", "cycles:4-5"},
                                    {"induced-cycles:4", "cycles:4"},
                                    {"cliques:3", "cliques:4"},
                                    {"patterns:triangle", "patterns:square"},
                                    {"patterns:triangle", "cycles:3"},
                                    {"patterns:square,triangle", "patterns:edge,star"},
                                    {"betweenness:3", "betweenness:7"},
                                    {"core", "degree"},
                                    {"wl:1", "wl:2"},
                                    {"wl:1", "wl-edges:1"},
                                    {"wl:1/degree", "wl:1"}};
    for (int i = 0; i < 40; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){8, 9});
        const sg_graph_view view = labeled_graph_view(&graph);
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            char text[256];
            (void)snprintf(text, sizeof text, "%s+%s", texts[k][0], texts[k][1]);
            sg_labels a = labels_of(&view, texts[k][0]), b = labels_of(&view, texts[k][1]);
            sg_labels both = labels_of(&view, text);
            assert_int_equal(both.vocabulary.n_keys, join_count(&a, &b));
            sg_labels_free(&a);
            sg_labels_free(&b);
            sg_labels_free(&both);
        }
        labeled_graph_free(&graph);
    }
}

static void refinement_is_seen(void **state)
{
    (void)state;
    sg_rng rng = check_rng("refines");
    for (int i = 0; i < 100; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){8, 9});
        const sg_graph_view view = labeled_graph_view(&graph);
        sg_labels coarse = labels_of(&view, "wl:1"), fine = labels_of(&view, "wl:3");
        assert_int_equal(join_count(&coarse, &fine), fine.vocabulary.n_keys);
        sg_labels_free(&coarse);
        sg_labels_free(&fine);
        labeled_graph_free(&graph);
    }
}

static void different_data_sets_are_refused(void **state)
{
    (void)state;
    uint32_t label[4] = {0}, n = 77;
    const sg_labels a = {.label = label, .n_nodes = 3}, b = {.label = label, .n_nodes = 4};
    check_fails(sg_labels_join_count(&n, &a, &b, &err), SG_EINVAL, "of 3 and of 4 nodes");
    assert_int_equal(n, 77);
    const sg_labels none = {0};
    check_ok(sg_labels_join_count(&n, &none, &none, &err));
    assert_int_equal(n, 0);
}

static sg_status join_many(void *context, sg_error *err)
{
    uint32_t n = 0;
    return sg_labels_join_count(&n, context, context, err);
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    uint32_t label[1000];
    for (uint32_t v = 0; v < 1000; v++) label[v] = v;
    sg_labels labels = {.label = label, .n_nodes = 1000};
    assert_true(check_out_of_memory(join_many, &labels) > 2);
}

SG_TESTS(cmocka_unit_test(counts_distinct_pairs),
         cmocka_unit_test(combinations_have_as_many_labels_as_pairs),
         cmocka_unit_test(parameters_are_part_of_the_content),
         cmocka_unit_test(refinement_is_seen),
         cmocka_unit_test(different_data_sets_are_refused),
         cmocka_unit_test(survives_failing_allocations))
