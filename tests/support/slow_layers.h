/* slow_layers.h - one graph through one layer, word by word from the definitions.
 *
 * An encoder head builds its dense n x n matrix of weights; everything else is loops over rows
 * and columns in double.  slow_network.h puts the layers together.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_LAYERS_H
#define SG_TESTS_SUPPORT_SLOW_LAYERS_H

#include "support/layer_specs.h"

/* One graph before and behind a layer. */
typedef struct slow_flow {
    const sg_network_spec *spec;
    const sg_layer_spec *layer;
    uint32_t number;      /* of the layer                                          */
    uint32_t graph;       /* in the data set                                       */
    uint32_t n_in, n_out; /* rows: the graph's nodes, or 1 once they are pooled    */
    uint32_t in_width, out_width;
    const double *x; /* [n_in][in_width]                                            */
    double *y;       /* [n_out][out_width]                                          */
    const double *dy;
    double *dx; /* to be added to                                        */
    double *const *state, *const
                              *d_state; /* [0] is the input: all of the graph, and gradients */
    const uint32_t *width;              /* of these                                          */
    const double *parameter;
    double *gradient; /* to be added to                                        */
    bool training;
    uint64_t step;
} slow_flow;

/* How many parameters a layer has, and what layer `number` makes of the widths of the states before it;
 * width[number] is that of the one it gets. */
size_t slow_layer_size(const sg_layer_spec *layer, uint32_t in_width);
uint32_t slow_layer_width(const sg_layer_spec *layer, const uint32_t *width, uint32_t number);

/* Rows behind a layer, by those of all states before it. */
uint32_t slow_layer_rows(const sg_layer_spec *layer, const uint32_t *n_rows, uint32_t number);

/* All graphs of a batch, one flow each. */
void slow_layer_forward(const slow_flow *flow, uint32_t n_graphs);
void slow_layer_backward(const slow_flow *flow, uint32_t n_graphs);

/* The input of a graph, [n][width of the input], with noise during training. */
void slow_input(double *x, const sg_network_spec *spec, uint32_t graph, bool training,
                uint64_t step);

#endif
