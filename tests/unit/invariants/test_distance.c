/* test_distance.c - distances of pairs against Floyd-Warshall, for graphs of all three sizes. */
#include "base/mem.h"
#include "invariants/expression.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/pairs_of.h"
#include "support/random_graph.h"
#include "support/slow_graph.h"

/* A random set of distances. */
static void draw_values(sg_property_parameters *p, sg_rng *rng)
{
    const uint32_t n = 1 + sg_rng_below(rng, 6), bound = sg_rng_below(rng, 2) == 0 ? 6 : 1024;
    *p = (sg_property_parameters){0};
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t low = sg_rng_below(rng, bound), high = low + sg_rng_below(rng, 8);
        for (uint32_t v = low; v <= high && v < 1024; v++) {
            p->value_set[v / 64] |= (uint64_t)1 << (v % 64);
            if (v > p->max_value) p->max_value = v;
        }
    }
}

/* The distance that a value is. */
static uint32_t distance_of(const sg_pairs *pairs, uint32_t value, uint32_t max)
{
    static uint64_t key[1024];
    for (uint64_t d = 0; d < 1024 && key[1023] == 0; d++)
        key[d] = sg_key_of(SG_TAG_DISTANCE, &d, 1).key;
    assert_true(value < pairs->n_values);
    for (uint32_t d = 0; d <= max; d++)
        if (key[d] == pairs->key[value].key) return d;
    fail_msg("a value that is no distance");
    return 0;
}

/* Every pair whose distance counts is there once, nearest first, and no other is. */
static void check_pairs(const sg_pairs *pairs, const uint32_t *slow,
                        const sg_property_parameters *p, uint32_t n)
{
    uint32_t known[1024];
    bool *seen = calloc(n + (size_t)1, sizeof *seen);
    assert_non_null(seen);
    assert_true(pairs->n_values <= 1024);
    for (uint32_t i = 0; i < pairs->n_values; i++)
        known[i] = distance_of(pairs, i, p->max_value);
    assert_int_equal(pairs->row[0], 0);
    for (uint32_t v = 0; v < n; v++) {
        uint32_t expected = 0, before = 0;
        for (uint32_t u = 0; u < n; u++) expected += sg_value_counts(p, slow[v * n + u]);
        assert_int_equal(pairs->row[v + 1] - pairs->row[v], expected);
        memset(seen, 0, n);
        for (uint32_t i = pairs->row[v]; i < pairs->row[v + 1]; i++) {
            const uint32_t u = pairs->sender[i], d = known[pairs->value[i]];
            if (u >= n || seen[u] || d != slow[v * n + u] || d < before)
                fail_msg("pair (%u, %u): %u, not %u", v, u, d, slow[v * n + u]);
            seen[u] = true;
            before = d;
        }
    }
    free(seen);
}

static void check_union(const sg_graph *graph, const sg_property_parameters *parameters)
{
    const sg_property property = {.kind = &sg_property_distance, .parameters = *parameters};
    const sg_graph_view view = {.graph = graph};
    sg_scratch scratch = {0};
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(&view, g);
        sg_pairs pairs = {0};
        uint32_t *slow = slow_distances(graph, g);
        sg_scratch_reset(&scratch);
        check_ok(property.kind->find(&pairs, &property, &one, &scratch, &err));
        check_pairs(&pairs, slow, parameters, one.n_nodes);
        sg_free(slow);
    }
    sg_scratch_free(&scratch);
}

static void small_graphs_equal_floyd_warshall(void **state)
{
    (void)state;
    sg_rng rng = check_rng("small");
    for (int i = 0; i < 1500; i++) {
        sg_property_parameters p;
        sg_graph graph = random_graph(&rng, (random_shape){4, 12});
        draw_values(&p, &rng);
        check_union(&graph, &p);
        sg_graph_free(&graph);
    }
}

/* Around the size of a machine word. */
static void medium_graphs_equal_floyd_warshall(void **state)
{
    (void)state;
    sg_rng rng = check_rng("medium");
    for (int i = 0; i < 30; i++) {
        sg_property_parameters p;
        sg_graph graph = random_graph(&rng, (random_shape){4, 80});
        draw_values(&p, &rng);
        check_union(&graph, &p);
        sg_graph_free(&graph);
    }
}

/* A path with some shortcuts and a part of its own. */
static sg_graph draw_long_graph(sg_rng *rng, uint32_t n)
{
    random_union u = {.n_graphs = 1};
    sg_graph graph = {0};
    u.graph_offset = sg_alloc(2, sizeof *u.graph_offset);
    u.arcs.from = sg_alloc(2 * (size_t)n, sizeof *u.arcs.from);
    u.arcs.to = sg_alloc(2 * (size_t)n, sizeof *u.arcs.to);
    assert_true(u.graph_offset != NULL && u.arcs.from != NULL && u.arcs.to != NULL);
    u.graph_offset[1] = n;
    for (uint32_t v = 1; v < n; v++) {
        if (v == n - 5) continue;
        u.arcs.from[u.arcs.n] = v;
        u.arcs.to[u.arcs.n++] = v - 1;
    }
    for (uint32_t k = sg_rng_below(rng, 4); k > 0; k--) {
        u.arcs.from[u.arcs.n] = sg_rng_below(rng, n);
        u.arcs.to[u.arcs.n++] = sg_rng_below(rng, n);
    }
    check_ok(sg_graph_build(&graph, NULL, NULL, &u.arcs, &u.graph_offset, 1, &err));
    return graph;
}

static void sizes_at_the_borders_equal_floyd_warshall(void **state)
{
    (void)state;
    sg_rng rng = check_rng("borders");
    const uint32_t sizes[] = {63, 64, 65, 128, 300, 513};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        sg_property_parameters p;
        sg_graph graph = draw_long_graph(&rng, sizes[i]);
        draw_values(&p, &rng);
        if (sizes[i] >= 300) check_ok(sg_parse_values(&p, "0..1023", &err));
        check_union(&graph, &p);
        sg_graph_free(&graph);
    }
}

/* A path of 1100 nodes has distances that no value can name; they do not count. */
static void distances_beyond_all_values_do_not_count(void **state)
{
    (void)state;
    enum { N = 1100 };
    sg_rng rng = check_rng("path");
    sg_graph graph = draw_long_graph(&rng, N);
    const sg_graph_view view = {.graph = &graph};
    sg_scratch scratch = {0};
    const sg_pairs pairs = pairs_of(&view, "distance 1023", &scratch);
    for (uint32_t v = 0; v < N; v++) assert_true(pairs.row[v] <= pairs.row[v + 1]);
    assert_int_equal(pairs.n_values, 1);
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void a_path_by_hand(void **state)
{
    (void)state;
    sg_graph graph = graph_of(4, "0-1 1-2");
    const sg_graph_view view = {.graph = &graph};
    const uint32_t row[] = {0, 2, 3, 5, 6}, sender[] = {0, 2, 1, 2, 0, 3};
    sg_scratch scratch = {0};
    const sg_pairs pairs = pairs_of(&view, "distance 0,2", &scratch);
    assert_memory_equal(pairs.row, row, sizeof row);
    assert_memory_equal(pairs.sender, sender, sizeof sender);
    check_same_key(pairs.key[pairs.value[1]], sg_key_of(SG_TAG_DISTANCE, &(uint64_t){2}, 1));
    check_same_key(pairs.key[pairs.value[2]], sg_key_of(SG_TAG_DISTANCE, &(uint64_t){0}, 1));
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void keys_are_what_they_always_were(void **state)
{
    (void)state;
    check_same_key(sg_key_of(SG_TAG_DISTANCE, &(uint64_t){1}, 1),
                   (sg_key){0x96d97863ed2e5d2fULL, 0xd2fdbc77211f4fe7ULL});
}

static void the_smallest_graphs(void **state)
{
    (void)state;
    uint32_t no_offset[] = {0, 0, 0};
    sg_property_parameters p = {0};
    sg_graph empty = {.n_graphs = 2, .graph_offset = no_offset, .arc_offset = no_offset};
    sg_graph single = graph_of(1, ""), apart = graph_of(70, "");
    check_ok(sg_parse_values(&p, "0..3", &err));
    check_union(&empty, &p);
    check_union(&single, &p);
    check_union(&apart, &p);
    check_ok(sg_parse_values(&p, "5", &err));
    check_union(&single, &p);
    check_union(&apart, &p);
    sg_graph_free(&single);
    sg_graph_free(&apart);
}

static sg_status find_once(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph_view view = {.graph = context};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_property property = {0};
    sg_scratch scratch = {0};
    sg_pairs pairs = {0};
    SG_TRY(sg_property_parse(&property, "distance 0..3", err));
    SG_TRY(property.kind->find(&pairs, &property, &one, &scratch, err));
done:
    sg_scratch_free(&scratch);
    sg_property_free(&property);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    sg_rng rng = check_rng("memory");
    const uint32_t sizes[] = {5, 64, 300, 5000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        sg_graph graph = draw_long_graph(&rng, sizes[i]);
        assert_true(check_out_of_memory(find_once, &graph) > 0);
        sg_graph_free(&graph);
    }
}

SG_TESTS(cmocka_unit_test(small_graphs_equal_floyd_warshall),
         cmocka_unit_test(medium_graphs_equal_floyd_warshall),
         cmocka_unit_test(sizes_at_the_borders_equal_floyd_warshall),
         cmocka_unit_test(distances_beyond_all_values_do_not_count),
         cmocka_unit_test(a_path_by_hand), cmocka_unit_test(keys_are_what_they_always_were),
         cmocka_unit_test(the_smallest_graphs), cmocka_unit_test(survives_failing_allocations))
