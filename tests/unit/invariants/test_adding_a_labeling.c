/* test_adding_a_labeling.c - the worked example of docs/adding-a-labeling.md works. */
#include "support/check.h"
#include "support/random_graph.h"
#include "support/slow_graph.h"

#include "../../../docs/examples/eccentricity.c" /* NOLINT(bugprone-suspicious-include) */

#include "base/mem.h"

static void eccentricity_equals_the_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("eccentricity");
    sg_scratch scratch = {0};
    const sg_labeling labeling = {.kind = &sg_labeling_eccentricity};
    for (int i = 0; i < 300; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){.max_graphs = 3, .max_nodes = 9});
        const sg_graph_view view = {.graph = &graph};
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_one_graph one = sg_view_graph(&view, g);
            sg_budget budget = {1000};
            const sg_label_work work = {&one, &scratch, &budget};
            sg_key key[9];
            check_ok(sg_labeling_eccentricity.label(key, &labeling, &work, &err));
            uint32_t *distance = slow_distances(&graph, g);
            for (uint32_t v = 0; v < one.n_nodes; v++) {
                uint64_t most = 0;
                for (uint32_t w = 0; w < one.n_nodes; w++) {
                    const uint32_t d = distance[v * one.n_nodes + w];
                    if (d != SLOW_NONE && d > most) most = d;
                }
                assert_int_equal(key[v].key, sg_key_of(SG_TAG_EXAMPLE, &most, 1).key);
            }
            sg_free(distance);
            sg_scratch_reset(&scratch);
        }
        sg_graph_free(&graph);
    }
    sg_scratch_free(&scratch);
}

static void eccentricity_respects_its_budget(void **state)
{
    (void)state;
    sg_rng rng = check_rng("budget");
    sg_scratch scratch = {0};
    sg_graph graph = {0};
    do {
        sg_graph_free(&graph);
        graph = random_graph(&rng, (random_shape){.max_graphs = 1, .max_nodes = 9});
    } while (graph.n_graphs == 0 || graph.n_nodes < 5);
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    const sg_labeling labeling = {.kind = &sg_labeling_eccentricity};
    sg_budget budget = {10};
    const sg_label_work work = {&one, &scratch, &budget};
    sg_key key[9];
    check_fails(sg_labeling_eccentricity.label(key, &labeling, &work, &err), SG_ELIMIT,
                "the budget allows");
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(eccentricity_equals_the_twin),
         cmocka_unit_test(eccentricity_respects_its_budget))
