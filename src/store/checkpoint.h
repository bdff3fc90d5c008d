/* checkpoint.h - a training that has not ended, on the disk.
 *
 * The epochs so far and the trainer's state, written whole or not at all.  For the machine that wrote
 * it: what has to travel is a model file.
 */
#ifndef SG_STORE_CHECKPOINT_H
#define SG_STORE_CHECKPOINT_H

#include "store/ledger.h"
#include "train/trainer.h"

/* Write a checkpoint of a training that belongs to the run with this fingerprint.
 * Fails with SG_EIO, SG_ENOTFOUND or SG_ENOMEM. */
sg_status sg_checkpoint_write(const char *path, uint64_t run, const sg_trainer *trainer,
                              const sg_ledger_epoch *epoch, size_t n_epochs, sg_error *err);

/* Go on from a checkpoint; where there is none, *n_epochs is 0 and nothing changes.
 *
 *   epoch     in/out; replaced by the epochs so far
 *   capacity  in/out; of epoch
 *
 * Fails with SG_EFORMAT (damaged, of another training; the text has the path and says what to do),
 * SG_EIO or SG_ENOMEM. */
sg_status sg_checkpoint_read(sg_trainer *trainer, sg_ledger_epoch **epoch, size_t *n_epochs,
                             size_t *capacity, const char *path, uint64_t run, sg_error *err);

/* ---- As bytes ---- */

/* Make room in `bytes`, an empty text, for a checkpoint; then fill it, which ranks do together.
 * Fails with SG_ENOMEM. */
sg_status sg_checkpoint_room(sg_text *bytes, const sg_trainer *trainer, size_t n_epochs,
                             sg_error *err);
void sg_checkpoint_pack(sg_text *bytes, uint64_t run, const sg_trainer *trainer,
                        const sg_ledger_epoch *epoch, size_t n_epochs);

/* Go on from such bytes, which were in the file `path`; epoch, n_epochs and capacity may be NULL together.
 * Fails like sg_checkpoint_read. */
sg_status sg_checkpoint_unpack(sg_trainer *trainer, sg_ledger_epoch **epoch, size_t *n_epochs,
                               size_t *capacity, const sg_text *bytes, const char *path,
                               uint64_t run, sg_error *err);

#endif
