/* pair_loss.h - a loss that drives the outputs of two items apart.
 *
 * Rows 2 i and 2 i + 1 of a batch are a pair; its loss is the cosine between them, where that is
 * positive.  This is what torch calls CosineEmbeddingLoss with the target -1 and no margin.
 */
#ifndef SG_POWER_PAIR_LOSS_H
#define SG_POWER_PAIR_LOSS_H

#include <stdint.h>

/* The mean over all pairs of output[n][width], n even, and its derivatives to gradient[n][width].
 * `context` is not used: an sg_batch_loss (learner.h). */
double sg_pair_loss(double *gradient, const double *output, uint32_t n, uint32_t width,
                    void *context);

#endif
