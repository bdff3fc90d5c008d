/* job_queue.c - workers take jobs in order and put results on a list; the caller's thread empties
 * the list, so that whoever receives results needs no locks. */
#include "run/ranks/job_queue_parts.h"

#include "base/mem.h"
#include "base/observer.h"

#include <string.h>
#include <time.h>

/* Messages of other ranks wake nobody up; who waits for them looks more often. */
enum { TICK_MILLISECONDS = 100, POLL_MILLISECONDS = 2 };

typedef struct sgi_worker {
    sgi_queue *q;
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

/* Wait for a job of this rank; false: there is none, and will be none.  The lock is held. */
static bool take_job(size_t *job, sgi_queue *q)
{
    while (q->next == q->n_available && q->more_to_come && !atomic_load(&q->is_canceled))
        pthread_cond_wait(&q->given, &q->lock);
    if (q->next == q->n_available || atomic_load(&q->is_canceled)) return false;
    *job = q->available[q->next++];
    return true;
}

static void *work(void *context)
{
    worker *w = context;
    sgi_queue *q = w->q;
    size_t job = 0;
    sg_job_context inner = q->context;
    inner.threads = w->threads;
    inner.is_canceled = &q->is_canceled;
    inner.under_way = put_progress;
    inner.listener = w;
    sg_watch_here.account = q->account;
    pthread_mutex_lock(&q->lock);
    while (take_job(&job, q)) {
        sgi_outcome o = {.job = job};
        pthread_mutex_unlock(&q->lock);
        o.status = sg_job_run(&o.result, &q->job[job], q->workload, &inner, &o.err);
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

static void cancel(sgi_queue *q)
{
    atomic_store(&q->is_canceled, true);
    pthread_mutex_lock(&q->lock);
    pthread_cond_broadcast(&q->given);
    pthread_mutex_unlock(&q->lock);
}

/* Wait until something has changed or some time has passed.  The lock is held. */
static void wait_a_little(sgi_queue *q)
{
    struct timespec until;
    const bool alone = sg_cluster_size(q->cluster) == 1;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (alone ? TICK_MILLISECONDS : POLL_MILLISECONDS) * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    (void)pthread_cond_timedwait(&q->changed, &q->lock, &until);
}

void sgi_queue_fail(sgi_queue *q, size_t job, sg_status status, const sg_error *err)
{
    sgi_failure *f = &q->failure;
    const bool weightier = f->status == SG_OK ||
                           (f->status == SG_ECANCELED && status != SG_ECANCELED) ||
                           (status != SG_ECANCELED && job < f->job);
    if (weightier) *f = (sgi_failure){status, job, *err};
}

/* Other ranks send rank 0 what they have; it keeps the ledger. */
void sgi_queue_receive(sgi_queue *q, sgi_outcome *o)
{
    if (!sg_cluster_is_first(q->cluster)) sgi_ranks_send_outcome(q, o);
    if (o->status != SG_OK) {
        sgi_queue_fail(q, o->job, o->status, &o->err);
        return;
    }
    if (!sg_cluster_is_first(q->cluster)) {
        sg_job_result_free(&o->result);
        return;
    }
    sg_error inner = {0};
    const sg_status status =
        q->receiver->done(q->receiver->context, &q->job[o->job], &o->result, &inner);
    if (status == SG_OK) return;
    sgi_queue_fail(q, o->job, status, &inner);
    cancel(q);
}

void sgi_queue_hear(sgi_queue *q, size_t job, const sg_job_result *so_far)
{
    sg_error inner = {0};
    if (!sg_cluster_is_first(q->cluster)) {
        sgi_ranks_send_progress(q, job, so_far);
        return;
    }
    const sg_status status =
        q->receiver->under_way(q->receiver->context, &q->job[job], so_far, &inner);
    if (status == SG_OK) return;
    sgi_queue_fail(q, job, status, &inner);
    cancel(q);
}

/* Hand out how far jobs are.  The lock is held, but not meanwhile. */
static void receive_progress(sgi_queue *q)
{
    for (uint32_t i = 0; i < q->n_workers; i++) {
        sg_job_result so_far;
        const sg_job *job = take_progress(&so_far, &q->worker[i]);
        if (job == NULL) continue;
        pthread_mutex_unlock(&q->lock);
        sgi_queue_hear(q, (size_t)(job - q->job), &so_far);
        sg_job_result_free(&so_far);
        pthread_mutex_lock(&q->lock);
    }
}

/* Hand out results until all threads have ended, here and on other ranks. */
static void collect(sgi_queue *q)
{
    double ticked = 0;
    const bool alone = sg_cluster_size(q->cluster) == 1;
    pthread_mutex_lock(&q->lock);
    while (q->n_working > 0 || q->n_received < q->n_finished || sgi_ranks_are_away(q)) {
        if (q->n_received == q->n_finished) wait_a_little(q);
        receive_progress(q);
        while (q->n_received < q->n_finished) {
            sgi_outcome *o = &q->finished[q->n_received++];
            pthread_mutex_unlock(&q->lock);
            sgi_queue_receive(q, o);
            pthread_mutex_lock(&q->lock);
        }
        pthread_mutex_unlock(&q->lock);
        sgi_ranks_poll(q);
        const double now = sg_seconds();
        if (alone || now - ticked > 1e-3 * TICK_MILLISECONDS) {
            if (!q->receiver->tick(q->receiver->context)) cancel(q);
            ticked = now;
        }
        if (atomic_load(&q->is_canceled)) cancel(q); /* workers that wait for a job */
        pthread_mutex_lock(&q->lock);
    }
    receive_progress(q); /* of jobs that were stopped */
    pthread_mutex_unlock(&q->lock);
}

static sg_status start_workers(worker *w, uint32_t n_workers, uint32_t threads_each,
                               sgi_queue *q, sg_error *err)
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

/* How many jobs this rank will have at a time, at most. */
static uint32_t count_workers(const sgi_queue *q, uint32_t n_threads)
{
    const size_t n_ranks = sg_cluster_size(q->cluster),
                 share = (q->n_jobs + n_ranks - 1) / n_ranks;
    return share < n_threads ? (uint32_t)share : n_threads;
}

/* Rank 0 has all jobs and gives some of them away; the others begin with none. */
static sg_status open_queue(sgi_queue *q, uint32_t n_threads, sg_error *err)
{
    sg_status status = SG_OK;
    const bool is_first = sg_cluster_is_first(q->cluster);
    const uint32_t n_workers = count_workers(q, n_threads);
    SG_ALLOC(q->available, q->n_jobs);
    SG_ALLOC(q->finished, q->n_jobs);
    if (is_first) SG_ALLOC(q->rank, sg_cluster_size(q->cluster));
    SG_ALLOC(q->worker, n_workers);
    q->n_workers = n_workers;
    q->more_to_come = !is_first;
    for (size_t i = 0; is_first && i < q->n_jobs; i++) q->available[q->n_available++] = i;
    SG_TRY(start_workers(q->worker, n_workers, n_threads / n_workers, q, err));
done:
    return status;
}

static void close_queue(sgi_queue *q)
{
    cancel(q);
    for (uint32_t i = 0; i < q->n_workers; i++) {
        worker *w = &q->worker[i];
        if (w->is_started) pthread_join(w->thread, NULL);
        sg_threads_close(w->threads);
        drop_progress(w);
    }
    for (size_t i = q->n_received; i < q->n_finished; i++)
        sg_job_result_free(&q->finished[i].result);
    sg_free(q->worker);
    sg_free(q->available);
    sg_free(q->finished);
    sg_free(q->rank);
    sg_text_free(&q->message);
    pthread_cond_destroy(&q->changed);
    pthread_cond_destroy(&q->given);
    pthread_mutex_destroy(&q->lock);
}

sg_status sg_job_queue_run(const sg_job *job, size_t n_jobs, const sg_workload *workload,
                           const sg_job_context *context, const sg_job_workers *workers,
                           const sg_job_receiver *receiver, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_queue q = {.job = job,
                   .n_jobs = n_jobs,
                   .workload = workload,
                   .context = *context,
                   .receiver = receiver,
                   .cluster = workers->cluster,
                   .account = sg_watch_here.account};
    if (n_jobs == 0) return SG_OK;
    pthread_mutex_init(&q.lock, NULL);
    pthread_cond_init(&q.changed, NULL);
    pthread_cond_init(&q.given, NULL);
    SG_TRY(sg_cluster_agree(q.cluster, open_queue(&q, workers->n_threads, err), err));
    sgi_ranks_begin(&q);
    collect(&q);
    if (!sg_cluster_is_first(q.cluster)) sgi_ranks_leave(&q);
    const sgi_failure *f = &q.failure;
    if (f->status != SG_OK)
        SG_TRY(sg_error_set(err, f->status, f->err.where != NULL ? f->err.where : SG_WHERE,
                            "%s", f->err.text));
    SG_REQUIRE(!atomic_load(&q.is_canceled), SG_ECANCELED, "the run was stopped");
done:
    close_queue(&q);
    return status;
}
