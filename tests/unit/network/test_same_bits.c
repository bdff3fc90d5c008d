/* test_same_bits.c - the same bits with 1, 2, 3 and 8 threads, for every case of layer_cases.h
 * in both precisions and over plans of both kinds; and whatever was computed before. */
#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/check_alloc.h"

/* Enough nodes for several pieces of work. */
enum { N_GRAPHS = 40, MAX_NODES = 30 };

static void check_threads(const tiny_model *tiny, sg_rng *rng)
{
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    for (size_t i = 0; i < n; i++) {
        case_network c;
        case_network_open(&c, &cases[i], tiny, rng);
        for (int k = 0; k < N_ANY_NETWORKS; k++)
            case_network_check_threads(&c, ANY_NETWORKS[k]);
        case_network_close(&c);
    }
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    sg_rng rng = check_rng("threads");
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    check_threads(&tiny, &rng);
    tiny_model_replan(&tiny, SG_PLAN_IMPLICIT);
    check_threads(&tiny, &rng);
    tiny_model_free(&tiny);
}

/* Outputs and gradients of some graphs, before and behind a batch of all. */
static void check_history(const layer_case *layers, const any_network *any, sg_rng *rng)
{
    case_network c;
    void *network = NULL;
    tiny_model tiny = tiny_model_draw(rng, 10, 6);
    case_network_open(&c, layers, &tiny, rng);
    check_ok(any->open(&network, &c.spec, NULL, &err));
    any->set_parameters(network, c.parameter);
    const size_t n_out = 3 * (size_t)any->output_width(network), n = n_out + c.n_parameters;
    double *number[2];
    for (int i = 0; i < 2; i++) {
        number[i] = check_alloc(n, sizeof *number[i]);
        any->set_step(network, 5);
        any->forward(number[i], network, c.batch + 4, 3, true);
        any->backward(number[i] + n_out, network, c.d_out, 3);
        double *ignored = check_alloc(c.n_parameters, sizeof *ignored);
        any->forward(NULL, network, c.batch, c.n_graphs, true);
        any->backward(ignored, network, c.d_out, c.n_graphs);
        sg_free(ignored);
    }
    if (memcmp(number[0], number[1], n * sizeof *number[0]) != 0)
        fail_msg("%s, %s: other bits after another batch", c.name, any->name);
    sg_free(number[0]);
    sg_free(number[1]);
    any->close(network);
    case_network_close(&c);
    tiny_model_free(&tiny);
}

static void earlier_batches_change_no_bit(void **state)
{
    (void)state;
    sg_rng rng = check_rng("earlier batches");
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < N_ANY_NETWORKS; k++)
            check_history(&cases[i], ANY_NETWORKS[k], &rng);
}

SG_TESTS(cmocka_unit_test(threads_change_no_bit),
         cmocka_unit_test(earlier_batches_change_no_bit))
