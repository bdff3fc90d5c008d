/* resumed.h - what a run that is resumed was started with, where its file does not say it.
 *
 *     SG_TRY(sg_resumed_vocabulary(&experiment, folder, err));
 */
#ifndef SG_RUN_RESUMED_H
#define SG_RUN_RESUMED_H

#include "config/experiment.h"

/* Give an experiment that does not say its vocabulary the one that the run in the folder was started with:
 * what its config.yml says, `all` where that says nothing, as in versions before 0.2.  Nothing changes where the
 * folder has no config.yml.  Fails with SG_EIO, SG_EFORMAT or SG_ENOMEM. */
sg_status sg_resumed_vocabulary(sg_experiment *experiment, const char *folder, sg_error *err);

#endif
