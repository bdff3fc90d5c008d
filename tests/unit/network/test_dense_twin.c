/* test_dense_twin.c - networks of both precisions, over plans of both kinds, compute what their
 * slow dense twin computes: states and gradients of every case of layer_cases.h, and of random
 * stacks of layers. */
#include "support/case_network.h"
#include "support/check.h"

static void check_case_on(const layer_case *layers, tiny_model tiny, sg_rng *rng)
{
    case_network c;
    case_network_open(&c, layers, &tiny, rng);
    for (int i = 0; i < 2 * N_ANY_NETWORKS; i++) {
        const any_network *any = ANY_NETWORKS[i / 2];
        void *network = NULL;
        tiny_model_replan(&tiny, i % 2 == 0 ? SG_PLAN_EXPLICIT : SG_PLAN_IMPLICIT);
        check_ok(any->open(&network, &c.spec, NULL, &err));
        case_network_compare(&c, any, network, true);
        case_network_compare(&c, any, network, true); /* other noise and dropout */
        case_network_compare(&c, any, network, false);
        any->close(network);
    }
    case_network_close(&c);
    tiny_model_free(&tiny);
}

static void check_case(const layer_case *layers, sg_rng *rng)
{
    check_case_on(layers, tiny_model_draw(rng, 1 + sg_rng_below(rng, 20), 8), rng);
}

static void every_layer(void **state)
{
    (void)state;
    sg_rng rng = check_rng("every layer");
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    for (size_t i = 0; i < n; i++)
        for (int repeat = 0; repeat < 5; repeat++) check_case(&cases[i], &rng);
}

static void random_stacks(void **state)
{
    (void)state;
    sg_rng rng = check_rng("random stacks");
    for (int i = 0; i < 500; i++) {
        const layer_case drawn = layer_case_draw(&rng);
        check_case(&drawn, &rng);
    }
}

/* What a node hears and what its gradient reaches are no longer the same. */
static void every_layer_on_directed_graphs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("directed graphs");
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    for (size_t i = 0; i < n; i++)
        for (int repeat = 0; repeat < 3; repeat++)
            check_case_on(&cases[i],
                          tiny_model_draw_directed(&rng, 1 + sg_rng_below(&rng, 12), 8), &rng);
}

SG_TESTS(cmocka_unit_test(every_layer), cmocka_unit_test(random_stacks),
         cmocka_unit_test(every_layer_on_directed_graphs))
