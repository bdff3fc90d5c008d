/* case_network.h - a case of layer_cases.h on the graphs of a tiny_model: layers, parameters
 * and a batch, ready to be opened in any precision, and what must hold for it.
 *
 *     case_network c;
 *     case_network_open(&c, &cases[i], &tiny, &rng);
 *     check_ok(any->open(&network, &c.spec, NULL, &err));
 *     case_network_compare(&c, any, network, true);
 *     case_network_close(&c);
 */
#ifndef SG_TESTS_SUPPORT_CASE_NETWORK_H
#define SG_TESTS_SUPPORT_CASE_NETWORK_H

#include "support/any_network.h"
#include "support/layer_cases.h"
#include "support/tiny_model.h"

typedef struct case_network {
    const char *name;
    sg_encoder_head encoder[CASE_MAX_LAYERS][CASE_MAX_HEADS];
    sg_decoder_head decoder[CASE_MAX_LAYERS][CASE_MAX_HEADS];
    any_layer_spec of[CASE_MAX_LAYERS];
    sg_layer_spec layer[CASE_MAX_LAYERS];
    sg_network_spec spec;
    double *input;                     /* [n_nodes][CASE_INPUT_WIDTH]                      */
    sg_input_block block[CASE_BLOCKS]; /* of an input of several                        */
    uint32_t *hot;                     /* [n_nodes] columns of a one-hot input             */
    uint32_t *holes[N_TINY_LABELS];    /* [n_nodes] labels, some of them unknown           */
    double *attribute;                 /* [n_arcs][CASE_N_ATTRIBUTES] by labels of edges   */
    double *parameter;                 /* [n_parameters] between -0.5 and 0.5              */
    size_t n_parameters;
    uint32_t *batch; /* [n_graphs] all graphs in some order                  */
    uint32_t n_graphs;
    double *d_out; /* [n_graphs][output width] gradient of the loss        */
} case_network;

/* Make the network; `tiny` is borrowed until close.  The network must stay where it is, because
 * the spec points into it. */
void case_network_open(case_network *network, const layer_case *c, const tiny_model *tiny,
                       sg_rng *rng);

/* Draw parameters and the gradient of the loss anew, after the spec was changed. */
void case_network_redraw(case_network *network, sg_rng *rng);

void case_network_close(case_network *network);

/* Numbers of the case `name` may differ from those of the twin by `tolerance` times the largest of them,
 * or times 1. */
void check_near_twin(const double *computed, const double *expected, size_t n, double tolerance,
                     const char *name, const char *what);

/* Give the parameters to an opened network of some precision, run its batch forwards and
 * backwards, and compare all states and gradients with the dense twin's. */
void case_network_compare(const case_network *c, const any_network *any, void *network,
                          bool training);

/* Open networks of a precision with 1, 2, 3 and 8 threads, train some steps, and find the same
 * bits in their outputs, gradients and parameters. */
void case_network_check_threads(const case_network *c, const any_network *any);

#endif
