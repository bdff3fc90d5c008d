/* job_keeper.c - one question behind a lock. */
#include "run/ranks/job_keeper.h"

void sg_job_keeper_open(sg_job_keeper *keeper, sg_save save, const sg_ledger_jobs *former,
                        const sg_best_job *best)
{
    *keeper = (sg_job_keeper){.save = save, .former = former, .candidate = *best};
    (void)pthread_mutex_init(&keeper->lock, NULL);
}

void sg_job_keeper_close(sg_job_keeper *keeper)
{
    (void)pthread_mutex_destroy(&keeper->lock);
}

bool sg_best_job_is(const sg_best_job *best, const sg_job *job)
{
    return best->exists && best->job.configuration == job->configuration &&
           best->job.fold == job->fold && best->job.run == job->run;
}

/* A job that was done before is made again for the sake of its models. */
bool sg_job_keeper_wants(void *keeper, const sg_job *job, sg_ledger_score validation)
{
    sg_job_keeper *k = keeper;
    if (k->save != SG_SAVE_ONE) return k->save == SG_SAVE_ALL;
    (void)pthread_mutex_lock(&k->lock);
    const bool is_best = sg_job_find_done(job, k->former) != NULL
                             ? sg_best_job_is(&k->candidate, job)
                             : sg_best_job_offer(&k->candidate, job, validation);
    (void)pthread_mutex_unlock(&k->lock);
    return is_best;
}
