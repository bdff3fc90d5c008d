/* test_holdout.c - which graphs are set aside.  The program's file is part of this one: it has no
 * library of its own. */
#include "../../../cli/commands/holdout.c"

#include "data/dataset.h"
#include "support/check.h"

/* A data set of n graphs of which nothing is asked but their classes. */
static sg_dataset data_of(uint32_t n, uint32_t *graph_class, uint32_t n_classes)
{
    return (sg_dataset){
        .graph.n_graphs = n, .items.item_class = graph_class, .items.n_classes = n_classes};
}

/* Every graph once, both parts ascending. */
static void check_sound(const holdout *h)
{
    bool *seen = calloc(h->n_graphs + (size_t)1, sizeof *seen);
    for (uint32_t i = 0; i < h->n_graphs; i++) {
        assert_true(h->graph[i] < h->n_graphs && !seen[h->graph[i]]);
        seen[h->graph[i]] = true;
        if (i > 0 && i != h->n_training) assert_true(h->graph[i] > h->graph[i - 1]);
    }
    free(seen);
}

static void every_class_loses_its_share(void **state)
{
    (void)state;
    static const double shares[] = {0.01, 0.1, 0.2, 1.0 / 3, 0.5, 0.9, 0.999};
    sg_rng rng = check_rng("every_class_loses_its_share");
    for (int round = 0; round < 300; round++) {
        uint32_t graph_class[400], n_of[7] = {0}, aside_of[7] = {0};
        const uint32_t n = 1 + sg_rng_below(&rng, 400), n_classes = 1 + sg_rng_below(&rng, 7);
        for (uint32_t g = 0; g < n; g++) {
            graph_class[g] = sg_rng_below(&rng, n_classes);
            n_of[graph_class[g]]++;
        }
        const sg_dataset data = data_of(n, graph_class, n_classes);
        const double share = shares[round % 7];
        holdout h = {0};
        assert_true(holdout_make(&h, &data, share, (uint64_t)round));
        check_sound(&h);
        assert_int_equal(h.n_graphs - h.n_training, (uint32_t)floor(n * share + 0.5));
        for (uint32_t i = h.n_training; i < n; i++) aside_of[graph_class[h.graph[i]]]++;
        for (uint32_t c = 0; c < n_classes; c++)
            assert_true(fabs(aside_of[c] - share * n_of[c]) <= 1);
        holdout_free(&h);
        assert_null(h.graph);
    }
}

static void without_classes_all_graphs_are_alike(void **state)
{
    (void)state;
    const sg_dataset data = data_of(1000, NULL, 0);
    uint32_t n_first_half = 0;
    holdout h = {0};
    assert_true(holdout_make(&h, &data, 0.3, 5));
    check_sound(&h);
    assert_int_equal(h.n_training, 700);
    for (uint32_t i = 700; i < 1000; i++) n_first_half += h.graph[i] < 500;
    assert_true(n_first_half > 110 && n_first_half < 190);
    holdout_free(&h);
}

static void the_seed_decides(void **state)
{
    (void)state;
    const sg_dataset data = data_of(100, NULL, 0);
    holdout a = {0}, b = {0}, c = {0};
    assert_true(holdout_make(&a, &data, 0.5, 1) && holdout_make(&b, &data, 0.5, 1) &&
                holdout_make(&c, &data, 0.5, 2));
    assert_memory_equal(a.graph, b.graph, 100 * sizeof *a.graph);
    assert_memory_not_equal(a.graph, c.graph, 100 * sizeof *a.graph);
    holdout_free(&a);
    holdout_free(&b);
    holdout_free(&c);
}

/* The same on every machine: these were written down once. */
static void the_choice_is_known(void **state)
{
    (void)state;
    static const uint32_t expected[] = {5, 7, 8, 10};
    const sg_dataset data = data_of(20, NULL, 0);
    holdout h = {0};
    assert_true(holdout_make(&h, &data, 0.2, 42));
    assert_int_equal(h.n_training, 16);
    assert_memory_equal(h.graph + 16, expected, sizeof expected);
    holdout_free(&h);
}

SG_TESTS(cmocka_unit_test(every_class_loses_its_share),
         cmocka_unit_test(without_classes_all_graphs_are_alike),
         cmocka_unit_test(the_seed_decides), cmocka_unit_test(the_choice_is_known))
