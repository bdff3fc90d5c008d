/* test_near_pairs.c - pairs of near nodes against all distances. */
#include "invariants/colors/near_pairs.h"

#include "base/mem.h"
#include "sharegnn/limits.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/random_graph.h"
#include "support/slow_graph.h"

static void check_near_pairs(const sg_near_pairs *pairs, const uint32_t *distance, uint32_t n,
                             uint32_t within)
{
    uint32_t p = 0;
    for (uint32_t v = 0; v < n; v++) {
        assert_int_equal(pairs->row[v], p);
        for (uint32_t w = 0; w < n; w++) {
            const uint32_t d = distance[v * n + w];
            if (d > within) continue;
            assert_true(p < pairs->n_pairs);
            assert_int_equal(pairs->node[p], w);
            assert_int_equal(pairs->distance[p], d);
            const uint32_t back = pairs->back[p];
            assert_true(back >= pairs->row[w] && back < pairs->row[w + 1]);
            assert_int_equal(pairs->node[back], v);
            p++;
        }
    }
    assert_int_equal(pairs->row[n], p);
    assert_int_equal(pairs->n_pairs, p);
}

static void equals_all_distances(void **state)
{
    (void)state;
    static const uint32_t within[] = {0, 1, 2, 3, 1023, SG_WITHIN_REACH, SG_WITHIN_ALL};
    sg_rng rng = check_rng("near pairs");
    for (int i = 0; i < 1500; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, i % 10 == 0 ? 80 : 12});
        const sg_graph_view view = {.graph = &graph};
        sg_scratch scratch = {0};
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_one_graph one = sg_view_graph(&view, g);
            uint32_t *distance = slow_distances(&graph, g);
            sg_near_pairs pairs = {0};
            sg_scratch_reset(&scratch);
            check_ok(sg_near_pairs_find(&pairs, &one, within[i % 7], &scratch, &err));
            check_near_pairs(&pairs, distance, one.n_nodes, within[i % 7]);
            sg_free(distance);
        }
        sg_scratch_free(&scratch);
        sg_graph_free(&graph);
    }
}

/* 6,000 nodes have more than 2^25 pairs; without edges only a list of all is too long. */
static void too_many_pairs_are_refused(void **state)
{
    (void)state;
    sg_graph graph = graph_of(6000, "");
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_scratch scratch = {0};
    sg_near_pairs pairs = {0};
    check_ok(sg_near_pairs_find(&pairs, &one, SG_WITHIN_REACH, &scratch, &err));
    assert_int_equal(pairs.n_pairs, 6000);
    check_fails(sg_near_pairs_find(&pairs, &one, SG_WITHIN_ALL, &scratch, &err), SG_ELIMIT,
                "graph 0 (6000 nodes) has more than 33554432 pairs");
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static sg_status find_once(void *context, sg_error *err)
{
    sg_scratch scratch = {0};
    sg_near_pairs pairs = {0};
    const sg_one_graph one = sg_view_graph(context, 0);
    const sg_status status = sg_near_pairs_find(&pairs, &one, 2, &scratch, err);
    sg_scratch_free(&scratch);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = graph_of(500, "0-1 1-2 2-3 3-4");
    sg_graph_view view = {.graph = &graph};
    assert_true(check_out_of_memory(find_once, &view) > 0);
    sg_graph_free(&graph);
}

/* An account allows a quarter of the pairs that plain properties may have. */
static void pairs_out_of_proportion_are_refused(void **state)
{
    (void)state;
    const sg_limits limits = {.struct_size = sizeof limits};
    sg_graph graph = graph_of(1000, "");
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_account *account = NULL;
    sg_scratch scratch = {0};
    sg_near_pairs pairs = {0};
    check_ok(sg_account_open(&account, &limits, &err));
    const uint64_t before = sg_mem_bytes();
    check_fails(sg_near_pairs_find(&pairs, &one, SG_WITHIN_ALL, &scratch, &err), SG_ELIMIT,
                "graph 0: 771000 near pairs of 1000 nodes or more are more than the budget "
                "allows (770000)");
    assert_true(sg_mem_bytes() - before < 100000);
    check_ok(sg_near_pairs_find(&pairs, &one, SG_WITHIN_REACH, &scratch, &err));
    sg_account_close(account);
    check_ok(sg_near_pairs_find(&pairs, &one, SG_WITHIN_ALL, &scratch, &err));
    assert_int_equal(pairs.n_pairs, 1000000);
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(equals_all_distances), cmocka_unit_test(too_many_pairs_are_refused),
         cmocka_unit_test(pairs_out_of_proportion_are_refused),
         cmocka_unit_test(survives_any_failing_allocation))
