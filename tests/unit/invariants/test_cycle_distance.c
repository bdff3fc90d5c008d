/* test_cycle_distance.c - pairs by distance and common cycles. */
#include "support/check.h"
#include "support/keys_of.h"
#include "support/pairs_of.h"
#include "support/slow_pairs.h"

static void equals_its_slow_twin(void **state)
{
    (void)state;
    static const char *const expression[] = {"cycle-distance 0..40", "cycle-distance 0,2",
                                             "cycle-distance 3"};
    sg_rng rng = check_rng("cycle-distance");
    for (int i = 0; i < 1500; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, 10});
        const sg_graph_view view = {.graph = &graph};
        check_pairs(&view, expression[i % 3], SG_TAG_CYCLE_DISTANCE, slow_cycle_distance);
        sg_graph_free(&graph);
    }
}

/* Rings, bridges and trees hanging together, with up to 80 nodes. */
static void cactuses_equal_the_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("cactus");
    for (int i = 0; i < 60; i++) {
        const uint32_t most = i == 0 ? 80 : 20;
        char edges[2048];
        size_t at = 0;
        uint32_t n = 1;
        while (n + 5 < most) {
            const uint32_t joint = sg_rng_below(&rng, n), size = 1 + sg_rng_below(&rng, 5);
            for (uint32_t k = 0; k < size; k++)
                at += (size_t)sprintf(edges + at, "%u-%u ", k == 0 ? joint : n + k - 1, n + k);
            if (size > 1) at += (size_t)sprintf(edges + at, "%u-%u ", n + size - 1, joint);
            n += size;
        }
        edges[at - 1] = '\0';
        sg_graph ordered = graph_of(n, edges);
        uint32_t new_id[80];
        random_permutation(new_id, &rng, ordered.graph_offset, 1);
        sg_graph graph = renumbered_graph(&ordered, new_id);
        const sg_graph_view view = {.graph = &graph};
        check_pairs(&view, "cycle-distance 0..80", SG_TAG_CYCLE_DISTANCE, slow_cycle_distance);
        sg_graph_free(&graph);
        sg_graph_free(&ordered);
    }
}

/* A bow tie with a tail: 0 1 2 and 2 3 4 are triangles, 5 hangs on 4. */
static void a_bow_tie_by_hand(void **state)
{
    (void)state;
    static const uint64_t expected[6][6][2] = {
        {{0, 1}, {1, 1}, {1, 1}, {2, 0}, {2, 0}, {3, 0}},
        {{1, 1}, {0, 1}, {1, 1}, {2, 0}, {2, 0}, {3, 0}},
        {{1, 1}, {1, 1}, {0, 1}, {1, 1}, {1, 1}, {2, 0}},
        {{2, 0}, {2, 0}, {1, 1}, {0, 1}, {1, 1}, {2, 0}},
        {{2, 0}, {2, 0}, {1, 1}, {1, 1}, {0, 1}, {1, 0}},
        {{3, 0}, {3, 0}, {2, 0}, {2, 0}, {1, 0}, {0, 0}},
    };
    sg_graph graph = graph_of(6, "0-1 1-2 2-0 2-3 3-4 4-2 4-5");
    const sg_graph_view view = {.graph = &graph};
    sg_scratch scratch = {0};
    const sg_pairs pairs = pairs_of(&view, "cycle-distance 0..3", &scratch);
    for (uint32_t v = 0; v < 6; v++)
        for (uint32_t w = 0; w < 6; w++) {
            assert_int_equal(pairs.sender[6 * v + w], w);
            check_same_key(pairs.key[pairs.value[6 * v + w]],
                           sg_key_of(SG_TAG_CYCLE_DISTANCE, expected[v][w], 2));
        }
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_pairs_move(&rng, "cycle-distance 0..6", 300);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3000, "0-1 1-2 2-0 17-2000");
    const sg_graph_view view = {.graph = &graph};
    check_pairs_memory(&view, "cycle-distance 0..6");
    sg_graph_free(&graph);
}

static void parameters_are_checked(void **state)
{
    (void)state;
    sg_property property = {0};
    check_fails(sg_property_parse(&property, "cycle-distance", &err), SG_EINVAL, "");
    check_fails(sg_property_parse(&property, "cycle-distance x", &err), SG_EINVAL, "");
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin), cmocka_unit_test(cactuses_equal_the_slow_twin),
         cmocka_unit_test(a_bow_tie_by_hand), cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(parameters_are_checked))
