/* job_ranks.c - rank 0 hands out jobs, one for every thread that is free anywhere; the others send back
 * what became of them.
 *
 * A rank asks for as many jobs as it has workers and gets another one for each that it brings back.  Rank
 * 0 works, too; its own workers take jobs without asking. */
#include "run/ranks/job_queue_parts.h"

#include "run/ranks/job_message.h"

#include <assert.h>
#include <string.h>

typedef enum message_kind {
    ASK,       /* to rank 0: `number` workers are free          */
    DONE,      /* a job with its result                         */
    FAILED,    /* a job with its error                          */
    UNDER_WAY, /* a job and how far it is                       */
    EPOCHS,    /* `number` more epochs are trained              */
    LEAVE,     /* all workers have ended; `number`: were stopped */
    JOB,       /* from rank 0: do this job                      */
    END,       /* there are no more                             */
    STOP,      /* leave what you are doing                      */
    GOODBYE    /* the answer to LEAVE, and the last word        */
} message_kind;

typedef struct head {
    uint32_t kind, status;
    uint64_t number;
} head;

static void send_head(sgi_queue *q, uint32_t to, message_kind kind, uint64_t number)
{
    const head h = {.kind = kind, .number = number};
    sg_cluster_send(q->cluster, to, &h, sizeof h);
}

/* ---- Other ranks ------------------------------------------------------------------------------ */

/* A rank that has no memory for a message cannot go on, and rank 0 would wait for it. */
static void send_result(sgi_queue *q, head h, const sg_job_result *result)
{
    sg_text bytes = {0};
    if (sg_text_add_bytes(&bytes, &h, sizeof h, NULL) != SG_OK ||
        sg_job_message_write(&bytes, result, q->workload->outputs.n, NULL) != SG_OK)
        sg_cluster_abort(q->cluster);
    sg_cluster_send(q->cluster, 0, bytes.data, bytes.size);
    sg_text_free(&bytes);
}

void sgi_ranks_send_outcome(sgi_queue *q, const sgi_outcome *o)
{
    if (o->status == SG_OK) {
        send_result(q, (head){.kind = DONE, .number = o->job}, &o->result);
        return;
    }
    sg_text bytes = {0};
    const head h = {.kind = FAILED, .status = (uint32_t)o->status, .number = o->job};
    if (sg_text_add_bytes(&bytes, &h, sizeof h, NULL) != SG_OK ||
        sg_text_add(&bytes, NULL, "%s", o->err.text) != SG_OK)
        sg_cluster_abort(q->cluster);
    sg_cluster_send(q->cluster, 0, bytes.data, bytes.size);
    sg_text_free(&bytes);
}

void sgi_ranks_send_progress(sgi_queue *q, size_t job, const sg_job_result *so_far)
{
    send_result(q, (head){.kind = UNDER_WAY, .number = job}, so_far);
}

static void tell_epochs(sgi_queue *q)
{
    const unsigned long long n = atomic_load(q->context.n_epochs);
    if (n > q->n_told) send_head(q, 0, EPOCHS, n - q->n_told);
    q->n_told = n;
}

void sgi_ranks_leave(sgi_queue *q)
{
    head h = {0};
    tell_epochs(q);
    send_head(q, 0, LEAVE, atomic_load(&q->is_canceled));
    do {
        sg_cluster_receive(&q->message, q->cluster, 0);
        memcpy(&h, q->message.data, sizeof h);
    } while (h.kind != GOODBYE);
}

static void obey(sgi_queue *q, const head *h)
{
    pthread_mutex_lock(&q->lock);
    if (h->kind == JOB)
        q->available[q->n_available++] = (size_t)h->number;
    else
        q->more_to_come = false;
    pthread_cond_broadcast(&q->given);
    pthread_mutex_unlock(&q->lock);
    if (h->kind == STOP) atomic_store(&q->is_canceled, true);
}

/* ---- Rank 0 ----------------------------------------------------------------------------------- */

/* Give a rank the next job, or tell it that there is none. */
static void hand_out(sgi_queue *q, uint32_t to)
{
    sgi_rank *rank = &q->rank[to];
    pthread_mutex_lock(&q->lock);
    const bool is_there = q->next < q->n_available && !atomic_load(&q->is_canceled);
    const size_t job = is_there ? q->available[q->next++] : 0;
    pthread_mutex_unlock(&q->lock);
    if (is_there)
        send_head(q, to, JOB, job);
    else if (!rank->is_ended)
        send_head(q, to, END, 0);
    rank->is_ended = rank->is_ended || !is_there;
}

static void hear_of_job(sgi_queue *q, uint32_t from, const head *h)
{
    sgi_outcome o = {.job = (size_t)h->number, .status = (sg_status)h->status};
    const char *rest = q->message.data + sizeof *h;
    const size_t size = q->message.size - sizeof *h;
    assert(o.job < q->n_jobs);
    if (h->kind == FAILED)
        (void)sg_error_set(&o.err, o.status, SG_WHERE, "rank %u of %u: %s", from,
                           sg_cluster_size(q->cluster), rest);
    else
        o.status = sg_job_message_read(&o.result, rest, size, q->workload->outputs.n, &o.err);
    if (h->kind == UNDER_WAY && o.status == SG_OK) {
        sgi_queue_hear(q, o.job, &o.result);
        sg_job_result_free(&o.result);
        return;
    }
    const sg_job *job = &q->job[o.job];
    o.result.test_item = sg_workload_fold(q->workload, job->stage == SG_SELECTING, job->fold)
                             ->part[SG_TEST]
                             .index;
    if (o.status != SG_OK) atomic_store(&q->is_canceled, true);
    sgi_queue_receive(q, &o);
}

static void serve(sgi_queue *q, uint32_t from, const head *h)
{
    switch (h->kind) {
    case ASK:
        for (uint64_t i = 0; i < h->number; i++) hand_out(q, from);
        break;
    case EPOCHS:
        (void)atomic_fetch_add(q->context.n_epochs, h->number);
        break;
    case LEAVE:
        q->rank[from].is_away = false;
        if (h->number != 0) atomic_store(&q->is_canceled, true);
        send_head(q, from, GOODBYE, 0);
        break;
    default:
        hear_of_job(q, from, h);
        if (h->kind == DONE) hand_out(q, from);
        break;
    }
}

static void stop_ranks(sgi_queue *q)
{
    for (uint32_t r = 1; r < sg_cluster_size(q->cluster); r++) {
        sgi_rank *rank = &q->rank[r];
        if (!rank->is_away || rank->is_stopped) continue;
        rank->is_stopped = true;
        send_head(q, r, STOP, 0);
    }
}

bool sgi_ranks_are_away(const sgi_queue *q)
{
    bool answer = false;
    for (uint32_t r = 1; q->rank != NULL && r < sg_cluster_size(q->cluster); r++)
        answer = answer || q->rank[r].is_away;
    return answer;
}

/* ---- Both ------------------------------------------------------------------------------------- */

void sgi_ranks_begin(sgi_queue *q)
{
    q->n_told = atomic_load(q->context.n_epochs);
    if (!sg_cluster_is_first(q->cluster)) send_head(q, 0, ASK, q->n_workers);
    for (uint32_t r = 1; q->rank != NULL && r < sg_cluster_size(q->cluster); r++)
        q->rank[r].is_away = true;
}

void sgi_ranks_poll(sgi_queue *q)
{
    const bool is_first = sg_cluster_is_first(q->cluster);
    uint32_t from = 0;
    if (sg_cluster_size(q->cluster) == 1) return;
    if (!is_first) tell_epochs(q);
    while ((!is_first || sgi_ranks_are_away(q)) &&
           sg_cluster_take(&q->message, &from, q->cluster)) {
        head h;
        memcpy(&h, q->message.data, sizeof h);
        if (is_first)
            serve(q, from, &h);
        else
            obey(q, &h);
    }
    if (is_first && atomic_load(&q->is_canceled)) stop_ranks(q);
}
