/* job_queue.h - many jobs on a few threads, results handed to the caller's thread.
 */
#ifndef SG_RUN_JOB_QUEUE_H
#define SG_RUN_JOB_QUEUE_H

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

/* Run all jobs on up to `n_threads` (>= 1) threads; where there are fewer jobs than threads, the threads
 * are divided among them.  `context` is a template: its threads, cancellation and listener are the
 * queue's.
 *
 * Returns when all jobs are done or, after a failure or a stop, when those that were running have
 * left a checkpoint.
 * Fails with SG_ECANCELED, with what a job or the receiver failed with, SG_EIO (not even one thread) or
 * SG_ENOMEM. */
sg_status sg_job_queue_run(const sg_job *job, size_t n_jobs, const sg_workload *workload,
                           const sg_job_context *context, uint32_t n_threads,
                           const sg_job_receiver *receiver, sg_error *err);

#endif
