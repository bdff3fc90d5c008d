/* training_checkpoint.h - one training on the disk between its epochs, which ranks may share.
 *
 *     sg_training_checkpoint kept;
 *     SG_TRY(sg_training_checkpoint_open(&kept, path, fingerprint, 600, cluster, trainer, err));
 *     while (!sg_trainer_is_over(trainer)) {
 *         SG_TRY(sg_trainer_epoch(&epoch, trainer, err));
 *         SG_TRY(sg_training_checkpoint_keep(&kept, trainer, false, err));
 *     }
 *
 * Rank 0 reads and writes the file; the others get from it what they need.
 */
#ifndef SG_STORE_TRAINING_CHECKPOINT_H
#define SG_STORE_TRAINING_CHECKPOINT_H

#include "cluster/cluster.h"
#include "train/trainer.h"

typedef struct sg_training_checkpoint {
    const char *path;     /* borrowed                                               */
    uint64_t fingerprint; /* of all that decides what the training computes         */
    double seconds;       /* between two times of writing, at least                 */
    double last;          /* when it was written or read                            */
    sg_cluster *cluster;  /* borrowed; NULL: one rank                               */
} sg_training_checkpoint;

/* Let a training that has just been opened go on from its file, if there is one.  All ranks call it.
 * Fails with SG_EFORMAT (the file is damaged, or of another training; the text names it), SG_ENOTFOUND (there
 * is no folder for the file), SG_EIO (it cannot be read or written) or SG_ENOMEM, on all ranks alike. */
sg_status sg_training_checkpoint_open(sg_training_checkpoint *kept, const char *path,
                                      uint64_t fingerprint, double seconds, sg_cluster *cluster,
                                      sg_trainer *trainer, sg_error *err);

/* Write the file, whole or not at all, where it is time to or where it `must` be.  All ranks call it after an
 * epoch, with the same `must`.  Fails with SG_EIO, SG_ENOTFOUND or SG_ENOMEM, on all ranks alike. */
sg_status sg_training_checkpoint_keep(sg_training_checkpoint *kept, const sg_trainer *trainer,
                                      bool must, sg_error *err);

#endif
