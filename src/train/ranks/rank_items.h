/* rank_items.h - which items ranks that share a training compute.
 *
 * A rank trains on the parts of its shards, and predicts a stretch of the validation and test items.
 */
#ifndef SG_TRAIN_RANK_ITEMS_H
#define SG_TRAIN_RANK_ITEMS_H

#include "train/trainer.h"

/* Of n items that are predicted in batches of max_batch, the first that a rank of n_ranks predicts: whole batches, which are
 * those of one process. */
uint32_t sgi_rank_first_item(uint32_t n, uint32_t max_batch, uint32_t rank, uint32_t n_ranks);

/* Mark all items of this rank, which are graphs; there are no more ranks than shards.
 *
 *   wanted  in/out; [all items]
 *
 * Fails with SG_ENOMEM. */
sg_status sgi_rank_items_mark(bool *wanted, const sg_training_spec *training,
                              uint32_t max_batch, sg_error *err);

#endif
