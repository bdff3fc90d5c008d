/* stage_orders.h - what rank 0, which keeps the ledger, tells the other ranks of a run.
 *
 *     rank 0                                          the others
 *     ------                                          ----------
 *     sg_orders_send(cluster, &orders);               sg_orders_follow(...);
 *     sg_job_queue_run(...);                             sg_job_queue_run(...)
 *     ... again for every stage
 *     sg_orders_end(cluster, status, &text, err);        returns status, text, err
 */
#ifndef SG_RUN_RANKS_STAGE_ORDERS_H
#define SG_RUN_RANKS_STAGE_ORDERS_H

#include "cluster/cluster.h"
#include "run/best_job.h"
#include "run/job_queue.h"

/* The jobs of a stage, and what their workers must know of the ledger. */
typedef struct sg_stage_orders {
    const sg_job *job; /* [n_jobs] */
    size_t n_jobs;
    const sg_ledger_jobs *former; /* what the ledger had when the stage began */
    const sg_best_job *best;      /* of these                                 */
    const sg_job_context *context;
} sg_stage_orders;

/* Rank 0: begin a stage.  Fails with SG_ENOMEM, before anything is sent. */
sg_status sg_orders_send(sg_cluster *cluster, const sg_stage_orders *orders, sg_error *err);

/* Rank 0: tell the others how it ended, and the text of the summary if it ended well.  Returns `status`. */
sg_status sg_orders_end(sg_cluster *cluster, sg_status status, const sg_text *summary,
                        sg_error *err);

/* What a rank but 0 has of a run. */
typedef struct sg_follower {
    const sg_workload *workload;
    const char *folder;
    sg_job_workers workers;
    bool (*tick)(void *context); /* as that of sg_job_receiver */
    void *context;
} sg_follower;

/* Other ranks: do what rank 0 says, until it says how the run ended. */
sg_status sg_orders_follow(sg_text *summary, const sg_follower *follower, sg_error *err);

/* All ranks: fail where they do not have the same experiment, data and splits. */
sg_status sg_orders_check(sg_cluster *cluster, const sg_workload *workload, sg_error *err);

#endif
