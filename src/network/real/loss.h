/* loss.h - the loss of a batch and its gradient, in one precision.
 *
 *     const sg_loss_items items = {.item = graph, .n = n};
 *     loss = SG_R(sg_loss_of)(d_out, out, width, &sg_loss_mae, &targets, &items);
 */
#ifndef SG_NETWORK_REAL_LOSS_H
#define SG_NETWORK_REAL_LOSS_H

#include "layers/real/real.h"
#include "network/loss.h"

/* The sum of the losses of all items, each times its weight, over the divisor; added up in double in
 * the order of the items.
 *
 *   d_out   out; [items->n][width] gradient of the loss, or NULL
 *   out     [items->n][width] outputs of the items
 *
 * 0 where there are no items or all of their targets are missing.  Time O(items * width). */
double SG_R(sg_loss_of)(sg_real *d_out, const sg_real *out, uint32_t width, const sg_loss *loss,
                        const sg_targets *targets, const sg_loss_items *items);

#endif
