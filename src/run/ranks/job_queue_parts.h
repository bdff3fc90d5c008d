/* job_queue_parts.h - what the files of the queue share; for them alone.
 *
 *     job_queue.c      threads that take jobs, and the caller's thread that receives results
 *     job_ranks.c      jobs that are handed out to other ranks, and results that come back
 */
#ifndef SG_RUN_JOB_QUEUE_PARTS_H
#define SG_RUN_JOB_QUEUE_PARTS_H

#include "base/observer.h"
#include "run/job_queue.h"

#include <pthread.h>

/* What failed first in the order of jobs; being stopped is the least of failures. */
typedef struct sgi_failure {
    sg_status status;
    size_t job;
    sg_error err;
} sgi_failure;

typedef struct sgi_outcome {
    size_t job;
    sg_job_result result;
    sg_status status;
    sg_error err;
} sgi_outcome;

typedef struct sgi_rank {
    bool is_away;    /* it takes part and has not left yet      */
    bool is_ended;   /* it was told that there are no more jobs */
    bool is_stopped; /* it was told to stop                     */
} sgi_rank;

typedef struct sgi_queue {
    const sg_job *job;
    size_t n_jobs;
    const sg_workload *workload;
    sg_job_context context;
    const sg_job_receiver *receiver;
    sg_account *account; /* of the caller */
    atomic_bool is_canceled;
    sgi_failure failure;

    /* Other ranks; of the caller's thread alone. */
    sg_cluster *cluster;
    sgi_rank *rank; /* rank 0: [size] */
    sg_text message;
    unsigned long long n_told; /* epochs that rank 0 knows of */

    pthread_mutex_t lock; /* of all below */
    pthread_cond_t changed;
    pthread_cond_t given; /* a job was added, or there will be none     */
    size_t *available;    /* [n_available] jobs of this rank, room for all */
    size_t n_available, next;
    bool more_to_come;     /* rank 0 may hand out more                   */
    sgi_outcome *finished; /* [n_finished] room for all jobs */
    size_t n_finished;
    size_t n_received;
    uint32_t n_working;        /* threads */
    struct sgi_worker *worker; /* [n_workers] */
    uint32_t n_workers;
} sgi_queue;

/* Keep a failure, if it is weightier than the one before. */
void sgi_queue_fail(sgi_queue *queue, size_t job, sg_status status, const sg_error *err);

/* Hand a result or how far a job is to the receiver; failures stop the queue. */
void sgi_queue_receive(sgi_queue *queue, sgi_outcome *outcome);
void sgi_queue_hear(sgi_queue *queue, size_t job, const sg_job_result *so_far);

/* Before the first job: say hello.  Afterwards, again and again: look for messages of other ranks and do
 * what they want.  The lock is not held. */
void sgi_ranks_begin(sgi_queue *queue);
void sgi_ranks_poll(sgi_queue *queue);

/* Rank 0: whether another rank has not left yet. */
bool sgi_ranks_are_away(const sgi_queue *queue);

/* Other ranks: send what became of a job to rank 0, which receives it; say goodbye behind the last one. */
void sgi_ranks_send_outcome(sgi_queue *queue, const sgi_outcome *outcome);
void sgi_ranks_send_progress(sgi_queue *queue, size_t job, const sg_job_result *so_far);
void sgi_ranks_leave(sgi_queue *queue);

#endif
