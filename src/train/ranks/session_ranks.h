/* session_ranks.h - a training that ranks share, before its first epoch: who has which graphs. */
#ifndef SG_TRAIN_SESSION_RANKS_H
#define SG_TRAIN_SESSION_RANKS_H

#include "train/training_session.h"

/* Copy the graphs that this rank trains on or predicts to session->own; all others are empty there.  *divided tells whether
 * it was done: one rank has all, and so have ranks where nodes are items, where a layer measures all of the input first, or
 * where there are more ranks than shards, which is refused later.  Fails with SG_ENOMEM.
 *
 *   max_batch  items that are predicted at once */
sg_status sgi_session_divide(bool *divided, sg_training_session *session,
                             const sg_dataset *data, uint32_t max_batch, sg_error *err);

#endif
