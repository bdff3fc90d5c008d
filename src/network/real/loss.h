/* loss.h - losses of a batch and their gradients, in one precision.
 */
#ifndef SG_NETWORK_REAL_LOSS_H
#define SG_NETWORK_REAL_LOSS_H

#include "layers/real/real.h"
#include "network/loss.h"

/* The loss of a batch, summed in double in the order of its graphs.
 *
 *   d_out   out; [n][width] gradient of the loss, or NULL
 *   out     [n][width] outputs of the graphs graph[0 .. n)
 *
 * 0 where all targets are missing or there are no graphs. */
double SG_R(sg_loss_of)(sg_real *d_out, const sg_real *out, uint32_t width, sg_loss loss,
                        const sg_targets *targets, const uint32_t *graph, uint32_t n);

#endif
