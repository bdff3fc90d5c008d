/* job_queue.c - workers take jobs in order and put results on a list; the caller's thread empties
 * the list, so that whoever receives results needs no locks. */
#include "run/job_queue.h"

#include "base/mem.h"
#include "base/observer.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

enum { TICK_MILLISECONDS = 100 };

typedef struct outcome {
    size_t job;
    sg_job_result result;
    sg_status status;
    sg_error err;
} outcome;

typedef struct queue {
    const sg_job *job;
    size_t n_jobs;
    const sg_workload *workload;
    sg_job_context context;
    sg_account *account; /* of the caller */
    atomic_bool is_canceled;

    pthread_mutex_t lock; /* of all below */
    pthread_cond_t changed;
    size_t next;
    outcome *finished; /* [n_finished] room for all jobs */
    size_t n_finished;
    size_t n_received;
    uint32_t n_working;    /* threads */
    struct worker *worker; /* [n_workers] */
    uint32_t n_workers;
} queue;

typedef struct worker {
    queue *q;
    pthread_t thread;
    sg_threads *threads;
    bool is_started;
    /* How far its job is, if that was not received yet; by the queue's lock. */
    const sg_job *job; /* NULL: nothing to receive */
    sg_job_result so_far;
} worker;

/* Put down how far a job is, in place of what was not received of it. */
static sg_status put_progress(void *listener, const sg_job *job, const sg_job_result *so_far,
                              sg_error *err)
{
    sg_status status = SG_OK;
    worker *w = listener;
    sg_job_result copy = *so_far;
    copy.epoch = NULL;
    SG_ALLOC(copy.epoch, so_far->n_epochs);
    if (so_far->n_epochs > 0)
        memcpy(copy.epoch, so_far->epoch, so_far->n_epochs * sizeof *copy.epoch);
    pthread_mutex_lock(&w->q->lock);
    sg_job_result_free(&w->so_far);
    w->job = job;
    w->so_far = copy;
    pthread_cond_signal(&w->q->changed);
    pthread_mutex_unlock(&w->q->lock);
done:
    return status;
}

/* Take what a worker has put down; the lock is held.  Returns NULL where there is nothing. */
static const sg_job *take_progress(sg_job_result *so_far, worker *w)
{
    const sg_job *job = w->job;
    *so_far = w->so_far;
    w->job = NULL;
    w->so_far = (sg_job_result){0};
    return job;
}

/* Of a job that is done nobody wants to hear how far it was. */
static void drop_progress(worker *w)
{
    sg_job_result so_far;
    (void)take_progress(&so_far, w);
    sg_job_result_free(&so_far);
}

static void *work(void *context)
{
    worker *w = context;
    queue *q = w->q;
    sg_job_context inner = q->context;
    inner.threads = w->threads;
    inner.is_canceled = &q->is_canceled;
    inner.under_way = put_progress;
    inner.listener = w;
    sg_watch_here.account = q->account;
    pthread_mutex_lock(&q->lock);
    while (q->next < q->n_jobs && !atomic_load(&q->is_canceled)) {
        outcome o = {.job = q->next++};
        pthread_mutex_unlock(&q->lock);
        o.status = sg_job_run(&o.result, &q->job[o.job], q->workload, &inner, &o.err);
        if (o.status != SG_OK) atomic_store(&q->is_canceled, true);
        pthread_mutex_lock(&q->lock);
        if (o.status == SG_OK) drop_progress(w);
        q->finished[q->n_finished++] = o;
        pthread_cond_signal(&q->changed);
    }
    q->n_working--;
    pthread_cond_signal(&q->changed);
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

/* Wait until something has changed or some time has passed.  The lock is held. */
static void wait_a_little(queue *q)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += TICK_MILLISECONDS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    (void)pthread_cond_timedwait(&q->changed, &q->lock, &until);
}

/* What failed first in the order of jobs; being stopped is the least of failures. */
typedef struct failure {
    sg_status status;
    size_t job;
    sg_error err;
} failure;

static void note_failure(failure *f, size_t job, sg_status status, const sg_error *err)
{
    const bool weightier = f->status == SG_OK ||
                           (f->status == SG_ECANCELED && status != SG_ECANCELED) ||
                           (status != SG_ECANCELED && job < f->job);
    if (weightier) *f = (failure){status, job, *err};
}

static void receive(outcome *o, failure *f, queue *q, const sg_job_receiver *receiver)
{
    if (o->status != SG_OK) {
        note_failure(f, o->job, o->status, &o->err);
        return;
    }
    sg_error inner = {0};
    const sg_status status =
        receiver->done(receiver->context, &q->job[o->job], &o->result, &inner);
    if (status == SG_OK) return;
    note_failure(f, o->job, status, &inner);
    atomic_store(&q->is_canceled, true);
}

/* Hand out how far jobs are.  The lock is held, but not meanwhile. */
static void receive_progress(failure *f, queue *q, const sg_job_receiver *receiver)
{
    for (uint32_t i = 0; i < q->n_workers; i++) {
        sg_job_result so_far;
        sg_error inner = {0};
        const sg_job *job = take_progress(&so_far, &q->worker[i]);
        if (job == NULL) continue;
        pthread_mutex_unlock(&q->lock);
        const sg_status status = receiver->under_way(receiver->context, job, &so_far, &inner);
        if (status != SG_OK) {
            note_failure(f, (size_t)(job - q->job), status, &inner);
            atomic_store(&q->is_canceled, true);
        }
        sg_job_result_free(&so_far);
        pthread_mutex_lock(&q->lock);
    }
}

/* Hand out results until all threads have ended. */
static void collect(failure *f, queue *q, const sg_job_receiver *receiver)
{
    pthread_mutex_lock(&q->lock);
    while (q->n_working > 0 || q->n_received < q->n_finished) {
        if (q->n_received == q->n_finished) wait_a_little(q);
        receive_progress(f, q, receiver);
        while (q->n_received < q->n_finished) {
            outcome *o = &q->finished[q->n_received++];
            pthread_mutex_unlock(&q->lock);
            receive(o, f, q, receiver);
            pthread_mutex_lock(&q->lock);
        }
        pthread_mutex_unlock(&q->lock);
        if (!receiver->tick(receiver->context)) atomic_store(&q->is_canceled, true);
        pthread_mutex_lock(&q->lock);
    }
    receive_progress(f, q, receiver); /* of jobs that were stopped */
    pthread_mutex_unlock(&q->lock);
}

static sg_status start_workers(worker *w, uint32_t n_workers, uint32_t threads_each, queue *q,
                               sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < n_workers; i++) {
        w[i].q = q;
        if (threads_each > 1) SG_TRY(sg_threads_open(&w[i].threads, threads_each, err));
        pthread_mutex_lock(&q->lock);
        const int failed = pthread_create(&w[i].thread, NULL, work, &w[i]);
        w[i].is_started = failed == 0;
        if (failed == 0) q->n_working++;
        pthread_mutex_unlock(&q->lock);
        SG_REQUIRE(failed == 0 || i > 0, SG_EIO, "cannot start a thread: %s", strerror(failed));
        if (failed != 0) break; /* those that have been started do the work */
    }
done:
    return status;
}

sg_status sg_job_queue_run(const sg_job *job, size_t n_jobs, const sg_workload *workload,
                           const sg_job_context *context, uint32_t n_threads,
                           const sg_job_receiver *receiver, sg_error *err)
{
    sg_status status = SG_OK;
    queue q = {.job = job,
               .n_jobs = n_jobs,
               .workload = workload,
               .context = *context,
               .account = sg_watch_here.account};
    const uint32_t n_workers = n_jobs < n_threads ? (uint32_t)n_jobs : n_threads;
    worker *workers = NULL;
    failure f = {0};
    if (n_jobs == 0) return SG_OK;
    pthread_mutex_init(&q.lock, NULL);
    pthread_cond_init(&q.changed, NULL);
    SG_ALLOC(workers, n_workers);
    SG_ALLOC(q.finished, n_jobs);
    q.worker = workers;
    q.n_workers = n_workers;
    SG_TRY(start_workers(workers, n_workers, n_threads / n_workers, &q, err));
    collect(&f, &q, receiver);
    if (f.status != SG_OK)
        SG_TRY(sg_error_set(err, f.status, f.err.where != NULL ? f.err.where : SG_WHERE, "%s",
                            f.err.text));
    SG_REQUIRE(!atomic_load(&q.is_canceled), SG_ECANCELED, "the run was stopped");
done:
    atomic_store(&q.is_canceled, true);
    for (uint32_t i = 0; workers != NULL && i < n_workers; i++) {
        if (workers[i].is_started) pthread_join(workers[i].thread, NULL);
        sg_threads_close(workers[i].threads);
        drop_progress(&workers[i]);
    }
    for (size_t i = q.n_received; i < q.n_finished; i++)
        sg_job_result_free(&q.finished[i].result);
    sg_free(workers);
    sg_free(q.finished);
    pthread_cond_destroy(&q.changed);
    pthread_mutex_destroy(&q.lock);
    return status;
}
