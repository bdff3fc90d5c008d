/* job_keeper.h - whose models are saved: all, none, or those of the best job alone.
 *
 *     sg_job_keeper keeper;
 *     sg_job_keeper_open(&keeper, experiment->save, &jobs_of_the_ledger, &best_so_far);
 *     context.is_kept = sg_job_keeper_wants;
 *     context.keeper = &keeper;
 *
 * With save: one, a job that will not be the best need not save anything; the one that is the best in the
 * end is better than all others whenever it is asked for, whoever else was asked for here.
 */
#ifndef SG_RUN_JOB_KEEPER_H
#define SG_RUN_JOB_KEEPER_H

#include "config/experiment.h"
#include "run/best_job.h"

#include <pthread.h>

typedef struct sg_job_keeper {
    sg_save save;
    const sg_ledger_jobs *former; /* what the ledger had before, borrowed                 */
    pthread_mutex_t lock;         /* of what follows                                      */
    sg_best_job candidate;        /* the best that is in the ledger or on its way there   */
} sg_job_keeper;

void sg_job_keeper_open(sg_job_keeper *keeper, sg_save save, const sg_ledger_jobs *former,
                        const sg_best_job *best);
void sg_job_keeper_close(sg_job_keeper *keeper);

/* Whether the models of a job are to be saved; `keeper` is an sg_job_keeper.  Any thread may ask. */
bool sg_job_keeper_wants(void *keeper, const sg_job *job, sg_ledger_score validation);

/* Whether this is the best job. */
bool sg_best_job_is(const sg_best_job *best, const sg_job *job);

#endif
