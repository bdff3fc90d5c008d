/* cluster.h - ranks that work together, whatever carries their messages.
 *
 *     SG_TRY(sg_cluster_agree(cluster, read_my_part(&part, err), err)); // nobody goes on alone
 *     sg_cluster_broadcast(cluster, &text);                             // rank 0's text, everywhere
 *     sg_cluster_gather(all, cluster, bytes, n);                        // everybody's bytes, at rank 0
 *
 * A cluster of one rank is NULL or has no links; every call works then, too.  Memory that runs out while
 * ranks wait for each other ends all of them: none could go on.
 */
#ifndef SG_CLUSTER_CLUSTER_H
#define SG_CLUSTER_CLUSTER_H

#include "sharegnn/cluster.h"

#include "base/text.h"
#include "cluster/links.h"

struct sg_cluster {
    sg_links_end end; /* links are NULL where there is one rank */
    void *library;    /* what the links were loaded from; NULL: nothing */
    bool has_failed;  /* all ranks know of a failure */
};

static inline bool sg_cluster_is_first(const sg_cluster *cluster)
{
    return sg_cluster_rank(cluster) == 0;
}

/* sg_cluster_agree where readers and analyzers see that nobody goes on after a failure of his own. */
static inline sg_status sg_cluster_settle(sg_cluster *cluster, sg_status own, sg_error *err)
{
    const sg_status all = sg_cluster_agree(cluster, own, err);
    return all != SG_OK ? all : own;
}

/* ---- From one to one -------------------------------------------------------------------------- */

/* Send a message; the receiver need not wait for it. */
void sg_cluster_send(sg_cluster *cluster, uint32_t to, const void *bytes, size_t n);

/* Wait for the next message of a rank and put it into `text`, in the place of what is there. */
void sg_cluster_receive(sg_text *text, sg_cluster *cluster, uint32_t from);

/* The same for a message of any rank that has arrived already; false: there is none. */
bool sg_cluster_take(sg_text *text, uint32_t *from, sg_cluster *cluster);

/* Send n_out bytes to a rank that sends n_in to this one. */
void sg_cluster_exchange(void *in, size_t n_in, sg_cluster *cluster, uint32_t with,
                         const void *out, size_t n_out);

/* Begin to send n bytes to a rank that begins to receive as many from this one, or to receive them, and compute
 * meanwhile.  The bytes are not touched until sg_cluster_finish, which waits for all that was begun; sg_cluster_go_on,
 * now and then, lets messages move where nobody else does that. */
void sg_cluster_begin_send(sg_cluster *cluster, uint32_t to, const void *bytes, size_t n);
void sg_cluster_begin_receive(sg_cluster *cluster, uint32_t from, void *bytes, size_t n);
void sg_cluster_go_on(sg_cluster *cluster);
void sg_cluster_finish(sg_cluster *cluster);

/* ---- All together ----------------------------------------------------------------------------- */

/* Rank 0's text becomes everybody's. */
void sg_cluster_broadcast(sg_cluster *cluster, sg_text *text);

/* Everybody's bytes at rank 0: all[r] is what rank r gave, in the place of what is there.  On other ranks
 * `all` is not looked at and may be NULL. */
void sg_cluster_gather(sg_text *all, sg_cluster *cluster, const void *bytes, size_t n);

/* Fail on all ranks where a rank has another number than rank 0, which names it: "reads other data". */
sg_status sg_cluster_same(sg_cluster *cluster, uint64_t number, const char *difference,
                          sg_error *err);

#endif
