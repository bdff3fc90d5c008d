/* path_gradient.h - the mean gradient of an output while a state grows from nothing to what it is.
 *
 * Let F(a) be an output of a network where the state y before some layer is replaced by a y.  Then
 *
 *     F(1) - F(0) = sum over elements e of y:  mean of dF/dy_e over a in [0, 1]  *  y_e
 *
 * so that mean gradients share the output out among the elements of y, and by that among all that
 * adds up to y.  Where everything behind y is linear, a single gradient is the mean.
 *
 *     sg_network_forward_f64(network, &graph, 1, false);
 *     SG_TRY(sg_path_gradient_find(&path, network, &place, &options, scratch, err));
 *
 * Reference: integrated gradients, Sundararajan et al., ICML 2017.
 */
#ifndef SG_EXPLAIN_PATH_GRADIENT_H
#define SG_EXPLAIN_PATH_GRADIENT_H

#ifndef SG_REAL_DOUBLE
#define SG_REAL_DOUBLE
#endif
#include "base/observer.h"
#include "base/scratch.h"
#include "network/real/network.h"

typedef struct sg_path_options {
    double tolerance;            /* of |F|, how much the mean may miss of F(1) - F(0)       */
    uint32_t steps;              /* the most gradients; a few more where that says too few  */
    const sg_observer *observer; /* told of every few hundred gradients; may be NULL */
} sg_path_options;

/* What is asked: about the state before layer `layer`, of n elements, and one output. */
typedef struct sg_path_place {
    const sg_network_spec *spec;
    uint32_t layer; /* from 1; the number of layers: the outputs themselves */
    size_t n;
    uint32_t output;
} sg_path_place;

typedef struct sg_path_gradient {
    double *mean; /* [n] scratch memory                                      */
    double rest;  /* F(0)                                                    */
    double value; /* F(1)                                                    */
    double gap;   /* F(1) - F(0) - what the mean gradients say it is         */
    bool exact;   /* everything behind the state is linear                   */
    uint32_t n_gradients;
} sg_path_gradient;

/* Find the mean gradient for the only graph of the network's last batch.  States are afterwards as
 * before, gradients are not.  Fails with SG_ENOMEM or SG_ECANCELED. */
sg_status sg_path_gradient_find(sg_path_gradient *path, sg_network_f64 *network,
                                const sg_path_place *place, const sg_path_options *options,
                                sg_scratch *scratch, sg_error *err);

#endif
