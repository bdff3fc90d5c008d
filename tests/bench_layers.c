/* bench_layers.c - how long every case of layer_cases.h takes, one JSON line each.
 *
 *     bench_layers [MILLISECONDS]
 *
 * Each case is compared with the dense twin first; then it runs forwards and backwards over one
 * batch for about so long (20 unless told), and the fastest round counts. */
#include "support/case_network.h"
#include "support/check.h"

#include <time.h>

enum { N_GRAPHS = 64, MAX_NODES = 30, DEFAULT_MILLISECONDS = 20 };

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of the fastest round: forward alone, and forward with backward. */
typedef struct timing {
    double forward, both;
} timing;

static timing measure(const case_network *c, const any_network *any, void *network,
                      double seconds)
{
    timing best = {INFINITY, INFINITY};
    const double end = now() + seconds;
    do {
        const double begin = now();
        any->forward(NULL, network, c->batch, c->n_graphs, true);
        const double middle = now();
        any->backward(NULL, network, c->d_out, c->n_graphs);
        best.forward = fmin(best.forward, middle - begin);
        best.both = fmin(best.both, now() - begin);
    } while (now() < end);
    return best;
}

static void bench_case(const layer_case *layers, const tiny_model *tiny, sg_rng *rng,
                       double seconds)
{
    case_network c;
    case_network_open(&c, layers, tiny, rng);
    for (int i = 0; i < N_ANY_NETWORKS; i++) {
        const any_network *any = ANY_NETWORKS[i];
        void *network = NULL;
        check_ok(any->open(&network, &c.spec, NULL, &err));
        case_network_compare(&c, any, network, true);
        const timing t = measure(&c, any, network, seconds);
        printf(
            "{\"bench\": \"layers\", \"case\": \"%s\", \"precision\": \"%s\", \"graphs\": %u, "
            "\"nodes\": %u, \"parameters\": %zu, \"forward_ns_per_graph\": %.0f, "
            "\"ns_per_graph\": %.0f}\n",
            c.name, any->name, c.n_graphs, tiny->data.graph.n_nodes, c.n_parameters,
            1e9 * t.forward / c.n_graphs, 1e9 * t.both / c.n_graphs);
        (void)fflush(stdout);
        any->close(network);
    }
    case_network_close(&c);
}

int main(int argc, char **argv)
{
    const double milliseconds = argc > 1 ? strtod(argv[1], NULL) : (double)DEFAULT_MILLISECONDS;
    const uint64_t word = 1;
    sg_rng rng = sg_rng_stream(1, &word, 1);
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    for (size_t i = 0; i < n; i++) bench_case(&cases[i], &tiny, &rng, milliseconds / 1000);
    tiny_model_free(&tiny);
    return EXIT_SUCCESS;
}
