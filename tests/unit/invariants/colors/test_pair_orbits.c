/* test_pair_orbits.c - orbits of pairs against trying all bijections of small graphs. */
#include "invariants/colors/pair_orbits.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labeled_graph.h"

enum { MOST = 6, PLENTY = 1000000 };

static const sg_key ALIKE[64] = {{0, 0}};

static bool joined(const sg_one_graph *graph, uint32_t v, uint32_t w)
{
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
        if (graph->neighbor[a] - graph->first == w) return true;
    return false;
}

static bool is_symmetry(const sg_one_graph *graph, const sg_key *key, const uint32_t *image)
{
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        if (key[v].key != key[image[v]].key) return false;
        for (uint32_t w = 0; w < v; w++)
            if (joined(graph, v, w) != joined(graph, image[v], image[w])) return false;
    }
    return true;
}

/* The next permutation in the order of the alphabet; false behind the last one. */
static bool next_permutation(uint32_t *image, uint32_t n)
{
    uint32_t i = n, j = n;
    while (i > 1 && image[i - 2] > image[i - 1]) i--;
    if (i <= 1) return false;
    while (image[j - 1] < image[i - 2]) j--;
    const uint32_t swapped = image[i - 2];
    image[i - 2] = image[j - 1];
    image[j - 1] = swapped;
    for (uint32_t a = i - 1, b = n - 1; a < b; a++, b--) {
        const uint32_t last = image[b];
        image[b] = image[a];
        image[a] = last;
    }
    return true;
}

/* The first pair of every orbit, by all permutations. */
static void slow_orbits(uint32_t *orbit, const sg_one_graph *graph, const sg_key *key)
{
    const uint32_t n = graph->n_nodes;
    uint32_t image[MOST];
    for (uint32_t v = 0; v < n; v++) image[v] = v;
    for (uint32_t p = 0; p < n * n; p++) orbit[p] = p;
    do {
        if (!is_symmetry(graph, key, image)) continue;
        for (uint32_t p = 0; p < n * n; p++) {
            const uint32_t q = n * image[p / n] + image[p % n];
            if (q < orbit[p]) orbit[p] = q;
        }
    } while (next_permutation(image, n));
}

static void orbits_are_those_of_all_symmetries(void **state)
{
    (void)state;
    sg_rng rng = check_rng("orbits");
    sg_scratch scratch = {0};
    uint32_t n_with = 0;
    for (int i = 0; i < 400; i++) {
        labeled_graph drawn = labeled_graph_draw(&rng, (random_shape){1, MOST});
        if (drawn.graph.n_graphs == 0) {
            labeled_graph_free(&drawn);
            continue;
        }
        const sg_graph_view view = {.graph = &drawn.graph};
        const sg_one_graph one = sg_view_graph(&view, 0);
        sg_key key[MOST] = {{0, 0}};
        uint32_t expected[MOST * MOST];
        sg_pair_orbits found = {0};
        for (uint32_t v = 0; v < one.n_nodes && i % 2 == 0; v++)
            key[v].key = (uint64_t)(drawn.node_label[v] % 2);
        sg_scratch_reset(&scratch);
        slow_orbits(expected, &one, key);
        check_ok(sg_pair_orbits_find(&found, &one, key, PLENTY, &scratch, &err));
        for (uint32_t p = 0; p < one.n_nodes * one.n_nodes; p++)
            assert_int_equal(found.orbit != NULL ? found.orbit[p] : p, expected[p]);
        n_with += found.orbit != NULL;
        labeled_graph_free(&drawn);
    }
    assert_true(n_with > 50);
    sg_scratch_free(&scratch);
}

static void a_cycle_has_an_orbit_for_every_distance(void **state)
{
    (void)state;
    sg_graph graph = graph_of(8, "0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-0");
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_scratch scratch = {0};
    sg_pair_orbits found = {0};
    check_ok(sg_pair_orbits_find(&found, &one, ALIKE, PLENTY, &scratch, &err));
    for (uint32_t v = 0; v < 8; v++)
        for (uint32_t w = 0; w < 8; w++) {
            const uint32_t there = (w + 8 - v) % 8;
            assert_int_equal(found.orbit[8 * v + w], there <= 4 ? there : 8 - there);
        }
    check_ok(sg_pair_orbits_find(&found, &one, ALIKE, 10, &scratch, &err));
    assert_null(found.orbit); /* too few steps */
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void no_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    sg_graph graph = graph_of(6, "0-1 1-2 2-3 3-4 4-5 5-0");
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    const long before = sg_mem_live();
    sg_status status = SG_ENOMEM;
    for (long k = 0; status == SG_ENOMEM; k++) {
        sg_scratch scratch = {0};
        sg_pair_orbits found = {0};
        sg_mem_fail_at(k);
        status = sg_pair_orbits_find(&found, &one, ALIKE, PLENTY, &scratch, NULL);
        sg_mem_fail_at(-1);
        assert_true(status == SG_OK || (status == SG_ENOMEM && found.orbit == NULL));
        sg_scratch_free(&scratch);
        assert_int_equal(sg_mem_live(), before);
    }
    sg_graph_free(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orbits_are_those_of_all_symmetries),
        cmocka_unit_test(a_cycle_has_an_orbit_for_every_distance),
        cmocka_unit_test(no_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
