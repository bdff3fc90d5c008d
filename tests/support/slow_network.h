/* slow_network.h - the slow twin of a whole network: dense matrices, plain loops, double.
 *
 *     slow_network slow = slow_network_run(&spec, parameter, &batch);
 *     compare(slow.state[l], ...);            // after layer l, rows of the whole batch
 *     compare(slow.gradient, ...);
 *     slow_network_free(&slow);
 *
 * Layers take graphs one by one, but for batch norms, and the parameters are in the order of sg_network_tensors.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_NETWORK_H
#define SG_TESTS_SUPPORT_SLOW_NETWORK_H

#include "network/network_spec.h"

typedef struct slow_batch {
    const uint32_t *graph; /* [n_graphs] */
    uint32_t n_graphs;
    const double *d_out; /* [n_rows][output width] gradient of the loss, a row per graph, or per
                            node where no layer pools; NULL: no gradients */
    bool training;
    uint64_t step; /* as sg_network_step says after forward */
} slow_batch;

typedef struct slow_network {
    double **state; /* [n_layers] after each layer: [n_rows][width]           */
    size_t *n_rows; /* [n_layers] nodes of the batch, or graphs               */
    uint32_t *width;
    uint32_t n_layers;
    double *gradient; /* [n_parameters], or NULL                                */
    size_t n_parameters;
} slow_network;

/* How many parameters a network has, and how many outputs per graph. */
size_t slow_network_size(const sg_network_spec *spec);
uint32_t slow_network_width(const sg_network_spec *spec);

slow_network slow_network_run(const sg_network_spec *spec, const double *parameter,
                              const slow_batch *batch);

void slow_network_free(slow_network *slow);

#endif
