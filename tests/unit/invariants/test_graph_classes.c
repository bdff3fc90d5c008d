/* test_graph_classes.c - which graphs are told apart: against sorted lists, and what is known. */
#include "invariants/graph_classes.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labels_of.h"
#include "support/random_graph.h"

/* Triples of the labels and a pair property. */
static sg_triples triples_of(const sg_graph_view *view, const sg_labels *labels,
                             const char *text)
{
    sg_triples triples = {0};
    sg_property property = {0};
    check_ok(sg_property_parse(&property, text, &err));
    check_ok(sg_triples_collect(&triples, labels, labels, &property, view, NULL, &err));
    sg_property_free(&property);
    return triples;
}

/* How often a graph has each word, from its words. */
static uint32_t *counts_of(const uint32_t *word, uint64_t n, uint32_t n_words)
{
    uint32_t *count = sg_alloc(n_words, sizeof *count);
    assert_non_null(count);
    for (uint64_t i = 0; i < n; i++) count[word[i]]++;
    return count;
}

/* The words of graph g are word[row[g]] .. word[row[g + 1]]. */
static void check_classes(const sg_graph_classes *classes, const uint32_t *word,
                          const uint64_t *row, uint32_t n_graphs, uint32_t n_words)
{
    uint32_t n_classes = 0;
    assert_int_equal(classes->n_graphs, n_graphs);
    for (uint32_t g = 0; g < n_graphs; g++) {
        uint32_t *own = counts_of(word + row[g], row[g + 1] - row[g], n_words);
        assert_true(classes->class_of[g] <= n_classes);
        if (classes->class_of[g] == n_classes) n_classes++;
        for (uint32_t h = 0; h <= g; h++) {
            uint32_t *other = counts_of(word + row[h], row[h + 1] - row[h], n_words), first = 0;
            sg_class_witness witness = {0};
            while (first < n_words && own[first] == other[first]) first++;
            assert_int_equal(classes->class_of[g] == classes->class_of[h], first == n_words);
            assert_int_equal(sg_graph_classes_witness(&witness, classes, g, h),
                             first < n_words);
            if (first < n_words) {
                assert_int_equal(witness.word, first);
                assert_int_equal(witness.count[0], own[first]);
                assert_int_equal(witness.count[1], other[first]);
            }
            sg_free(other);
        }
        sg_free(own);
    }
    assert_int_equal(classes->n_classes, n_classes);
}

static void equal_sorted_lists(void **state)
{
    (void)state;
    sg_rng rng = check_rng("classes");
    for (int i = 0; i < 300; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){12, 4});
        const sg_graph_view view = {.graph = &graph};
        sg_labels labels = labels_of(&view, "degree");
        sg_triples triples = triples_of(&view, &labels, "distance 0..2");
        sg_graph_classes by_labels = {0}, by_triples = {0};
        uint64_t label_row[13], triple_row[13];
        for (uint32_t g = 0; g <= graph.n_graphs; g++) {
            label_row[g] = graph.graph_offset[g];
            triple_row[g] = triples.row[graph.graph_offset[g]];
        }
        check_ok(sg_graph_classes_by_labels(&by_labels, &labels, &graph, &err));
        check_ok(sg_graph_classes_by_triples(&by_triples, &triples, &graph, &err));
        check_classes(&by_labels, labels.label, label_row, graph.n_graphs,
                      labels.vocabulary.n_keys);
        check_classes(&by_triples, triples.triple, triple_row, graph.n_graphs,
                      triples.n_triples);
        sg_graph_classes_free(&by_labels);
        sg_graph_classes_free(&by_triples);
        sg_triples_free(&triples);
        sg_labels_free(&labels);
        sg_graph_free(&graph);
    }
}

/* ---- Known answers ------------------------------------------------------------------------ */

/* Two graphs of n nodes each: the edges of the second have the numbers n .. 2n - 1. */
static sg_graph two_graphs(uint32_t n, const char *edges)
{
    sg_graph graph = graph_of(2 * n, edges);
    uint32_t *offset = sg_alloc(3, sizeof *offset);
    assert_non_null(offset);
    offset[1] = n;
    offset[2] = 2 * n;
    sg_free(graph.graph_offset);
    graph.graph_offset = offset;
    graph.n_graphs = 2;
    return graph;
}

static bool tells_apart(const sg_graph *graph, const char *label, const char *property)
{
    const sg_graph_view view = {.graph = graph};
    sg_labels labels = labels_of(&view, label);
    sg_triples triples = {0};
    sg_graph_classes classes = {0};
    if (property != NULL) {
        triples = triples_of(&view, &labels, property);
        check_ok(sg_graph_classes_by_triples(&classes, &triples, graph, &err));
    } else {
        check_ok(sg_graph_classes_by_labels(&classes, &labels, graph, &err));
    }
    const bool apart = classes.n_classes == 2;
    sg_graph_classes_free(&classes);
    sg_triples_free(&triples);
    sg_labels_free(&labels);
    return apart;
}

static void two_triangles_and_a_hexagon(void **state)
{
    (void)state;
    sg_graph graph = two_graphs(6, "0-1 1-2 2-0 3-4 4-5 5-3 6-7 7-8 8-9 9-10 10-11 11-6");
    assert_false(tells_apart(&graph, "wl:5", NULL));
    assert_false(tells_apart(&graph, "wl:5", "distance 0..1"));
    assert_true(tells_apart(&graph, "label", "distance 0..2"));
    assert_true(tells_apart(&graph, "closed-walks:3", NULL));
    assert_true(tells_apart(&graph, "fwl:1", NULL));
    assert_true(tells_apart(&graph, "marked-wl:3", NULL));
    assert_true(tells_apart(&graph, "label", "walks:2"));
    assert_true(tells_apart(&graph, "label", "paths:2"));
    assert_true(tells_apart(&graph, "label", "resistance"));
    assert_true(tells_apart(&graph, "label", "separators"));
    sg_graph_free(&graph);
}

/* Both are strongly regular with the same numbers: 16 nodes, degree 6, 2 common neighbors of any two.
 * The folklore 2-WL cannot tell them apart, marks of two nodes do. */
static void rook_and_shrikhande(void **state)
{
    (void)state;
    char edges[2000] = "";
    size_t at = 0;
    for (uint32_t v = 0; v < 16; v++)
        for (uint32_t w = 0; w < v; w++) {
            const uint32_t x = (v / 4 - w / 4) % 4, y = (v - w) % 4;
            const bool steps =
                (x == 0 && y % 2 == 1) || (y == 0 && x % 2 == 1) || (x == y && x % 2 == 1);
            if (x == 0 || y == 0) at += (size_t)sprintf(edges + at, "%u-%u ", v, w);
            if (steps) at += (size_t)sprintf(edges + at, "%u-%u ", 16 + v, 16 + w);
        }
    edges[at - 1] = '\0';
    sg_graph graph = two_graphs(16, edges);
    assert_int_equal(graph.n_arcs, 2 * 16 * 6);
    assert_false(tells_apart(&graph, "label", "fwl:4"));
    assert_false(tells_apart(&graph, "fwl:3", NULL));
    assert_false(tells_apart(&graph, "label", "resistance"));
    assert_false(tells_apart(&graph, "wl:3", "distance 0..9"));
    assert_true(tells_apart(&graph, "label", "marked-wl:2"));
    sg_graph_free(&graph);
}

static sg_status class_once(void *context, sg_error *err)
{
    const sg_graph *graph = context;
    sg_graph_classes classes = {0};
    uint32_t label[] = {0, 1, 1, 0};
    const sg_labels labels = {.label = label, .n_nodes = 4};
    const sg_status status = sg_graph_classes_by_labels(&classes, &labels, graph, err);
    sg_graph_classes_free(&classes);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = two_graphs(2, "0-1 2-3");
    assert_true(check_out_of_memory(class_once, &graph) > 0);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(equal_sorted_lists), cmocka_unit_test(two_triangles_and_a_hexagon),
         cmocka_unit_test(rook_and_shrikhande),
         cmocka_unit_test(survives_any_failing_allocation))
