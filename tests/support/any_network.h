/* any_network.h - networks of either precision behind one set of functions, with arrays of
 * double.
 *
 *     for (size_t i = 0; i < N_ANY_NETWORKS; i++) {
 *         const any_network *any = ANY_NETWORKS[i];
 *         void *network = NULL;
 *         check_ok(any->open(&network, &spec, NULL, &err));
 *         any->set_parameters(network, parameter);
 *         any->forward(out, network, graphs, n, true);
 *         ...
 *         any->close(network);
 *     }
 */
#ifndef SG_TESTS_SUPPORT_ANY_NETWORK_H
#define SG_TESTS_SUPPORT_ANY_NETWORK_H

#include "base/threads.h"
#include "network/batch_items.h"
#include "network/network_spec.h"
#include "optim/optimizer.h"

typedef struct any_network {
    const char *name;
    double tolerance; /* how far results may be from the truth, relative to the largest */
    sg_status (*open)(void **network, const sg_network_spec *spec, sg_threads *threads,
                      sg_error *err);
    void (*close)(void *network);
    size_t (*size)(const void *network);
    const sg_tensor *(*tensors)(const void *network, uint32_t *n_tensors);
    uint32_t (*output_width)(const void *network);
    uint64_t (*step)(const void *network);
    void (*set_step)(void *network, uint64_t step);

    /* [size] */
    void (*set_parameters)(void *network, const double *parameter);
    void (*get_parameters)(double *parameter, void *network);

    /* The outputs of a batch, [n_graphs][output width]; `out` may be NULL. */
    void (*forward)(double *out, void *network, const uint32_t *graph, uint32_t n_graphs,
                    bool training);

    /* The same for a training batch in shards, of a whole batch of so many graphs. */
    void (*forward_shards)(double *out, void *network, const uint32_t *graph,
                           const sg_batch_shards *shards, uint32_t n_all);

    /* All numbers of a state of the last batch, 0 being the input; `value` may be NULL.  Returns how
     * many there are. */
    size_t (*get_values)(double *value, const void *network, uint32_t state);

    /* From the gradient of the outputs, [n_graphs][output width], those of the parameters, and
     * none remain in the network; `gradient` may be NULL: then they do. */
    void (*backward)(double *gradient, void *network, const double *d_out, uint32_t n_graphs);

    /* How many of item[0 .. n) can be one batch. */
    uint32_t (*fit)(const void *network, const uint32_t *item, uint32_t n);

    /* From the gradient of the outputs the first n numbers of that of the state before a layer. */
    void (*gradient_before)(double *gradient, void *network, const double *d_out,
                            uint32_t n_graphs, uint32_t layer, size_t n);

    /* Backward and a step of an optimizer whose moments are the network's own. */
    void (*learn)(void *network, const double *d_out, uint32_t n_graphs, const sg_step *step);
} any_network;

extern const any_network ANY_NETWORK_F32, ANY_NETWORK_F64;

enum { N_ANY_NETWORKS = 2 };
extern const any_network *const ANY_NETWORKS[N_ANY_NETWORKS];

#endif
