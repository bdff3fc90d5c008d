/* stage_orders.c - the plan of a stage as bytes, and who follows it. */
#include "run/ranks/stage_orders.h"

#include "base/hash.h"
#include "base/mem.h"
#include "run/ranks/job_keeper.h"

#include <string.h>

/* What a broadcast begins with.  A stage goes on with its jobs and those that the ledger has; the
 * end with a text: the summary or what went wrong. */
typedef struct head {
    uint32_t is_end, status;
    uint64_t run;
    double checkpoint_after;
    uint64_t evaluate_test;
    sg_best_job best;
    uint64_t n_jobs, n_former;
} head;

/* ---- Rank 0 ----------------------------------------------------------------------------------- */

static sg_status write_orders(sg_text *bytes, const sg_stage_orders *o, sg_error *err)
{
    sg_status status = SG_OK;
    head h;
    memset(&h, 0, sizeof h); /* what lies between members travels, too */
    h.run = o->context->run;
    h.checkpoint_after = o->context->checkpoint_after;
    h.evaluate_test = o->context->evaluate_test;
    h.best = *o->best;
    h.n_jobs = o->n_jobs;
    for (size_t i = 0; i < o->former->n; i++)
        h.n_former += o->former->row[i].state == SG_LEDGER_DONE;
    SG_TRY(sg_text_add_bytes(bytes, &h, sizeof h, err));
    SG_TRY(sg_text_add_bytes(bytes, o->job, o->n_jobs * sizeof *o->job, err));
    for (size_t i = 0; i < o->former->n; i++) {
        const sg_ledger_job *row = &o->former->row[i];
        const sg_job job = {row->stage, row->configuration, row->fold, row->run};
        if (row->state == SG_LEDGER_DONE)
            SG_TRY(sg_text_add_bytes(bytes, &job, sizeof job, err));
    }
done:
    return status;
}

sg_status sg_orders_send(sg_cluster *cluster, const sg_stage_orders *orders, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text bytes = {0};
    if (sg_cluster_size(cluster) == 1) goto done;
    SG_TRY(write_orders(&bytes, orders, err));
    sg_cluster_broadcast(cluster, &bytes);
done:
    sg_text_free(&bytes);
    return status;
}

sg_status sg_orders_end(sg_cluster *cluster, sg_status status, const sg_text *summary,
                        sg_error *err)
{
    sg_text bytes = {0};
    head h;
    if (sg_cluster_size(cluster) == 1) return status;
    memset(&h, 0, sizeof h);
    h.is_end = true;
    h.status = (uint32_t)status;
    const char *text = status == SG_OK ? summary->data : err != NULL ? err->text : "";
    if (sg_text_add_bytes(&bytes, &h, sizeof h, NULL) != SG_OK ||
        sg_text_add(&bytes, NULL, "%s", text) != SG_OK)
        sg_cluster_abort(cluster);
    sg_cluster_broadcast(cluster, &bytes);
    cluster->has_failed = status != SG_OK;
    sg_text_free(&bytes);
    return status;
}

/* ---- Other ranks ------------------------------------------------------------------------------ */

/* A stage as it is told. */
typedef struct stage {
    head h;
    sg_job *job; /* [h.n_jobs] */
    sg_ledger_jobs former;
} stage;

static void stage_free(stage *s)
{
    sg_free(s->job);
    sg_free(s->former.row);
    *s = (stage){0};
}

static sg_status read_stage(stage *s, const sg_text *bytes, sg_error *err)
{
    sg_status status = SG_OK;
    const char *next = bytes->data + sizeof s->h;
    memcpy(&s->h, bytes->data, sizeof s->h);
    if (s->h.is_end) goto done;
    SG_ALLOC(s->job, s->h.n_jobs);
    SG_ALLOC(s->former.row, s->h.n_former);
    if (s->h.n_jobs > 0) memcpy(s->job, next, s->h.n_jobs * sizeof *s->job);
    next += s->h.n_jobs * sizeof *s->job;
    for (uint64_t i = 0; i < s->h.n_former; i++, next += sizeof(sg_job)) {
        sg_job job;
        memcpy(&job, next, sizeof job);
        s->former.row[s->former.n++] = (sg_ledger_job){.configuration = job.configuration,
                                                       .fold = job.fold,
                                                       .run = job.run,
                                                       .stage = job.stage,
                                                       .state = SG_LEDGER_DONE};
    }
done:
    return status;
}

static void do_stage(const stage *s, const sg_follower *f)
{
    sg_job_keeper keeper;
    atomic_ullong n_epochs = 0;
    const sg_job_receiver receiver = {.tick = f->tick, .context = f->context};
    sg_job_keeper_open(&keeper, f->workload->experiment->save, &s->former, &s->h.best);
    const sg_job_context context = {.folder = f->folder,
                                    .run = s->h.run,
                                    .n_epochs = &n_epochs,
                                    .evaluate_test = s->h.evaluate_test != 0,
                                    .checkpoint_after = s->h.checkpoint_after,
                                    .is_kept = sg_job_keeper_wants,
                                    .keeper = &keeper};
    /* Rank 0 has heard what fails here, and says how the run ends. */
    (void)sg_job_queue_run(s->job, (size_t)s->h.n_jobs, f->workload, &context, &f->workers,
                           &receiver, NULL);
    sg_job_keeper_close(&keeper);
}

sg_status sg_orders_follow(sg_text *summary, const sg_follower *follower, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text bytes = {0};
    stage s = {0};
    for (;;) {
        stage_free(&s);
        sg_cluster_broadcast(follower->workers.cluster, &bytes);
        /* Rank 0 would wait for a rank that has no memory to hear it. */
        if (read_stage(&s, &bytes, NULL) != SG_OK) sg_cluster_abort(follower->workers.cluster);
        if (s.h.is_end) break;
        do_stage(&s, follower);
    }
    const char *text = bytes.data + sizeof s.h;
    follower->workers.cluster->has_failed = s.h.status != SG_OK;
    SG_REQUIRE(s.h.status == SG_OK, (sg_status)s.h.status, "%s", text);
    SG_TRY(sg_text_add(summary, err, "%s", text));
done:
    stage_free(&s);
    sg_text_free(&bytes);
    return status;
}

sg_status sg_orders_check(sg_cluster *cluster, const sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    char *text = NULL;
    if (sg_cluster_size(cluster) == 1) goto done;
    status = sg_experiment_write(&text, w->experiment, err);
    SG_TRY(sg_cluster_agree(cluster, status, err));
    SG_TRY(sg_cluster_same(cluster, sg_hash_bytes(text, strlen(text)), "has another experiment",
                           err));
    SG_TRY(
        sg_cluster_same(cluster, w->pretrained.fingerprint, "starts from another model", err));
    SG_TRY(sg_cluster_same(cluster, sg_dataset_fingerprint(&w->data), "reads other data", err));
    SG_TRY(
        sg_cluster_same(cluster, sg_workload_splits_fingerprint(w), "has other splits", err));
done:
    sg_free(text);
    return status;
}
