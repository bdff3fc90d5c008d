/* test_cut_graphs.c - graphs that are cut into blocks of rows, for which a few rows are many here: all layers
 * against their dense twins, and the same bits for any number of threads. */
#include "base/mem.h"
#include "network/real/network.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/check_alloc.h"

static void cut(case_network *c, uint32_t large_span, uint32_t rows_at_once)
{
    c->spec.large_span = large_span;
    c->spec.rows_at_once = rows_at_once;
}

static void compare(const case_network *c, bool training)
{
    for (int i = 0; i < N_ANY_NETWORKS; i++) {
        void *network = NULL;
        check_ok(ANY_NETWORKS[i]->open(&network, &c->spec, NULL, &err));
        case_network_compare(c, ANY_NETWORKS[i], network, training);
        case_network_compare(c, ANY_NETWORKS[i], network, training);
        ANY_NETWORKS[i]->close(network);
    }
}

/* Batches have small graphs and large ones. */
static void compare_all(const char *name, tiny_model (*draw)(sg_rng *, uint32_t, uint32_t),
                        sg_plan_kind kind)
{
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    sg_rng rng = check_rng(name);
    for (size_t i = 0; i < n; i++) {
        tiny_model tiny = draw(&rng, 5, 14);
        case_network c;
        if (kind != SG_PLAN_EXPLICIT) tiny_model_replan(&tiny, kind);
        case_network_open(&c, &cases[i], &tiny, &rng);
        cut(&c, 3 + (uint32_t)(i % 4), 1 + (uint32_t)(i % 3));
        compare(&c, i % 5 != 0);
        case_network_close(&c);
        tiny_model_free(&tiny);
    }
}

static void cut_graphs_have_dense_twins(void **state)
{
    (void)state;
    compare_all("cut graphs", tiny_model_draw, SG_PLAN_EXPLICIT);
}

static void implicit_plans_are_cut(void **state)
{
    (void)state;
    compare_all("cut implicit plans", tiny_model_draw, SG_PLAN_IMPLICIT);
}

static void directed_graphs_are_cut(void **state)
{
    (void)state;
    compare_all("cut directed graphs", tiny_model_draw_directed, SG_PLAN_EXPLICIT);
}

static void threads_make_no_difference(void **state)
{
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    sg_rng rng = check_rng("threads share a graph");
    (void)state;
    for (size_t i = 0; i < n; i++) {
        tiny_model tiny =
            i % 2 == 0 ? tiny_model_draw(&rng, 3, 40) : tiny_model_draw_directed(&rng, 3, 40);
        case_network c;
        case_network_open(&c, &cases[i], &tiny, &rng);
        cut(&c, 6, 2);
        for (int k = 0; k < N_ANY_NETWORKS; k++)
            case_network_check_threads(&c, ANY_NETWORKS[k]);
        case_network_close(&c);
        tiny_model_free(&tiny);
    }
}

/* Random stacks of layers, residuals and blocks among them. */
static void stacks_are_cut(void **state)
{
    sg_rng rng = check_rng("cut stacks");
    (void)state;
    for (int i = 0; i < 60; i++) {
        tiny_model tiny = tiny_model_draw(&rng, 4, 12);
        const layer_case stack = layer_case_draw(&rng);
        case_network c;
        case_network_open(&c, &stack, &tiny, &rng);
        cut(&c, 4, 2);
        compare(&c, true);
        case_network_check_threads(&c, &ANY_NETWORK_F32);
        case_network_close(&c);
        tiny_model_free(&tiny);
    }
}

/* From any layer on, and from behind the last one, where nothing is left to compute. */
static void cut_graphs_are_resumed(void **state)
{
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    sg_rng rng = check_rng("resumed");
    (void)state;
    for (size_t i = 0; i < n; i++) {
        tiny_model tiny = tiny_model_draw(&rng, 3, 12);
        case_network c;
        SG_R(sg_network) *network = NULL;
        case_network_open(&c, &cases[i], &tiny, &rng);
        cut(&c, 4, 2);
        check_ok(SG_R(sg_network_open)(&network, &c.spec, NULL, &err));
        const size_t size = SG_R(sg_network_output_width)(network) * sizeof(sg_real);
        const sg_real *out = SG_R(sg_network_forward)(network, c.batch, 1, false);
        sg_real *first = check_alloc(1, size);
        memcpy(first, out, size);
        for (uint32_t l = c.spec.n_layers; l > 0; l--)
            assert_memory_equal(SG_R(sg_network_resume)(network, l), first, size);
        free(first);
        SG_R(sg_network_close)(network);
        case_network_close(&c);
        tiny_model_free(&tiny);
    }
}

SG_TESTS(cmocka_unit_test(cut_graphs_are_resumed),
         cmocka_unit_test(cut_graphs_have_dense_twins),
         cmocka_unit_test(implicit_plans_are_cut), cmocka_unit_test(directed_graphs_are_cut),
         cmocka_unit_test(threads_make_no_difference), cmocka_unit_test(stacks_are_cut))
