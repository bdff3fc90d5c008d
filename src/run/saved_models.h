/* saved_models.h - whether the model files of a job are still those that it wrote.
 *
 * The ledger keeps a hash of every file, so a run that goes on notices when one is gone, cut, or was
 * swapped with another, and trains that job again: the same seed gives the same bytes.
 *
 *     SG_TRY(sg_saved_models_note(ledger, folder, &job, n_members, err));   // when they are written
 *     if (!sg_saved_models_are_whole(ledger, folder, &job, n_members)) ...   // when the run goes on
 */
#ifndef SG_RUN_SAVED_MODELS_H
#define SG_RUN_SAVED_MODELS_H

#include "run/selection.h"

/* Write down what the files of a job's models are.
 * Fails with SG_EIO, SG_ENOTFOUND, SG_ENOMEM or as the ledger does. */
sg_status sg_saved_models_note(sg_ledger *ledger, const char *folder, const sg_job *job,
                               uint32_t n_members, sg_error *err);

/* Whether they are as they were noted.  Runs of version 0.1 have no notes: there every model that can be
 * read is fine. */
bool sg_saved_models_are_whole(sg_ledger *ledger, const char *folder, const sg_job *job,
                               uint32_t n_members);

#endif
