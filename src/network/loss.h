/* loss.h - what a network is trained to make small.
 *
 * All losses are means: over the graphs of a batch for cross-entropy, over all targets that are
 * not missing for the others.
 */
#ifndef SG_NETWORK_LOSS_H
#define SG_NETWORK_LOSS_H

#include <stdint.h>

typedef enum sg_loss {
    SG_LOSS_CROSS_ENTROPY, /* -log softmax(out)[class]                                     */
    SG_LOSS_MAE,           /* |out - target|                                               */
    SG_LOSS_MSE,           /* (out - target)^2                                             */
    SG_LOSS_HUBER,         /* quadratic up to a difference of 1, linear beyond             */
    SG_LOSS_BCE            /* binary cross-entropy of sigmoid(out), targets 0 and 1        */
} sg_loss;

/* What the outputs should be; which field counts depends on the loss. */
typedef struct sg_targets {
    const uint32_t *item_class; /* [n items] of the data set                          */
    const double *value;        /* [n items][n_columns] of the data set; NaN missing */
    uint32_t n_columns;         /* outputs per item                                   */
} sg_targets;

#endif
