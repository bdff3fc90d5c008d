/* job_queue.h - many jobs on a few threads of one or several ranks, results handed to the caller's thread
 * of rank 0.
 */
#ifndef SG_RUN_JOB_QUEUE_H
#define SG_RUN_JOB_QUEUE_H

#include "cluster/cluster.h"
#include "run/job.h"

/* What the caller does with results; all are called by the thread that runs the queue. */
typedef struct sg_job_receiver {
    /* A job has come some way; not told of every one.  Failing stops the queue. */
    sg_job_listener *under_way;
    /* A job is done; the result is the receiver's to free.  Failing stops the queue. */
    sg_status (*done)(void *context, const sg_job *job, sg_job_result *result, sg_error *err);
    /* Some time has passed; false stops the queue. */
    bool (*tick)(void *context);
    void *context;
} sg_job_receiver;

/* Who does the jobs. */
typedef struct sg_job_workers {
    uint32_t n_threads;  /* of this rank, >= 1             */
    sg_cluster *cluster; /* NULL: this process does it all */
} sg_job_workers;

/* Run all jobs; where there are fewer jobs than threads, the threads are divided among them.  `context` is
 * a template: its threads, cancellation and listener are the queue's.  All ranks call it with the same
 * jobs; on ranks but 0 nothing is received, and only `tick` is called.
 *
 * Returns when all jobs are done or, after a failure or a stop, when those that were running have
 * left a checkpoint.
 * Fails with SG_ECANCELED, with what a job or the receiver failed with, SG_EIO (not even one thread) or
 * SG_ENOMEM; a rank but 0 knows only of its own jobs. */
sg_status sg_job_queue_run(const sg_job *job, size_t n_jobs, const sg_workload *workload,
                           const sg_job_context *context, const sg_job_workers *workers,
                           const sg_job_receiver *receiver, sg_error *err);

#endif
