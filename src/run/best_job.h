/* best_job.h - the job that did best on its validation items, whichever was finished first.
 *
 *     sg_best_job best = {.higher_is_better = true};
 *     if (sg_best_job_offer(&best, &job, score)) ...      // it is the best so far
 *
 * Of equals the one that comes first in the order of configuration, run and fold counts, so that
 * threads do not decide.
 */
#ifndef SG_RUN_BEST_JOB_H
#define SG_RUN_BEST_JOB_H

#include "run/selection.h"

typedef struct sg_best_job {
    bool higher_is_better; /* of the metric          */
    bool exists;
    sg_job job;
    sg_ledger_score score; /* validation             */
} sg_best_job;

/* Offer a job; true where it is the best so far.  A job that was offered before is no better than
 * itself. */
bool sg_best_job_offer(sg_best_job *best, const sg_job *job, sg_ledger_score score);

/* The epoch of a training that counts: the best on the validation items, the last of equals, as
 * sg_trainer_best has it.  n >= 1. */
const sg_ledger_epoch *sg_best_epoch(const sg_ledger_epoch *epoch, size_t n,
                                     bool higher_is_better);

#endif
