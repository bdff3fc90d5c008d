/* test_closed_walks.c - walks that return, against the walks of the definition. */
#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/random_graph.h"
#include "support/shaped_graphs.h"
#include "support/slow_joins.h"

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("closed walks");
    for (int i = 0; i < 600; i++) {
        enum { LENGTH = 5 };
        sg_graph graph = random_graph(&rng, (random_shape){3, 7});
        const sg_graph_view view = {.graph = &graph};
        sg_key *key = keys_of(&graph, "closed-walks:5");
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_one_graph one = sg_view_graph(&view, g);
            for (uint32_t v = 0; v < one.n_nodes; v++) {
                uint64_t word[LENGTH];
                for (uint32_t k = 1; k <= LENGTH; k++)
                    word[k - 1] = slow_count_walks(&one, v, v, k);
                check_same_key(key[one.first + v],
                               sg_key_of(SG_TAG_CLOSED_WALKS, word, LENGTH));
            }
        }
        sg_free(key);
        sg_graph_free(&graph);
    }
}

/* In a triangle 2 walks return after two steps and 2 after three, in a ring of six 2 and 0. */
static void known_numbers(void **state)
{
    (void)state;
    sg_graph triangles = graph_of(6, "0-1 1-2 2-0 3-4 4-5 5-3");
    sg_graph ring = graph_of(6, "0-1 1-2 2-3 3-4 4-5 5-0");
    sg_key *three = keys_of(&triangles, "closed-walks:3"),
           *six = keys_of(&ring, "closed-walks:3");
    check_same_key(three[4], sg_key_of(SG_TAG_CLOSED_WALKS, (uint64_t[]){0, 2, 2}, 3));
    check_same_key(six[4], sg_key_of(SG_TAG_CLOSED_WALKS, (uint64_t[]){0, 2, 0}, 3));
    sg_free(three);
    sg_free(six);
    sg_graph_free(&triangles);
    sg_graph_free(&ring);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_keys_move(&rng, "closed-walks:8", 200);
}

static void limits(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(300);
    sg_label_expression expression = {0};
    check_fails(label_with_budget(&graph, "closed-walks:9", UINT64_MAX, &err), SG_ELIMIT,
                "closed-walks: graph 0 has more than 2^64 walks of length 9");
    check_fails(label_with_budget(&graph, "closed-walks:3", 1000, &err), SG_ELIMIT,
                "closed-walks");
    check_fails(sg_label_parse(&expression, "closed-walks:33", &err), SG_EINVAL,
                "from 1 to 32");
    check_fails(sg_label_parse(&expression, "closed-walks:0", &err), SG_EINVAL, "from 1 to 32");
    sg_graph_free(&graph);
    check_without_nodes("closed-walks:3");
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = graph_of(5, "0-1 1-2 2-3 3-4");
    check_labeling_memory(&graph, "closed-walks:4");
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin), cmocka_unit_test(known_numbers),
         cmocka_unit_test(keys_move_with_their_nodes), cmocka_unit_test(limits),
         cmocka_unit_test(survives_any_failing_allocation))
