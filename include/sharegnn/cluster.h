/* cluster.h - one computation by several processes, on one machine or on many.
 *
 * MPI starts the processes (mpirun, srun); each is a rank, from 0.  All ranks make the same calls with the
 * same arguments, and calls that take a cluster divide their work among the ranks.  Results have the same
 * bits for any number of ranks.  Without MPI there is one rank, and nothing is loaded.
 *
 * Example: join the ranks that this process was started with:
 *
 *     sg_cluster *cluster = NULL;
 *     if (sg_cluster_open(&cluster, &err) == SG_OK && sg_cluster_rank(cluster) == 0)
 *         printf("ranks: %u\n", sg_cluster_size(cluster));
 *     sg_cluster_close(cluster);
 *
 * Complexity: opening reads the library's own file once, to compare it with that of the other ranks.
 *
 * Threads: a cluster belongs to the thread that opened it.  A process opens one at a time, and MPI allows
 * it once in the life of a process.
 */
#ifndef SHAREGNN_CLUSTER_H
#define SHAREGNN_CLUSTER_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The ranks of one computation, as one of them sees it. */
typedef struct sg_cluster sg_cluster;

/* The number of this rank and of all ranks, as the launcher of the process says, without joining them;
 * 0 and 1 where it was started alone.  *rank and *size are the caller's; NULL: nobody asks. */
SG_API void sg_cluster_look(uint32_t *rank, uint32_t *size);

/* Join the ranks that this process was started with; where it was started alone, there is one.  All ranks
 * call it.  *cluster is released with sg_cluster_close.
 * Fails with SG_ENOTFOUND (there are several processes, and libsharegnn-mpi.so is missing or cannot be
 * loaded) or SG_EINVAL (the ranks run different builds of the library). */
SG_API sg_status sg_cluster_open(sg_cluster **cluster, sg_error *err);

/* Leave the other ranks; NULL is fine.  All ranks call it. */
SG_API void sg_cluster_close(sg_cluster *cluster);

/* The number of this rank, from 0, and of all ranks; 0 and 1 where `cluster` is NULL. */
SG_API uint32_t sg_cluster_rank(const sg_cluster *cluster);
SG_API uint32_t sg_cluster_size(const sg_cluster *cluster);

/* How many threads a rank should use so that all ranks of its machine together use every core once; at
 * least 1; all cores where `cluster` is NULL. */
SG_API uint32_t sg_cluster_threads(const sg_cluster *cluster);

/* Tell all ranks whether this one has failed.  All ranks call it, each with its own status and, where
 * that is not SG_OK, error: this call alone reads *err before it writes it.  Returns SG_OK where no rank
 * has failed; else it fails on every rank with the status of the first that did, and its error in
 * *err.  A NULL `cluster` is one rank alone: it returns `status`, and *err stays as it is. */
SG_API sg_status sg_cluster_agree(sg_cluster *cluster, sg_status status, sg_error *err);

/* Whether all ranks know that one has failed: by sg_cluster_agree, or by a call that took the cluster; false
 * where `cluster` is NULL. */
SG_API bool sg_cluster_has_failed(const sg_cluster *cluster);

/* End all ranks at once, also those that wait for this one.  Without other ranks, or where
 * `cluster` is NULL, it returns. */
SG_API void sg_cluster_abort(sg_cluster *cluster);

#ifdef __cplusplus
}
#endif

#endif
