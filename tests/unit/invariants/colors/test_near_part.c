/* test_near_part.c - what two near nodes see, against all nodes and all arcs. */
#include "invariants/colors/near_part.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/random_graph.h"
#include "support/slow_graph.h"

static bool is_joined(const sg_one_graph *graph, uint32_t v, uint32_t w)
{
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
        if (graph->neighbor[a] - graph->first == w) return true;
    return false;
}

static void check_part(const sg_near_part *part, const uint32_t *distance, uint32_t v,
                       uint32_t w, uint32_t within)
{
    const sg_one_graph *whole = part->whole;
    const uint32_t n = whole->n_nodes;
    uint32_t i = 0;
    for (uint32_t u = 0; u < n; u++) {
        if (distance[v * n + u] > within || distance[w * n + u] > within) continue;
        assert_int_equal(part->node[i++], u);
    }
    assert_int_equal(part->graph.n_nodes, i);
    assert_int_equal(part->node[part->receiver], v);
    assert_int_equal(part->node[part->sender], w);
    for (uint32_t a = 0; a < i; a++)
        for (uint32_t b = 0; b < i; b++)
            assert_int_equal(is_joined(&part->graph, a, b),
                             is_joined(whole, part->node[a], part->node[b]));
}

static void has_what_is_near_both(void **state)
{
    (void)state;
    sg_rng rng = check_rng("near parts");
    for (int i = 0; i < 300; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){2, 9});
        const sg_graph_view view = {.graph = &graph};
        const uint32_t within = sg_rng_below(&rng, 5);
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_one_graph one = sg_view_graph(&view, g);
            uint32_t *distance = slow_distances(&graph, g);
            sg_scratch scratch = {0};
            sg_near_pairs near = {0};
            sg_near_part part = {0};
            check_ok(sg_near_pairs_find(&near, &one, within, &scratch, &err));
            check_ok(sg_near_part_prepare(&part, &one, &near, &scratch, &err));
            for (uint32_t v = 0; v < one.n_nodes; v++)
                for (uint32_t p = near.row[v]; p < near.row[v + 1]; p++) {
                    sg_near_part_take(&part, v, near.node[p]);
                    check_part(&part, distance, v, near.node[p], within);
                }
            sg_scratch_free(&scratch);
            sg_free(distance);
        }
        sg_graph_free(&graph);
    }
}

static void radius_is_one_and_a_half(void **state)
{
    (void)state;
    assert_int_equal(sg_near_part_radius(0), 0);
    assert_int_equal(sg_near_part_radius(3), 4);
    assert_int_equal(sg_near_part_radius(4), 6);
    assert_int_equal(sg_near_part_radius(SG_WITHIN_REACH), SG_EVERYWHERE);
    assert_int_equal(sg_near_part_radius(SG_WITHIN_ALL), SG_EVERYWHERE);
}

SG_TESTS(cmocka_unit_test(has_what_is_near_both), cmocka_unit_test(radius_is_one_and_a_half))
