/* test_shards.c - batches in shards: a network that has them all gives the bits of networks that have one
 * each, whose gradients are added along the tree by hand; for every case of layer_cases.h in both precisions. */
#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/check_alloc.h"

enum { N_GRAPHS = 29, MAX_NODES = 30, MOST_SHARDS = 8, STEP = 4 };

/* A batch in shards, some of which may be empty. */
typedef struct cut_batch {
    const case_network *c;
    const any_network *any;
    uint32_t begin[MOST_SHARDS + 1];
    uint32_t n_shards;
    size_t width;
} cut_batch;

static cut_batch draw_cut(const case_network *c, const any_network *any, uint32_t n_shards,
                          sg_rng *rng)
{
    cut_batch cut = {.c = c, .any = any, .n_shards = n_shards};
    for (uint32_t s = 1; s < n_shards; s++)
        cut.begin[s] = cut.begin[s - 1] +
                       sg_rng_below(rng, 2 * (c->n_graphs - cut.begin[s - 1]) / n_shards);
    cut.begin[n_shards] = c->n_graphs;
    return cut;
}

/* Outputs and gradient of shards first .. first + n - 1 by a network of their own. */
static void run_shards(double *out, double *gradient, const cut_batch *cut, uint32_t first,
                       uint32_t n, uint32_t n_threads)
{
    const any_network *any = cut->any;
    sg_network_spec spec = cut->c->spec;
    sg_threads *threads = NULL;
    void *network = NULL;
    const uint32_t begin = cut->begin[first], behind = cut->begin[first + n];
    const sg_batch_shards shards = {cut->begin + first, n};
    spec.n_shards = n;
    check_ok(sg_threads_open(&threads, n_threads, &err));
    check_ok(any->open(&network, &spec, threads, &err));
    any->set_parameters(network, cut->c->parameter);
    any->set_step(network, STEP);
    any->forward_shards(out + begin * cut->width, network, cut->c->batch, &shards,
                        cut->c->n_graphs);
    any->backward(gradient, network, cut->c->d_out + begin * cut->width, behind - begin);
    any->close(network);
    sg_threads_close(threads);
}

/* Gradients are numbers of the network's precision, and so are their sums. */
static void add_by_hand(double *sum, const double *other, size_t n, const any_network *any)
{
    for (size_t i = 0; i < n; i++)
        sum[i] = any == &ANY_NETWORK_F32 ? (double)((float)sum[i] + (float)other[i])
                                         : sum[i] + other[i];
}

/* The sum of gradient[first .. first + n), which becomes gradient[first]. */
static void walk_tree(double **gradient, const cut_batch *cut, uint32_t first, uint32_t n)
{
    if (n == 1) return;
    walk_tree(gradient, cut, first, n / 2);
    walk_tree(gradient, cut, first + n / 2, n / 2);
    add_by_hand(gradient[first], gradient[first + n / 2], cut->c->n_parameters, cut->any);
}

static void check_bits(const double *a, const double *b, size_t n, const cut_batch *cut,
                       const char *what, uint32_t per_network)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i])))
            fail_msg("%s, %s: %s %zu of %u shards, %u per network: %.17g, not %.17g",
                     cut->c->name, cut->any->name, what, i, cut->n_shards, per_network, a[i],
                     b[i]);
}

/* All shards in one network against `per_network` in each of several. */
static void check_cut(const cut_batch *cut, uint32_t per_network, uint32_t n_threads)
{
    const size_t n = cut->c->n_parameters, n_out = cut->c->n_graphs * cut->width;
    const uint32_t n_networks = cut->n_shards / per_network;
    double *out = check_alloc(n_out, sizeof *out), *own = check_alloc(n_out, sizeof *own),
           *all = check_alloc(n, sizeof *all), *part[MOST_SHARDS];
    run_shards(out, all, cut, 0, cut->n_shards, n_threads);
    for (uint32_t i = 0; i < n_networks; i++) {
        part[i] = check_alloc(n, sizeof *part[i]);
        run_shards(own, part[i], cut, i * per_network, per_network, 1);
    }
    walk_tree(part, cut, 0, n_networks);
    check_bits(out, own, n_out, cut, "output", per_network);
    check_bits(all, part[0], n, cut, "gradient", per_network);
    for (uint32_t i = 0; i < n_networks; i++) sg_free(part[i]);
    sg_free(out);
    sg_free(own);
    sg_free(all);
}

static uint32_t width_of(const case_network *c, const any_network *any)
{
    void *network = NULL;
    check_ok(any->open(&network, &c->spec, NULL, &err));
    const uint32_t width = any->output_width(network);
    any->close(network);
    return width;
}

static void check_case(const layer_case *layers, const tiny_model *tiny, sg_rng *rng,
                       uint32_t large_span)
{
    case_network c;
    case_network_open(&c, layers, tiny, rng);
    c.spec.large_span = large_span;
    c.spec.rows_at_once = large_span / 2;
    for (int k = 0; k < N_ANY_NETWORKS; k++) {
        cut_batch cut = draw_cut(&c, ANY_NETWORKS[k], MOST_SHARDS, rng);
        cut.width = width_of(&c, ANY_NETWORKS[k]);
        check_cut(&cut, 1, 1);
        check_cut(&cut, 2, 2);
        check_cut(&cut, 4, 8);
    }
    case_network_close(&c);
}

static void check_cases(const tiny_model *tiny, sg_rng *rng, uint32_t large_span)
{
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    for (size_t i = 0; i < n; i++) check_case(&cases[i], tiny, rng, large_span);
}

static void shards_do_not_depend_on_each_other(void **state)
{
    (void)state;
    sg_rng rng = check_rng("shards");
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    check_cases(&tiny, &rng, 0);
    tiny_model_replan(&tiny, SG_PLAN_IMPLICIT);
    check_cases(&tiny, &rng, 0);
    tiny_model_free(&tiny);
}

static void large_graphs_are_cut_within_shards(void **state)
{
    (void)state;
    sg_rng rng = check_rng("large graphs in shards");
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    check_cases(&tiny, &rng, 16);
    tiny_model_free(&tiny);
}

static void random_stacks_have_shards(void **state)
{
    (void)state;
    sg_rng rng = check_rng("random stacks in shards");
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, 12);
    for (int i = 0; i < 60; i++) {
        const layer_case drawn = layer_case_draw(&rng);
        check_case(&drawn, &tiny, &rng, 0);
    }
    tiny_model_free(&tiny);
}

SG_TESTS(cmocka_unit_test(shards_do_not_depend_on_each_other),
         cmocka_unit_test(large_graphs_are_cut_within_shards),
         cmocka_unit_test(random_stacks_have_shards))
