/* test_walk_counts.c - walks counted step by step. */
#include "invariants/colors/walk_counts.h"

#include "support/check.h"
#include "support/keys_of.h"
#include "support/shaped_graphs.h"
#include "support/slow_joins.h"

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("walk counts");
    for (int i = 0; i < 400; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){2, 8});
        const sg_graph_view view = {.graph = &graph};
        sg_scratch scratch = {0};
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_one_graph one = sg_view_graph(&view, g);
            sg_walk_counts walks = {0};
            check_ok(sg_walk_counts_prepare(&walks, &one, 4, &scratch, &err));
            for (uint32_t v = 0; v < one.n_nodes; v++) {
                check_ok(sg_walk_counts_from(&walks, v, "test", &err));
                for (uint32_t k = 0; k <= 4; k++)
                    for (uint32_t w = 0; w < one.n_nodes; w++)
                        assert_int_equal(walks.count[k * one.n_nodes + w],
                                         slow_count_walks(&one, v, w, k));
            }
        }
        sg_scratch_free(&scratch);
        sg_graph_free(&graph);
    }
}

/* Between two nodes that are joined by an edge there is a walk of each odd length; from the hub of a
 * star with 2^16 leaves 2^64 walks of eight steps return. */
static void numbers_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    enum { LEAVES = 1 << 16 };
    uint32_t graph_offset[] = {0, LEAVES + 1};
    uint32_t *arc_offset = calloc(LEAVES + 2, sizeof *arc_offset);
    uint32_t *neighbor = calloc((size_t)2 * LEAVES, sizeof *neighbor);
    assert_non_null(arc_offset);
    assert_non_null(neighbor);
    for (uint32_t v = 0; v < LEAVES; v++) {
        neighbor[v] = v + 1;
        arc_offset[v + 1] = LEAVES + v;
    }
    arc_offset[LEAVES + 1] = 2 * LEAVES;
    const sg_graph graph = {1, LEAVES + 1, 2 * LEAVES, graph_offset, arc_offset, neighbor, {0}};
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_scratch scratch = {0};
    sg_walk_counts walks = {0};
    check_ok(sg_walk_counts_prepare(&walks, &one, 7, &scratch, &err));
    check_ok(sg_walk_counts_from(&walks, 0, "test", &err));
    assert_int_equal(walks.count[(size_t)6 * (LEAVES + 1)], (uint64_t)1 << 48);
    check_ok(sg_walk_counts_prepare(&walks, &one, 8, &scratch, &err));
    check_fails(sg_walk_counts_from(&walks, 0, "test", &err), SG_ELIMIT,
                "test: graph 0 has more than 2^64 walks of length 8");
    sg_scratch_free(&scratch);
    free(arc_offset);
    free(neighbor);
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin),
         cmocka_unit_test(numbers_that_do_not_fit_are_refused))
