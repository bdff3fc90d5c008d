/* cluster_model.h - how long an epoch takes on many ranks, by arithmetic.
 *
 * A step ends when the rank with the most shards has computed them and all ranks have exchanged their gradients and then
 * the new weights: N - 1 exchanges each, of an N-th of the parameters.  After an epoch ranks exchange outputs.
 *
 *     epoch(N) = steps x (compute x shards of the busiest rank / shards
 *                         + 2 (N - 1) (latency + bytes of the parameters / N / bandwidth))
 *                + (N - 1) (latency + bytes of the outputs / N / bandwidth)
 */
#ifndef SG_BENCH_CLUSTER_MODEL_H
#define SG_BENCH_CLUSTER_MODEL_H

#include <stdint.h>

/* A training. */
typedef struct cluster_work {
    double step_s; /* that one rank computes for a step with all shards */
    double n_steps;
    uint32_t n_shards;      /* a power of two, no fewer than ranks      */
    double parameter_bytes; /* of all parameters                        */
    double output_bytes;    /* of the outputs of all items              */
} cluster_work;

/* What carries messages. */
typedef struct cluster_link {
    double latency_s; /* of an exchange between two ranks */
    double bytes_per_s;
} cluster_link;

/* Shards of the rank that has the most: n_ranks are divided among the halves of a tree. */
static inline uint32_t cluster_busiest(uint32_t n_shards, uint32_t n_ranks)
{
    for (; n_ranks > 1; n_ranks /= 2) n_shards /= 2;
    return n_shards;
}

/* Bytes that a rank sends in a step. */
static inline double cluster_step_bytes(const cluster_work *w, uint32_t n_ranks)
{
    return 2 * w->parameter_bytes * (n_ranks - 1) / n_ranks;
}

/* Seconds of a step's messages. */
static inline double cluster_step_messages(const cluster_work *w, const cluster_link *link,
                                           uint32_t n_ranks)
{
    return 2 * (n_ranks - 1) * link->latency_s +
           cluster_step_bytes(w, n_ranks) / link->bytes_per_s;
}

/* Seconds of an epoch.  Ranks that share n_cores compute no faster than these; 0: each has its own. */
static inline double cluster_epoch(const cluster_work *w, const cluster_link *link,
                                   uint32_t n_ranks, uint32_t n_cores)
{
    double share = (double)cluster_busiest(w->n_shards, n_ranks) / w->n_shards;
    if (n_cores > 0 && share < 1.0 / n_cores) share = 1.0 / n_cores;
    const double outputs = (n_ranks - 1) * link->latency_s +
                           w->output_bytes * (n_ranks - 1) / n_ranks / link->bytes_per_s;
    return w->n_steps * (w->step_s * share + cluster_step_messages(w, link, n_ranks)) + outputs;
}

#endif
