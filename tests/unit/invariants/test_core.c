/* test_core.c - core numbers and the order in which a graph falls apart. */
#include "base/mem.h"
#include "invariants/labelings/degeneracy.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/random_graph.h"

enum { MAX_NODES = 12 };

/* For every k, take away nodes with fewer than k neighbors until there are none; what is left
 * has core number k at least. */
static void slow_core(uint32_t core[MAX_NODES], const sg_one_graph *graph)
{
    for (uint32_t k = 0; k < MAX_NODES; k++) {
        bool gone[MAX_NODES] = {false}, changed = true;
        while (changed) {
            changed = false;
            for (uint32_t v = 0; v < graph->n_nodes; v++) {
                uint32_t n_left = 0;
                for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
                    n_left += !gone[graph->neighbor[a] - graph->first];
                if (gone[v] || n_left >= k) continue;
                gone[v] = changed = true;
            }
        }
        for (uint32_t v = 0; v < graph->n_nodes; v++)
            if (!gone[v]) core[v] = k;
    }
}

static void check_key(sg_key found, uint64_t core)
{
    check_same_key(found, sg_key_of(SG_TAG_CORE, &core, 1));
}

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("core");
    for (int i = 0; i < 2000; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, MAX_NODES});
        sg_key *key = keys_of(&graph, "core");
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_graph_view view = {.graph = &graph};
            const sg_one_graph one = sg_view_graph(&view, g);
            uint32_t core[MAX_NODES];
            slow_core(core, &one);
            for (uint32_t v = 0; v < one.n_nodes; v++) check_key(key[one.first + v], core[v]);
        }
        sg_free(key);
        sg_graph_free(&graph);
    }
}

/* No node has more neighbors behind it in the order than its core number says. */
static void check_order(const sg_cores *cores, const sg_one_graph *graph)
{
    uint32_t largest = 0;
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        uint32_t n_behind = 0;
        assert_true(cores->place[v] < graph->n_nodes);
        assert_int_equal(cores->order[cores->place[v]], v);
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            n_behind += cores->place[graph->neighbor[a] - graph->first] > cores->place[v];
        assert_true(n_behind <= cores->core[v]);
        if (cores->core[v] > largest) largest = cores->core[v];
    }
    assert_int_equal(cores->largest, largest);
}

static void orders_the_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("order");
    sg_scratch scratch = {0};
    for (int i = 0; i < 500; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){1, 40});
        const sg_graph_view view = {.graph = &graph};
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_one_graph one = sg_view_graph(&view, g);
            sg_cores cores = {0};
            sg_scratch_reset(&scratch);
            check_ok(sg_cores_find(&cores, &one, &scratch, &err));
            check_order(&cores, &one);
        }
        sg_graph_free(&graph);
    }
    sg_scratch_free(&scratch);
}

/* K4 with a path of two hanging on it, a triangle, and an isolated node. */
static void counts_by_hand(void **state)
{
    (void)state;
    static const uint64_t expected[] = {3, 3, 3, 3, 1, 1, 2, 2, 2, 0};
    sg_graph graph = graph_of(10, "0-1 0-2 0-3 1-2 1-3 2-3 3-4 4-5 6-7 7-8 8-6");
    sg_key *key = keys_of(&graph, "core");
    for (uint32_t v = 0; v < 10; v++) check_key(key[v], expected[v]);
    sg_free(key);
    sg_graph_free(&graph);
}

static void no_nodes_are_fine(void **state)
{
    (void)state;
    check_without_nodes("core");
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_keys_move(&rng, "core", 300);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = graph_of(5000, "0-1 1-2 2-0 17-4000");
    check_labeling_memory(&graph, "core");
    sg_graph_free(&graph);
}

static void takes_no_parameters(void **state)
{
    (void)state;
    sg_label_expression expression = {0};
    check_fails(sg_label_parse(&expression, "core:3", &err), SG_EINVAL, "no parameters");
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin), cmocka_unit_test(orders_the_nodes),
         cmocka_unit_test(counts_by_hand), cmocka_unit_test(no_nodes_are_fine),
         cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(takes_no_parameters))
