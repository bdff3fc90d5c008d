/* loss_list.h - the registry of losses: LOSS(sg_loss_mae) is an sg_loss (loss.h).
 *
 * Programs have been compiled with their numbers (sg_loss_choice of training.h): lines are only added at
 * the end.
 */
#ifndef SG_NETWORK_LOSS_LIST_H
#define SG_NETWORK_LOSS_LIST_H

/* The registry, in the order of help and messages.  The first one of a task is its default. */
#define SG_LOSS_LIST(LOSS)                                                                     \
    LOSS(sg_loss_cross_entropy)                                                                \
    LOSS(sg_loss_mae)                                                                          \
    LOSS(sg_loss_mse)                                                                          \
    LOSS(sg_loss_huber)                                                                        \
    LOSS(sg_loss_bce)

#endif
