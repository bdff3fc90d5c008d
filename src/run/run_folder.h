/* run_folder.h - the folder of a run: what may be in it before, and what is left behind.
 *
 *     config.yml        the experiment with all defaults
 *     results.sqlite    every configuration, fold, run and epoch
 *     summary.json      once all is done
 *     predictions.csv   likewise: what was said about every test item
 *     models/           trained networks
 *     checkpoints/      trainings that have not ended
 *
 * Nothing is removed that is not called like something a run makes: a folder may have been somebody's
 * before.
 */
#ifndef SG_RUN_RUN_FOLDER_H
#define SG_RUN_RUN_FOLDER_H

#include "base/text.h"
#include "config/experiment.h"

/* What is to be done with a run that is there already. */
typedef enum sg_former_run {
    SG_FORMER_REFUSE,
    SG_FORMER_RESUME,
    SG_FORMER_REPLACE
} sg_former_run;

/* Fails with SG_EEXIST where there is a run and none is wanted, a file that would be lost, or a file in
 * the place of the folder; with SG_EIO where it cannot be written to.  Touches nothing. */
sg_status sg_run_folder_check(const char *folder, sg_former_run former, sg_error *err);

/* Make the folder and those inside.  What is left of a former run goes: all of it, or where it is
 * resumed only files that were being written when it was killed.
 * Fails with SG_EIO (another run is writing there; no permission). */
sg_status sg_run_folder_make(const char *folder, sg_former_run former, sg_error *err);

/* Remove what a run that is done does not need any more. */
void sg_run_folder_tidy(const char *folder);

/* Put the path of something in the folder into `path`, in the place of what is there. */
sg_status sg_run_folder_path(sg_text *path, const char *folder, const char *name,
                             sg_error *err);

/* Give an experiment that does not say its vocabulary the one that the run in the folder was started with:
 * what its config.yml says, `all` where that says nothing, as in versions before 0.2.  Nothing changes where the
 * folder has no config.yml.  Fails with SG_EIO, SG_EFORMAT or SG_ENOMEM. */
sg_status sg_resumed_vocabulary(sg_experiment *experiment, const char *folder, sg_error *err);

#endif
